/* SPDX-License-Identifier: Apache-2.0
 *
 * objects.c - see objects.h.
 *
 * Programs use the same buffers again and again, so what was found is kept. A block of
 * the heap stays where it is (only its size, and whether it is live, must be looked up
 * each time), until the rank is taken back to an earlier state. Static variables never
 * move. For the stack it is remembered that a range was fine when the same call looked at
 * it from the same depth. None of this is part of a rank. */
#include "agent/rank/objects.h"
#include "agent/core/agent.h"
#include "agent/rank/origins.h"
#include "agent/system/syscall.h"
#include "base/lock.h"

#include <errno.h>
#include <linux/futex.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unwind.h>

#define HINTS   256
#define FOREIGN 4096
#define PLACES  1024
#define DEEPEST 256 /* the largest number of frames that are searched */

struct hint { /* the block of an address */
    const char *at;
    const void *block;
    uint32_t rank, loads;
};

/* Whose frame an address was found in: where the function goes on after its call, and
 * the place on the stack that says so. A wrapper of an MPI function has the same site and
 * frame in calls from different functions, which have different variables there. */
struct owner {
    void *site;
    void *const *slot; /* NULL: it was not found in a frame */
};

static bool owns_still(struct owner o)
{
    return !o.slot || *o.slot == o.site;
}

struct settled { /* a range that lies within one variable, or nobody knows */
    struct viewpoint from;
    struct owner owner;
    const char *low, *high;
    struct object object;
};

struct frame { /* the variables in the frames of a call, or the pointers that it names */
    void *site;
    enum link_asked asked;
    uint64_t about; /* ASKED_MEMBERS: the structure */
    uint32_t n;
    struct link_variable *variable;
};

struct pointed { /* the pointer by which a call names an address in the heap, as long as
                    no block is freed: another may come to be there */
    void *site;
    const char *at;
    uint64_t freed;
    uint32_t loads;
    const struct link_variable *pointer; /* NULL: none is known */
};

struct scoped { /* is an address in a variable on the stack? */
    struct viewpoint from;
    struct owner owner;
    const char *at;
    bool local;
    const void *before; /* if not: was it in one of a block that is over, where the
                           function went on here? NULL: not asked */
    bool over;
};

struct site_answer {
    const void *site; /* NULL: not asked */
    uint32_t answer;
};

struct objects {
    struct site_answer null_ranks[HINTS]; /* is -1 as a rank MPI_PROC_NULL by chance? */
    struct site_answer foreign[FOREIGN];  /* has somebody else written this code? */
    struct site_answer idioms[FOREIGN];   /* is it known for what it does? */
    struct hint hints[HINTS];
    struct settled settled[PLACES]; /* these by place_of() */
    struct pointed pointed[PLACES];
    struct scoped scoped[PLACES];
    VEC(struct frame) frames;
    VEC(struct link_variable *) statics;
    bool said_unknown; /* the verdict says that sizes of buffers are not known */
};

void objects_init(void)
{
    agent.objects = mem_alloc(sizeof *agent.objects);
}

/* Where what a call knows of an address is noted. The same variables of different ranks
 * are a multiple of many pages away from each other, and have different places. */
static size_t place_of(const void *site, const char *at)
{
    enum { TOP = 54 }; /* 1,024 places */
    _Static_assert(PLACES == 1 << (64 - TOP), "as many as there are values");
    return (((uintptr_t)at ^ (uintptr_t)site << 24) * 0x9e3779b97f4a7c15u) >> TOP;
}

/* ---- the heap ---- */

static bool find_block(const struct heap *h, const char *at, struct heap_block *b)
{
    uint32_t me = (uint32_t)agent.current;
    const struct space *space = &agent.rank[me].space;
    if (h == agent.setup) /* the pages of it that the rank has changed are restored
                             without being counted in `loads` */
        return heap_find(h, at, NULL, b);
    struct hint *hint =
        &agent.objects
             ->hints[((uintptr_t)at / 16 * 31 + (uintptr_t)at / PAGE + me) % HINTS];
    bool valid = hint->at == at && hint->rank == me && hint->loads == space->loads;
    if (!heap_find(h, at, valid ? hint->block : NULL, b))
        return false;
    *hint = (struct hint){at, b->at, me, space->loads};
    return true;
}

