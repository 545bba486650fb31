/* mazurka: -n 2 -- {memcmp,memcmp2,bcmp,memchr,rawmemchr,memrchr,memrchr-low,strlen,strnlen,strchr,strchrnul} {15,40} => verified */
/* mazurka: -n 2 -- {strrchr,strcmp,strncmp,strcasecmp,strncasecmp,strcasecmp_l,strncasecmp_l,strcpy,stpcpy} {15,40} => verified */
/* mazurka: -n 2 -- {strncpy,stpncpy,strcat,strncat,strspn,strcspn,strpbrk,strstr,strndup,printf} {15,40} => verified */
/* mazurka: -n 2 -- {wmemcmp,wmemchr,wcslen,wcsnlen,wcschr,wcsrchr,wcscmp,wcsncmp,wcscpy} {15,40} => verified */
/* mazurka: -n 2 -- {memcmp,memcmp2,bcmp,memchr,rawmemchr,memrchr,memrchr-low,strlen,strnlen,strchr,strchrnul} {16,41} => local-race */
/* mazurka: -n 2 -- {strrchr,strcmp,strncmp,strcasecmp,strncasecmp,strcasecmp_l,strncasecmp_l,strcpy,stpcpy} {16,41} => local-race */
/* mazurka: -n 2 -- {strncpy,stpncpy,strcat,strncat,strspn,strcspn,strpbrk,strstr,strndup,printf} {16,41} => local-race */
/* mazurka: -n 2 -- {wmemcmp,wmemchr,wcslen,wcsnlen,wcschr,wcsrchr,wcscmp,wcsncmp,wcscpy} {16,41} => local-race */
/* mazurka: -n 2 -- {crash,crash2,crash3,far} 15 => crash */
/* cc: -fno-builtin */
/* A function for strings is asked for characters up to this one. The next one, or this
 * one itself, is the first of a buffer that is in use. libc looks at whole vectors. */
#include "truth.h"
#include <locale.h>
#include <stdbool.h>
#include <strings.h>
#include <wchar.h>

enum { MOST = 120 };
static wchar_t wide_x[MOST] __attribute__((aligned(4096))), wide_y[MOST];
static char z[4 * MOST];
static char *x = (char *)wide_x + 3, *y = (char *)wide_y + 7;
static int last;
static volatile long sink;

static int is(const char *a, const char *b)
{
    for (; *a && *a == *b; a++, b++)
        continue;
    return *a == *b;
}

static char *ends(char c)
{
    x[last] = c;
    return x;
}

static wchar_t *wide_ends(wchar_t c)
{
    wide_x[last] = c;
    return wide_x;
}

