/* SPDX-License-Identifier: Apache-2.0
 *
 * api.c - OpenMP's functions for programs, in C and in Fortran, where arguments are
 * passed by their addresses. */
#include "openmp/team.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A function without arguments, and its name in Fortran. */
#define GET(type, name, value)                                                           \
    API type name(void)                                                                  \
    {                                                                                    \
        return value;                                                                    \
    }                                                                                    \
    API type name##_(void)                                                               \
    {                                                                                    \
        return value;                                                                    \
    }
/* A function that sets something: for C, and for both sizes of integers of Fortran. */
#define SET(name, type)                                                                  \
    static void name##_to(int64_t to);                                                   \
    API void name(type to)                                                               \
    {                                                                                    \
        name##_to((int64_t)to);                                                          \
    }                                                                                    \
    API void name##_(const int32_t *to)                                                  \
    {                                                                                    \
        name##_to(*to);                                                                  \
    }                                                                                    \
    API void name##_8_(const int64_t *to)                                                \
    {                                                                                    \
        name##_to(*to);                                                                  \
    }                                                                                    \
    static void name##_to(int64_t to)
/* A function of a level. */
#define OF_LEVEL(name, value)                                                            \
    API int name(int level)                                                              \
    {                                                                                    \
        return value;                                                                    \
    }                                                                                    \
    API int name##_(const int32_t *at)                                                   \
    {                                                                                    \
        int level = *at;                                                                 \
        return value;                                                                    \
    }                                                                                    \
    API int name##_8_(const int64_t *at)                                                 \
    {                                                                                    \
        int level = (int)*at;                                                            \
        return value;                                                                    \
    }

/* ---- threads ---- */

static int processors(void)
{
    return (int)team_default();
}

GET(int, omp_get_thread_num, (int)team_now()->id)
GET(int, omp_get_num_threads, (int)team_now()->size)
GET(int, omp_get_max_threads, (int)team_now()->settings.threads)
GET(int, omp_get_num_procs, processors())
GET(int, omp_in_parallel, team_now()->active > 0)
GET(int, omp_get_level, (int)team_now()->level)
GET(int, omp_get_active_level, (int)team_now()->active)
GET(int, omp_get_thread_limit, TEAM_MOST - 1)
GET(int, omp_get_dynamic, (int)team_now()->settings.dynamic)
GET(int, omp_get_nested, 0)
GET(int, omp_get_max_active_levels, 1)
GET(int, omp_get_supported_active_levels, 1)
GET(int, omp_in_final, team_now()->task->final)
GET(int, omp_get_cancellation, 0)
GET(int, omp_get_max_task_priority, 0)

SET(omp_set_num_threads, int)
{
    struct omp_settings *s = &team_now()->settings;
    s->threads = to > 0 ? (uint32_t)to : 1;
    s->said = true;
}

SET(omp_set_dynamic, int)
{
    team_now()->settings.dynamic = to != 0;
}

SET(omp_set_nested, int)
{
    if (to)
        team_allow_nested();
}

SET(omp_set_max_active_levels, int)
{
    if (to > 1)
        team_allow_nested();
}

/* The thread in a region of this level that has made the present one, or NULL. */
static const struct region_thread *at_level(int level)
{
    const struct region_thread *c = team_now();
    if (level < 0 || (uint32_t)level > c->level)
        return NULL;
    while (c && c->level > (uint32_t)level)
        c = c->outer;
    return c;
}

/* The region around that of a thread which was made for it is that of its maker. */
static int number_at(int level)
{
    const struct region_thread *c = at_level(level);
    return !c ? -1 : c->level == (uint32_t)level ? (int)c->id : 0;
}

static int size_at(int level)
{
    const struct region_thread *c = at_level(level);
    return !c ? -1 : c->level == (uint32_t)level ? (int)c->size : 1;
}

OF_LEVEL(omp_get_ancestor_thread_num, number_at(level))
OF_LEVEL(omp_get_team_size, size_at(level))

/* ---- schedules ---- */

static const int schedules[] = {
    [SCHEDULE_STATIC] = 1, [SCHEDULE_DYNAMIC] = 2, [SCHEDULE_GUIDED] = 3};

API void omp_set_schedule(int kind, int chunk)
{
    struct omp_settings *s = &team_now()->settings;
    kind &= 0x7fffffff;
    s->schedule = kind == 2   ? SCHEDULE_DYNAMIC
                  : kind == 3 ? SCHEDULE_GUIDED
                              : SCHEDULE_STATIC;
    s->chunk = chunk > 0 ? (uint64_t)chunk : s->schedule != SCHEDULE_STATIC;
}

API void omp_set_schedule_(const int32_t *kind, const int32_t *chunk)
{
    omp_set_schedule(*kind, *chunk);
}

