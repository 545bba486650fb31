/* file: input.txt hello\nworld\n */
/* link: link input.txt */
/* hard link: hard input.txt */
/* directory: sub */
/* fifo: fifo */
/* mpich: passes */
/* Ranks and files: names, directories, and what is not a file. See files_shared.h. */
#include "files_shared.h"

#include <dirent.h>
#include <errno.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>

/* mazurka: -n 2 -- failed-open => file-race: looks for new */
static void failed_open(void)
{
    if (me == 0)
        put("new", "");
    else
        assert(open("new", O_RDONLY) == -1 || 1);
}

/* mazurka: -n 2 -- access => file-race: looks for new */
static void accessing(void)
{
    if (me == 0)
        put("new", "");
    else
        access("new", F_OK);
}

/* mazurka: -n 2 -- stat-length => file-race: looks at the status of input.txt */
static void stat_length(void)
{
    struct stat st;
    if (me == 0) {
        int fd = open("input.txt", O_WRONLY | O_APPEND);
        write(fd, "x", 1);
    } else {
        stat("input.txt", &st);
    }
}

/* mazurka: -n 2 -- listing => file-race: lists */
static void listing(void)
{
    if (me == 0) {
        put("sub/new", "");
    } else {
        DIR *d = opendir("sub");
        while (readdir(d))
            ;
        closedir(d);
    }
}

/* mazurka: -n 2 -- listing-ordered => verified */
static void listing_ordered(void)
{
    int seen = 0;
    if (me == 0)
        put("sub/new", "");
    barrier();
    DIR *d = opendir("sub");
    for (struct dirent *e; (e = readdir(d));)
        seen += !strcmp(e->d_name, "new");
    closedir(d);
    assert(seen == 1);
}

/* mazurka: -n 2 -- spellings => file-race: nothing orders the two */
static void spellings(void)
{
    if (me == 0)
        put("./sub/../hard", "x");
    else
        content("link");
}

/* mazurka: -n 2 -- spelling-of-new => file-race: new */
static void spelling_of_new(void)
{
    if (me == 0)
        put("sub/new", "x");
    else
        chdir("sub"), content("../sub/./new");
}

/* mazurka: -n 2 -- remove => file-race: input.txt */
static void removing(void)
{
    if (me == 0)
        unlink("input.txt");
    else
        content("input.txt");
}

/* mazurka: -n 2 -- remove-ordered => verified */
static void remove_ordered(void)
{
    if (me == 0)
        put("new", "x");
    barrier();
    assert(!strcmp(content("new"), "x"));
    barrier();
    if (me == 0)
        assert(!unlink("new") && !rename("input.txt", "other"));
    barrier();
    assert(access("new", F_OK) == -1 && !strcmp(content("other"), "hello\nworld\n"));
    assert(access("input.txt", F_OK) == -1 && errno == ENOENT);
}

/* mazurka: -n 3 -- rename-into-place => verified */
static void rename_into_place(void)
{
    if (me == 0) {
        put("new.tmp", "complete");
        assert(!rename("new.tmp", "new"));
    }
    barrier();
    assert(!strcmp(content("new"), "complete"));
}

/* mazurka: -n 3 -- directory => verified */
static void directory(void)
{
    char name[32];
    if (me == 0)
        assert(!mkdir("results", 0755));
    barrier();
    snprintf(name, sizeof name, "results/%d", me);
    put(name, name);
    barrier();
    snprintf(name, sizeof name, "results/%d", (me + 1) % n);
    assert(!strcmp(content(name), name));
}

/* mazurka: -n 2 -- directory-race => file-race: results */
static void directory_race(void)
{
    if (me == 0)
        mkdir("results", 0755);
    else
        open("results/x", O_CREAT | O_WRONLY, 0600);
}

/* mazurka: -n 3 -- all-mkdir => verified */
static void all_mkdir(void)
{
    char name[32];
    mkdir("results", 0755);
    snprintf(name, sizeof name, "results/%d", me);
    put(name, name);
}

