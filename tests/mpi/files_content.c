/* file: input.txt hello\nworld\n */
/* link: link input.txt */
/* hard link: hard input.txt */
/* directory: sub */
/* fifo: fifo */
/* mpich: passes */
/* Ranks and files: parts of files, ends of files, files that everybody writes to. See
 * files_shared.h. */
#include "files_shared.h"

#include <sys/mman.h>
#include <sys/stat.h>

/* mazurka: -n 2 -- both-write => file-race: new */
static void both_write(void)
{
    put("new", "same");
}

/* mazurka: -n 3 -- own-files => verified */
static void own_files(void)
{
    char name[16];
    snprintf(name, sizeof name, "own%d", me);
    put(name, name);
    assert(!strcmp(content(name), name));
    barrier();
    snprintf(name, sizeof name, "own%d", (me + 1) % n);
    assert(!strcmp(content(name), name));
}

/* mazurka: -n 4 -- disjoint => verified */
static void disjoint(void)
{
    int fd = open("new", O_RDWR | O_CREAT, 0600);
    char mine[8];
    memset(mine, 'a' + me, sizeof mine);
    assert(pwrite(fd, mine, sizeof mine, me * 8) == 8);
    barrier();
    assert(pread(fd, text, 100, 0) == 8 * n);
    for (int i = 0; i < 8 * n; i++)
        assert(text[i] == 'a' + i / 8);
}

/* mazurka: -n 2 -- overlapping => file-race: writes new */
static void overlapping(void)
{
    int fd = open("new", O_RDWR | O_CREAT, 0600);
    pwrite(fd, "12345678", 8, me * 7);
}

/* mazurka: -n 3 -- log => verified */
static void logging(void)
{
    FILE *f = fopen("log", "a");
    assert(f);
    fprintf(f, "rank %d\n", me);
    assert(!fclose(f));
    barrier();
    f = fopen("log", "a");
    fprintf(f, "again %d\n", me);
    fclose(f);
}

/* mazurka: -n 3 -- log-descriptor => verified */
static void log_descriptor(void)
{
    int fd = open("log", O_WRONLY | O_APPEND | O_CREAT, 0644);
    assert(write(fd, &"abc"[me], 1) == 1);
    close(fd);
}

/* mazurka: -n 3 -- log-read => file-race: appends to log */
static void log_read(void)
{
    FILE *f = fopen("log", "a");
    fprintf(f, "rank %d\n", me);
    fclose(f);
    barrier();
    if (me == 0)
        content("log");
}

/* mazurka: -n 3 -- log-same => verified */
static void log_same(void)
{
    FILE *f = fopen("log", "a");
    fprintf(f, "x\n");
    fclose(f);
    barrier();
    assert(!strcmp(content("log"), "x\nx\nx\n"));
}

/* mazurka: -n 3 -- log-length => verified */
static void log_length(void)
{
    struct stat st;
    FILE *f = fopen("log", "a");
    fprintf(f, "%d\n", me);
    fclose(f);
    barrier();
    assert(!stat("log", &st) && st.st_size == 6);
}

/* mazurka: -n 2 -- log-header => file-race: log */
static void log_header(void)
{
    FILE *f = fopen("log", "a");
    if (ftell(f) == 0)
        fprintf(f, "header\n");
    fclose(f);
}

/* mazurka: -n 3 -- log-turns => verified */
static void log_turns(void)
{
    FILE *f;
    if (me > 0)
        token(me - 1, me);
    f = fopen("log", "a");
    fprintf(f, "%d\n", me);
    fclose(f);
    if (me < n - 1)
        token(me, me + 1);
    barrier();
    assert(!strcmp(content("log"), "0\n1\n2\n"));
}

/* mazurka: -n 2 -- truncate => file-race: input.txt */
static void truncating(void)
{
    if (me == 0)
        truncate("input.txt", 3);
    else
        content("input.txt");
}

/* mazurka: -n 2 -- same-truncate => verified */
static void same_truncate(void)
{
    int fd = open("new", O_CREAT | O_RDWR, 0600);
    assert(!ftruncate(fd, 16) && pwrite(fd, "12345678", 8, me * 8) == 8);
    barrier();
    assert(pread(fd, text, 100, 0) == 16 && !memcmp(text, "1234567812345678", 16));
}

/* mazurka: -n 2 -- long-open => verified */
static void long_open(void)
{
    FILE *f = fopen("new", me ? "a+" : "w");
    assert(f);
    barrier(); /* whoever opens does not touch what is in it */
    if (me == 0)
        fputs("x\n", f), fflush(f);
    barrier();
    if (me == 1)
        assert(fgets(text, 9, f) && text[0] == 'x');
    fclose(f);
}

/* mazurka: -n 2 -- map-then-write => unsupported: writes input.txt, which rank 0 has mapped */
static void map_then_write(void)
{
    if (me == 0) {
        int fd = open("input.txt", O_RDONLY);
        volatile char *p = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
        token(0, 1);
        token(1, 0);
        assert(p[0] == 'H');
    } else {
        token(0, 1);
        int fd = open("input.txt", O_WRONLY);
        write(fd, "H", 1);
        token(1, 0);
    }
}

const struct file_case file_cases[] = {
    {"both-write", both_write},
    {"own-files", own_files},
    {"disjoint", disjoint},
    {"overlapping", overlapping},
    {"log", logging},
    {"log-descriptor", log_descriptor},
    {"log-read", log_read},
    {"log-same", log_same},
    {"log-length", log_length},
    {"log-header", log_header},
    {"log-turns", log_turns},
    {"truncate", truncating},
    {"same-truncate", same_truncate},
    {"long-open", long_open},
    {"map-then-write", map_then_write},
    {0},
};
