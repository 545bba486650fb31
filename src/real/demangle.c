/* SPDX-License-Identifier: Apache-2.0
 *
 * demangle.c - see demangle.h.
 *
 * The C++ library of the system knows how names are encoded. It is loaded when the first
 * such name is met: a machine on which C++ programs run has one, and elsewhere no such
 * names are met. */
#include "real/demangle.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef char *demangler(const char *name, char *room, size_t *n, int *status);

static demangler *library(void)
{
    static const char *const names[] = {"libstdc++.so.6", "libc++abi.so.1"};
    static demangler *found;
    static bool tried;
    for (size_t i = 0; !tried && !found && i < sizeof names / sizeof *names; i++) {
        void *l = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
        found = l ? (demangler *)(uintptr_t)dlsym(l, "__cxa_demangle") : NULL;
    }
    tried = true;
    return found;
}

/* The length of the name without the parameters at its end, "f(int) const" -> "f". */
static size_t without_parameters(const char *name)
{
    const char *end = strrchr(name, ')');
    size_t n = strlen(name);
    if (!end)
        return n;
    for (int depth = 0; end > name; end--) {
        depth += (*end == ')') - (*end == '(');
        if (!depth)
            break;
    }
    /* "operator()" has no parameters of its own there, and a name has a beginning */
    return end > name ? (size_t)(end - name) : n;
}

/* Where the name begins: that of a template has its type before it. */
static size_t behind_type(const char *name, size_t n)
{
    size_t start = 0;
    int depth = 0;
    for (size_t i = 0; i < n; i++) {
        depth += (name[i] == '<' || name[i] == '(') - (name[i] == '>' || name[i] == ')');
        bool named = i - start >= 8 && !strncmp(name + i - 8, "operator", 8);
        if (named && name[i] != ' ') /* operator<, operator-> */
            break;
        if (name[i] == ' ' && !depth && !named)
            start = i + 1;
    }
    return start;
}

static bool replace(struct str *s, const char *long_one, const char *short_one)
{
    char *at = s->len ? strstr(s->text, long_one) : NULL;
    if (!at)
        return false;
    struct str made = {0};
    str_add(&made, s->text, (size_t)(at - s->text));
    str_addf(&made, "%s%s", short_one, at + strlen(long_one));
    str_free(s);
    *s = made;
    return true;
}

/* Removes an argument of a template that is there by default, with its own arguments. */
static bool drop(struct str *s, const char *argument)
{
    char *at = s->len ? strstr(s->text, argument) : NULL, *end;
    int depth = 0;
    if (!at)
        return false;
    for (end = at; *end; end++) {
        depth += (*end == '<') - (*end == '>');
        if (*end == '>' && !depth)
            break;
    }
    if (!*end)
        return false;
    memmove(at, end + 1, strlen(end + 1) + 1);
    s->len = strlen(s->text);
    return true;
}

void demangle_shorten(struct str *s)
{
    while (replace(s, "std::__cxx11::", "std::") || replace(s, " >", ">") ||
           drop(s, ", std::allocator<") || drop(s, ", std::char_traits<") ||
           drop(s, ", std::less<") || drop(s, ", std::hash<") ||
           drop(s, ", std::equal_to<") || drop(s, ", std::default_delete<") ||
           replace(s, "std::basic_string<char>", "std::string"))
        ;
}

void demangle(const char *name, struct str *to)
{
    int status = 0;
    demangler *f = !strncmp(name, "_Z", 2) ? library() : NULL;
    char *text = f ? f(name, NULL, NULL, &status) : NULL;
    struct str s = {0};
    if (!text) {
        str_addf(to, "%s", name);
        return;
    }
    size_t end = without_parameters(text), start = behind_type(text, end);
    str_add(&s, text + start, end - start);
    demangle_shorten(&s);
    str_addf(to, "%s", str_text(&s));
    str_free(&s);
    free(text);
}
