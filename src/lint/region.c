#include "cfnc/lint/lint.h"

const struct json_places *lint_places(struct arena *arena, const struct json_source *source)
{
    return source->places ? source->places : json_places_new(arena, source->text, source->length);
}

struct lint_region lint_region_of(struct arena *arena, const struct lint_finding *finding)
{
    const struct json_places *places = lint_places(arena, finding->source);

    return (struct lint_region){
        .line = json_places_line(places, finding->begin).number,
        .column = json_places_column(places, finding->begin),
        .end_line = json_places_line(places, finding->end).number,
        .end_column = json_places_column(places, finding->end),
    };
}