/* mazurka: -n 2 -- first-mkdir => unsupported: exists (EEXIST) is not explored; let one rank */
static void first_mkdir(void)
{
    if (mkdir("results", 0755))
        return;
    put("results/first", "x");
}

/* mazurka: -n 2 -- first-unlink => unsupported: is gone (ENOENT) is not explored; let one rank */
static void first_unlink(void)
{
    if (!unlink("input.txt"))
        put("removed", "x");
}

/* mazurka: -n 2 -- exclusive => unsupported: makes new */
static void exclusive(void)
{
    open("new", O_CREAT | O_EXCL | O_WRONLY, 0600);
}

/* mazurka: -n 2 -- fifo => unsupported: a pipe */
static void fifo(void)
{
    open("fifo", O_RDONLY);
}

/* mazurka: -n 2 -- lock => unsupported: locks input.txt, and rank 0 locks it ... which of them gets the lock */
static void locking(void)
{
    flock(open("input.txt", O_RDONLY), LOCK_EX);
}

/* mazurka: -n 3 -- locks => verified */
static void locking_in_turn(void)
{
    int fd = open("input.txt", O_RDONLY), other = open("input.txt", O_RDONLY);
    assert(flock(fd, LOCK_SH | LOCK_NB) == 0 && flock(other, LOCK_SH) == 0);
    close(fd);
    assert(flock(other, LOCK_UN) == 0);
    barrier();
    if (!me) {
        fd = open("input.txt", O_RDONLY);
        assert(flock(fd, LOCK_EX) == 0 && flock(fd, LOCK_EX) == 0);
        assert(flock(other, LOCK_SH | LOCK_NB) == -1 && errno == EWOULDBLOCK);
        close(fd);
        assert(flock(other, LOCK_EX | LOCK_NB) == 0);
        close(other);
    }
    barrier();
    if (me == 1)
        assert(flock(other, LOCK_EX | LOCK_NB) == 0);
}

/* mazurka: -n 2 -- lock-held => unsupported: locks input.txt, and rank 0 locks it */
static void locking_held(void)
{
    int fd = open("input.txt", O_RDONLY);
    if (!me)
        flock(fd, LOCK_SH);
    barrier();
    if (me)
        flock(fd, LOCK_EX | LOCK_NB); /* EWOULDBLOCK */
}

/* mazurka: -n 1 -- pipe => verified */
static void piping(void)
{
    int ends[2];
    pipe(ends);
}

/* mazurka: -n 1 -- socket => unsupported: network */
static void networking(void)
{
    socket(AF_INET, SOCK_STREAM, 0);
}

/* mazurka: -n 1 -- proc => unsupported: /proc/self */
static void proc(void)
{
    content("/proc/self/maps");
}

/* mazurka: -n 1 -- remove-real-directory => unsupported: a directory that it has not made */
static void remove_real_directory(void)
{
    rmdir("sub");
}

/* mazurka: -n 1 -- symlink => unsupported: symbolic link */
static void symbolic(void)
{
    symlink("input.txt", "another");
}

const struct file_case file_cases[] = {
    {"failed-open", failed_open},
    {"access", accessing},
    {"stat-length", stat_length},
    {"listing", listing},
    {"listing-ordered", listing_ordered},
    {"spellings", spellings},
    {"spelling-of-new", spelling_of_new},
    {"remove", removing},
    {"remove-ordered", remove_ordered},
    {"rename-into-place", rename_into_place},
    {"directory", directory},
    {"directory-race", directory_race},
    {"all-mkdir", all_mkdir},
    {"first-mkdir", first_mkdir},
    {"first-unlink", first_unlink},
    {"exclusive", exclusive},
    {"fifo", fifo},
    {"lock", locking},
    {"locks", locking_in_turn},
    {"lock-held", locking_held},
    {"pipe", piping},
    {"socket", networking},
    {"proc", proc},
    {"remove-real-directory", remove_real_directory},
    {"symlink", symbolic},
    {0},
};
