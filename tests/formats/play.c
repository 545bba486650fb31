/* SPDX-License-Identifier: Apache-2.0
 *
 * play.c - formats TARGET ROUNDS KEEP FILE...: gives each file to the target, and then
 * ROUNDS inputs that it makes of it by chance, the same ones each time. What is tried is
 * in the file KEEP, so that it is there if the target does not come back. */
#include "formats/formats.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 4 << 20 };
static uint64_t seed = 1;

static size_t below(size_t n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return n ? (size_t)(seed >> 20) % n : 0;
}

/* Changes some bytes, takes a part out, or puts a part in that is also elsewhere. */
static size_t mutate(uint8_t *b, size_t n)
{
    static const char *const words[] = {
        "4294967295", "-1", "\"", "{", "(", "\x1b[31m", "0", "999999999999999999999"};
    for (size_t times = 1 + below(4); times-- > 0;) {
        size_t at = below(n + 1), part = below(below(4) ? 16 : n + 1),
               from = below(n + 1);
        const char *word = words[below(sizeof words / sizeof *words)];
        switch (below(5)) {
        case 0:
            if (at < n)
                b[at] ^= (uint8_t)(1u << below(8));
            break;
        case 1:
            if (at < n)
                b[at] = (uint8_t)below(256);
            break;
        case 2:
            part = part < n - at ? part : n - at;
            memmove(b + at, b + at + part, n - at - part);
            n -= part;
            break;
        case 3:
            part = part < n - from ? part : n - from;
            if (n + part > MOST)
                break;
            memmove(b + at + part, b + at, n - at);
            memmove(b + at, b + (from < at ? from : from < n ? from : 0), part);
            n += part;
            break;
        default:
            part = strlen(word);
            if (n + part > MOST)
                break;
            memmove(b + at + part, b + at, n - at);
            memcpy(b + at, word, part);
            n += part;
        }
    }
    return n;
}

static void keep(const char *file, const uint8_t *bytes, size_t n)
{
    int fd = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (fd < 0 || write(fd, bytes, n) != (ssize_t)n)
        exit(2);
    close(fd);
}

int main(int argc, char **argv)
{
    target_fn *run = argc > 3 ? formats_target(argv[1]) : NULL;
    uint8_t *whole = malloc(MOST), *bytes = malloc(2 * MOST);
    unsigned long inputs = 0;
    if (!run || !whole || !bytes)
        return 2;
    for (int i = 4; i < argc; i++) {
        FILE *f = fopen(argv[i], "rb");
        size_t n = f ? fread(whole, 1, MOST, f) : 0;
        if (!f)
            return 2;
        fclose(f);
        for (long round = -1; round < atol(argv[2]); round++, inputs++) {
            size_t m = n;
            memcpy(bytes, whole, n);
            if (round >= 0)
                m = mutate(bytes, n);
            keep(argv[3], bytes, m);
            uint8_t *exact = malloc(m ? m : 1); /* so that a sanitizer sees its end */
            memcpy(exact, bytes, m);
            run(exact, m);
            free(exact);
        }
    }
    unlink(argv[3]);
    fprintf(stdout, "%s: %lu inputs\n", argv[1], inputs);
    free(whole);
    free(bytes);
    return 0;
}
