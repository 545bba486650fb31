/* file: input.txt hello\nworld\n */
/* link: link input.txt */
/* hard link: hard input.txt */
/* directory: sub */
/* fifo: fifo */
/* mpich: passes */
/* One rank and its files. Every case holds under MPICH as well, where it works with real ones. */
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static char text[4096];

static const char *content(const char *name)
{
    int fd = open(name, O_RDONLY);
    assert(fd >= 0);
    ssize_t n = read(fd, text, sizeof text - 1);
    assert(n >= 0);
    text[n] = 0;
    close(fd);
    return text;
}

static void put(const char *name, const char *what)
{
    int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    assert(fd >= 0 && write(fd, what, strlen(what)) == (ssize_t)strlen(what));
    assert(!close(fd));
}

/* mazurka: -n 1 -- lowest => verified */
static void lowest(void)
{
    int a = open("input.txt", O_RDONLY), b = open("input.txt", O_RDONLY);
    assert(a >= 3 && b > a);
    close(a);
    assert(open("/dev/null", O_RDWR) == a);
    int high = fcntl(b, F_DUPFD, 50);
    assert(dup(b) > b && high >= 50 && fcntl(b, F_DUPFD, 50) > high);
    assert(close(99) == -1 && errno == EBADF && close(b) == 0 && close(b) == -1);
    assert(dup(b) == -1 && errno == EBADF && dup2(b, 90) == -1 && errno == EBADF);
    assert(dup2(high, high) == high && dup3(high, high, 0) == -1 && errno == EINVAL);
}

/* mazurka: -n 1 -- close-stdout => verified */
static void close_stdout(void)
{
    printf("before\n");
    fflush(stdout);
    close(1);
    assert(open("out", O_WRONLY | O_CREAT | O_TRUNC, 0600) == 1);
    printf("after\n");
    fflush(stdout);
    assert(!strcmp(content("out"), "after\n"));
}

/* mazurka: -n 1 -- redirect => verified */
static void redirect(void)
{
    int saved = dup(1), to = open("out", O_RDWR | O_CREAT | O_TRUNC, 0600);
    assert(dup2(to, 1) == 1);
    printf("into the file\n");
    fflush(stdout);
    dup2(saved, 1);
    printf("not into the file\n");
    fflush(stdout);
    assert(!strcmp(content("out"), "into the file\n"));
}

/* mazurka: -n 1 -- freopen => verified */
static void reopened(void)
{
    assert(freopen("out", "w", stdout) == stdout);
    printf("one\n");
    fflush(stdout);
    assert(!strcmp(content("out"), "one\n"));
    assert(freopen("input.txt", "r", stdin) == stdin);
    char line[32];
    assert(fgets(line, sizeof line, stdin) && !strcmp(line, "hello\n"));
}

/* mazurka: -n 1 -- shared-offset => verified */
static void shared_offset(void)
{
    int a = open("input.txt", O_RDONLY), b = dup(a), c = open("input.txt", O_RDONLY);
    char x[3];
    assert(read(a, x, 2) == 2 && read(b, x, 2) == 2 && !memcmp(x, "ll", 2));
    assert(read(c, x, 2) == 2 && !memcmp(x, "he", 2) && lseek(a, 0, SEEK_CUR) == 4);
    assert(lseek(b, -3, SEEK_END) == 9 && read(a, x, 3) == 3 && !memcmp(x, "ld\n", 3));
}

/* mazurka: -n 1 -- two-descriptors => verified */
static void two_descriptors(void)
{
    int a = open("new", O_RDWR | O_CREAT | O_EXCL, 0600), b = open("new", O_RDONLY);
    char x[16];
    assert(a >= 0 && b >= 0 && open("new", O_CREAT | O_EXCL, 0600) == -1 && errno == EEXIST);
    assert(write(a, "abc", 3) == 3 && read(b, x, 8) == 3 && !memcmp(x, "abc", 3));
    assert(pwrite(a, "Z", 1, 1) == 1 && pread(b, x, 8, 0) == 3 && !memcmp(x, "aZc", 3));
    assert(!ftruncate(a, 1) && pread(b, x, 8, 0) == 1 && read(b, x, 8) == 0);
    assert(!ftruncate(a, 4) && pread(b, x, 8, 0) == 4 && !memcmp(x, "a\0\0\0", 4));
    assert(write(b, "x", 1) == -1 && errno == EBADF);
    int w = open("new", O_WRONLY);
    assert(read(w, x, 1) == -1 && errno == EBADF);
}

