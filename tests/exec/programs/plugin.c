/* mazurka: -n 3 => verified; 2 outcomes; holds for; libm.so.6 loaded at the start
 * mazurka: -n 3 --json - -- close => verified; libraries that stay loaded after dlclose
 * mazurka: -n 2 -- again => unsupported; opens libm.so.6 again after dlclose; plugin.c:33
 *
 * A library that is loaded while the ranks run: each has its own copy of its data, and
 * its own idea of the protocols and users that libc looks up in such libraries. */
#include <dlfcn.h>
#include <mazurka.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    int me = mz_self(), x = me;
    mz_mailbox box = mz_mailbox_new("box");
    void *m = dlopen("libm.so.6", RTLD_NOW);
    mz_assert(m != NULL);
    double (*lg)(double) = (double (*)(double))dlsym(m, "lgamma");
    int *sign = dlsym(m, "signgam");
    lg(me == 1 ? -0.5 : 0.5);
    if (me)
        mz_isend(box, &x, sizeof x);
    else
        for (int i = 1; i < mz_actors(); i++)
            mz_recv(box, &x, sizeof x);
    mz_assert(!sign || *sign == (me == 1 ? -1 : 1));
    struct passwd *p = getpwnam("root");
    mz_assert(p && !strcmp(p->pw_name, "root"));
    if (argc > 1)
        dlclose(m);
    if (argc > 1 && !strcmp(argv[1], "again"))
        dlopen("libm.so.6", RTLD_NOW);
    return 0;
}
