/* SPDX-License-Identifier: Apache-2.0
 *
 * hidden.c - histories that differ in one thing only, for hidden.sh.
 *
 * Rank 0 receives from ranks 1 and 2 in any order. It hides in one place which of them
 * came first, forgets it everywhere else, and receives from both again, so that there is
 * a choice between: two histories that were taken for the same would go on as one from
 * there. Then it looks the first one up, and tells it by an assertion. Whatever the place
 * is, both assertions can fail. */
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <getopt.h>
#include <locale.h>
#include <mpi.h>
#include <pthread.h>
#include <search.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- memory ---- */

static int *block, *pair[2];
static void hide_heap(int v)
{
    block = malloc(sizeof *block);
    *block = v;
}
static int find_heap(void)
{
    return *block;
}

static volatile int global;
static void hide_global(int v)
{
    global = v;
}
static int find_global(void)
{
    return global;
}

static _Thread_local volatile int local;
static void hide_thread_local(int v)
{
    local = v;
}
static int find_thread_local(void)
{
    return local;
}

static volatile int *on_stack; /* a variable of main */
static void hide_stack(int v)
{
    *on_stack = v;
}
static int find_stack(void)
{
    return *on_stack;
}

/* a pointer that nothing can recognise as one */
static volatile uintptr_t masked;
static void hide_xor(int v)
{
    pair[0] = malloc(32);
    pair[1] = malloc(32);
    masked = (uintptr_t)pair[v - 1] ^ (uintptr_t)0x5a5a5a5a5a5a5a5a;
}
static int find_xor(void)
{
    return (masked ^ (uintptr_t)0x5a5a5a5a5a5a5a5a) == (uintptr_t)pair[0] ? 1 : 2;
}

/* which block is free, as the next allocation shows */
static void hide_free_block(int v)
{
    pair[0] = malloc(3000);
    pair[1] = malloc(3000);
    masked = (uintptr_t)pair[0];
    free(pair[v - 1]);
    pair[0] = pair[1] = NULL;
}
static int find_free_block(void)
{
    void *again = malloc(3000);
    return (uintptr_t)again == masked ? 1 : 2;
}

/* the size of a block that nobody has written to */
static void hide_block_size(int v)
{
    block = malloc(v == 1 ? 24 : 5000);
}
static int find_block_size(void)
{
    int *next = malloc(24);
    return (char *)next - (char *)block < 4000 && next > block ? 1 : 2;
}

static char *map[2];
static void hide_mapping(int v)
{
    map[0] = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    map[0][100] = (char)v;
}
static int find_mapping(void)
{
    return map[0][100];
}

/* the address that the next mapping gets */
static char *pages(size_t n)
{
    return mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}
static void hide_mapping_place(int v)
{
    for (int i = 0; i < 2; i++)
        map[i] = pages(4096);
    munmap(map[v - 1], 4096);
}
static int find_mapping_place(void)
{
    return pages(4096) == map[0] ? 1 : 2;
}

static sigjmp_buf back;
static void on_segv(int s)
{
    (void)s;
    siglongjmp(back, 1);
}
static void hide_protection(int v)
{
    map[0] = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(map[0], 4096, v == 1 ? PROT_READ : PROT_READ | PROT_WRITE);
}
static int find_protection(void)
{
    struct sigaction a = {.sa_handler = on_segv};
    sigaction(SIGSEGV, &a, NULL);
    if (sigsetjmp(back, 1))
        return 1;
    *(volatile char *)map[0] = 0;
    return 2;
}

static char **arguments;
static void hide_argument(int v)
{
    arguments[0][0] = (char)v;
}
static int find_argument(void)
{
    return arguments[0][0];
}

static void hide_environ(int v)
{
    setenv("HIDDEN", v == 1 ? "1" : "2", 1);
}
static int find_environ(void)
{
    return atoi(getenv("HIDDEN"));
}

/* a string of the environment that was there at the start, changed in place */
static void hide_environ_text(int v)
{
    extern char **environ;
    char *text = environ[0];
    text[strlen(text) - 1] = (char)('0' + v);
}
static int find_environ_text(void)
{
    extern char **environ;
    return environ[0][strlen(environ[0]) - 1] - '0';
}

