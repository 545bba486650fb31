/* SPDX-License-Identifier: Apache-2.0
 *
 * filerace.c - see filerace.h.
 *
 * All accesses of an execution are compared that different ranks made to one file, or to
 * one name, where neither rank could know of the other's. What each of them saw and
 * changed is in its record: bytes, the length of the file, whether a name is there. */
#include "agent/files/filerace.h"
#include "base/str.h"
#include "agent/files/fs.h"
#include "agent/port/payload.h"
#include "agent/system/trial.h"

#include <sys/file.h>

#define END UINT64_MAX

struct span {
    uint64_t from, to;
};

/* The range of bytes that the access concerns. */
static struct span bytes_of(const struct access *a)
{
    if (a->kind == ACCESS_TRUNCATE)
        return (struct span){a->to, END};
    if (a->kind == ACCESS_APPEND)
        return (struct span){a->from, END};
    return (struct span){a->from, a->to};
}

/* The accesses to one file, or to the names in one directory. */
struct group {
    const struct access *const *at; /* by rank, and then in the order of time */
    size_t n;
    access_vec syncs; /* those among them that are ACCESS_SYNC */
};

static bool overlap(const struct access *a, const struct access *b)
{
    struct span x = bytes_of(a), y = bytes_of(b);
    return x.from < y.to && y.from < x.to;
}

static bool of_names(const struct access *a)
{
    return a->kind == ACCESS_LOOK || a->kind == ACCESS_NAME || a->kind == ACCESS_LIST ||
           a->kind == ACCESS_COUNT || (a->kind == ACCESS_UNLINK && node_is_dir(a->node));
}

static bool changes(const struct access *a)
{
    return a->kind == ACCESS_WRITE || a->kind == ACCESS_APPEND ||
           a->kind == ACCESS_TRUNCATE || a->kind == ACCESS_NAME ||
           a->kind == ACCESS_UNLINK;
}

/* Does this access look at how many names the file or directory has, and when it was
 * changed? */
static bool sees_status(const struct access *a)
{
    return a->kind == ACCESS_STATUS || a->kind == ACCESS_COUNT;
}

/* Do two accesses to names conflict? Requires that a is ACCESS_NAME. */
static bool names_conflict(const struct access *a, const struct access *b)
{
    if (b->kind == ACCESS_LIST)
        return true;
    if (b->kind == ACCESS_COUNT) /* programs look whether a directory is there, and hardly
                                    ever at its links: see compare() */
        return false;
    if (a->name != b->name)
        return false;
    bool ensures = a->flags & ACCESS_ENSURE;
    if (b->kind == ACCESS_LOOK) /* a look sees the same if the access only ensures what it
                                   saw */
        return !ensures || !(b->flags & ACCESS_PRESENT) != !a->data;
    return !(ensures && b->flags & ACCESS_ENSURE && a->data == b->data);
}

/* Do two accesses to a file's content conflict? Requires that a changes the file. */
static bool contents_conflict(const struct access *a, const struct access *b)
{
    if (a->kind == ACCESS_APPEND && b->kind == ACCESS_APPEND)
        return false; /* two appends conflict only if somebody reads the result; see
                         reader_of() */
    if (a->kind == ACCESS_TRUNCATE && b->kind == ACCESS_TRUNCATE)
        return a->to != b->to;
    if (!changes(b))
        return overlap(a, b) || (a->flags & b->flags & ACCESS_LENGTH);
    bool plain = a->kind == ACCESS_WRITE && b->kind == ACCESS_WRITE;
    if (plain && a->from == b->from && a->to == b->to && a->data == b->data)
        return false; /* both write the same bytes */
    return overlap(a, b) || (!plain && a->flags & b->flags & ACCESS_LENGTH);
}

static bool conflict(const struct access *a, const struct access *b)
{
    if (a->node != b->node || of_names(a) != of_names(b))
        return false;
    if (!changes(a)) {
        const struct access *swap = a;
        a = b;
        b = swap;
    }
    if (!changes(a))
        return false;
    if (a->kind == ACCESS_UNLINK || b->kind == ACCESS_UNLINK)
        return false; /* stdio looks at the status of files that others may remove */
    return of_names(a) ? names_conflict(a, b) : contents_conflict(a, b);
}

static bool before(const struct access *a, const struct access *b)
{
    if (a->rank == b->rank)
        return a->count < b->count;
    const struct access *known = ledger_at(ledger_of(b->known, a->rank));
    return known && known->count >= a->count;
}

/* A file that is removed is reported once, be it for its name or for its status. */
static bool is_removal(const struct access *a)
{
    return a->kind == ACCESS_UNLINK || (a->kind == ACCESS_NAME && !a->data);
}