static bool in_heap(const struct heap *h, const char *at, struct object *o)
{
    struct heap_block b;
    if (!h || !heap_owns(h, at) || !find_block(h, at, &b))
        return false;
    o->kind = !b.live                              ? OBJECT_FREED
              : memory_is_mapping(rank_head(), at) ? OBJECT_MAPPED
                                                   : OBJECT_HEAP;
    o->low = b.low;
    o->high = b.high;
    return true;
}

/* ---- questions to the supervisor ---- */

static void wait_while(volatile uint32_t *word, uint32_t value)
{
    struct timespec t = {.tv_nsec = 50000000};
    agent_syscall(SYS_futex, word, FUTEX_WAIT, value, &t, NULL, 0);
}

/* Waits while another process asks, and for the answer to one that has ended before it
 * came. */
static struct link_question *begin_question(void)
{
    struct link_question *q = &agent.shared->question;
    if (lock_take(&q->lock))
        return q;
    for (uint32_t asked;
         (asked = __atomic_load_n(&q->asked, __ATOMIC_ACQUIRE)) != ASKED_NOTHING &&
         asked != ASKED_DONE;)
        wait_while(&q->asked, asked);
    q->asked = ASKED_NOTHING;
    return q;
}

/* Asks, and copies the answer; returns the number of variables. The supervisor answers as
 * long as it lives, and we end with it. */
static uint32_t ask(enum link_asked what, const void *address, const void *site,
                    struct link_variable **to)
{
    struct link_question *q = begin_question();
    q->address = (uint64_t)(uintptr_t)address;
    q->site = (uint64_t)(uintptr_t)site;
    __atomic_store_n(&q->asked, what, __ATOMIC_RELEASE);
    agent_syscall(SYS_futex, &q->asked, FUTEX_WAKE, 1, NULL, NULL, 0);
    while (__atomic_load_n(&q->asked, __ATOMIC_ACQUIRE) != ASKED_DONE)
        wait_while(&q->asked, what);
    uint32_t n = q->n < LINK_VARIABLES ? q->n : LINK_VARIABLES;
    int who = agent.current;
    agent.current = AT_AGENT; /* what is allocated is not the rank's */
    *to = mem_alloc((n ? n : 1) * sizeof **to);
    agent.current = who;
    memcpy(*to, q->variable, n * sizeof **to);
    q->asked = ASKED_NOTHING;
    lock_give(&q->lock);
    return n;
}

int objects_is_atomic(const void *address, const void *site)
{
    struct link_variable *answer;
    int is = ask(ASKED_ATOMIC, address, site, &answer) ? (int)answer->size : 0;
    int who = agent.current;
    agent.current = AT_AGENT;
    free(answer);
    agent.current = who;
    return is;
}

/* What is asked of a site is asked once. The answer is whether there is a variable, or
 * its size. */
static uint32_t answer_of(struct site_answer *n, enum link_asked what, const void *site)
{
    if (n->site != site) {
        struct link_variable *answer;
        uint32_t is = ask(what, NULL, site, &answer);
        *n = (struct site_answer){site, is && answer->size ? (uint32_t)answer->size : is};
        int who = agent.current;
        agent.current = AT_AGENT;
        free(answer);
        agent.current = who;
    }
    return n->answer;
}

bool objects_null_is_chance(const void *site)
{
    return answer_of(&agent.objects->null_ranks[(uintptr_t)site % HINTS], ASKED_NULL,
                     site);
}

uint32_t objects_idiom(const void *site)
{
    struct site_answer *n = &agent.objects->idioms[(uintptr_t)site % FOREIGN];
    uint32_t answer = answer_of(n, ASKED_IDIOM, site);
    return answer ? answer - 1 : 0; /* as the size is given */
}

