/* mazurka: -n 1 => assertion|unsupported */
/* What is written through one descriptor is seen through the other. */
#include "truth.h"

int main(void)
{
    char text[10];
    begin();
    int out = open("data.txt", O_CREAT | O_WRONLY, 0600),
        in = open("./data.txt", O_RDONLY);
    assert(write(out, "new", 3) == 3);
    assert(read(in, text, 9) == 0);
    return end();
}