static int (*volatile function)(void);
static int one(void)
{
    return 1;
}
static int two(void)
{
    return 2;
}
static void hide_function(int v)
{
    function = v == 1 ? one : two;
}
static int find_function(void)
{
    return function();
}

/* ---- the processor ---- */

static void hide_rounding(int v)
{
    fesetround(v == 1 ? FE_UPWARD : FE_DOWNWARD);
}
static int find_rounding(void)
{
    return fegetround() == FE_UPWARD ? 1 : 2;
}

static void hide_rounding_sse(int v)
{
    unsigned m;
    __asm__ volatile("stmxcsr %0" : "=m"(m));
    m = (m & ~0x6000u) | (v == 1 ? 0x2000u : 0x4000u);
    __asm__ volatile("ldmxcsr %0" : : "m"(m));
}
static int find_rounding_sse(void)
{
    unsigned m;
    __asm__ volatile("stmxcsr %0" : "=m"(m));
    return (m & 0x6000) == 0x2000 ? 1 : 2;
}

static void hide_precision(int v)
{
    unsigned short w;
    __asm__ volatile("fnstcw %0" : "=m"(w));
    w = (unsigned short)((w & ~0x300) | (v == 1 ? 0x200 : 0x300));
    __asm__ volatile("fldcw %0" : : "m"(w));
}
static int find_precision(void)
{
    unsigned short w;
    __asm__ volatile("fnstcw %0" : "=m"(w));
    return (w & 0x300) == 0x200 ? 1 : 2;
}

static void hide_exceptions(int v)
{
    feclearexcept(FE_ALL_EXCEPT);
    if (v == 1)
        feraiseexcept(FE_DIVBYZERO);
}
static int find_exceptions(void)
{
    return fetestexcept(FE_DIVBYZERO) ? 1 : 2;
}

/* ---- the C library ---- */

static void hide_errno(int v)
{
    errno = v;
}
static int find_errno(void)
{
    return errno;
}

static void hide_srand(int v)
{
    srand((unsigned)v);
}
static int find_srand(void)
{
    int next = rand();
    srand(1);
    return next == rand() ? 1 : 2;
}

static void hide_rand(int v)
{
    srand(5);
    for (int i = 0; i < v; i++)
        rand();
}
static int find_rand(void)
{
    int next = rand();
    srand(5);
    rand();
    return next == rand() ? 1 : 2;
}

static void hide_drand48(int v)
{
    srand48(v);
}
static int find_drand48(void)
{
    long next = lrand48();
    srand48(1);
    return next == lrand48() ? 1 : 2;
}

static void hide_strtok(int v)
{
    static char text[] = "a b c d";
    strtok(text, " ");
    if (v == 2)
        strtok(NULL, " ");
}
static int find_strtok(void)
{
    return strtok(NULL, " ")[0] == 'b' ? 1 : 2;
}

static void hide_getopt(int v)
{
    optind = v;
}
static int find_getopt(void)
{
    return optind;
}

static void hide_locale(int v)
{
    if (v == 1)
        setlocale(LC_CTYPE, "C.UTF-8");
}
static int find_locale(void)
{
    const char *now = setlocale(LC_CTYPE, NULL);
    return strcmp(now, "C") ? 1 : 2;
}