bool objects_is_theirs(const void *site)
{
    return answer_of(&agent.objects->foreign[(uintptr_t)site % FOREIGN], ASKED_THEIRS,
                     site);
}

/* ---- values ---- */

struct caller {
    uintptr_t site; /* where it goes on */
    bool found, whole;
    struct link_question *to;
};

/* Notes the registers of the frame that goes on at the site. */
static _Unwind_Reason_Code note_registers(struct _Unwind_Context *context, void *of)
{
    struct caller *c = of;
    if (c->found) {
        c->to->cfa = _Unwind_GetCFA(context);
        c->whole = true;
        return _URC_NORMAL_STOP;
    }
    if (_Unwind_GetIP(context) != c->site)
        return _URC_NO_REASON;
    c->found = true;
    static const int kept[] = {3, 6, 12, 13, 14, 15};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        c->to->registers[kept[i]] = _Unwind_GetGR(context, kept[i]);
    c->to->registers[7] = _Unwind_GetCFA(context);
    return _URC_NO_REASON;
}

void objects_tell_values(const char *text, const void *site)
{
    struct link_variable *unused;
    if (!agent.link->replay.values_wanted)
        return;
    struct link_question *q = begin_question();
    struct caller c = {.site = (uintptr_t)site, .to = q};
    _Unwind_Backtrace(note_registers, &c);
    snprintf(q->text, sizeof q->text, "%s", text);
    lock_give(&q->lock);
    if (!c.whole)
        return;
    ask(ASKED_VALUES, NULL, site, &unused);
    int who = agent.current;
    agent.current = AT_AGENT;
    free(unused);
    agent.current = who;
}

/* ---- static variables ---- */

static bool in_module(const char *at)
{
    const struct link *l = agent.link;
    uint64_t a = (uint64_t)(uintptr_t)at;
    for (uint32_t i = 0; i < l->nmodules && i < LINK_MAX_MODULES; i++)
        if (a >= l->modules[i].low && a < l->modules[i].high)
            return true;
    return false;
}

static bool is_in(const struct link_variable *v, uintptr_t low, const char *at)
{
    return (uintptr_t)at >= low && (uintptr_t)at - low < v->size;
}

static void set_variable(struct object *o, enum object_kind kind, uintptr_t low,
                         const struct link_variable *v)
{
    *o = (struct object){kind, (const char *)low, (const char *)low + v->size, v,
                         o->shared};
}

static void in_static(struct viewpoint from, const char *at, struct object *o)
{
    struct objects *all = agent.objects;
    struct link_variable *v;
    for (size_t i = 0; i < all->statics.len; i++) {
        v = all->statics.at[i];
        if (is_in(v, (uintptr_t)v->low, at)) {
            set_variable(o, OBJECT_STATIC, (uintptr_t)v->low, v);
            return;
        }
    }
    if (!ask(ASKED_STATIC, at, from.site, &v))
        return;
    int who = agent.current;
    agent.current = AT_AGENT;
    vec_push(&all->statics, v);
    agent.current = who;
    set_variable(o, OBJECT_STATIC, (uintptr_t)v->low, v);
}

/* ---- the stack ---- */

struct search_frame {
    const char *at;
    uintptr_t site, sp, fp, cfa; /* of the frame that was visited last */
    uintptr_t registers[16];
    uint32_t frames;
    bool found;
};

/* Do functions keep this register for their callers? */
static bool keeps(int number)
{
    return number == 3 || number == 6 || number >= 12;
}

/* For each frame, libgcc tells the stack pointer in it where it calls the next one; that
 * of the frame around it is where it ends. */
