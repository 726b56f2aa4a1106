/* When faults show: not always. */
#include "builtin_private.h"

bool on_a_later_page(const struct builtin *builtin)
{
    return builtin->call->next_token;
}

bool at_a_callback(const struct builtin *builtin)
{
    return builtin->call->context;
}

/* Two of those that were asked for are there. */
bool beside_another(const struct builtin *builtin)
{
    return builtin->count >= builtin->preloaded + 2;
}

/* It is about one that was made while another one was there. */
bool of_the_younger(const struct builtin *builtin)
{
    const struct resource *newest = store_newest(builtin);

    return beside_another(builtin) && builtin->call->full &&
           resource_type_same(builtin->type, newest->full, builtin->call->full);
}
