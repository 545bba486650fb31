/* SPDX-License-Identifier: Apache-2.0
 *
 * view.c - the file system as one rank sees it.
 *
 * The real one, with what the rank itself has changed, and with what others have changed
 * as far as it can know. Changes of others are taken over when the rank's clock has moved
 * and it looks. They are applied in an order that respects who knew of what; changes that
 * nothing orders either do not touch each other, or are a race, which is reported. */
#include "base/str.h"
#include "agent/files/fs.h"
#include "agent/port/payload.h"

#include <string.h>

/* ---- names ---- */

static struct entry *find_entry(const struct fs_view *v, node_id dir, uint32_t name)
{
    for (uint32_t i = 0; v && i < v->nentries; i++)
        if (v->entries[i].dir == dir && v->entries[i].name == name)
            return &v->entries[i];
    return NULL;
}

static struct content *shell(struct call *c, struct fs_view *v, node_id node)
{
    struct content *x = v->contents;
    while (x && x->node != node)
        x = x->next;
    if (x)
        return x;
    x = heap_alloc(&files_head(c)->heap, sizeof *x, 16);
    if (!x)
        return NULL;
    *x = (struct content){.next = v->contents, .node = node};
    v->contents = x;
    return x;
}

/* Notes when the program made a file, given its content, which is NULL if there is no
 * memory for it. */
static bool note_birth(struct content *x, uint64_t when)
{
    if (x && !x->changed)
        x->changed = when;
    return x;
}

static bool set_entry(struct call *c, struct fs_view *v, node_id dir, uint32_t name,
                      node_id node, uint64_t when)
{
    struct entry *e = find_entry(v, dir, name);
    if (!e && v->nentries == v->room) {
        uint32_t room = v->room ? 2 * v->room : 8;
        struct entry *more = heap_alloc(&files_head(c)->heap, room * sizeof *more, 16);
        if (!more)
            return false;
        if (v->nentries)
            memcpy(more, v->entries, v->nentries * sizeof *more);
        if (v->entries)
            heap_free(&files_head(c)->heap, v->entries);
        v->entries = more;
        v->room = room;
    }
    if (!e) {
        e = &v->entries[v->nentries++];
        *e = (struct entry){dir, name, 0, node ? 0 : 1, 0};
    } else if (e->node && e->node != node) {
        e->generation++;
    }
    e->node = node;
    e->changed = when;
    return !node || node_at(node)->host || note_birth(shell(c, v, node), when);
}

static bool changes_content(const struct access *a)
{
    return a->kind == ACCESS_WRITE || a->kind == ACCESS_APPEND ||
           a->kind == ACCESS_TRUNCATE;
}

/* Notes in a file's content, which is NULL if there is no memory for it, that another
 * rank has written or mapped the file. */
static bool note_use(struct content *x, const struct access *a)
{
    if (!x)
        return false;
    if (changes_content(a))
        x->written = true;
    else
        x->mapper = (uint16_t)(a->rank + 1);
    return true;
}

/* Applies what others have done since the last look: changes of names at once, contents
 * when they are needed. */
static bool catch_up(struct call *c, struct fs_view *v)
{
    access_vec news = {0};
    bool room = true;
    uint32_t known = files_head(c)->known;
    if (v->known == known)
        return true;
    ledger_news(v->known, known, &news);
    for (size_t i = 0; i < news.len && room; i++) {
        const struct access *a = news.at[i];
        if (a->kind == ACCESS_NAME)
            room = set_entry(c, v, a->node, a->name, a->data, a->when);
        else if (changes_content(a) || a->flags & ACCESS_MAPPED)
            room = note_use(shell(c, v, a->node), a);
    }
    vec_free(&news);
    v->known = known;
    return room;
}

struct fs_view *view_of(struct call *c)
{
    struct rank_head *h = files_head(c);
    if (!h->view) {
        struct fs_view *v = heap_alloc(&h->heap, sizeof *v, 16);
        if (!v)
            return NULL;
        *v = (struct fs_view){0};
        h->view = v;
    }
    return catch_up(c, h->view) ? h->view : NULL;
}

const struct entry *view_entry(struct call *c, node_id dir, uint32_t name)
{
    const struct rank_head *h = files_head(c);
    if (!h->view && !h->known)
        return NULL;
    return find_entry(view_of(c), dir, name);
}

const struct entry *view_entry_of(struct call *c, node_id node)
{
    const struct fs_view *v = view_of(c);
    for (uint32_t i = 0; v && i < v->nentries; i++)
        if (v->entries[i].node == node)
            return &v->entries[i];
    return NULL;
}

/* Refuses changes by actors that share one rank, because they have no memory of their
 * own to keep them in. */
static bool refuses_change(struct call *c, node_id node)
{
    if (agent.link->inboxes)
        call_refuse(c, REASON_FEATURE,
                    "writes a file (%s), which other actors could read",
                    node_shown(node));
    return c->over;
}