/* mazurka: -n 1 -- append => verified */
static void append(void)
{
    put("log", "1\n");
    int a = open("log", O_WRONLY | O_APPEND), b = open("log", O_WRONLY | O_APPEND);
    assert(write(a, "2\n", 2) == 2 && write(b, "3\n", 2) == 2 && write(a, "4\n", 2) == 2);
    assert(lseek(a, 0, SEEK_CUR) == 8 && !strcmp(content("log"), "1\n2\n3\n4\n"));
    FILE *f = fopen("log", "a");
    assert(f && fprintf(f, "5\n") == 2 && ftell(f) == 10 && !fclose(f));
    assert(!strcmp(content("log"), "1\n2\n3\n4\n5\n"));
    assert(fcntl(a, F_GETFL) & O_APPEND && !fcntl(a, F_SETFL, 0));
    assert(pwrite(a, "X", 1, 0) == 1 && content("log")[0] == 'X');
}

/* mazurka: -n 1 -- spellings => verified */
static void spellings(void)
{
    struct stat a, b, c, d;
    assert(!stat("input.txt", &a) && !stat("./sub/../link", &b) && !stat("hard", &c));
    assert(a.st_ino == b.st_ino && a.st_ino == c.st_ino && a.st_size == 12);
    assert(!lstat("link", &d) && S_ISLNK(d.st_mode) && readlink("link", text, 99) == 9);
    put(".//link", "changed");
    assert(!strcmp(content("hard"), "changed") && !strcmp(content("input.txt"), "changed"));
    assert(!stat("hard", &a) && a.st_size == 7);
    assert(open("link", O_RDONLY | O_NOFOLLOW) == -1 && errno == ELOOP);
    assert(open("input.txt/", O_RDONLY) == -1 && errno == ENOTDIR);
    assert(open("input.txt/x", O_RDONLY) == -1 && errno == ENOTDIR);
}

/* mazurka: -n 1 -- names => verified */
static void names(void)
{
    struct stat st;
    assert(access("none", F_OK) == -1 && errno == ENOENT);
    put("a", "A");
    assert(!access("a", R_OK | W_OK) && access("a", X_OK) == -1 && errno == EACCES);
    assert(!rename("a", "b") && access("a", F_OK) && !strcmp(content("b"), "A"));
    assert(!rename("b", "input.txt") && !strcmp(content("input.txt"), "A"));
    assert(!strcmp(content("hard"), "hello\nworld\n"));
    int fd = open("input.txt", O_RDONLY);
    assert(!unlink("input.txt") && stat("input.txt", &st) == -1 && errno == ENOENT);
    assert(read(fd, text, 9) == 1 && unlink("input.txt") == -1 && errno == ENOENT);
    assert(open("link", O_RDONLY) == -1 && errno == ENOENT);
    put("input.txt", "again");
    assert(!strcmp(content("link"), "again"));
    assert(unlink("sub") == -1 && errno == EISDIR && rmdir("hard") == -1 && errno == ENOTDIR);
}

/* mazurka: -n 1 -- directories => verified */
static void directories(void)
{
    char here[PATH_MAX];
    assert(!mkdir("d", 0755) && mkdir("d", 0755) == -1 && errno == EEXIST);
    assert(mkdir("e/f", 0755) == -1 && errno == ENOENT);
    put("d/x", "in d");
    assert(rmdir("d") == -1 && errno == ENOTEMPTY && open("d", O_WRONLY) == -1);
    assert(!chdir("d") && !strcmp(content("x"), "in d") && !strcmp(content("../d/x"), "in d"));
    assert(getcwd(here, sizeof here) && !strcmp(strrchr(here, '/'), "/d"));
    assert(!chdir("..") && !unlink("d/x") && !rmdir("d") && access("d", F_OK) == -1);
    int sub = open("sub", O_RDONLY | O_DIRECTORY);
    int x = openat(sub, "y", O_WRONLY | O_CREAT, 0640);
    assert(x >= 0 && write(x, "why", 3) == 3 && !strcmp(content("sub/y"), "why"));
    struct stat st;
    assert(!fstatat(sub, "y", &st, 0) && st.st_size == 3 && (st.st_mode & 0777) == 0640);
    assert(read(sub, text, 1) == -1 && errno == EISDIR);
}

static int listed(const char *name, const char *what)
{
    DIR *d = opendir(name);
    struct dirent *e;
    int seen = 0, all = 0;
    assert(d);
    while ((e = readdir(d)))
        all++, seen += !strcmp(e->d_name, what);
    rewinddir(d);
    while ((e = readdir(d)))
        all--;
    closedir(d);
    assert(!all && seen < 2);
    return seen;
}