static void hide_tree(int v) /* hsearch: a table inside of libc */
{
    hcreate(8);
    hsearch((ENTRY){.key = (char *)"first", .data = (void *)(uintptr_t)v}, ENTER);
}
static int find_tree(void)
{
    return (int)(uintptr_t)hsearch((ENTRY){.key = (char *)"first"}, FIND)->data;
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void hide_lock(int v)
{
    if (v == 1)
        pthread_mutex_lock(&lock);
}
static int find_lock(void)
{
    return pthread_mutex_trylock(&lock) ? 1 : 2;
}

static pthread_key_t key;
static void hide_specific(int v)
{
    pthread_key_create(&key, NULL);
    pthread_setspecific(key, (void *)(uintptr_t)v);
}
static int find_specific(void)
{
    return (int)(uintptr_t)pthread_getspecific(key);
}

static void tell(int first)
{
    assert(first != 1);
    assert(first != 2);
}
static void at_exit_one(void)
{
    tell(1);
}
static void at_exit_two(void)
{
    tell(2);
}
static void hide_atexit(int v)
{
    atexit(v == 1 ? at_exit_one : at_exit_two);
}
static int find_atexit(void)
{
    return 0;
}

/* ---- streams ---- */

static FILE *stream;
static void hide_stream(int v) /* a byte that is not written yet */
{
    stream = fopen("stream", "w+");
    fputc(v, stream);
}
static int find_stream(void)
{
    rewind(stream);
    return fgetc(stream);
}

static void hide_ungetc(int v)
{
    stream = fopen("stream", "w+");
    fputs("abc", stream);
    rewind(stream);
    fgetc(stream);
    ungetc(v, stream);
}
static int find_ungetc(void)
{
    return fgetc(stream);
}

static void hide_stream_error(int v)
{
    stream = fopen("stream", "w+");
    if (v == 1)
        fgetc(stream);
}
static int find_stream_error(void)
{
    return feof(stream) ? 1 : 2;
}

static void hide_buffering(int v)
{
    stream = fopen("stream", "w+");
    setvbuf(stream, NULL, v == 1 ? _IONBF : _IOFBF, 512);
}
static int find_buffering(void)
{
    struct stat s;
    fputc('x', stream);
    fstat(fileno(stream), &s);
    return s.st_size ? 1 : 2;
}

static void hide_line(int v) /* an incomplete line of output */
{
    printf("%s", v == 1 ? "1" : "22");
}
static int find_line(void)
{
    extern size_t __fpending(FILE *);
    return (int)__fpending(stdout);
}

/* ---- descriptors and files ---- */

static int fd, ends[2];
static void make(void)
{
    fd = open("file", O_RDWR | O_CREAT | O_TRUNC, 0644);
}

static void hide_file(int v)
{
    char c = (char)v;
    make();
    if (write(fd, &c, 1) != 1)
        exit(0);
}
static int find_file(void)
{
    char c = 0;
    return pread(fd, &c, 1, 0) == 1 ? c : 0;
}

static void hide_closed_file(int v)
{
    hide_file(v);
    close(fd);
}
static int find_closed_file(void)
{
    fd = open("file", O_RDONLY);
    return find_file();
}

static void hide_file_length(int v)
{
    make();
    if (ftruncate(fd, v * 4096))
        exit(0);
}
static int find_file_length(void)
{
    struct stat s;
    fstat(fd, &s);
    return (int)s.st_size / 4096;
}

static void hide_offset(int v)
{
    make();
    lseek(fd, v, SEEK_SET);
}
static int find_offset(void)
{
    return (int)lseek(fd, 0, SEEK_CUR);
}

static void hide_shared_offset(int v) /* of a description that two descriptors have */
{
    make();
    ends[0] = dup(fd);
    lseek(ends[0], v, SEEK_SET);
    close(ends[0]);
}
static int find_shared_offset(void)
{
    return find_offset();
}

static void hide_exists(int v)
{
    make();
    close(fd);
    if (v == 2)
        unlink("file");
}
static int find_exists(void)
{
    return access("file", F_OK) ? 2 : 1;
}

static void hide_umask(int v)
{
    umask(v == 1 ? 022 : 077);
}
static int find_umask(void)
{
    return umask(0) == 022 ? 1 : 2;
}

static void hide_directory(int v)
{
    if (mkdir(v == 1 ? "one" : "two", 0755))
        exit(0);
}
static int find_directory(void)
{
    return access("one", F_OK) ? 2 : 1;
}

static void hide_cwd(int v)
{
    if (mkdir("one", 0755) || mkdir("two", 0755) || chdir(v == 1 ? "one" : "two"))
        exit(0);
}
static int find_cwd(void)
{
    char path[4096];
    return strcmp(strrchr(getcwd(path, sizeof path), '/'), "/one") ? 2 : 1;
}

static void hide_renamed(int v)
{
    make();
    close(fd);
    if (rename("file", v == 1 ? "one" : "two"))
        exit(0);
}
static int find_renamed(void)
{
    return access("one", F_OK) ? 2 : 1;
}

static void hide_descriptor(int v) /* which number is free */
{
    ends[0] = open("file", O_RDWR | O_CREAT, 0644);
    ends[1] = open("file", O_RDWR | O_CREAT, 0644);
    close(ends[v - 1]);
}
static int find_descriptor(void)
{
    return open("file", O_RDWR) == ends[0] ? 1 : 2;
}

static void hide_close_on_exec(int v)
{
    make();
    fcntl(fd, F_SETFD, v == 1 ? FD_CLOEXEC : 0);
}
static int find_close_on_exec(void)
{
    return fcntl(fd, F_GETFD) & FD_CLOEXEC ? 1 : 2;
}

static void hide_append(int v)
{
    make();
    fcntl(fd, F_SETFL, v == 1 ? O_APPEND : 0);
}
static int find_append(void)
{
    return fcntl(fd, F_GETFL) & O_APPEND ? 1 : 2;
}

static DIR *folder;
static void hide_listing(int v)
{
    make();
    folder = opendir(".");
    for (int i = 0; i < v; i++)
        readdir(folder);
}
static int find_listing(void)
{
    int left = 0, all = 0;
    while (readdir(folder))
        left++;
    rewinddir(folder);
    while (readdir(folder))
        all++;
    return all - left;
}

static void hide_standard_input(int v)
{
    if (v == 1)
        close(0);
}
static int find_standard_input(void)
{
    return fcntl(0, F_GETFD) < 0 ? 1 : 2;
}

/* ---- signals, time and the process ---- */

static void ignore(int s)
{
    (void)s;
}
static void hide_handler(int v)
{
    signal(SIGUSR1, v == 1 ? ignore : SIG_IGN);
}
static int find_handler(void)
{
    struct sigaction a;
    sigaction(SIGUSR1, NULL, &a);
    return a.sa_handler == ignore ? 1 : 2;
}

static void hide_mask(int v)
{
    sigset_t s;
    sigemptyset(&s);
    if (v == 1)
        sigaddset(&s, SIGUSR1);
    sigprocmask(SIG_SETMASK, &s, NULL);
}
static int find_mask(void)
{
    sigset_t s;
    sigprocmask(SIG_SETMASK, NULL, &s);
    return sigismember(&s, SIGUSR1) ? 1 : 2;
}

static void hide_pending(int v)
{
    hide_mask(1);
    signal(SIGUSR1, ignore);
    if (v == 1)
        raise(SIGUSR1);
}
static int find_pending(void)
{
    sigset_t s;
    sigpending(&s);
    return sigismember(&s, SIGUSR1) ? 1 : 2;
}

static void hide_signal_stack(int v)
{
    stack_t s = {.ss_size = 65536, .ss_flags = v == 1 ? 0 : SS_DISABLE};
    s.ss_sp = malloc(65536);
    sigaltstack(&s, NULL);
}
static int find_signal_stack(void)
{
    stack_t s;
    sigaltstack(NULL, &s);
    return s.ss_flags & SS_DISABLE ? 2 : 1;
}

static double start;
static void hide_wtime(int v)
{
    struct timespec t = {.tv_sec = v * 1000};
    nanosleep(&t, NULL);
}
static int find_wtime(void)
{
    return (int)((MPI_Wtime() - start + 500) / 1000);
}

static void hide_clock(int v)
{
    start = MPI_Wtime();
    usleep((unsigned)v * 900000);
}
static int find_clock(void)
{
    return MPI_Wtime() - start < 1.5 ? 1 : 2;
}

static void hide_process_name(int v)
{
    prctl(PR_SET_NAME, v == 1 ? "one" : "two");
}
static int find_process_name(void)
{
    char name[16];
    prctl(PR_GET_NAME, name);
    return strcmp(name, "one") ? 2 : 1;
}

/* ---- MPI ---- */

static MPI_Comm comm;
static MPI_Request request, requests[2];

static void hide_attribute(int v)
{
    int k;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &k, NULL);
    global = k;
    MPI_Comm_set_attr(MPI_COMM_WORLD, k, (void *)(uintptr_t)v);
}
static int find_attribute(void)
{
    void *value;
    int flag;
    MPI_Comm_get_attr(MPI_COMM_WORLD, global, &value, &flag);
    return (int)(uintptr_t)value;
}