long view_name(struct call *c, node_id dir, uint32_t name, node_id node, unsigned flags)
{
    if (refuses_change(c, node ? node : dir))
        return -EIO;
    struct fs_view *v = view_of(c);
    virtual_matters();
    if (!v || !set_entry(c, v, dir, name, node, call_head(c)->clock))
        return REFUSE(c, REASON_SIZE, "has more files than its memory holds");
    ledger_add(c, (struct access){.kind = ACCESS_NAME,
                                  .node = dir,
                                  .name = name,
                                  .data = node,
                                  .flags = (uint8_t)flags});
    return 0;
}

/* Does this name in a real directory lead to this real file? */
static bool names_really(node_id dir, uint32_t name, const struct stat *st)
{
    const struct node *d = node_at(dir);
    struct str path = {0};
    struct stat there;
    if (!d->host)
        return false;
    str_addf(&path, "%s/%s", d->path, node_text(name));
    long err = agent_syscall(SYS_newfstatat, AT_FDCWD, str_text(&path), &there,
                             AT_SYMLINK_NOFOLLOW);
    str_free(&path);
    return !err && there.st_dev == st->st_dev && there.st_ino == st->st_ino;
}

/* The view of the calling rank if it may differ from the real files; otherwise NULL. */
static const struct fs_view *some_view(struct call *c)
{
    const struct rank_head *h = files_head(c);
    return h->view || h->known ? view_of(c) : NULL;
}

/* Some file systems do not count the directories in a directory, and say that it has one
 * link. */
static bool counts_directories(node_id dir)
{
    while (!node_at(dir)->host)
        dir = node_at(dir)->dir;
    return node_at(dir)->st.st_nlink > 1;
}

static uint32_t links_of_directory(struct call *c, node_id node)
{
    const struct node *n = node_at(node);
    const struct fs_view *v = some_view(c);
    uint32_t links = (uint32_t)n->st.st_nlink;
    bool there = n->host, counts = counts_directories(node);
    for (uint32_t i = 0; v && i < v->nentries; i++) {
        const struct entry *e = &v->entries[i];
        there |= e->node == node;
        links += e->dir == node && e->node && node_is_dir(e->node);
    }
    return !there ? 0 : counts ? links : 1;
}

uint32_t view_links(struct call *c, node_id node)
{
    const struct node *n = node_at(node);
    uint32_t links = n->host ? (uint32_t)n->st.st_nlink : 0;
    const struct fs_view *v = some_view(c);
    if (node_is_dir(node))
        return links_of_directory(c, node);
    for (uint32_t i = 0; v && i < v->nentries; i++) {
        const struct entry *e = &v->entries[i];
        links += e->node == node;
        links -= n->host && names_really(e->dir, e->name, &n->st);
    }
    return links;
}

struct changes view_changes(struct call *c, node_id node)
{
    view_content(c, node); /* takes over what others have changed */
    const struct fs_view *v = some_view(c);
    struct changes last = {0};
    for (const struct content *x = v ? v->contents : NULL; x; x = x->next)
        if (x->node == node)
            last.content = x->changed;
    for (uint32_t i = 0; v && i < v->nentries; i++) {
        const struct entry *e = &v->entries[i];
        if (e->dir == node && e->changed > last.content)
            last.content = e->changed;
        if (e->node == node && e->changed > last.status)
            last.status = e->changed;
    }
    if (last.status < last.content)
        last.status = last.content;
    return last;
}

/* ---- contents ---- */

/* The largest size of a file that is written, since it lies in memory as a whole,
 * including holes. */
#define CONTENT_MOST ((size_t)256 << 20)

static bool make_room(struct call *c, struct content *x, size_t size)
{
    if (size <= x->room)
        return true;
    if (size > CONTENT_MOST)
        return false;
    size_t room = size < 2048 ? 4096 : size + size / 2;
    char *data = heap_alloc(&files_head(c)->heap, room, 16);
    if (!data)
        return false;
    if (x->size)
        memcpy(data, x->data, x->size);
    if (x->data)
        heap_free(&files_head(c)->heap, x->data);
    x->data = data;
    x->room = room;
    return true;
}

static bool set_size(struct call *c, struct content *x, size_t size)
{
    if (!make_room(c, x, size))
        return false;
    if (size > x->size)
        memset(x->data + x->size, 0, size - x->size);
    x->size = size;
    return true;
}

static bool put(struct call *c, struct content *x, const void *bytes, size_t n, size_t at)
{
    if (at + n > x->size && !set_size(c, x, at + n))
        return false;
    memcpy(x->data + at, bytes, n);
    return true;
}

static bool fill(struct call *c, struct content *x)
{
    const struct node *n = node_at(x->node);
    if (x->filled || !n->host) {
        x->filled = true;
        return true;
    }
    node_read(x->node, NULL, 0, 0); /* reads nothing, but makes the size known */
    if (!set_size(c, x, n->size))
        return false;
    for (size_t at = 0; at < n->size;) {
        long got = node_read(x->node, x->data + at, n->size - at, (int64_t)at);
        if (got <= 0)
            break;
        at += (size_t)got;
    }
    x->filled = true;
    return true;
}

