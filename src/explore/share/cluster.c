/* SPDX-License-Identifier: Apache-2.0
 *
 * cluster.c - see cluster.h. */
#include "explore/share/cluster.h"
#include "base/mem.h"
#include "explore/search/item.h"
#include "explore/search/search.h"

#include <stdio.h>
#include <string.h>

bool cluster_is_of_states(uint32_t word)
{
    return word == CLUSTER_NUMBERS || word == CLUSTER_OWNERS || word == CLUSTER_FIND ||
           word == CLUSTER_PLACES || word == CLUSTER_FETCH || word == CLUSTER_WORLDS;
}

bool cluster_send(struct cluster *c, uint32_t to, enum cluster_word word,
                  const void *bytes, size_t n)
{
    struct cluster_head h = {.word = word, .process = to, .bytes = n};
    c->did.bytes += sizeof h + n;
    return peer_send(&c->line, &h, sizeof h) && peer_send(&c->line, bytes, n);
}

bool cluster_receive(struct cluster *c, struct cluster_head *h, struct str *bytes)
{
    str_clear(bytes);
    bool good = peer_receive(&c->line, h, sizeof *h) &&
                peer_receive_text(&c->line, bytes, h->bytes);
    c->did.bytes += sizeof *h + bytes->len;
    return good;
}

/* The next line of the text, and its length; NULL if there is none. */
static const char *next_line(const char **at, const char *end, size_t *n)
{
    const char *line = *at;
    if (line >= end)
        return NULL;
    const char *stop = memchr(line, '\n', (size_t)(end - line));
    *n = (size_t)((stop ? stop : end) - line);
    *at = stop ? stop + 1 : end;
    return line;
}

void cluster_tell_difference(uint32_t process, const char *what, size_t n,
                             struct str *why)
{
    static const char many[] = "the arguments";
    bool several = n == strlen(many) && !memcmp(what, many, n);
    str_addf(why,
             "%.*s %s between process 0 and process %u\n  fix: start all processes with "
             "the same command line, in the same directory, with the same files",
             (int)n, what, several ? "differ" : "differs", process);
}

bool cluster_agrees(const struct cluster *c, uint32_t process, const char *facts,
                    size_t bytes, struct str *why)
{
    const char *ours = c->facts, *end = ours + c->facts_bytes, *theirs = facts;
    const char *a, *b;
    size_t na = 0, nb = 0;
    do {
        a = next_line(&ours, end, &na);
        b = next_line(&theirs, facts + bytes, &nb);
        if (!a && !b)
            return true;
    } while (a && b && na == nb && !memcmp(a, b, na));
    const char *line = a ? a : b, *space = memchr(line, ' ', a ? na : nb);
    size_t n = a ? na : nb;
    const char *what = space ? space + 1 : line;
    cluster_tell_difference(process, what, n - (size_t)(what - line), why);
    return false;
}

/* ---- process 0 ---- */

static bool has_joined(const struct cluster *c, uint32_t process)
{
    return c->joined && c->joined[process] == JOINED;
}

void cluster_again(struct cluster *c)
{
    for (uint32_t r = 0; c->joined && r < c->size; r++)
        if (c->joined[r] == JOINED)
            c->joined[r] = NOT_JOINED;
}

static enum cluster_news disagree(struct cluster *c, const char *why)
{
    if (!c->wrong[0])
        snprintf(c->wrong, sizeof c->wrong, "%s", why);
    return NEWS_WRONG;
}

void cluster_silent(struct cluster *c, uint32_t process, double seconds)
{
    if (!c->lost[0])
        snprintf(c->lost, sizeof c->lost, "process %u has not answered for %.0f seconds",
                 process, seconds);
    if (c->joined)
        c->joined[process] = GONE;
}

void cluster_differs(struct cluster *c)
{
    disagree(c,
             "the program does something else in process 0 than in another process\n"
             "  fix: let it depend on nothing but its arguments and files that are the "
             "same on all machines");
}

