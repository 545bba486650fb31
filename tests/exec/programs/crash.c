/* mazurka: -- null => crash; null pointer; crash.c:61; in dereference
 * mazurka: -- jump => crash; where there is no code
 * mazurka: -- abort => crash; abort() was called
 * mazurka: --show-output -- abort => crash; victim| before it; one| sent
 * mazurka: -- fiber => unsupported; stack of its own
 * mazurka: -- assert => assertion; what == 3 failed in fail_assert
 * mazurka: -- exit => exit-code; exit with code 3
 * mazurka: -- _exit => exit-code; exit with code 4
 * mazurka: -- exit0 => verified
 * mazurka: -- overflow => crash; stack overflow
 * mazurka: -- fpe => crash; division by zero
 * mazurka: -- doublefree => crash; freed before
 * mazurka: -- badfree => crash; malloc did not return
 * mazurka: -- overrun => crash; past its end
 * mazurka: -- overrun-free => crash; past its end
 * mazurka: --step-time 0.3 -- spin => non-termination; computes for ever; crash.c:
 * mazurka: --step-time 0.3 -- around => non-termination; computes for ever
 * mazurka: --step-time 0.3 -- yield => non-termination; computes for ever
 * mazurka: --step-time 0.3 -- loop => incomplete; victim, which has computed for 0.3 s, at crash.c:; --step-time
 * mazurka: --step-time 0.3 -- output => incomplete; has computed for
 * mazurka: --step-time 600 -- long => verified
 * mazurka: --show-output -- much => exit-code; bytes more
 * mazurka: -- smash => crash
 * mazurka: -- wild => crash; write to address
 * mazurka: -- trap => crash; illegal instruction
 * mazurka: -- raise => crash; signal 15
 * mazurka: -- fork => unsupported; starts a process
 * mazurka: -- exec => unsupported; becomes another program
 * mazurka: -- system => unsupported; starts a process
 * mazurka: -- thread => incomplete; threads: one schedule
 * mazurka: -- socket => unsupported; network
 * mazurka: -- pipe => unsupported; waits for what is written to a pipe
 * mazurka: -- syscall => unsupported; system call 333
 * mazurka: -- badwrite => verified
 * mazurka: -- setup => unsupported; before its actors
 * mazurka: -- norun => unsupported; without mz_run
 * mazurka: -- usage => unsupported; ended with code 2; saying: usage
 * mazurka: -- agent => unsupported; the process was lost; after these steps
 * mazurka: -- blocked => deadlock; nobody will send
 * mazurka: -- truncation => truncation; 8 bytes for a buffer of 4
 * mazurka: -- misuse => invalid-argument; not a communication
 *
 * Everything that can go wrong in an actor, one at a time. */
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

static mz_mailbox box;
static const char *what_to_do;

static int __attribute__((noinline)) dereference(volatile int *p)
{
    return *p;
}

static void __attribute__((noinline)) fail_assert(int what)
{
    assert(what == 3);
}

static int __attribute__((noinline)) deep(int x)
{
    volatile char big[4000];
    big[0] = (char)x;
    return x < 0 ? 0 : deep(x + 1) + big[0];
}

static void __attribute__((noinline)) smash(volatile int n)
{
    char small[16];
    volatile char *p = small;
    for (int i = 0; i < n; i++)
        p[i] = 1;
}

static void *thread(void *arg)
{
    return arg;
}

static ucontext_t here, there;

static void on_fiber(void)
{
    long v;
    mz_recv(box, &v, sizeof v);
}