static bool same_place(const struct file_race *r, const struct access *a,
                       const struct access *b)
{
    bool removed = (is_removal(a) && is_removal(r->first)) ||
                   (is_removal(b) && is_removal(r->second));
    return (r->first->node == a->node || removed) && r->first->site == a->site &&
           r->second->site == b->site && r->first->rank == a->rank &&
           r->second->rank == b->rank;
}

static void note(file_race_vec *out, size_t most, struct file_race r)
{
    for (size_t i = 0; i < out->len; i++) {
        struct file_race *x = &out->at[i];
        if (same_place(x, r.first, r.second))
            return;
        if (r.excused && x->excused && x->second->library == r.second->library) {
            x->alike++;
            return;
        }
    }
    if (out->len < most)
        vec_push(out, r);
}

/* For two ranks that append different data in either order: an access that reads the
 * result; NULL if there is none. */
static const struct access *reader_of(const struct group *g, const struct access *a,
                                      const struct access *b)
{
    uint64_t open = a->from < b->from ? a->from : b->from;
    bool same = a->to - a->from == b->to - b->from && a->data == b->data;
    for (size_t i = 0; i < g->n && !same; i++) {
        const struct access *r = g->at[i];
        if (r->kind == ACCESS_READ && r->to > open && (before(a, r) || before(b, r)))
            return r;
    }
    return NULL;
}

/* Were both ranks told that they made, or removed, the same name? In reality, one of
 * them would be told that the other was faster, and at least one of the two would
 * behave differently then. */
static bool rivals(const struct access *a, const struct access *b)
{
    if (a->kind != ACCESS_NAME || b->kind != ACCESS_NAME || a->node != b->node ||
        a->name != b->name || !a->data != !b->data ||
        !(a->flags & b->flags & ACCESS_TOLD))
        return false;
    unsigned either = a->flags | b->flags;
    if (either & ACCESS_UNTRIED && !(either & ACCESS_ALONE))
        trial_needed();
    return either & ACCESS_ALONE;
}

/* The end of a lock; NULL: the rank holds it until it ends. */
static const struct access *unlocked(const struct group *g, const struct access *lock)
{
    for (size_t i = 0; i < g->n; i++) {
        const struct access *a = g->at[i];
        if (a->kind == ACCESS_LOCK && a->rank == lock->rank && a->count > lock->count)
            return a;
    }
    return NULL;
}

/* May one of the two locks have been refused, or have waited, because of the other? */
static bool locks_meet(const struct group *g, const struct access *a,
                       const struct access *b)
{
    if (a->kind != ACCESS_LOCK || b->kind != ACCESS_LOCK || a->rank == b->rank ||
        a->to == LOCK_UN || b->to == LOCK_UN || (a->to == LOCK_SH && b->to == LOCK_SH))
        return false;
    const struct access *x = unlocked(g, a), *y = unlocked(g, b);
    return !(x && before(x, b)) && !(y && before(y, a));
}

/* ---- MPI's rules for files ---- */

/* Must MPI_File_sync stand between this access and that of somebody else? Not in atomic
 * mode, as long as both use the file that they have opened together; and not for a change
 * of the length, which all ranks make together. */
static bool needs_sync(const struct access *a, const struct access *other)
{
    bool elsewhere = other->handle && other->handle != a->handle;
    return a->handle && a->kind != ACCESS_TRUNCATE &&
           (!(a->flags & ACCESS_ATOMIC) || elsewhere);
}

/* Do both happen one after the other, in an order that is explored? */
static bool take_turns(const struct access *a, const struct access *b)
{
    return a->handle == b->handle && a->flags & b->flags & ACCESS_ATOMIC;
}