static enum cluster_news welcome(struct cluster *c, const struct search *s,
                                 uint32_t process, const struct str *bytes,
                                 struct cluster_hello *h)
{
    struct str why = {0};
    enum cluster_news news = NEWS_JOINED;
    memcpy(h, bytes->text, sizeof *h);
    if (h->search != c->search || h->round != c->round)
        return NEWS_NONE;          /* it will hear that another one has begun */
    if (h->slots < s->st->slots) { /* it comes again, with more */
        struct cluster_end e = {.search = c->search, .again = true, .alone = true};
        cluster_send(c, process, CLUSTER_END, &e, sizeof e);
        return NEWS_NONE;
    }
    if (!cluster_agrees(c, process, bytes->text + sizeof *h, bytes->len - sizeof *h,
                        &why))
        news = disagree(c, str_text(&why));
    else if (h->program != item_program(s->st->program))
        news = disagree(c, CLUSTER_BEGINS_OTHERWISE);
    str_free(&why);
    if (news == NEWS_JOINED && c->joined)
        c->joined[process] = JOINED;
    return news;
}

/* What the tool of another process has said, as a part of a sentence: without what it
 * says can be done about it, which is for the other process. */
static void add_said(const char *text, size_t n, struct str *to)
{
    static const char head[] = "error: ";
    const char *at = text, *end = text + n;
    for (; at < end && !(end - at > 2 && !memcmp(at, "\n  ", 3)); at++) {
        bool begins = at == text || at[-1] == '\n';
        if (begins && (size_t)(end - at) > strlen(head) &&
            !memcmp(at, head, strlen(head)))
            at += strlen(head);
        if (*at == '\n')
            str_addf(to, "; ");
        else
            str_add(to, at, 1);
    }
}

void cluster_tell_failure(uint32_t process, const struct str *bytes, struct str *why)
{
    struct cluster_failure f = {0};
    if (bytes->len < sizeof f)
        return;
    memcpy(&f, bytes->text, sizeof f);
    str_addf(why, "process %u (%.*s) %s", process, (int)sizeof f.host, f.host,
             !f.code                     ? "has nothing to search"
             : f.code == FAILURE_COMMAND ? "does not accept its command line: "
             : f.code == FAILURE_LITMUS  ? "could not read the litmus file: "
                                         : "could not start the program: ");
    add_said(bytes->text + sizeof f, bytes->len - sizeof f, why);
    if (!f.code || f.code == FAILURE_COMMAND)
        str_addf(why, "\n  fix: give all processes the same command line");
    else if (f.code == FAILURE_PROGRAM || f.code == FAILURE_LITMUS)
        str_addf(why, "; it must be in the same place on all machines");
}

/* The tool of a process has ended. If it has not taken part so far, it could not. */
static enum cluster_news lose(struct cluster *c, uint32_t process, const struct str *why);
static enum cluster_news fail(struct cluster *c, uint32_t process,
                              const struct str *bytes)
{
    struct str why = {0};
    struct cluster_failure f;
    enum cluster_news news;
    if (bytes->len < sizeof f)
        return NEWS_NONE;
    memcpy(&f, bytes->text, sizeof f);
    if (!f.code && !c->joined) /* a litmus file: it is seen at the end whether it has said
                                  its last words before */
        return NEWS_NONE;
    if (has_joined(c, process)) {
        add_said(bytes->text + sizeof f, bytes->len - sizeof f, &why);
        news = lose(c, process, &why);
    } else {
        cluster_tell_failure(process, bytes, &why);
        news = disagree(c, str_text(&why));
    }
    str_free(&why);
    return news;
}

static enum cluster_news lose(struct cluster *c, uint32_t process, const struct str *why)
{
    struct str text = {0};
    str_addf(&text, "process %u has ended%s", process, why->len ? ": " : "");
    add_said(why->text, why->len, &text);
    if (!c->lost[0])
        snprintf(c->lost, sizeof c->lost, "%s", str_text(&text));
    if (c->joined)
        c->joined[process] = GONE;
    str_free(&text);
    return NEWS_GONE;
}

static enum cluster_news take_notes(struct cluster *c, uint32_t process,
                                    const struct str *bytes)
{
    struct str why = {0};
    if (c->on_notes)
        c->on_notes(c, process, bytes, &why);
    enum cluster_news news = why.len ? disagree(c, str_text(&why)) : NEWS_NONE;
    str_free(&why);
    return news;
}