static void hide_type_attribute(int v)
{
    int k;
    MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &k, NULL);
    global = k;
    if (v == 1)
        MPI_Type_set_attr(MPI_INT, k, NULL);
}
static int find_type_attribute(void)
{
    void *value;
    int flag;
    MPI_Type_get_attr(MPI_INT, global, &value, &flag);
    return flag ? 1 : 2;
}

static MPI_Info info;
static void hide_info(int v)
{
    MPI_Info_create(&info);
    MPI_Info_set(info, "first", v == 1 ? "1" : "2");
}
static int find_info(void)
{
    char value[8];
    int flag;
    MPI_Info_get(info, "first", 7, value, &flag);
    return atoi(value);
}

static void hide_info_order(int v)
{
    MPI_Info_create(&info);
    MPI_Info_set(info, v == 1 ? "a" : "b", "x");
    MPI_Info_set(info, v == 1 ? "b" : "a", "x");
}
static int find_info_order(void)
{
    char name[MPI_MAX_INFO_KEY];
    MPI_Info_get_nthkey(info, 0, name);
    return name[0] == 'a' ? 1 : 2;
}

static void hide_persistent(int v) /* which of two persistent receives is active */
{
    static int x[2];
    for (int i = 0; i < 2; i++)
        MPI_Recv_init(&x[i], 1, MPI_INT, 0, 10 + i, MPI_COMM_SELF, &requests[i]);
    MPI_Start(&requests[v - 1]);
}
static int find_persistent(void)
{
    int flag;
    MPI_Status s;
    MPI_Request_get_status(requests[0], &flag, &s);
    return flag ? 2 : 1; /* an inactive one is complete */
}

