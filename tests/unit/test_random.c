#include "cfnc/base/random.h"
#include "test.h"

/* The first values of SplitMix64 that others publish for the seed 1234567. */
static void known_values(void)
{
    struct random random = { 1234567 };

    check(random_next(&random) == UINT64_C(6457827717110365317));
    check(random_next(&random) == UINT64_C(3203168211198807973));
    check(random_next(&random) == UINT64_C(9817491932198370423));
}

static void below(void)
{
    struct random random = { 1 };
    int seen[6] = { 0 };

    check_number((long long)random_below(&random, 0), 0);
    check_number((long long)random_below(&random, 1), 0);
    for (int i = 0; i < 6000; i++)
        seen[random_below(&random, 6)]++;
    for (int i = 0; i < 6; i++)
        check(seen[i] > 800 && seen[i] < 1200);
    for (int i = 0; i < 100; i++)
        check(random_below(&random, UINT64_MAX) < UINT64_MAX);
}

static void forks(void)
{
    struct random one = { 7 }, copy = one;

    check(random_next(&one) == random_next(&copy));
    random_next(&one);
    check(random_next(&one) != random_next(&copy));
}

static const struct test tests[] = {
    { "random: the values of SplitMix64", known_values },
    { "random: below a limit, evenly", below },
    { "random: a copy goes on alone", forks },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
