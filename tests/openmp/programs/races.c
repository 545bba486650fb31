/* mazurka: -- {critical,lock,reduction,atomic,barrier,single,master,static,dynamic,ordered,across,sections,copyprivate,threadprivate} => verified; !data-race
 * mazurka: -- {wait,group,depend,chain,loop,barriers,private,teams} => verified; !data-race
 * mazurka: -- {write,neighbour,named,nowait,masters,orderless,sectionless,capture,half} => data-race
 * mazurka: -- {waitless,groupless,dependless,grandchild,shared,siblings,barrierless} => data-race
 * cc: -fsanitize=thread
 *
 * What orders the accesses of threads of a team, and what does not. */
#include <assert.h>
#include <omp.h>
#include <string.h>
static int a[16], x, y, z;
static int mine;
#pragma omp threadprivate(mine)
static int is(const char *u, const char *v)
{
    return !strcmp(u, v);
}
int main(int argc, char **argv)
{
    const char *how = argv[1];
    int sum = 0;
    omp_lock_t l;
    omp_init_lock(&l);
    if (is(how, "critical")) {
#pragma omp parallel
#pragma omp critical
        x++;
    } else if (is(how, "lock")) {
#pragma omp parallel
        {
            omp_set_lock(&l);
            x++;
            omp_unset_lock(&l);
        }
    } else if (is(how, "reduction")) {
#pragma omp parallel for reduction(+ : sum)
        for (int i = 0; i < 4; i++)
            sum += i;
        assert(sum == 6);
    } else if (is(how, "atomic")) {
#pragma omp parallel
#pragma omp atomic
        x++;
        assert(x == 2);
    } else if (is(how, "barrier")) {
#pragma omp parallel
        {
            int me = omp_get_thread_num();
            a[me] = me;
#pragma omp barrier
            assert(a[1 - me] == 1 - me);
        }
    } else if (is(how, "single")) {
#pragma omp parallel
        {
#pragma omp single
            x = 1;
            assert(x == 1);
        }
    } else if (is(how, "master")) {
#pragma omp parallel
        {
#pragma omp master
            x = 1;
#pragma omp barrier
            assert(x == 1);
        }
    } else if (is(how, "static")) {
#pragma omp parallel for
        for (int i = 0; i < 16; i++)
            a[i] = i;
    } else if (is(how, "dynamic")) {
#pragma omp parallel
        {
#pragma omp for schedule(dynamic)
            for (int i = 0; i < 3; i++)
                a[i] = i;
#pragma omp for schedule(dynamic)
            for (int i = 0; i < 2; i++)
                a[i] += 1;
        }
        a[0] = a[2];
    } else if (is(how, "ordered")) {
#pragma omp parallel for ordered schedule(dynamic)
        for (int i = 0; i < 3; i++) {
#pragma omp ordered
            x += i;
        }
    } else if (is(how, "across")) {
#pragma omp parallel for ordered(1) schedule(static, 1)
        for (int i = 1; i < 5; i++) {
#pragma omp ordered depend(sink : i - 1)
            a[i] = a[i - 1] + 1;
#pragma omp ordered depend(source)
        }
    } else if (is(how, "sections")) {
#pragma omp parallel sections
        {
#pragma omp section
            x = 1;
#pragma omp section
            y = 1;
        }
    } else if (is(how, "copyprivate")) {
#pragma omp parallel
        {
            int v;
#pragma omp single copyprivate(v)
            v = 3;
            assert(v == 3);
        }
    } else if (is(how, "threadprivate")) {
#pragma omp parallel
        mine++;
#pragma omp parallel
        assert(++mine == 2);
    } else if (is(how, "teams")) { /* of several sizes, one after the other */
        for (int i = 1; i < 4; i++)
#pragma omp parallel num_threads(i)
        {
            if (omp_get_thread_num() == i - 1)
                x++;
#pragma omp barrier
            assert(x == i);
        }
    } else if (is(how, "write")) {
#pragma omp parallel
        x = 1;
    } else if (is(how, "neighbour")) {
#pragma omp parallel for
        for (int i = 0; i < 15; i++)
            a[i] = a[i + 1];
    } else if (is(how, "named")) {
#pragma omp parallel
        {
            if (omp_get_thread_num()) {
#pragma omp critical(one)
                x++;
            } else {
#pragma omp critical(two)
                x++;
            }
        }
    } else if (is(how, "nowait")) {
#pragma omp parallel
        {
#pragma omp for schedule(static, 1) nowait
            for (int i = 0; i < 2; i++)
                a[i] = i;
#pragma omp for schedule(static, 2)
            for (int i = 0; i < 2; i++)
                a[i]++;
        }
    } else if (is(how, "masters")) {
#pragma omp parallel
        {
#pragma omp master
            x = 1;
            y = x;
        }
    } else if (is(how, "orderless")) {
#pragma omp parallel for ordered schedule(dynamic)
        for (int i = 0; i < 2; i++) {
            x = i;
#pragma omp ordered
            y++;
        }
    } else if (is(how, "sectionless")) {
#pragma omp parallel sections
        {
#pragma omp section
            x = 1;
#pragma omp section
            y = x;
        }
    } else if (is(how, "capture")) {
#pragma omp parallel
        {
            int v;
#pragma omp atomic capture
            v = x++;
            if (v == 1)
                y = 1;
            if (omp_get_thread_num() == 0)
                y = 2;
        }
    } else if (is(how, "half")) {
#pragma omp parallel
        {
#pragma omp atomic
            x++;
            if (omp_get_thread_num())
                x++;
        }
    }
#pragma omp parallel
#pragma omp single
    {
        if (is(how, "wait") || is(how, "waitless")) {
#pragma omp task
            x = 1;
            if (is(how, "wait")) {
#pragma omp taskwait
            }
            x++;
        }
        if (is(how, "group") || is(how, "groupless") || is(how, "grandchild")) {
            if (!is(how, "groupless")) {
                if (is(how, "group")) {
#pragma omp taskgroup
                    {
#pragma omp task
                        {
#pragma omp task
                            x = 1;
                        }
                    }
                } else {
#pragma omp task
                    {
#pragma omp task
                        x = 1;
                    }
#pragma omp taskwait
                }
            } else {
#pragma omp task
                x = 1;
            }
            x++;
        }
        if (is(how, "depend") || is(how, "dependless")) {
#pragma omp task depend(out : x)
            x = 1;
#pragma omp task depend(in : x)
            y = x;
            if (is(how, "dependless")) {
#pragma omp task
                y++;
            } else {
#pragma omp task depend(in : x)
                z = x;
            }
        }
        if (is(how, "chain")) {
            for (int i = 0; i < 3; i++)
#pragma omp task depend(inout : x)
                x++;
        }
        if (is(how, "loop")) {
#pragma omp taskloop num_tasks(2)
            for (int i = 0; i < 4; i++)
                a[i] = i;
            assert(a[3] == 3);
        }
        if (is(how, "barriers")) {
#pragma omp task
            x = 1;
        }
        if (is(how, "private")) {
            for (int i = 0; i < 2; i++)
#pragma omp task firstprivate(i)
                a[i] = i;
        }
        if (is(how, "shared")) {
            for (int i = 0; i < 2; i++)
#pragma omp task
                x = i;
        }
        if (is(how, "siblings")) {
#pragma omp task
            x = 1;
#pragma omp task
            y = x;
        }
    }
    if (is(how, "barriers"))
        assert(x == 1);
    if (is(how, "barrierless")) {
#pragma omp parallel
        {
#pragma omp master
            {
#pragma omp task
                x = 1;
            }
            y = 0;
        }
    }
    return 0;
}