/* mazurka: -n 1 -- listing => verified */
static void listing(void)
{
    assert(listed(".", "input.txt") && !listed(".", "new") && listed(".", ".."));
    put("new", "");
    assert(listed(".", "new"));
    unlink("input.txt");
    assert(!listed(".", "input.txt"));
    put("input.txt", "");
    assert(listed(".", "input.txt") && !mkdir("deep", 0755) && listed(".", "deep"));
    assert(listed("deep", ".") && listed("deep", "..") && !listed("deep", "new"));
}

/* mazurka: -n 1 -- truncation => verified */
static void truncation(void)
{
    FILE *f = fopen("input.txt", "r+");
    assert(f && fseek(f, 0, SEEK_END) == 0 && ftell(f) == 12);
    assert(!truncate("input.txt", 5) && !strcmp(content("hard"), "hello"));
    assert(!truncate("hard", 7) && content("input.txt")[6] == 0);
    fclose(f);
    f = fopen("input.txt", "w");
    struct stat st;
    assert(f && !stat("input.txt", &st) && st.st_size == 0);
    int fd = open("input.txt", O_RDWR);
    assert(lseek(fd, 100, SEEK_SET) == 100 && write(fd, "x", 1) == 1);
    assert(!fstat(fd, &st) && st.st_size == 101 && pread(fd, text, 3, 98) == 3 && !text[0]);
    assert(!posix_fallocate(fd, 0, 300) && !fstat(fd, &st) && st.st_size == 300);
    assert(lseek(fd, -1, SEEK_SET) == -1 && errno == EINVAL && lseek(fd, 5, 77) == -1);
}

/* mazurka: -n 1 -- vectors => verified */
static void vectors(void)
{
    char a[3], b[100];
    struct iovec in[2] = {{a, sizeof a}, {b, sizeof b}}, out[2] = {{"xy", 2}, {"z", 1}};
    int fd = open("input.txt", O_RDWR);
    assert(readv(fd, in, 2) == 12 && !memcmp(a, "hel", 3) && !memcmp(b, "lo\nworld\n", 9));
    assert(readv(fd, in, 2) == 0 && preadv(fd, in, 1, 6) == 3 && !memcmp(a, "wor", 3));
    assert(pwritev(fd, out, 2, 0) == 3 && writev(fd, out, 2) == 3);
    assert(!strcmp(content("input.txt"), "xyzlo\nworld\nxyz"));
}

/* mazurka: -n 1 -- huge-read => verified */
static void huge_read(void)
{
    static char b[64]; /* not near the end of all addresses, where so much has no room */
    int fd = open("input.txt", O_RDONLY);
    assert(syscall(0, fd, b, (size_t)INT64_MAX) == -1 && errno == EFAULT);
    assert(syscall(0, fd, b, (size_t)INT32_MAX) == 12 && !memcmp(b, "hello", 5));
    assert(syscall(0, fd, b, (size_t)INT32_MAX) == 0);
    assert(pread(fd, NULL, 5, 0) == -1 && errno == EFAULT);
    assert(pread(fd, b, 5, -1) == -1 && errno == EINVAL);
}

/* mazurka: -n 1 -- devices => verified */
static void devices(void)
{
    char b[5000];
    int null = open("/dev/null", O_RDWR), zero = open("/dev/zero", O_RDWR);
    int full = open("/dev/full", O_RDWR), random = open("/dev/urandom", O_RDONLY);
    struct stat st;
    memset(b, 1, sizeof b);
    assert(read(null, b, 5) == 0 && write(null, b, 5) == 5 && lseek(null, 9, SEEK_SET) == 0);
    assert(read(zero, b, sizeof b) == sizeof b && !b[0] && !b[sizeof b - 1]);
    assert(write(full, b, 1) == -1 && errno == ENOSPC && read(full, b, 4) == 4);
    assert(read(random, b, 3000) == 3000 && !fstat(null, &st) && S_ISCHR(st.st_mode));
    assert(isatty(null) == 0 && errno == ENOTTY && open("/dev/null/x", O_RDONLY) == -1);
    FILE *f = fopen("/dev/stdout", "w");
    assert(f && fprintf(f, "hello\n") == 6 && !fclose(f));
    assert(readlink("/proc/self/exe", b, sizeof b) > 0);
}

/* mazurka: -n 1 -- streams => verified */
static void streams(void)
{
    FILE *f = fopen("new", "w+x");
    assert(f && !fopen("new", "wx") && errno == EEXIST);
    for (int i = 0; i < 3000; i++)
        fprintf(f, "%d\n", i);
    rewind(f);
    int sum = 0, x;
    while (fscanf(f, "%d", &x) == 1)
        sum += x;
    assert(sum == 2999 * 1500 && feof(f) && !fclose(f));
    f = tmpfile();
    assert(f && fputs("t", f) >= 0 && !fclose(f));
}

