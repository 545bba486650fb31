/* SPDX-License-Identifier: Apache-2.0
 *
 * Programs that were damaged: each gets an answer, and nothing is read that is not there
 * (make SANITIZE=1 check sees to that). MZ_FUZZ_BINARIES says how many. */
#include "real/binary.h"
#include "support/random.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A program that every machine has. */
static const char sound[] = "/bin/true";

struct image {
    char *at;
    size_t size;
};

static struct image read_image(const char *file)
{
    struct image i = {malloc(1 << 20), 0};
    FILE *f = fopen(file, "r");
    cr_assert(f && i.at);
    i.size = fread(i.at, 1, 1 << 20, f);
    fclose(f);
    return i;
}

static void write_image(const char *file, const char *at, size_t size)
{
    FILE *f = fopen(file, "w");
    cr_assert(f);
    cr_assert_eq(fwrite(at, 1, size, f), size);
    cr_assert_eq(fclose(f), 0);
    cr_assert_eq(chmod(file, 0700), 0);
}

/* Headers are hit more often than the rest, which is mostly code that nobody reads. */
static size_t somewhere(struct rng *r, size_t size)
{
    size_t region = rng_below(r, 3) == 0 ? 64 : rng_below(r, 2) ? 1024 : size;
    size_t from = rng_below(r, 4) == 0 && size > 4096 ? size - 4096 : 0;
    return from + rng_below(r, (uint32_t)(region < size - from ? region : size - from));
}

static void damage(struct rng *r, char *at, size_t *size)
{
    static const unsigned char values[] = {0, 1, 2, 0x7f, 0x80, 0xfe, 0xff};
    for (uint32_t n = 1 + rng_below(r, 8); n; n--)
        at[somewhere(r, *size)] =
            (char)(rng_below(r, 2) ? values[rng_below(r, sizeof values)]
                                   : rng_below(r, 256));
    if (rng_below(r, 4) == 0)
        *size = somewhere(r, *size);
}

Test(binary, a_damaged_program_gets_an_answer)
{
    const char *wanted = getenv("MZ_FUZZ_BINARIES");
    char file[] = "/tmp/mazurka-binary-XXXXXX";
    struct image whole = read_image(sound);
    char *copy = malloc(whole.size);
    struct str why = {0};
    struct binary_use use;
    struct rng r = {.state = 42};
    int fd = mkstemp(file);
    cr_assert(copy && fd >= 0);
    close(fd);
    cr_assert_eq(binary_examine(sound, &use, &why), MZ_OK, "%s", str_text(&why));
    for (int i = wanted ? atoi(wanted) : 1000; i; i--) {
        size_t size = whole.size;
        memcpy(copy, whole.at, size);
        damage(&r, copy, &size);
        write_image(file, copy, size);
        str_clear(&why);
        enum mz_err err = binary_examine(file, &use, &why);
        cr_assert(err == MZ_OK || err == MZ_UNSUPPORTED);
        cr_assert_eq(err == MZ_OK, why.len == 0, "%s", str_text(&why));
        str_clear(&why);
        binary_check_mpi(file, file, &why);
    }
    unlink(file);
    str_free(&why);
    free(whole.at);
    free(copy);
}