static _Unwind_Reason_Code visit(struct _Unwind_Context *context, void *to)
{
    struct search_frame *s = to;
    uintptr_t sp = _Unwind_GetCFA(context), at = (uintptr_t)s->at;
    if (s->frames && at >= s->sp && at < sp) {
        s->cfa = sp;
        s->found = true;
        return _URC_NORMAL_STOP;
    }
    s->site = _Unwind_GetIP(context);
    s->sp = sp;
    s->fp = _Unwind_GetGR(context, 6);
    for (int i = 0; i < 16; i++)
        if (keeps(i))
            s->registers[i] = _Unwind_GetGR(context, i);
    return ++s->frames < DEEPEST ? _URC_NO_REASON : _URC_NORMAL_STOP;
}

static const struct frame *answer_to(void *site, enum link_asked asked, uint64_t about)
{
    struct objects *all = agent.objects;
    for (size_t i = 0; i < all->frames.len; i++) {
        const struct frame *f = &all->frames.at[i];
        if (f->site == site && f->asked == asked && f->about == about)
            return f;
    }
    struct frame f = {.site = site, .asked = asked, .about = about};
    f.n = ask(asked, (const void *)(uintptr_t)about, site, &f.variable);
    int who = agent.current;
    agent.current = AT_AGENT;
    vec_push(&all->frames, f);
    agent.current = who;
    return &vec_last(&all->frames);
}

static const struct frame *frame_of(void *site, enum link_asked asked)
{
    return answer_to(site, asked, 0);
}

static uintptr_t base_of(const struct search_frame *s, const struct link_variable *v)
{
    switch (v->base) {
    case BASE_CFA:
        return s->cfa;
    case BASE_FRAME_POINTER:
        return s->fp;
    default:
        return s->sp;
    }
}

/* Finds the variable; of several, such as a parameter of an inlined function and what was
 * passed for it, the largest. If none is known there, nothing is larger than the
 * function's frame. */
static struct owner in_frame(const char *at, struct object *o)
{
    struct search_frame s = {.at = at};
    struct owner owner = {0};
    _Unwind_Backtrace(visit, &s);
    if (s.found)
        owner = (struct owner){(void *)s.site, (void *const *)s.sp - 1};
    const struct frame *f = s.found ? frame_of((void *)s.site, ASKED_FRAME) : NULL;
    if (s.found) {
        o->kind = OBJECT_FRAME;
        o->low = (const char *)s.sp;
        o->high = (const char *)s.cfa - sizeof(void *); /* there it returns to */
    }
    for (uint32_t i = 0; f && i < f->n; i++) {
        const struct link_variable *v = &f->variable[i];
        uintptr_t low = base_of(&s, v) + (uintptr_t)v->low;
        bool larger = !o->variable || v->size > o->variable->size;
        if (!is_in(v, low, at))
            continue;
        o->shared |= o->variable &&
                     (o->variable->kind != v->kind || o->variable->element != v->element);
        if (larger)
            set_variable(o, OBJECT_STACK, low, v);
    }
    return owner;
}

/* The same in the frame of a Fortran procedure, where variables may share their places
 * (EQUIVALENCE): that which ends last. */
static void in_fortran(const char *at, struct object *o)
{
    struct search_frame s = {.at = at};
    _Unwind_Backtrace(visit, &s);
    const struct frame *f = s.found ? frame_of((void *)s.site, ASKED_RESULTS) : NULL;
    for (uint32_t i = 1; f && i < f->n; i++) {
        const struct link_variable *v = &f->variable[i];
        uintptr_t low = base_of(&s, v) + (uintptr_t)v->low;
        if (is_in(v, low, at) && (!o->variable || low + v->size > (uintptr_t)o->high))
            set_variable(o, OBJECT_STACK, low, v);
    }
}

/* ---- pointers ---- */

static bool in_stack(const char *at)
{
    const char *top = agent.rank[agent.current].top;
    return at < top && at >= top - SLAB_STACK;
}

static const char *value_of(const struct search_frame *s, const struct link_variable *v)
{
    const char *value;
    if (v->base == BASE_REGISTER)
        return (const char *)s->registers[v->low];
    uintptr_t at = (uintptr_t)v->low + (v->base == BASE_ADDRESS ? 0 : base_of(s, v));
    memcpy(&value, (const void *)at, sizeof value);
    return value;
}

