/* mazurka: -- detach => unsupported: uses OpenMP's detach of tasks
 * mazurka: -- exclusive => unsupported: uses OpenMP's depend(mutexinoutset: ...)
 * mazurka: -- many => unsupported: makes a team of more than 63 threads
 *
 * What is not followed is refused. */
#include <omp.h>
#include <string.h>
int main(int argc, char **argv)
{
    int x = 0;
    omp_event_handle_t event;
    if (!strcmp(argv[1], "many")) {
#pragma omp parallel num_threads(100)
        x = 1;
    } else {
#pragma omp parallel
#pragma omp master
        if (!strcmp(argv[1], "detach")) {
#pragma omp task detach(event)
            x = 1;
        } else {
#pragma omp task depend(mutexinoutset : x)
            x = 1;
        }
    }
    return 0;
}