static void hide_errhandler(int v)
{
    MPI_Comm_set_errhandler(MPI_COMM_WORLD,
                            v == 1 ? MPI_ERRORS_RETURN : MPI_ERRORS_ARE_FATAL);
}
static int find_errhandler(void)
{
    MPI_Errhandler e;
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &e);
    return e == MPI_ERRORS_RETURN ? 1 : 2;
}

static void hide_error_string(int v)
{
    int class, code;
    MPI_Add_error_class(&class);
    MPI_Add_error_code(class, &code);
    MPI_Add_error_string(code, v == 1 ? "1" : "2");
    global = code;
}
static int find_error_string(void)
{
    char text[MPI_MAX_ERROR_STRING];
    int n;
    MPI_Error_string(global, text, &n);
    return atoi(text);
}

static MPI_Datatype type;
static void hide_type(int v)
{
    MPI_Type_vector(3, v, 4, MPI_INT, &type);
    MPI_Type_commit(&type);
}
static int find_type(void)
{
    int n;
    MPI_Type_size(type, &n);
    return n / 12;
}

static void hide_type_name(int v)
{
    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Type_set_name(type, v == 1 ? "1" : "2");
}
static int find_type_name(void)
{
    char name[MPI_MAX_OBJECT_NAME];
    int n;
    MPI_Type_get_name(type, name, &n);
    return atoi(name);
}

static void hide_comm_name(int v)
{
    MPI_Comm_set_name(MPI_COMM_WORLD, v == 1 ? "1" : "2");
}
static int find_comm_name(void)
{
    char name[MPI_MAX_OBJECT_NAME];
    int n;
    MPI_Comm_get_name(MPI_COMM_WORLD, name, &n);
    return atoi(name);
}

