/* mazurka: -n 2 -- handler => verified
 * mazurka: -n 2 -- handler-wrong => assertion; got == SIGUSR2
 * mazurka: -n 2 -- ignore => verified
 * mazurka: -n 2 -- mask => verified
 * mazurka: -n 2 -- mask-wrong => crash; signal 10 (USR1) was raised
 * mazurka: -n 2 -- order => verified
 * mazurka: -n 2 -- queue => verified
 * mazurka: -n 2 -- jump => verified
 * mazurka: -n 2 -- jump-wrong => crash; write to address; signals.c:61
 * mazurka: -n 2 -- segv-again => crash; null pointer; signals.c:61
 * mazurka: -n 2 -- repair => verified
 * mazurka: -n 2 -- division => verified
 * mazurka: -n 2 -- trap-nan => verified
 * mazurka: -n 2 -- abort => verified
 * mazurka: -n 2 -- abort-returns => crash; abort() was called
 * mazurka: -n 2 -- overflow => verified
 * mazurka: -n 2 -- float => verified
 * mazurka: -n 2 -- inherited => crash; signal 15
 * mazurka: -n 2 -- other => unsupported; signal to another process; only signals of a rank to itself
 * mazurka: -n 2 -- group => unsupported; group of processes
 * mazurka: -n 2 -- stop => unsupported; stops itself
 * mazurka: -n 2 -- {alarm,alarm-interval,alarm-left,no-alarm} => verified
 * mazurka: -n 2 -- alarm-kills => crash
 * mazurka: -n 2 -- alarm-spin => unsupported; alarm
 * mazurka: -n 2 -- alarm-virtual => unsupported; sets a timer (setitimer)
 * mazurka: -n 2 -- pause => unsupported; nobody can send it one
 *
 * Handlers, masks and pending signals, as POSIX has them. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fenv.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

static volatile sig_atomic_t got, count, order[8];
static sigjmp_buf out;
static char *page;
static char *volatile null;
static char alternate[1 << 16];

static void note(int sig)
{
    got = sig;
    order[count++ & 7] = sig;
}

static void leave(int sig)
{
    got = sig;
    siglongjmp(out, sig);
}

static void __attribute__((noinline)) wrong(char *p) { *p = 1; }

static void again(int sig)
{
    signal(sig, SIG_DFL);
    raise(sig);
}

static void repair(int sig, siginfo_t *info, void *context)
{
    got = sig;
    assert(info->si_code == SEGV_ACCERR && info->si_addr == page + 5);
    assert(mprotect(page, 4096, PROT_READ | PROT_WRITE) == 0);
}

static void skip(int sig, siginfo_t *info, void *context)
{
    ((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP] += 2; /* div %ecx */
    got = sig;
    assert(info->si_code == FPE_INTDIV);
}

static void values(int sig, siginfo_t *info, void *context)
{
    order[count++ & 7] = info->si_value.sival_int;
    assert(info->si_pid == getpid());
}

static int __attribute__((noinline)) deep(int x)
{
    volatile char big[4000];
    big[0] = (char)x;
    return x < 0 ? 0 : deep(x + 1) + big[0];
}

static void rounding(int sig)
{
    assert(fegetround() == FE_TONEAREST); /* a handler begins with a fresh environment */
    fesetround(FE_UPWARD);
    got = sig;
}

static void install(int sig, void (*f)(int, siginfo_t *, void *), int flags)
{
    struct sigaction a = {.sa_sigaction = f, .sa_flags = SA_SIGINFO | flags};
    assert(sigaction(sig, &a, NULL) == 0);
}

static int is(const char *a, const char *b) { return !strcmp(a, b); }