API void omp_set_schedule_8_(const int32_t *kind, const int64_t *chunk)
{
    omp_set_schedule(*kind, (int)*chunk);
}

API void omp_get_schedule(int *kind, int *chunk)
{
    const struct omp_settings *s = &team_now()->settings;
    *kind = schedules[s->schedule];
    *chunk = (int)s->chunk;
}

API void omp_get_schedule_(int32_t *kind, int32_t *chunk)
{
    omp_get_schedule(kind, chunk);
}

API void omp_get_schedule_8_(int32_t *kind, int64_t *chunk)
{
    int some;
    omp_get_schedule(kind, &some);
    *chunk = some;
}

/* ---- time ---- */

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

GET(double, omp_get_wtime, seconds())
GET(double, omp_get_wtick, 1e-9)

/* ---- locks: what omp_port_new() has given, and how often their owner has them ---- */

struct lock {
    uint32_t made, depth;
};

static struct omp_object object_of(const struct lock *l, void *site)
{
    if (!l->made && omp_port_checks(site))
        omp_port_fail("uses a lock that was not initialized (omp_init_lock)", site);
    return (struct omp_object){.key = (uintptr_t)l, .made = l->made, .word = "lock"};
}

static void lock_init(struct lock *l, bool nests, void *site)
{
    l->made = omp_port_checks(site) ? omp_port_new(l) : 1;
    if (nests)
        l->depth = 0;
}

static void lock_set(struct lock *l, bool nests, void *site)
{
    struct omp_object o = object_of(l, site);
    if (omp_port_checks(site))
        omp_port_ask(nests ? OMP_NEST : OMP_LOCK, &o, 0, site);
    if (nests)
        l->depth++;
}

static int lock_test(struct lock *l, bool nests, void *site)
{
    struct omp_object o = object_of(l, site);
    if (omp_port_checks(site) &&
        !omp_port_ask(nests ? OMP_TRY_NEST : OMP_TRY_LOCK, &o, 0, site))
        return 0;
    return nests ? (int)++l->depth : 1;
}

static void lock_unset(struct lock *l, bool nests, void *site)
{
    struct omp_object o = object_of(l, site);
    if (nests)
        l->depth--;
    if (omp_port_checks(site) &&
        !omp_port_ask(nests ? OMP_UNNEST : OMP_UNLOCK, &o, 0, site))
        omp_port_fail("unsets a lock that it has not set", site);
}

static void lock_destroy(struct lock *l, bool nests, void *site)
{
    struct omp_object o = object_of(l, site);
    if (omp_port_checks(site) &&
        !omp_port_ask(nests ? OMP_DESTROY_NEST : OMP_DESTROY, &o, 0, site))
        omp_port_fail("destroys a lock that is set", site);
}

#define LOCKS(kind, nests)                                                               \
    API void omp_init_##kind(struct lock *l)                                             \
    {                                                                                    \
        lock_init(l, nests, SITE);                                                       \
    }                                                                                    \
    API void omp_init_##kind##_(struct lock *l)                                          \
    {                                                                                    \
        lock_init(l, nests, SITE);                                                       \
    }                                                                                    \
    API void omp_init_##kind##_with_hint(struct lock *l, int hint)                       \
    {                                                                                    \
        (void)hint;                                                                      \
        lock_init(l, nests, SITE);                                                       \
    }                                                                                    \
    API void omp_set_##kind(struct lock *l)                                              \
    {                                                                                    \
        lock_set(l, nests, SITE);                                                        \
    }                                                                                    \
    API void omp_set_##kind##_(struct lock *l)                                           \
    {                                                                                    \
        lock_set(l, nests, SITE);                                                        \
    }                                                                                    \
    API int omp_test_##kind(struct lock *l)                                              \
    {                                                                                    \
        return lock_test(l, nests, SITE);                                                \
    }                                                                                    \
    API int omp_test_##kind##_(struct lock *l)                                           \
    {                                                                                    \
        return lock_test(l, nests, SITE);                                                \
    }                                                                                    \
    API void omp_unset_##kind(struct lock *l)                                            \
    {                                                                                    \
        lock_unset(l, nests, SITE);                                                      \
    }                                                                                    \
    API void omp_unset_##kind##_(struct lock *l)                                         \
    {                                                                                    \
        lock_unset(l, nests, SITE);                                                      \
    }                                                                                    \
    API void omp_destroy_##kind(struct lock *l)                                          \
    {                                                                                    \
        lock_destroy(l, nests, SITE);                                                    \
    }                                                                                    \
    API void omp_destroy_##kind##_(struct lock *l)                                       \
    {                                                                                    \
        lock_destroy(l, nests, SITE);                                                    \
    }
LOCKS(lock, false)
LOCKS(nest_lock, true)