static void hide_topology(int v)
{
    int dims[2] = {1, 1}, periods[2] = {v == 1, 0};
    MPI_Cart_create(MPI_COMM_SELF, 2, dims, periods, 0, &comm);
}
static int find_topology(void)
{
    int dims[2], periods[2], coords[2];
    MPI_Cart_get(comm, 2, dims, periods, coords);
    return periods[0] ? 1 : 2;
}

static MPI_Group group;
static void hide_group(int v)
{
    MPI_Group world;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &v, &group);
    MPI_Group_free(&world);
}
static int find_group(void)
{
    MPI_Group world;
    int zero = 0, rank;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_translate_ranks(group, 1, &zero, world, &rank);
    return rank;
}

static MPI_Op op;
static void add(void *in, void *inout, int *n, MPI_Datatype *t)
{
    (void)t;
    for (int i = 0; i < *n; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}
static void hide_op(int v)
{
    MPI_Op_create(add, v == 1, &op);
}
static int find_op(void)
{
    int commutes;
    MPI_Op_commutative(op, &commutes);
    return commutes ? 1 : 2;
}

static void hide_attached(int v)
{
    static char space[4096];
    MPI_Buffer_attach(space, v * 1000);
}
static int find_attached(void)
{
    void *at;
    int n;
    MPI_Buffer_detach(&at, &n);
    return n / 1000;
}

static void hide_buffered(int v) /* a message that is under way to oneself */
{
    static char space[4096];
    MPI_Buffer_attach(space, sizeof space);
    MPI_Bsend(&v, 1, MPI_INT, 0, 5, MPI_COMM_SELF);
}
static int find_buffered(void)
{
    int x;
    void *at;
    MPI_Recv(&x, 1, MPI_INT, 0, 5, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Buffer_detach(&at, &(int){0});
    return x;
}

static void hide_unexpected(int v) /* the order of two messages that wait */
{
    static int x[2];
    for (int i = 0; i < 2; i++)
        MPI_Isend(&x[i], 1, MPI_INT, 0, i ? 3 - v : v, MPI_COMM_SELF, &requests[i]);
}
static int find_unexpected(void)
{
    int x;
    MPI_Status s;
    MPI_Recv(&x, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_SELF, &s);
    MPI_Recv(&x, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    return s.MPI_TAG;
}

static void hide_channel(int v) /* the communicator on which a message waits */
{
    static int x;
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    MPI_Isend(&x, 1, MPI_INT, 0, 5, v == 1 ? comm : MPI_COMM_SELF, &request);
}
static int find_channel(void)
{
    int flag, x;
    MPI_Iprobe(0, 5, comm, &flag, MPI_STATUS_IGNORE);
    MPI_Recv(&x, 1, MPI_INT, 0, 5, flag ? comm : MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&comm);
    return flag ? 1 : 2;
}

static void hide_posted(int v) /* what a pending receive accepts */
{
    static int x;
    MPI_Irecv(&x, 1, MPI_INT, 0, 5 + v, MPI_COMM_SELF, &request);
}
static int find_posted(void)
{
    int x = 0;
    MPI_Status s;
    MPI_Request sent[2];
    for (int i = 0; i < 2; i++)
        MPI_Isend(&x, 1, MPI_INT, 0, 6 + i, MPI_COMM_SELF, &sent[i]);
    MPI_Wait(&request, &s);
    MPI_Recv(&x, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Waitall(2, sent, MPI_STATUSES_IGNORE);
    return s.MPI_TAG - 5;
}

static void hide_posted_buffer(int v) /* where it puts the message */
{
    static int x[2];
    block = x;
    MPI_Irecv(&x[v - 1], 1, MPI_INT, 0, 5, MPI_COMM_SELF, &request);
}
static int find_posted_buffer(void)
{
    int x = 1;
    MPI_Request sent;
    MPI_Isend(&x, 1, MPI_INT, 0, 5, MPI_COMM_SELF, &sent);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Wait(&sent, MPI_STATUS_IGNORE);
    return block[0] ? 1 : 2;
}

static void hide_cancelled(int v)
{
    static int x;
    MPI_Irecv(&x, 1, MPI_INT, 0, 5, MPI_COMM_SELF, &request);
    if (v == 1)
        MPI_Cancel(&request);
}
static int find_cancelled(void)
{
    int x = 0, flag;
    MPI_Status s;
    MPI_Request sent;
    MPI_Isend(&x, 1, MPI_INT, 0, 5, MPI_COMM_SELF, &sent);
    MPI_Wait(&request, &s);
    MPI_Test_cancelled(&s, &flag);
    if (flag)
        MPI_Recv(&x, 1, MPI_INT, 0, 5, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Wait(&sent, MPI_STATUS_IGNORE);
    return flag ? 1 : 2;
}

static MPI_Status kept;
static void hide_status(int v)
{
    MPI_Status_set_elements(&kept, MPI_INT, v);
}
static int find_status(void)
{
    int n;
    MPI_Get_count(&kept, MPI_INT, &n);
    return n;
}

static MPI_Message message;
static void hide_taken(int v) /* a message that a probe has taken */
{
    static int x[2] = {1, 2};
    for (int i = 0; i < 2; i++)
        MPI_Isend(&x[i], 1, MPI_INT, 0, 6 + i, MPI_COMM_SELF, &requests[i]);
    MPI_Mprobe(0, 5 + v, MPI_COMM_SELF, &message, MPI_STATUS_IGNORE);
}
static int find_taken(void)
{
    int x, other;
    MPI_Mrecv(&x, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    MPI_Recv(&other, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    return x;
}

static int nothing_query(void *x, MPI_Status *s)
{
    (void)x;
    MPI_Status_set_elements(s, MPI_INT, 0);
    MPI_Status_set_cancelled(s, 0);
    return MPI_SUCCESS;
}
static int nothing_free(void *x)
{
    (void)x;
    return MPI_SUCCESS;
}
static int nothing_cancel(void *x, int complete)
{
    (void)x, (void)complete;
    return MPI_SUCCESS;
}
static void hide_generalized(int v)
{
    MPI_Grequest_start(nothing_query, nothing_free, nothing_cancel, NULL, &request);
    if (v == 1)
        MPI_Grequest_complete(request);
}
static int find_generalized(void)
{
    int flag;
    MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
    if (!flag)
        MPI_Grequest_complete(request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return flag ? 1 : 2;
}

static void hide_keyval(int v)
{
    int k[2];
    for (int i = 0; i < 2; i++)
        MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &k[i],
                               NULL);
    global = k[0];
    MPI_Comm_free_keyval(&k[v - 1]);
}
static int find_keyval(void)
{
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    return MPI_Comm_set_attr(MPI_COMM_SELF, global, NULL) ? 1 : 2;
}

static MPI_File shared_file;
static void hide_file_pointer(int v)
{
    MPI_File_open(MPI_COMM_SELF, "data", MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_INFO_NULL,
                  &shared_file);
    MPI_File_seek(shared_file, v, MPI_SEEK_SET);
}
static int find_file_pointer(void)
{
    MPI_Offset at;
    MPI_File_get_position(shared_file, &at);
    MPI_File_close(&shared_file);
    return (int)at;
}

static void hide_file_view(int v)
{
    MPI_File_open(MPI_COMM_SELF, "data", MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_INFO_NULL,
                  &shared_file);
    MPI_File_set_view(shared_file, v, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
}
static int find_file_view(void)
{
    MPI_Offset at;
    MPI_File_get_byte_offset(shared_file, 0, &at);
    MPI_File_close(&shared_file);
    return (int)at;
}

static void hide_partitions(int v)
{
    static int x[2], y[2];
    MPI_Psend_init(x, 2, 1, MPI_INT, 0, 5, MPI_COMM_SELF, MPI_INFO_NULL, &requests[0]);
    MPI_Precv_init(y, 2, 1, MPI_INT, 0, 5, MPI_COMM_SELF, MPI_INFO_NULL, &requests[1]);
    MPI_Startall(2, requests);
    MPI_Pready(v - 1, requests[0]);
}
static int find_partitions(void)
{
    int flag;
    MPI_Parrived(requests[1], 0, &flag);
    for (int i = 0; i < 2; i++)
        if (i == !!flag)
            MPI_Pready(i, requests[0]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    return flag ? 1 : 2;
}

/* ---- all of them ---- */

static void hide_nothing(int v)
{
    (void)v;
}
static int find_nothing(void)
{
    return 0;
}

static const struct {
    const char *name;
    void (*hide)(int);
    int (*find)(void);
} places[] = {
#define PLACE(name)                                                                      \
    {                                                                                    \
#name, hide_##name, find_##name                                                  \
    }
    PLACE(nothing),        PLACE(heap),
    PLACE(global),         PLACE(thread_local),
    PLACE(stack),          PLACE(xor),
    PLACE(free_block),     PLACE(block_size),
    PLACE(mapping),        PLACE(mapping_place),
    PLACE(protection),     PLACE(argument),
    PLACE(environ),        PLACE(environ_text),
    PLACE(function),       PLACE(rounding),
    PLACE(rounding_sse),   PLACE(precision),
    PLACE(exceptions),     PLACE(errno),
    PLACE(srand),          PLACE(rand),
    PLACE(drand48),        PLACE(strtok),
    PLACE(getopt),         PLACE(locale),
    PLACE(tree),           PLACE(lock),
    PLACE(specific),       PLACE(atexit),
    PLACE(stream),         PLACE(ungetc),
    PLACE(stream_error),   PLACE(buffering),
    PLACE(line),           PLACE(file),
    PLACE(closed_file),    PLACE(file_length),
    PLACE(offset),         PLACE(shared_offset),
    PLACE(exists),         PLACE(umask),
    PLACE(directory),      PLACE(cwd),
    PLACE(renamed),        PLACE(descriptor),
    PLACE(close_on_exec),  PLACE(append),
    PLACE(listing),        PLACE(standard_input),
    PLACE(handler),        PLACE(mask),
    PLACE(pending),        PLACE(signal_stack),
    PLACE(wtime),          PLACE(clock),
    PLACE(process_name),   PLACE(attribute),
    PLACE(type_attribute), PLACE(info),
    PLACE(info_order),     PLACE(persistent),
    PLACE(errhandler),     PLACE(error_string),
    PLACE(type),           PLACE(type_name),
    PLACE(comm_name),      PLACE(topology),
    PLACE(group),          PLACE(op),
    PLACE(attached),       PLACE(buffered),
    PLACE(unexpected),     PLACE(channel),
    PLACE(posted),         PLACE(posted_buffer),
    PLACE(cancelled),      PLACE(status),
    PLACE(taken),          PLACE(generalized),
    PLACE(keyval),         PLACE(file_pointer),
    PLACE(file_view),      PLACE(partitions),
};

__attribute__((noinline)) static int receive(int tag)
{
    volatile int x = 0;
    MPI_Recv((void *)&x, 1, MPI_INT, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    int got = x;
    x = 0;
    return got;
}

__attribute__((noinline)) static void forget(int tag)
{
    receive(tag);
    receive(tag);
}

__attribute__((noinline)) static void receive_first(void (*hide)(int))
{
    int saved = errno;
    int first = receive(0);
    errno = saved;
    hide(first);
    saved = errno;
    receive(0);
    errno = saved;
}

int main(int argc, char **argv)
{
    int rank;
    size_t k = 0;
    volatile int mine = 0;
    const char *name = argc > 1 ? argv[1] : "";
    on_stack = &mine;
    arguments = argv;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    while (k < sizeof places / sizeof *places && strcmp(places[k].name, name))
        k++;
    if (k == sizeof places / sizeof *places) { /* tells their names */
        for (k = 0; !rank && k < sizeof places / sizeof *places; k++)
            printf("place %s\n", places[k].name);
        MPI_Finalize();
        return 0;
    }
    if (rank == 0) {
        receive_first(places[k].hide);
        int saved = errno;
        forget(1);
        errno = saved;
        tell(places[k].find());
    } else {
        for (int tag = 0; tag < 2; tag++)
            MPI_Send(&rank, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