/* The first sync, among those of the group, that the rank has made after this access. */
static size_t sync_after(const struct group *g, const struct access *a)
{
    size_t low = 0, high = g->syncs.len;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const struct access *s = g->syncs.at[middle];
        if (s->rank != a->rank ? s->rank < a->rank : s->count < a->count)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The call that makes a write known to others: the write itself, or the next sync of the
 * same file; NULL if there is none. */
static const struct access *told_by(const struct group *g, const struct access *a,
                                    const struct access *b)
{
    if (!needs_sync(a, b))
        return a;
    for (size_t i = sync_after(g, a); i < g->syncs.len; i++) {
        const struct access *s = g->syncs.at[i];
        if (s->rank != a->rank)
            break;
        if (s->handle == a->handle)
            return s;
    }
    return NULL;
}

/* The call from which on the access may rely on what others have made known. */
static const struct access *asked_by(const struct group *g, const struct access *a,
                                     const struct access *b)
{
    if (!needs_sync(a, b))
        return a;
    for (size_t i = sync_after(g, a); i-- > 0;) {
        const struct access *s = g->syncs.at[i];
        if (s->rank != a->rank)
            break;
        if (s->handle == a->handle)
            return s;
    }
    return NULL;
}

/* Of two accesses that conflict, the first of which happens before the second: must the
 * second see what the first has written? What was read before cannot be changed by a
 * later write. */
static bool is_seen(const struct group *g, const struct access *a, const struct access *b)
{
    if (!changes(a) || of_names(a) || a->kind == ACCESS_TRUNCATE ||
        b->kind == ACCESS_TRUNCATE || (!needs_sync(a, b) && !needs_sync(b, a)) ||
        (a->rank == b->rank && a->handle == b->handle))
        return true;
    const struct access *told = told_by(g, a, b), *asked = asked_by(g, b, a);
    return told && asked && (told == asked || before(told, asked));
}

static bool asks_length(const struct access *a)
{
    return a->kind == ACCESS_READ && a->from == a->to;
}

/* Compares two accesses of which the first happens before the second. */
static void compare_ordered(const struct group *g, const struct access *a,
                            const struct access *b, size_t most, file_race_vec *out)
{
    bool asks = asks_length(b) && a->library && b->library;
    if ((a->handle || b->handle) && conflict(a, b) && !is_seen(g, a, b))
        note(out, most,
             (struct file_race){.first = a,
                                .second = b,
                                .unknown = true,
                                .excused = asks || (a->idiom && b->library)});
}

/* ---- all ---- */

static void compare(const struct group *g, const struct access *a, const struct access *b,
                    size_t most, file_race_vec *out)
{
    struct file_race r = {.first = a, .second = b};
    if (a->rank == b->rank && (!a->handle || !b->handle))
        return;
    if (locks_meet(g, a, b)) {
        r.hollow = true;
        note(out, most, r);
        return;
    }
    if (before(a, b)) {
        compare_ordered(g, a, b, most, out);
        return;
    }
    if (before(b, a)) {
        compare_ordered(g, b, a, most, out);
        return;
    }
    if (take_turns(a, b))
        return;
    if (a->kind == ACCESS_APPEND && b->kind == ACCESS_APPEND && a->node == b->node)
        r.reader = reader_of(g, a, b);
    r.hollow = rivals(a, b);
    if (conflict(a, b) || r.reader || r.hollow)
        note(out, most, r);
    else if ((sees_status(a) && changes(b)) || (sees_status(b) && changes(a)))
        link_rests_on(agent.shared,
                      "no times or link counts of files that change meanwhile");
}

static bool goes_first(const struct access *a, const struct access *b)
{
    if (of_names(a) != of_names(b))
        return of_names(a) < of_names(b);
    if (a->node != b->node)
        return a->node < b->node;
    return a->rank != b->rank ? a->rank < b->rank : a->count < b->count;
}

static bool together(const struct access *a, const struct access *b)
{
    return a->node == b->node && of_names(a) == of_names(b);
}

/* Up to so many accesses to a file are all compared with each other. */
enum { FEW = 1024 };

static bool begins_first(const struct access *a, const struct access *b)
{
    uint64_t x = of_names(a) ? a->name : bytes_of(a).from,
             y = of_names(b) ? b->name : bytes_of(b).from;
    return x < y;
}

/* Can it conflict with an access to other bytes, or to another name? */
static bool reaches_far(const struct access *a)
{
    bool writes = a->kind == ACCESS_WRITE || a->kind == ACCESS_NAME;
    return sees_status(a) || a->kind == ACCESS_LIST || a->kind == ACCESS_LOCK ||
           (a->flags & ACCESS_LENGTH && !of_names(a) && !writes);
}

/* Finds the same pairs as a comparison of all with all would, among many: those that have
 * bytes or a name in common, which are neighbours once they are sorted, and those of
 * which one looks at the whole. */
static void compare_many(const struct group *g, size_t most, file_race_vec *out)
{
    access_vec sorted = {0};
    for (size_t i = 0; i < g->n; i++)
        vec_push(&sorted, g->at[i]);
    ledger_sort(&sorted, begins_first);
    for (size_t i = 0; i < sorted.len && out->len < most; i++) {
        const struct access *a = sorted.at[i];
        for (size_t k = i + 1; k < sorted.len; k++) {
            const struct access *b = sorted.at[k];
            if (of_names(a) ? b->name != a->name : bytes_of(b).from >= bytes_of(a).to)
                break;
            compare(g, a, b, most, out);
        }
        for (size_t k = 0; reaches_far(a) && k < sorted.len; k++)
            compare(g, a, sorted.at[k], most, out);
    }
    vec_free(&sorted);
}

static void compare_group(struct group *g, size_t most, file_race_vec *out)
{
    const struct access *first = g->at[0], *last = g->at[g->n - 1];
    bool some = false;
    for (size_t i = 0; i < g->n; i++) {
        some |= changes(g->at[i]) || g->at[i]->kind == ACCESS_LOCK;
        if (g->at[i]->kind == ACCESS_SYNC)
            vec_push(&g->syncs, g->at[i]);
    }
    if (!some || (first->rank == last->rank && !first->handle && !last->handle))
        return;
    if (g->n > FEW)
        compare_many(g, most, out);
    for (size_t i = 0; g->n <= FEW && i < g->n && out->len < most; i++)
        for (size_t k = i + 1; k < g->n; k++)
            compare(g, g->at[i], g->at[k], most, out);
}

void filerace_find(const uint32_t *newest, uint32_t ranks, size_t most,
                   file_race_vec *out)
{
    access_vec all = {0};
    for (uint32_t r = 0; r < ranks; r++)
        for (const struct access *a = ledger_at(newest[r]); a; a = ledger_at(a->previous))
            vec_push(&all, a);
    ledger_sort(&all, goes_first);
    for (size_t from = 0, to; from < all.len; from = to) {
        for (to = from; to < all.len && together(all.at[from], all.at[to]);)
            to++;
        struct group g = {.at = all.at + from, .n = to - from};
        compare_group(&g, most, out);
        vec_free(&g.syncs);
    }
    vec_free(&all);
}

/* ---- in words ---- */

static void add_deed(const struct access *a, struct str *s)
{
    static const char *const deeds[] = {
        [ACCESS_READ] = "reads",        [ACCESS_WRITE] = "writes",
        [ACCESS_APPEND] = "appends to", [ACCESS_TRUNCATE] = "empties",
        [ACCESS_LOOK] = "looks for",    [ACCESS_NAME] = "makes",
        [ACCESS_LIST] = "lists",        [ACCESS_STATUS] = "looks at the status of",
        [ACCESS_UNLINK] = "removes",    [ACCESS_COUNT] = "looks at the status of",
        [ACCESS_SYNC] = "synchronises", [ACCESS_LOCK] = "locks",
    };
    str_addf(s, "%s",
             a->kind == ACCESS_NAME && !a->data                   ? "removes"
             : a->kind == ACCESS_READ && a->flags & ACCESS_MAPPED ? "maps"
             : a->kind == ACCESS_TRUNCATE && a->to ? "changes the length of"
             : asks_length(a)                      ? "looks where the end is of"
                                                   : deeds[a->kind]);
}

static void add_file(const struct access *a, struct str *s)
{
    if (a->kind != ACCESS_LOOK && a->kind != ACCESS_NAME) {
        str_addf(s, "%s", node_shown(a->node));
        return;
    }
    const char *in = node_shown(a->node);
    if (a->node == node_start())
        str_addf(s, "%s", node_text(a->name));
    else
        str_addf(s, "%s/%s", in, node_text(a->name));
}

static void add_place(const struct access *a, struct str *s)
{
    if (a->site)
        str_addf(s, " at %c%llx%c", PLACE_BEGIN, (unsigned long long)a->site, PLACE_END);
}

void filerace_describe(const struct file_race *r, struct str *s)
{
    add_deed(r->second, s);
    str_addf(s, " ");
    add_file(r->second, s);
    str_addf(s, ", and %s ", agent.rank[r->first->rank].name);
    add_deed(r->first, s);
    str_addf(s, " ");
    if (r->first->kind == r->second->kind || !of_names(r->first))
        str_addf(s, "it");
    else
        add_file(r->first, s);
    add_place(r->first, s);
    if (r->reader) {
        str_addf(s, "; %s reads it", agent.rank[r->reader->rank].name);
        add_place(r->reader, s);
    }
    if (r->unknown)
        str_addf(s,
                 " before: by MPI's rules, that is seen only if %s calls MPI_File_sync "
                 "(or closes the file) after it, and then %s MPI_File_sync (or opens the "
                 "file) before its own access",
                 agent.rank[r->first->rank].name, agent.rank[r->second->rank].name);
    else
        str_addf(s, ": nothing orders the two");
    if (r->first->kind == ACCESS_LOCK)
        str_addf(s,
                 ", and which of them gets the lock is not explored; let the other one "
                 "wait for a message");
    else if (r->hollow)
        str_addf(s,
                 ", and which of them is told that it %s is not explored; let one rank "
                 "do it and tell the others, as by a barrier",
                 r->first->data ? "exists (EEXIST)" : "is gone (ENOENT)");
}