/* Which of the pointers that the call names points to this address of the block, or
 * before it? NULL if none does, or several of different types. */
static const struct link_variable *find_pointer(struct viewpoint from, const char *at,
                                                const struct object *o)
{
    const struct frame *f = frame_of(from.site, ASKED_POINTERS);
    struct search_frame s = {.at = (const char *)from.frame + 2 * sizeof(void *)};
    const struct link_variable *found = NULL;
    if (!f->n || !in_stack(s.at))
        return NULL;
    _Unwind_Backtrace(visit, &s);
    for (uint32_t i = 0; s.found && i < f->n; i++) {
        const struct link_variable *v = &f->variable[i];
        const char *value = value_of(&s, v);
        if (v->size ? value != at : value < o->low || value > at)
            continue;
        if (found && (found->kind != v->kind || found->element != v->element))
            return NULL;
        found = v;
    }
    return found;
}

/* What a call names is looked up once for each address. */
static const struct link_variable *pointer_to(struct viewpoint from, const char *at,
                                              const struct object *o)
{
    struct pointed *p = &agent.objects->pointed[place_of(from.site, at)];
    uint32_t loads = agent.rank[agent.current].space.loads;
    if (p->site != from.site || p->at != at || p->freed != agent.freed ||
        p->loads != loads)
        *p = (struct pointed){from.site, at, agent.freed, loads,
                              find_pointer(from, at, o)};
    return p->pointer;
}

/* ---- all of it ---- */

static struct owner find_variable(struct viewpoint from, const char *at, struct object *o)
{
    if (in_stack(at) && in_stack(from.frame)) {
        if (at >= (const char *)from.frame + 2 * sizeof(void *))
            return in_frame(at, o);
        o->kind = OBJECT_LEFT;
    } else if (in_module(at)) {
        in_static(from, at, o);
    }
    return (struct owner){0};
}

void objects_name(const char *at, struct object *o, void **site)
{
    *o = (struct object){0};
    *site = NULL;
    if (in_heap(&rank_head()->heap, at, o) || in_heap(agent.setup, at, o))
        return;
    if (in_stack(at)) {
        o->kind = OBJECT_STACK;
        *site = in_frame(at, o).site;
    } else if (in_module(at)) {
        o->kind = OBJECT_STATIC;
        in_static((struct viewpoint){0}, at, o);
    }
}

static bool covers(const struct object *o, const char *low, const char *high)
{
    switch (o->kind) {
    case OBJECT_UNKNOWN:
        return true;
    case OBJECT_FREED:
    case OBJECT_LEFT:
        return false;
    case OBJECT_HEAP:
    case OBJECT_MAPPED:
    case OBJECT_STATIC:
    case OBJECT_STACK:
    case OBJECT_FRAME:
        break;
    }
    return low >= o->low && high <= o->high;
}

static inline struct settled *settled_at(struct viewpoint from, const char *low)
{
    return &agent.objects->settled[place_of(from.site, low)];
}

static inline bool is_settled(const struct settled *s, struct viewpoint from,
                              const char *low, const char *high)
{
    return s->low == low && s->high == high && s->from.site == from.site &&
           s->from.frame == from.frame && owns_still(s->owner);
}

const struct object *objects_held(struct viewpoint from, const char *low,
                                  const char *high)
{
    const struct settled *s = settled_at(from, low);
    return is_settled(s, from, low, high) ? &s->object : NULL;
}

/* `single`: see objects_hold(). Variables of Fortran procedures are looked at for results
 * only, which no program takes from several of them. */