static void use(const char *name)
{
    size_t n = (size_t)last + 1;
    const char *set = "a";
    locale_t c = is(name, "strcasecmp_l") || is(name, "strncasecmp_l")
                     ? newlocale(LC_ALL_MASK, "C", NULL)
                     : NULL;
    if (is(name, "memcmp"))
        sink = memcmp(x, y, n);
    else if (is(name, "memcmp2"))
        sink = memcmp(y, x, n);
    else if (is(name, "bcmp"))
        sink = bcmp(x, y, n);
    else if (is(name, "memchr"))
        sink = memchr(x, 'z', n) != NULL;
    else if (is(name, "rawmemchr"))
        sink = (long)rawmemchr(x, 'z');
    else if (is(name, "memrchr"))
        sink = memrchr(x, 'z', n) != NULL;
    else if (is(name, "memrchr-low"))
        sink = memrchr(x, 'z', 90) != NULL;
    else if (is(name, "strlen"))
        sink = (long)strlen(x);
    else if (is(name, "strnlen"))
        sink = (long)strnlen(x, n);
    else if (is(name, "strchr"))
        sink = (long)strchr(x, 'z');
    else if (is(name, "strchrnul"))
        sink = (long)strchrnul(x, 'z');
    else if (is(name, "strrchr"))
        sink = (long)strrchr(x, 'z');
    else if (is(name, "strcmp"))
        sink = strcmp(x, y);
    else if (is(name, "strncmp"))
        sink = strncmp(x, y, n);
    else if (is(name, "strcasecmp"))
        sink = strcasecmp(y, x);
    else if (is(name, "strncasecmp"))
        sink = strncasecmp(x, y, n);
    else if (is(name, "strcasecmp_l"))
        sink = strcasecmp_l(x, y, c);
    else if (is(name, "strncasecmp_l"))
        sink = strncasecmp_l(x, y, n, c);
    else if (is(name, "strcpy"))
        strcpy(z, x);
    else if (is(name, "stpcpy"))
        stpcpy(z, x);
    else if (is(name, "strncpy"))
        strncpy(z, x, n);
    else if (is(name, "stpncpy"))
        stpncpy(z, x, n);
    else if (is(name, "strcat"))
        strcat(z, x);
    else if (is(name, "strncat"))
        strncat(z, x, n);
    else if (is(name, "strspn"))
        sink = (long)strspn(x, set);
    else if (is(name, "strcspn"))
        sink = (long)strcspn(x, "xyz");
    else if (is(name, "strpbrk"))
        sink = strpbrk(x, "xyz") != NULL;
    else if (is(name, "strstr"))
        sink = strstr(x, "az") != NULL;
    else if (is(name, "strndup"))
        free(strndup(x, n));
    else if (is(name, "printf"))
        snprintf(z, sizeof z, "%.*s", (int)n, x);
    else if (is(name, "wmemcmp"))
        sink = wmemcmp(wide_x, wide_y, n);
    else if (is(name, "wmemchr"))
        sink = wmemchr(wide_x, 'z', n) != NULL;
    else if (is(name, "wcslen"))
        sink = (long)wcslen(wide_x);
    else if (is(name, "wcsnlen"))
        sink = (long)wcsnlen(wide_x, n);
    else if (is(name, "wcschr"))
        sink = (long)wcschr(wide_x, 'z');
    else if (is(name, "wcsrchr"))
        sink = (long)wcsrchr(wide_x, 'z');
    else if (is(name, "wcscmp"))
        sink = wcscmp(wide_x, wide_y);
    else if (is(name, "wcsncmp"))
        sink = wcsncmp(wide_y, wide_x, n);
    else if (is(name, "wcscpy"))
        wcscpy((wchar_t *)z, wide_x);
    else if (is(name, "crash"))
        sink = (long)strlen((char *)8);
    else if (is(name, "crash2"))
        sink = strcmp(x, NULL);
    else if (is(name, "crash3"))
        sink = (long)memchr((char *)5, 1, 10);
    else
        assert(!"there is such a function");
}

/* What ends the string. */
static void prepare(const char *name)
{
    static const struct {
        const char *name;
        char end;
    } all[] = {
        {"rawmemchr", 'z'}, {"strlen", 0},    {"strchr", 'z'},     {"strchrnul", 'z'},
        {"strrchr", 0},     {"strcmp", 'b'},  {"strcasecmp", 'B'}, {"strcasecmp_l", 'b'},
        {"strcpy", 0},      {"stpcpy", 0},    {"strcat", 0},       {"strspn", 'b'},
        {"strcspn", 'x'},   {"strpbrk", 'y'}, {"strstr", 'z'},     {"wcslen", 0},
        {"wcschr", 'z'},    {"wcsrchr", 0},   {"wcscmp", 'b'},     {"wcscpy", 0}};
    bool wide = name[0] == 'w';
    for (int i = 0; i < MOST - 4; i++)
        if (wide)
            wide_x[i] = wide_y[i] = 'a';
        else
            x[i] = y[i] = 'a';
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (is(name, all[i].name)) {
            if (wide)
                wide_ends(all[i].end);
            else
                ends(all[i].end);
        }
    if (is(name, "memrchr-low"))
        x[last == 15 || last == 40 ? last + 1 : last - 1] = 'z';
}

int main(int argc, char **argv)
{
    int rank = begin();
    MPI_Request q;
    assert(argc == 3);
    last = atoi(argv[2]);
    prepare(argv[1]);
    if (rank == 0) {
        int first = last < 20 ? 16 : 41; /* of the buffer */
        char *to = argv[1][0] == 'w' ? (char *)(wide_x + first) : x + first;
        int n = 40;
        if (is(argv[1], "memrchr-low")) {
            to = x;
            n = first;
        }
        if (is(argv[1], "far")) { /* a string without end */
            char *two = mmap(NULL, 8192, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            munmap(two + 4096, 4096);
            memset(two, 'a', 4096);
            MPI_Irecv(two, 40, MPI_CHAR, 1, 0, WORLD, &q);
            sink = (long)strlen(two + 40);
        }
        MPI_Irecv(to, n, MPI_CHAR, 1, 0, WORLD, &q);
        use(argv[1]);
        MPI_Wait(&q, IGNORE);
    } else {
        MPI_Send(x, 16, MPI_CHAR, 0, 0, WORLD);
    }
    return end();
}