/* ---- places, devices, teams: there is one of each, and no device but this host ---- */

GET(int, omp_get_proc_bind, 0)
GET(int, omp_get_num_places, 0)
GET(int, omp_get_place_num, -1)
GET(int, omp_get_partition_num_places, 0)
OF_LEVEL(omp_get_place_num_procs, 0 * level)
GET(int, omp_get_default_device, team_now()->settings.device)
GET(int, omp_get_num_devices, 0)
GET(int, omp_get_initial_device, 0)
GET(int, omp_get_device_num, 0)
GET(int, omp_is_initial_device, 1)
GET(int, omp_get_num_teams, 1)
GET(int, omp_get_team_num, 0)
GET(int, omp_get_max_teams, 1)
GET(int, omp_get_teams_thread_limit, 0)

API void omp_get_place_proc_ids(int place, int *ids)
{
    (void)place, (void)ids;
}
API void omp_get_place_proc_ids_(const int32_t *place, int32_t *ids)
{
    (void)place, (void)ids;
}
API void omp_get_place_proc_ids_8_(const int64_t *place, int64_t *ids)
{
    (void)place, (void)ids;
}
API void omp_get_partition_place_nums(int *places)
{
    (void)places;
}
API void omp_get_partition_place_nums_(int32_t *places)
{
    (void)places;
}
API void omp_get_partition_place_nums_8_(int64_t *places)
{
    (void)places;
}

SET(omp_set_default_device, int)
{
    team_now()->settings.device = (int32_t)to;
}

SET(omp_set_num_teams, int)
{
    (void)to;
}

SET(omp_set_teams_thread_limit, int)
{
    (void)to;
}

API int omp_pause_resource(int kind, int device)
{
    (void)kind, (void)device;
    return -1; /* nothing is given up */
}
API int omp_pause_resource_(const int32_t *kind, const int32_t *device)
{
    (void)kind, (void)device;
    return -1;
}
API int omp_pause_resource_all(int kind)
{
    (void)kind;
    return -1;
}
API int omp_pause_resource_all_(const int32_t *kind)
{
    (void)kind;
    return -1;
}

API void omp_display_env(int verbose)
{
    (void)verbose;
}
API void omp_display_env_(const int32_t *verbose)
{
    (void)verbose;
}
API void omp_display_env_8_(const int64_t *verbose)
{
    (void)verbose;
}
API void omp_display_affinity(const char *format)
{
    (void)format;
}
API void omp_set_affinity_format(const char *format)
{
    (void)format;
}
API size_t omp_get_affinity_format(char *to, size_t room)
{
    if (room)
        *to = 0;
    return 0;
}
API size_t omp_capture_affinity(char *to, size_t room, const char *format)
{
    (void)format;
    if (room)
        *to = 0;
    return 0;
}

/* ---- memory ---- */

API void *omp_target_alloc(size_t bytes, int device)
{
    (void)device;
    return malloc(bytes);
}

API void omp_target_free(void *at, int device)
{
    (void)device;
    free(at);
}

API int omp_target_is_present(const void *at, int device)
{
    (void)at, (void)device;
    return 1;
}

API int omp_target_memcpy(void *to, const void *from, size_t bytes, size_t at, size_t of,
                          int there, int here)
{
    (void)there, (void)here;
    memcpy((char *)to + at, (const char *)from + of, bytes);
    return 0;
}

API void *omp_alloc(size_t bytes, uintptr_t allocator)
{
    (void)allocator;
    return malloc(bytes);
}

API void omp_free(void *at, uintptr_t allocator)
{
    (void)allocator;
    free(at);
}

API void *omp_calloc(size_t n, size_t bytes, uintptr_t allocator)
{
    (void)allocator;
    return calloc(n, bytes);
}

API void *omp_realloc(void *at, size_t bytes, uintptr_t allocator, uintptr_t before)
{
    (void)allocator, (void)before;
    return realloc(at, bytes);
}

API void *omp_aligned_alloc(size_t align, size_t bytes, uintptr_t allocator)
{
    (void)allocator;
    return aligned_alloc(align, (bytes + align - 1) / align * align);
}

API void *omp_aligned_calloc(size_t align, size_t n, size_t bytes, uintptr_t allocator)
{
    void *at = omp_aligned_alloc(align, n * bytes, allocator);
    return at ? memset(at, 0, n * bytes) : NULL;
}

API uintptr_t omp_init_allocator(uintptr_t space, int n, const void *traits)
{
    (void)space, (void)n, (void)traits;
    return 1;
}

API void omp_destroy_allocator(uintptr_t allocator)
{
    (void)allocator;
}

API void omp_set_default_allocator(uintptr_t allocator)
{
    (void)allocator;
}

API uintptr_t omp_get_default_allocator(void)
{
    return 1;
}
