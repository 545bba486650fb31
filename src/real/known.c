/* SPDX-License-Identifier: Apache-2.0
 *
 * known.c - see known.h. */
#include "real/known.h"
#include "real/launch.h"
#include "report/suppress.h"

#include <fnmatch.h>

/* The list, which is read once. Without it, nothing is excused. */
static const struct suppressions *list(void)
{
    static const char *const places[] = {"/../share/mazurka/known", NULL};
    static struct suppressions all;
    static bool read;
    struct str path = {0}, why = {0};
    if (!read && launch_find(places, &path) &&
        !suppress_read(&all, str_text(&path), &why))
        suppress_free(&all);
    read = true;
    str_free(&path);
    str_free(&why);
    return &all;
}

uint32_t known_idiom(enum finding_kind kind, const char *function)
{
    const struct suppressions *all = list();
    for (size_t i = 0; i < all->all.len; i++) {
        const struct suppression *s = &all->all.at[i];
        if (s->kind == kind && s->function && !fnmatch(s->place, function, 0))
            return s->at;
    }
    return 0;
}
