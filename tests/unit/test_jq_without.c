#include "cfnc/jq.h"
#include "cfnc/transform.h"
#include "test.h"

/* Of a cfnc that was built without libjq: CMakeLists.txt links this with jq_without.c. */

static void jq_is_refused_by_name(void)
{
    struct arena *arena = arena_new();
    struct error error = { "" };

    check(!jq_is_there());
    check(!jq_read(arena, ".A", &error));
    check_text(error.text, "this cfnc was built without jq");
    check(!transform_read(arena, "$lowercase(A) $OR .A|ascii_downcase", &error));
    check_text(error.text, "column 19: \".\" stands where an operand is missing (S0211); this cfnc "
                           "was built without jq");
    check(transform_read(arena, "$lowercase(A) $OR A", &error) != NULL);
    arena_free(arena);
}

static const struct test tests[] = {
    { "jq: without libjq it is refused, by name", jq_is_refused_by_name },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
