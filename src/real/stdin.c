/* SPDX-License-Identifier: Apache-2.0
 *
 * stdin.c - the standard input of the tool is that of the program: see input.h.
 *
 * It is read once. A copy of it, in memory, takes its place as descriptor 0, sealed so
 * that it can be told from what was there before. */
#include "base/vec.h"
#include "real/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#define SEAL (F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE)

bool input_has_stdin(void)
{
    return fcntl(STDIN_FILENO, F_GET_SEALS) == SEAL;
}

bool input_give_stdin(const void *bytes, size_t n)
{
    int fd = memfd_create("stdin", MFD_ALLOW_SEALING);
    bool done = fd >= 0;
    for (size_t at = 0; done && at < n;) {
        ssize_t some = write(fd, (const char *)bytes + at, n - at);
        done = some > 0 || (some < 0 && errno == EINTR);
        at += some > 0 ? (size_t)some : 0;
    }
    done =
        done && !fcntl(fd, F_ADD_SEALS, SEAL) && dup2(fd, STDIN_FILENO) == STDIN_FILENO;
    if (fd > STDIN_FILENO)
        close(fd);
    return done;
}

/* Reads standard input to its end; true if that succeeded. */
static bool drain(struct str *to, const volatile sig_atomic_t *interrupt, struct str *why)
{
    char part[65536];
    for (;;) {
        ssize_t n = read(STDIN_FILENO, part, sizeof part);
        if (interrupt && *interrupt)
            str_addf(why, "interrupted while standard input was read");
        else if (n > 0 && to->len + (size_t)n > LINK_STDIN_MAX)
            str_addf(why,
                     "standard input is longer than %zu MiB\n"
                     "  fix: let the program read a file instead",
                     LINK_STDIN_MAX >> 20);
        if (why->len)
            return false;
        if (n > 0)
            str_add(to, part, (size_t)n);
        else if (!n || errno != EINTR) /* a closed descriptor counts as empty input */
            return true;
    }
}

static bool copy(const volatile sig_atomic_t *interrupt, struct str *why)
{
    struct str all = {0};
    if (isatty(STDIN_FILENO))
        fprintf(stderr, "the program reads standard input; end it with Ctrl-D\n");
    bool done = drain(&all, interrupt, why);
    if (done && !input_give_stdin(str_text(&all), all.len)) {
        str_addf(why, "cannot keep standard input: %s", strerror(errno));
        done = false;
    }
    str_free(&all);
    return done;
}

bool input_read_stdin(struct link *l, const volatile sig_atomic_t *interrupt,
                      struct str *why)
{
    struct stat st;
    if (!input_has_stdin() && !copy(interrupt, why))
        return false;
    if (fstat(STDIN_FILENO, &st))
        return false;
    size_t n = (size_t)st.st_size;
    uint64_t at = link_room(l, n + 1);
    if (!at || pread(STDIN_FILENO, link_at(l, at), n, 0) != (ssize_t)n) {
        str_addf(why, "there is no room for standard input");
        return false;
    }
    l->input.at = at;
    l->input.bytes = n;
    l->input.digest = XXH3_64bits(link_at(l, at), n);
    return true;
}
