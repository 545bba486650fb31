/* SPDX-License-Identifier: Apache-2.0
 *
 * info.c - MPI_Info_*: keys with values, in the order in which they were set.
 *
 * MPI_INFO_ENV is empty: how the program was started is the checker's affair, and the
 * standard lets every key be absent. */
#include "mpi/lib/info.h"
#include "base/vec.h"
#include <stdlib.h>
#include <string.h>

struct entry {
    char *key, *value;
};

struct info {
    struct mpi_object object;
    VEC(struct entry) entries;
};

/* ---- making and finding ---- */

static void info_destroy(struct mpi_object *object)
{
    struct info *i = (struct info *)object;
    for (size_t e = 0; e < i->entries.len; e++) {
        free(i->entries.at[e].key);
        free(i->entries.at[e].value);
    }
    vec_free(&i->entries);
    free(i);
}

static struct info *info_new(void)
{
    struct info *i = lib_alloc(sizeof *i);
    object_init(&i->object, OBJECT_INFO, info_destroy);
    return i;
}

void info_setup(void)
{
    object_install(&info_new()->object, MPI_INFO_ENV);
}

MPI_Info info_create(void)
{
    return object_publish(&info_new()->object);
}

struct info *info_find(MPI_Info handle)
{
    return (struct info *)object_find(OBJECT_INFO, handle);
}

const char *info_invalid(MPI_Info handle)
{
    return handle == MPI_INFO_NULL ? "the info is MPI_INFO_NULL"
                                   : "the info does not exist, or has been freed";
}

#define FIND_INFO(i, handle)                                                             \
    NEED_INFO(NULL, handle);                                                             \
    struct info *i = info_find(handle)
#define FIND_OWN_INFO(i, handle)                                                         \
    FIND_INFO(i, handle);                                                                \
    if (i->object.builtin)                                                               \
    INVALID(NULL, MPI_ERR_INFO, "MPI_INFO_ENV stays as it is")