static bool apply(struct call *c, struct content *x, const struct access *a)
{
    if (a->when > x->changed)
        x->changed = a->when;
    if (a->kind == ACCESS_TRUNCATE)
        return set_size(c, x, a->to);
    size_t at = a->kind == ACCESS_APPEND ? x->size : a->from;
    return put(c, x, payload_bytes(a->data - 1), a->to - a->from, at);
}

static bool refresh(struct call *c, struct content *x)
{
    access_vec news = {0};
    uint32_t known = files_head(c)->known;
    bool room = fill(c, x);
    if (x->applied != known)
        ledger_news(x->applied, known, &news);
    for (size_t i = 0; i < news.len && room; i++)
        if (news.at[i]->node == x->node && changes_content(news.at[i]))
            room = apply(c, x, news.at[i]);
    x->applied = known;
    vec_free(&news);
    return room;
}

static struct content *no_room(struct call *c)
{
    call_refuse(
        c, REASON_SAID,
        "writes a file that is larger than 256 MiB, or files that are larger than "
        "the memory of a rank; check it with less");
    return NULL;
}

struct content *view_content(struct call *c, node_id node)
{
    const struct rank_head *h = files_head(c);
    if (!h->view && !h->known)
        return NULL;
    struct fs_view *v = view_of(c);
    struct content *x = v ? v->contents : NULL;
    while (x && x->node != node)
        x = x->next;
    if (!x || !x->written)
        return NULL;
    return refresh(c, x) ? x : no_room(c);
}

void view_map(struct call *c, node_id node, int64_t from, size_t bytes, bool length)
{
    struct fs_view *v = view_of(c);
    struct content *x = v ? shell(c, v, node) : NULL;
    if (x)
        x->mapper = (uint16_t)(c->who + 1);
    ledger_add(c, (struct access){.kind = ACCESS_READ,
                                  .node = node,
                                  .flags = ACCESS_MAPPED | (length ? ACCESS_LENGTH : 0),
                                  .from = (uint64_t)from,
                                  .to = (uint64_t)from + bytes});
}

size_t view_size(struct call *c, node_id node)
{
    const struct content *x = view_content(c, node);
    const struct node *n = node_at(node);
    if (x)
        return x->size;
    return n->loaded && n->host ? n->size : (size_t)n->st.st_size;
}

/* Refuses to change a file that is mapped, because the mapping has a copy of what was in
 * the file before. */
static bool refuses_mapped(struct call *c, const struct content *x)
{
    const struct node *n = node_at(x->node);
    bool setup = !x->written && n->host && setup_mapped(&n->st);
    int mapper = x->mapper - 1;
    if (!x->mapper && !setup)
        return false;
    call_refuse(c, REASON_SAID,
                "writes %s, which %s has mapped: what the mapping then shows is not "
                "modelled; read the file instead of mapping it",
                node_shown(x->node),
                !x->mapper         ? "the program"
                : mapper == c->who ? "it"
                                   : agent.rank[mapper].name);
    return true;
}

static struct content *for_change(struct call *c, node_id node, bool emptied)
{
    if (refuses_change(c, node))
        return NULL;
    struct fs_view *v = view_of(c);
    struct content *x = v ? shell(c, v, node) : NULL;
    if (x && refuses_mapped(c, x))
        return NULL;
    if (x)
        x->written = true;
    if (x && emptied) { /* its former content does not matter */
        x->size = 0;
        x->filled = true;
        x->applied = files_head(c)->known;
    }
    if (!x || !refresh(c, x))
        return no_room(c);
    virtual_matters();
    x->changed = call_head(c)->clock;
    return x;
}

long view_write(struct call *c, node_id node, const void *bytes, size_t n, int64_t at,
                bool append)
{
    struct content *x = for_change(c, node, false);
    if (!x)
        return -EIO;
    size_t from = append ? x->size : (size_t)at;
    bool grows = from + n > x->size;
    if (!put(c, x, bytes, n, from))
        return no_room(c), -EIO;
    uint32_t data = agent.nranks > 1 ? (uint32_t)payload_keep(x->data + from, n) + 1 : 0;
    ledger_add(c, (struct access){.kind = append ? ACCESS_APPEND : ACCESS_WRITE,
                                  .node = node,
                                  .flags = grows ? ACCESS_LENGTH : 0,
                                  .data = data,
                                  .from = from,
                                  .to = from + n});
    return (long)from;
}

long view_truncate(struct call *c, node_id node, uint64_t length)
{
    struct content *x = for_change(c, node, !length);
    if (!x)
        return -EIO;
    if (!set_size(c, x, length))
        return no_room(c), -EIO;
    ledger_add(c, (struct access){.kind = ACCESS_TRUNCATE,
                                  .node = node,
                                  .flags = ACCESS_LENGTH,
                                  .to = length});
    return 0;
}