/* mazurka: -n 1 -- mapped => verified */
static void mapped(void)
{
    int fd = open("input.txt", O_RDWR);
    char *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
    assert(p != MAP_FAILED && !memcmp(p, "hello\nworld\n", 13));
    p[0] = 'J';
    assert(content("input.txt")[0] == 'h');
}

/* mazurka: -n 1 -- masks => verified */
static void masks(void)
{
    struct stat st;
    mode_t old = umask(077);
    put("new", "");
    assert(!stat("new", &st) && (st.st_mode & 0777) == 0600 && umask(old) == 077);
    assert(st.st_nlink == 1 && S_ISREG(st.st_mode) && st.st_uid == geteuid());
    struct statx x;
    assert(!statx(AT_FDCWD, "input.txt", 0, STATX_BASIC_STATS, &x) && x.stx_size == 12);
}

static nlink_t links(int fd)
{
    struct stat st;
    assert(!fstat(fd, &st));
    return st.st_nlink;
}

/* mazurka: -n 1 -- links => verified */
static void count_links(void)
{
    int fd = open("made", O_CREAT | O_RDWR, 0600), real = open("input.txt", O_RDONLY);
    struct stat st;
    assert(links(fd) == 1 && links(real) == 2);
    assert(!rename("made", "moved") && links(fd) == 1);
    assert(!unlink("moved") && links(fd) == 0);
    assert(write(fd, "x", 1) == 1);
    assert(!rename("input.txt", "other") && links(real) == 2);
    assert(!unlink("hard") && links(real) == 1 && !stat("other", &st) && st.st_nlink == 1);
    assert(!unlink("other") && links(real) == 0);
}

/* mazurka: -n 1 -- hole => verified */
static void hole(void)
{
    int fd = open("sparse", O_CREAT | O_RDWR, 0600);
    char c = 1;
    assert(!ftruncate(fd, 20 << 20) && pread(fd, &c, 1, 19 << 20) == 1 && !c);
    assert(!ftruncate(fd, 3) && lseek(fd, 0, SEEK_END) == 3);
}

/* mazurka: -n 1 -- rights => verified; no times of files after chmod or chown */
static void rights(void)
{
    int fd = open("made", O_CREAT | O_RDWR, 0640);
    struct stat st, real;
    umask(0);
    assert(!fstat(fd, &st) && !stat("input.txt", &real));
    assert(!fchmod(fd, st.st_mode & 07777) && !chmod("made", st.st_mode));
    assert(!chmod("input.txt", real.st_mode & 07777) && !fchmodat(AT_FDCWD, "link", real.st_mode, 0));
    assert(!chown("made", st.st_uid, st.st_gid) && !fchown(fd, (uid_t)-1, (gid_t)-1));
    assert(!lchown("link", (uid_t)-1, (gid_t)-1) && !fchownat(AT_FDCWD, "sub", getuid(), (gid_t)-1, 0));
    assert(chmod("nowhere", 0600) == -1 && errno == ENOENT);
    assert(fchmod(99, 0600) == -1 && errno == EBADF);
    assert(!unlink("made"));
}

/* mazurka: -n 1 -- rights-change => unsupported; changes who may use a file (chmod 600, and made has 640) */
static void rights_change(void)
{
    umask(0);
    int fd = open("made", O_CREAT | O_RDWR, 0640);
    fchmod(fd, 0600);
    unlink("made");
}

/* mazurka: -n 1 -- locked => verified; memory that may be locked (mlock) */
static void locked(void)
{
    char *p = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), *q = malloc(100);
    assert(!mlock(p, 8192) && !mlock(q, 100) && !munlock(p, 4096));
    p[5000] = 1;
    assert(!msync(p, 8192, MS_SYNC) && p[5000] == 1 && !munlockall());
    assert(msync(p + 1, 10, MS_SYNC) == -1 && errno == EINVAL);
    free(q);
    munmap(p, 8192);
}

static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {
    {"lowest", lowest},         {"close-stdout", close_stdout},
    {"redirect", redirect},     {"freopen", reopened},
    {"shared-offset", shared_offset},
    {"two-descriptors", two_descriptors},
    {"append", append},         {"spellings", spellings},
    {"names", names},           {"directories", directories},
    {"listing", listing},       {"truncation", truncation},
    {"vectors", vectors},       {"huge-read", huge_read},
    {"devices", devices},       {"streams", streams},
    {"mapped", mapped},         {"masks", masks},
    {"links", count_links},     {"hole", hole},
    {"rights", rights},         {"rights-change", rights_change},
    {"locked", locked},
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (argc > 1 && !strcmp(cases[i].name, argv[1])) {
            cases[i].run();
            return MPI_Finalize();
        }
    assert(!"there is such a case");
}
