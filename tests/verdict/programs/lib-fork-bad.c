/* mazurka: -n 1 => assertion|unsupported */
/* The child ends with 1. */
#include "truth.h"
#include <sys/wait.h>

int main(void)
{
    int status = 0;
    begin();
    pid_t child = fork();
    if (child == 0)
        _exit(1);
    waitpid(child, &status, 0);
    assert(WEXITSTATUS(status) == 0);
    return end();
}
