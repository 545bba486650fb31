/* SPDX-License-Identifier: Apache-2.0
 *
 * library.c - see library.h. The agent calls it, too, so it allocates nothing. */
#include "real/library.h"

#include <string.h>

static const char MINE[] = "=mine", THEIRS[] = "=theirs";

size_t library_name(const char *path, const char **name)
{
    const char *slash = strrchr(path, '/');
    *name = slash ? slash + 1 : path;
    const char *end = strstr(*name, ".so");
    return end ? (size_t)(end - *name) : strlen(*name);
}

/* Does the text of n characters fit the pattern, in which * stands for any characters? */
static bool fits(const char *pattern, size_t length, const char *text, size_t n)
{
    if (!length)
        return !n;
    if (*pattern != '*')
        return n && *pattern == *text && fits(pattern + 1, length - 1, text + 1, n - 1);
    for (size_t skip = 0; skip <= n; skip++)
        if (fits(pattern + 1, length - 1, text + skip, n - skip))
            return true;
    return false;
}

/* A rule: the length of its pattern, and what it says; 0: it is none. */
static size_t pattern_of(const char *rule, bool *theirs)
{
    size_t n = strcspn(rule, ","), mine = sizeof MINE - 1, other = sizeof THEIRS - 1;
    *theirs = n > other && !strncmp(rule + n - other, THEIRS, other);
    if (*theirs)
        return n - other;
    return n > mine && !strncmp(rule + n - mine, MINE, mine) ? n - mine : 0;
}

static const char *next(const char *rule)
{
    rule += strcspn(rule, ",");
    return *rule ? rule + 1 : rule;
}

bool library_rules(const char *rules, const char **at)
{
    bool theirs;
    for (*at = rules; **at; *at = next(*at))
        if (!pattern_of(*at, &theirs))
            return false;
    return true;
}

void library_rules_of_source(const char *path, const char *rules, bool *theirs)
{
    for (const char *rule = rules; *rule; rule = next(rule)) {
        bool is;
        size_t length = pattern_of(rule, &is);
        if (!memchr(rule, '/', length))
            continue;
        for (const char *at = path; at; at = strchr(at + 1, '/'))
            if (fits(rule, length, at + (*at == '/' && *rule != '/'),
                     strlen(at) - (*at == '/' && *rule != '/'))) {
                *theirs = is;
                return;
            }
    }
}

bool library_is_theirs(const char *path, const char *rules)
{
    static const char *const folders[] = {"/lib", "/usr/lib", "/usr/local/lib", "/opt/",
                                          "/nix/store/"};
    const char *name;
    bool theirs;
    size_t n = library_name(path, &name);
    for (const char *rule = rules; *path && *rule; rule = next(rule)) {
        size_t length = pattern_of(rule, &theirs);
        if (length && fits(rule, length, name, n))
            return theirs;
    }
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (!strncmp(path, folders[i], strlen(folders[i])))
            return true;
    return strstr(path, "/site-packages/") || strstr(path, "/dist-packages/") ||
           !strncmp(path, "linux-vdso", 10);
}
