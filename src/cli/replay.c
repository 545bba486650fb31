/* SPDX-License-Identifier: Apache-2.0
 *
 * replay.c - see replay.h. */
#include "cli/replay.h"
#include "base/err.h"
#include "cli/options.h"

static const struct finding *found_again(const struct finding *recorded,
                                         struct finding *const *now, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (finding_is(recorded, now[i]))
            return now[i];
    return NULL;
}

/* The finding to report instead of the recorded one: the most severe one; NULL if there
 * is none. */
static const struct finding *worst(struct finding *const *now, size_t n)
{
    const struct finding *f = NULL;
    for (size_t i = 0; i < n; i++)
        if (!f || finding_severity(now[i]->kind) < finding_severity(f->kind))
            f = now[i];
    return f;
}

int replay_compare(const struct finding *recorded, struct finding *const *now, size_t n)
{
    const struct finding *again = found_again(recorded, now, n), *other = worst(now, n);
    struct str differs = {0};
    if (!again) {
        usage_error("the same steps did not end in the same way\n  it was:    %s: %s\n"
                    "  now it is: %s%s%s",
                    finding_word(recorded->kind), recorded->message,
                    other ? finding_word(other->kind) : "an execution that ends well",
                    other ? ": " : "", other ? other->message : "");
        return MZ_UNSUPPORTED;
    }
    finding_compare(recorded, again, &differs);
    if (differs.len)
        note("not as when it was recorded: %s", str_text(&differs));
    str_free(&differs);
    return finding_counts(recorded->kind, false) ? MZ_FOUND : MZ_OK;
}