static bool holds(struct viewpoint from, const char *low, const char *high, bool single,
                  struct object *o)
{
    *o = (struct object){0};
    if (in_heap(&rank_head()->heap, low, o) || in_heap(agent.setup, low, o)) {
        if (covers(o, low, high))
            return true;
        origins_tell(FINDING_INVALID_ARGUMENT, (uint64_t)(uintptr_t)from.site, low);
        return false;
    }
    struct settled *s = settled_at(from, low);
    if (is_settled(s, from, low, high)) {
        *o = s->object;
        return true;
    }
    struct owner owner = find_variable(from, low, o);
    if (o->kind == OBJECT_FRAME && single)
        in_fortran(low, o);
    if (!covers(o, low, high))
        return false;
    *s = (struct settled){from, owner, low, high, *o};
    return true;
}

/* Where the size is not known, the verdict says so. */
static void say_unknown(const struct object *o)
{
    if ((o->kind == OBJECT_UNKNOWN || o->kind == OBJECT_FRAME) &&
        !agent.objects->said_unknown) {
        agent.objects->said_unknown = true;
        link_leaves_out(agent.shared,
                        "whether buffers whose size is not known are large enough");
    }
}

bool objects_hold(struct viewpoint from, const char *low, const char *high,
                  struct object *o)
{
    bool whole = holds(from, low, high, true, o);
    if (whole)
        say_unknown(o);
    return whole;
}

bool objects_cover(struct viewpoint from, const char *low, const char *high,
                   struct object *o)
{
    if (!holds(from, low, high, false, o))
        return false;
    if (o->kind == OBJECT_HEAP)
        o->variable = pointer_to(from, low, o);
    say_unknown(o);
    return true;
}

uint32_t objects_members(struct viewpoint from, uint64_t structure,
                         const struct link_variable **to)
{
    const struct frame *f = answer_to(from.site, ASKED_MEMBERS, structure);
    *to = f->variable;
    return f->n;
}

bool objects_in_temporary(struct viewpoint from, const char *at)
{
    struct search_frame s = {.at = at};
    if (!in_stack(at) || !in_stack(from.frame))
        return false;
    _Unwind_Backtrace(visit, &s);
    const struct frame *f = s.found ? frame_of((void *)s.site, ASKED_FORTRAN) : NULL;
    for (uint32_t i = 1; f && i < f->n; i++) {
        const struct link_variable *v = &f->variable[i];
        if (is_in(v, base_of(&s, v) + (uintptr_t)v->low, at))
            return false;
    }
    return f && f->n;
}

/* Looks the address up in the frame that has it; what is found is remembered. */
static struct scoped *scope_of(struct viewpoint from, const char *at)
{
    struct scoped *s = &agent.objects->scoped[place_of(from.site, at)];
    if (s->at != at || s->from.site != from.site || s->from.frame != from.frame ||
        !owns_still(s->owner)) {
        struct object o = {0};
        struct owner owner = find_variable(from, at, &o);
        *s = (struct scoped){from, owner, at, o.kind == OBJECT_STACK, NULL, false};
    }
    return s;
}

const void *objects_local(struct viewpoint from, const char *at)
{
    const struct scoped *s = in_stack(at) ? scope_of(from, at) : NULL;
    return s && s->local ? s->owner.site : NULL;
}

/* Was it in a variable of a block that is over, and in none of one that is not? What has
 * come to the same place since does not matter. */
static bool was_in_block(const char *at, const void *before)
{
    struct search_frame s = {.at = at};
    _Unwind_Backtrace(visit, &s);
    const struct frame *f =
        s.found ? answer_to((void *)s.site, ASKED_OVER, (uint64_t)(uintptr_t)before)
                : NULL;
    bool over = false;
    for (uint32_t i = 0; f && i < f->n; i++) {
        const struct link_variable *v = &f->variable[i];
        if (v->size && !is_in(v, base_of(&s, v) + (uintptr_t)v->low, at))
            continue;
        if (v->structure)
            return false;
        over = true;
    }
    return over;
}

bool objects_local_is_over(struct viewpoint from, const char *at, const void *local)
{
    struct scoped *s = in_stack(at) ? scope_of(from, at) : NULL;
    if (!s || !s->owner.site || s->owner.site == local)
        return false;
    if (s->before != local) {
        s->before = local;
        s->over = was_in_block(at, local);
    }
    return s->over;
}
