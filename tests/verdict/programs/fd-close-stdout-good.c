/* mazurka: -n 1 => verified|unsupported */
/* open returns the lowest descriptor that is free, which is 1 here; what is printed goes
 * to the file. */
#include "truth.h"

int main(void)
{
    char text[10] = "";
    begin();
    close(1);
    assert(open("out.txt", O_CREAT | O_RDWR, 0600) == 1);
    printf("hello");
    fflush(stdout);
    assert(pread(1, text, 9, 0) == 5 && strcmp(text, "hello") == 0);
    return end();
}