static void go_wrong(const char *how)
{
    printf("before it\n");
    fflush(stdout);
    if (!strcmp(how, "fiber")) {
        getcontext(&there);
        there.uc_stack.ss_sp = malloc(65536);
        there.uc_stack.ss_size = 65536;
        there.uc_link = &here;
        makecontext(&there, on_fiber, 0);
        swapcontext(&here, &there);
    }
    volatile int zero = 0;
    volatile unsigned long k = 0;
    if (!strcmp(how, "null"))
        dereference(NULL);
    if (!strcmp(how, "jump"))
        ((void (*)(void))0x10)();
    if (!strcmp(how, "abort"))
        abort();
    if (!strcmp(how, "assert"))
        fail_assert(4);
    if (!strcmp(how, "exit"))
        exit(3);
    if (!strcmp(how, "_exit"))
        _exit(4);
    if (!strcmp(how, "exit0"))
        exit(0);
    if (!strcmp(how, "overflow"))
        printf("%d", deep(0));
    if (!strcmp(how, "fpe"))
        zero = 100 / zero;
    if (!strcmp(how, "doublefree")) {
        char *p = malloc(10);
        free(p);
        free(p);
    }
    if (!strcmp(how, "badfree"))
        free((char *)malloc(100) + 32);
    if (!strncmp(how, "overrun", 7)) {
        char *p = malloc(10);
        memset(p, 1, (size_t)10 + 4 + (size_t)zero);
        if (strlen(how) > 7)
            free(p);
    }
    while (!strcmp(how, "loop"))
        k++;
    while (!strcmp(how, "yield"))
        getppid();
    while (!strcmp(how, "spin"))
        ;
    char *block = malloc(3000); /* it changes, and changes back */
    for (int i = 0; !strcmp(how, "around"); i = (i + 1) % 100)
        block[i] ^= 1;
    for (long i = 0; !strcmp(how, "long") && i < 500000000; i++)
        __asm__ volatile("");
    for (int i = 0; !strcmp(how, "much") && i < 5000000; i++)
        printf("again and again\n");
    if (!strcmp(how, "much"))
        exit(1); /* so that it is shown */
    for (long i = 0; !strcmp(how, "output"); i++)
        printf("%ld\n", i);
    if (!strcmp(how, "smash"))
        smash(3000);
    if (!strcmp(how, "wild"))
        *(volatile int *)0x123456789000 = 1;
    if (!strcmp(how, "trap"))
        __builtin_trap();
    if (!strcmp(how, "raise"))
        raise(SIGTERM);
    if (!strcmp(how, "fork") && !fork())
        _exit(0);
    if (!strcmp(how, "exec"))
        execl("/bin/true", "true", (char *)NULL);
    if (!strcmp(how, "system") && system("true"))
        puts("?");
    if (!strcmp(how, "thread")) {
        pthread_t t;
        pthread_create(&t, NULL, thread, NULL);
    }
    if (!strcmp(how, "socket"))
        socket(AF_INET, SOCK_STREAM, 0);
    if (!strcmp(how, "pipe")) {
        int p[2];
        if (pipe(p) || read(p[0], p, 1) < 0)
            puts("?");
    }
    if (!strcmp(how, "syscall"))
        syscall(333);
    if (!strcmp(how, "badwrite"))
        mz_assert(write(1, (char *)zero, 10) < 0);
    if (!strcmp(how, "agent")) /* the checker's own memory */
        memset((void *)0x200004000000, 0x77, 1 << 20);
    if (!strcmp(how, "blocked"))
        for (long v; mz_recv(box, &v, sizeof v);)
            ;
    if (!strcmp(how, "truncation")) {
        int n;
        mz_recv(box, &n, sizeof n);
    }
    if (!strcmp(how, "misuse"))
        mz_wait(12345);
}

static void sender(void *arg)
{
    long v = (long)arg;
    mz_isend(box, &v, sizeof v);
    printf("sent");
}

static void victim(void *arg)
{
    (void)arg;
    long v;
    mz_recv(box, &v, sizeof v);
    if (v == 2) /* only if the second was first */
        go_wrong(what_to_do);
    mz_recv(box, &v, sizeof v);
    if (!strcmp(what_to_do, "truncation") || !strcmp(what_to_do, "blocked"))
        return;
}

int main(int argc, char **argv)
{
    what_to_do = argc > 1 ? argv[1] : "nothing";
    if (!strcmp(what_to_do, "usage")) {
        printf("usage: %s WHAT\n", "crash");
        return 2 * 0 + (exit(2), 0);
    }
    if (!strcmp(what_to_do, "setup"))
        *(volatile int *)8 = 1;
    if (!strcmp(what_to_do, "norun"))
        return 0;
    box = mz_mailbox_new("box");
    mz_actor_new("victim", victim, NULL);
    mz_actor_new("one", sender, (void *)1);
    mz_actor_new("two", sender, (void *)2);
    return mz_run();
}