#define NEED_TEXT(text, error_class, most)                                               \
    do {                                                                                 \
        if (strlen(text) > (most))                                                       \
            INVALID(NULL, error_class, "%s is longer than %d characters", #text, most);  \
    } while (0)
#define NEED_KEY(key)                                                                    \
    do {                                                                                 \
        NEED_TEXT(key, MPI_ERR_INFO_KEY, MPI_MAX_INFO_KEY);                              \
        if (!*(key))                                                                     \
            INVALID(NULL, MPI_ERR_INFO_KEY, "%s is empty", #key);                        \
    } while (0)

static struct entry *entry_find(const struct info *i, const char *key)
{
    for (size_t e = 0; e < i->entries.len; e++)
        if (!strcmp(i->entries.at[e].key, key))
            return &i->entries.at[e];
    return NULL;
}

static void entry_set(struct info *i, const char *key, const char *value)
{
    struct entry *e = entry_find(i, key);
    if (e) {
        free(e->value);
        e->value = mem_strdup(value);
    } else {
        vec_push(&i->entries,
                 (struct entry){.key = mem_strdup(key), .value = mem_strdup(value)});
    }
}

const char *info_value(MPI_Info info, const char *key)
{
    const struct entry *e = entry_find(info_find(info), key);
    return e ? e->value : NULL;
}

bool info_is(const struct info *i, const char *key, const char *value)
{
    const struct entry *e = entry_find(i, key);
    return e && !strcmp(e->value, value);
}

void info_set(struct info *i, const char *key, const char *value)
{
    entry_set(i, key, value);
}

void info_merge(struct info *i, const struct info *from)
{
    for (size_t e = 0; from && e < from->entries.len; e++)
        entry_set(i, from->entries.at[e].key, from->entries.at[e].value);
}

struct info *info_copy(const struct info *from)
{
    struct info *i = info_new();
    info_merge(i, from);
    return i;
}

void info_free(struct info *i)
{
    object_release(&i->object);
}

MPI_Info info_give(const struct info *i)
{
    return object_publish(&info_copy(i)->object);
}

/* Copies as much of the text as fits, and always terminates it. The program must have as
 * much space as that takes, and as `least` says. */
static void copy_out(char *to, size_t space, size_t least, const char *from)
{
    size_t n = strnlen(from, space - 1);
    bounds_result(to, n + 1 > least ? n + 1 : least);
    memcpy(to, from, n);
    to[n] = '\0';
}

/* ---- the functions of the standard; MPI-4 allows them at any time ---- */

EXPORT int MPI_Info_create(MPI_Info *info)
{
    ENTER_ANYTIME(Info_create);
    CHECK_RESULT(info);
    *info = info_create();
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Info_create_env(int argc, char *argv[], MPI_Info *info)
{
    ENTER_ANYTIME(Info_create_env);
    (void)argc, (void)argv;
    CHECK_RESULT(info);
    *info = info_create();
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Info_free(MPI_Info *info)
{
    ENTER_ANYTIME(Info_free);
    CHECK_RESULT(info);
    FIND_OWN_INFO(i, *info);
    object_unpublish(&i->object);
    *info = MPI_INFO_NULL;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Info_dup(MPI_Info info, MPI_Info *newinfo)
{
    ENTER_ANYTIME(Info_dup);
    FIND_INFO(i, info);
    CHECK_RESULT(newinfo);
    *newinfo = info_give(i);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Info_set(MPI_Info info, const char *key, const char *value)
{
    ENTER_ANYTIME(Info_set);
    FIND_OWN_INFO(i, info);
    NEED_KEY(key);
    CHECK_RESULT(value);
    NEED_TEXT(value, MPI_ERR_INFO_VALUE, MPI_MAX_INFO_VAL);
    entry_set(i, key, value);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Info_delete(MPI_Info info, const char *key)
{
    ENTER_ANYTIME(Info_delete);
    FIND_OWN_INFO(i, info);
    NEED_KEY(key);
    struct entry *e = entry_find(i, key);
    if (!e)
        INVALID(NULL, MPI_ERR_INFO_NOKEY, "the info has no key \"%s\"", key);
    free(e->key);
    free(e->value);
    struct entry *end = i->entries.at + i->entries.len--;
    memmove(e, e + 1, (size_t)(end - (e + 1)) * sizeof *e);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Info_get(MPI_Info info, const char *key, int valuelen, char *value,
                        int *flag)
{
    ENTER_ANYTIME(Info_get);
    FIND_INFO(i, info);
    NEED_KEY(key);
    NEED_COUNT(NULL, valuelen);
    CHECK_RESULT(value);
    CHECK_RESULT(flag);
    const struct entry *e = entry_find(i, key);
    *flag = e != NULL;
    if (e) /* who passes the size of an array of MPI_MAX_INFO_VAL forgets the 0 at the
              end, which does no harm if the value is shorter */
        copy_out(value, (size_t)valuelen + 1, (size_t)valuelen, e->value);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Info_get_string(MPI_Info info, const char *key, int *buflen, char *value,
                               int *flag)
{
    ENTER_ANYTIME(Info_get_string);
    FIND_INFO(i, info);
    NEED_KEY(key);
    CHECK_RESULT(buflen);
    NEED_COUNT(NULL, *buflen);
    NEED_ROOM(NULL, *buflen, value);
    CHECK_RESULT(flag);
    const struct entry *e = entry_find(i, key);
    *flag = e != NULL;
    if (e && *buflen)
        copy_out(value, (size_t)*buflen, (size_t)*buflen, e->value);
    if (e)
        *buflen = (int)strlen(e->value) + 1;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Info_get_valuelen(MPI_Info info, const char *key, int *valuelen, int *flag)
{
    ENTER_ANYTIME(Info_get_valuelen);
    FIND_INFO(i, info);
    NEED_KEY(key);
    CHECK_RESULT(valuelen);
    CHECK_RESULT(flag);
    const struct entry *e = entry_find(i, key);
    *flag = e != NULL;
    if (e)
        *valuelen = (int)strlen(e->value);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Info_get_nkeys(MPI_Info info, int *nkeys)
{
    ENTER_ANYTIME(Info_get_nkeys);
    FIND_INFO(i, info);
    CHECK_RESULT(nkeys);
    *nkeys = (int)i->entries.len;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Info_get_nthkey(MPI_Info info, int n, char *key)
{
    ENTER_ANYTIME(Info_get_nthkey);
    FIND_INFO(i, info);
    CHECK_RESULT(key);
    if (n < 0 || (size_t)n >= i->entries.len)
        INVALID(NULL, MPI_ERR_ARG, "n is %d, but the info has %zu keys", n,
                i->entries.len);
    copy_out(key, MPI_MAX_INFO_KEY, 0, i->entries.at[n].key);
    LEAVE(MPI_SUCCESS);
}
