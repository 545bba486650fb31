/* SPDX-License-Identifier: Apache-2.0
 *
 * nearest.c - see nearest.h.
 *
 * The distance of two words is the number of letters that must be added, left out,
 * changed or swapped with their neighbours to make one of the other. A third of the
 * letters may be wrong, and at least one; a word whose beginning was given is near in any
 * case. */
#include "base/nearest.h"

#include <stdint.h>
#include <string.h>

#define LONGEST 32 /* longer words are not corrected */

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static size_t distance(const char *a, size_t n, const char *b, size_t m)
{
    size_t d[LONGEST + 1][LONGEST + 1];
    for (size_t i = 0; i <= n; i++)
        d[i][0] = i;
    for (size_t j = 0; j <= m; j++)
        d[0][j] = j;
    for (size_t i = 1; i <= n; i++)
        for (size_t j = 1; j <= m; j++) {
            d[i][j] = least(d[i - 1][j], d[i][j - 1]) + 1;
            d[i][j] = least(d[i][j], d[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[n][m];
}

void nearest_offer(struct nearest *s, const char *word)
{
    size_t n = strlen(s->given), m = strlen(word);
    if (!n || n > LONGEST || m > LONGEST)
        return;
    size_t far = distance(s->given, n, word, m), most = n / 3 > 1 ? n / 3 : 1;
    if (n > 1 && !strncmp(s->given, word, n))
        far = 1;
    if (far <= most && far < m && (!s->best || far < s->distance)) {
        s->best = word;
        s->distance = far;
    }
}