int main(int argc, char **argv)
{
    const char *how = argv[1];
    sigset_t set, old, pending;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    if (!strncmp(how, "handler", 7)) {
        assert(signal(SIGUSR1, note) == SIG_DFL && signal(SIGUSR1, note) == note);
        assert(raise(SIGUSR1) == 0 && kill(getpid(), SIGUSR1) == 0);
        assert(count == 2 && kill(getpid(), 0) == 0);
        assert(got == (is(how, "handler") ? SIGUSR1 : SIGUSR2) && "got == SIGUSR2");
        struct sigaction once = {.sa_handler = note, .sa_flags = SA_RESETHAND}, was;
        sigaction(SIGUSR2, &once, NULL);
        raise(SIGUSR2);
        sigaction(SIGUSR2, NULL, &was);
        assert(count == 3 && was.sa_handler == SIG_DFL);
        assert(sigaction(SIGKILL, &once, NULL) < 0 && errno == EINVAL);
    }
    if (is(how, "ignore")) {
        signal(SIGTERM, SIG_IGN);
        raise(SIGTERM);
        raise(SIGCHLD); /* ignored by default */
    }
    if (!strncmp(how, "mask", 4)) {
        if (is(how, "mask"))
            signal(SIGUSR1, note);
        sigprocmask(SIG_BLOCK, &set, &old);
        assert(!sigismember(&old, SIGUSR1));
        raise(SIGUSR1);
        raise(SIGUSR1);
        sigpending(&pending);
        assert(!count && sigismember(&pending, SIGUSR1) && !sigismember(&pending, SIGUSR2));
        sigprocmask(SIG_SETMASK, &old, NULL);
        sigpending(&pending);
        assert(count == 1 && !sigismember(&pending, SIGUSR1));
        sigprocmask(SIG_BLOCK, &set, NULL);
        raise(SIGUSR1);
        int sig;
        assert(sigwait(&set, &sig) == 0 && sig == SIGUSR1 && count == 1);
        raise(SIGUSR1);
        signal(SIGUSR1, SIG_IGN); /* drops it */
        sigprocmask(SIG_UNBLOCK, &set, NULL);
        assert(count == 1);
    }
    if (is(how, "order")) { /* what is entered last runs first */
        sigaddset(&set, SIGUSR2);
        signal(SIGUSR1, note);
        signal(SIGUSR2, note);
        sigprocmask(SIG_BLOCK, &set, NULL);
        raise(SIGUSR2);
        raise(SIGUSR1);
        sigprocmask(SIG_UNBLOCK, &set, NULL);
        assert(count == 2 && order[0] == SIGUSR2 && order[1] == SIGUSR1);
    }
    if (is(how, "queue")) {
        sigaddset(&set, SIGRTMIN);
        install(SIGRTMIN, values, 0);
        sigprocmask(SIG_BLOCK, &set, NULL);
        for (int i = 0; i < 3; i++)
            assert(sigqueue(getpid(), SIGRTMIN, (union sigval){.sival_int = 10 + i}) == 0);
        sigprocmask(SIG_UNBLOCK, &set, NULL);
        assert(count == 3 && order[0] == 10 && order[1] == 11 && order[2] == 12);
    }
    if (!strncmp(how, "jump", 4))
        for (int i = 0; i < 3; i++) {
            if (is(how, "jump"))
                signal(SIGSEGV, leave);
            if (!sigsetjmp(out, 1))
                wrong(null);
            assert(got == SIGSEGV);
        }
    if (is(how, "segv-again")) {
        signal(SIGSEGV, again);
        wrong(null);
    }
    if (is(how, "repair")) {
        page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        install(SIGSEGV, repair, 0);
        page[5] = 7;
        assert(got == SIGSEGV && page[5] == 7);
    }
    if (is(how, "division")) {
        install(SIGFPE, skip, 0);
        int a = 1, d = 0, c = 0;
        __asm__ volatile("div %%ecx" : "+a"(a), "+d"(d) : "c"(c));
        assert(got == SIGFPE && a == 1);
    }
    if (is(how, "trap-nan")) {
        volatile double zero = 0;
        signal(SIGFPE, leave);
        feenableexcept(FE_DIVBYZERO);
        if (!sigsetjmp(out, 1))
            zero = 1 / zero;
        assert(got == SIGFPE);
    }
    if (is(how, "abort")) {
        signal(SIGABRT, leave);
        if (!sigsetjmp(out, 1))
            abort();
        assert(got == SIGABRT);
    }
    if (is(how, "abort-returns")) {
        signal(SIGABRT, note);
        abort();
    }
    if (is(how, "overflow")) {
        stack_t s = {.ss_sp = alternate, .ss_size = sizeof alternate}, was;
        assert(sigaltstack(&s, &was) == 0 && was.ss_flags == SS_DISABLE);
        struct sigaction a = {.sa_handler = leave, .sa_flags = SA_ONSTACK};
        sigaction(SIGSEGV, &a, NULL);
        if (!sigsetjmp(out, 1))
            printf("%d", deep(0));
        assert(got == SIGSEGV);
    }
    if (is(how, "float")) {
        volatile double a = 1, b = 3, sum = a / b;
        signal(SIGUSR1, rounding);
        fesetround(FE_DOWNWARD);
        raise(SIGUSR1);
        assert(got == SIGUSR1 && fegetround() == FE_DOWNWARD);
        assert(a / b <= sum);
    }
    if (is(how, "inherited"))
        raise(SIGTERM);
    if (is(how, "other"))
        kill(getpid() == 4243 ? 4244 : 4243, SIGTERM);
    if (is(how, "group"))
        kill(0, SIGUSR1);
    if (is(how, "stop"))
        raise(SIGSTOP);
    if (is(how, "alarm")) { /* it goes off while the rank sleeps, and once */
        signal(SIGALRM, note);
        alarm(2);
        assert(sleep(5) == 3 && got == SIGALRM);
        got = 0;
        assert(sleep(5) == 0 && !got && alarm(0) == 0);
        alarm(1);
        assert(pause() == -1 && got == SIGALRM);
    }
    if (is(how, "alarm-interval")) {
        struct itimerval t = {{1, 0}, {2, 0}}, was;
        signal(SIGALRM, note);
        assert(setitimer(ITIMER_REAL, &t, NULL) == 0);
        assert(sleep(5) == 3 && got == SIGALRM);
        assert(getitimer(ITIMER_REAL, &was) == 0 && was.it_interval.tv_sec == 1);
        got = 0;
        assert(sleep(3) == 2 && got == SIGALRM);
        alarm(0);
        assert(sleep(3) == 0);
    }
    if (is(how, "alarm-left")) {
        alarm(1200);
        sleep(200);
        assert(alarm(0) == 1000 && alarm(0) == 0);
    }
    if (is(how, "alarm-kills")) {
        alarm(1);
        sleep(2);
    }
    if (is(how, "alarm-spin")) { /* not for ever */
        signal(SIGALRM, note);
        alarm(1);
        while (!got)
            ;
    }
    if (is(how, "alarm-virtual")) {
        struct itimerval t = {{0, 0}, {1, 0}};
        setitimer(ITIMER_VIRTUAL, &t, NULL);
    }
    if (is(how, "no-alarm")) {
        struct itimerval t = {0};
        assert(alarm(0) == 0 && setitimer(ITIMER_REAL, &t, &t) == 0);
    }
    if (is(how, "pause"))
        pause();
    return 0;
}
