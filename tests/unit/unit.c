/* All of tests/unit in one program, which links once: unit [FILE...] [-k TEXT]. See test.h. */
#include "test.h"

#define FILE_OF(name) int name##_main(int argc, char **argv);
#include "unit_files.h"
#undef FILE_OF

#define FILE_OF(name) { #name, name##_main },
static const struct test_file files[] = {
#include "unit_files.h"
    { 0 },
};

int main(int argc, char **argv)
{
    return test_files(argc, argv, files);
}