enum cluster_news cluster_hear(struct cluster *c, const struct search *s,
                               struct cluster_head *h, struct str *bytes,
                               struct cluster_hello *hello)
{
    bool received = cluster_receive(c, h, bytes);
    return cluster_take(c, s, received, h, bytes, hello);
}

enum cluster_news cluster_take(struct cluster *c, const struct search *s, bool received,
                               const struct cluster_head *h, const struct str *bytes,
                               struct cluster_hello *hello)
{
    if (!received || h->process >= c->size) {
        snprintf(c->lost, sizeof c->lost,
                 "the connection to the other processes is broken");
        return NEWS_BROKEN;
    }
    switch ((enum cluster_word)h->word) {
    case CLUSTER_HELLO:
        return bytes->len < sizeof(struct cluster_hello)
                   ? NEWS_NONE
                   : welcome(c, s, h->process, bytes, hello);
    case CLUSTER_NOTES:
        return take_notes(c, h->process, bytes);
    case CLUSTER_LOST:
        return lose(c, h->process, bytes);
    case CLUSTER_FAILED:
        return fail(c, h->process, bytes);
    case CLUSTER_WANTS:
        if (c->on_wants)
            c->on_wants(c, has_joined(c, h->process), bytes);
        return NEWS_NONE;
    case CLUSTER_REPORT:
    case CLUSTER_ASKS:
    case CLUSTER_PLACES:
    case CLUSTER_WORLDS:
        return NEWS_SAID;
    default:
        return NEWS_NONE;
    }
}

void cluster_end(struct cluster *c, struct cluster_end e)
{
    e.search = c->search;
    for (uint32_t r = 1; r < c->size; r++)
        cluster_send(c, r, CLUSTER_END, &e, sizeof e);
    c->round += e.again || e.turns;
}

void cluster_turn(struct cluster *c, bool states)
{
    cluster_end(c, (struct cluster_end){.turns = true, .states = states});
    cluster_again(c);
}

/* ---- the others ---- */

bool cluster_is_stale(const struct cluster *c, uint32_t word)
{
    return c->stale && word != CLUSTER_BEGIN && word != CLUSTER_END;
}

bool cluster_send_notes(struct cluster *c)
{
    struct str notes = {0};
    if (c->notes)
        c->notes(c, &notes);
    bool good = !notes.len || cluster_send(c, 0, CLUSTER_NOTES, notes.text, notes.len);
    str_free(&notes);
    return good;
}

bool cluster_hello(struct cluster *c, const struct search *s, uint32_t workers,
                   uint64_t states)
{
    if (c->stale)
        return true;
    struct cluster_hello h = {.search = c->search,
                              .round = c->round,
                              .workers = workers,
                              .slots = s->st->slots,
                              .program = item_program(s->st->program),
                              .states = states};
    struct str bytes = {0};
    str_add(&bytes, (const char *)&h, sizeof h);
    str_add(&bytes, c->facts, c->facts_bytes);
    bool good =
        cluster_send_notes(c) && cluster_send(c, 0, CLUSTER_HELLO, bytes.text, bytes.len);
    str_free(&bytes);
    return good;
}

void cluster_lose_worker(struct cluster *c)
{
    static const char why[] = "one of its workers was lost";
    if (c->on_loss)
        c->on_loss(c);
    cluster_send(c, 0, CLUSTER_LOST, why, sizeof why - 1);
}

bool cluster_ends(struct cluster *c, struct search *s, const struct str *bytes)
{
    struct cluster_end e;
    if (bytes->len != sizeof e)
        return false;
    memcpy(&e, bytes->text, sizeof e);
    if (e.search != c->search)
        return false;
    s->counts.stopped = e.again ? STOP_ROOM : e.turns ? STOP_TURN : STOP_NO;
    s->longer = e.again ? e.longer : s->longer;
    if (e.turns)
        s->turn.stage = e.states ? TURN_STATES : TURN_STAY;
    c->round += (e.again && !e.alone) || e.turns;
    return true;
}
