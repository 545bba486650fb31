/* mazurka: -n 1 => unsupported */
/* The old way of asking the system for the process (call 20), which writev is in the new one. */
#include "truth.h"

int main(void)
{
    long answer;
    begin();
    __asm__ volatile("int $0x80" : "=a"(answer) : "a"(20) : "memory");
    assert(answer != getpid());
    return end();
}
