/* mazurka: -n 1 => verified */
/* freopen sends what is printed to a file. */
#include "truth.h"

int main(void)
{
    char text[20] = "";
    begin();
    assert(freopen("log.txt", "w", stdout));
    printf("hello");
    fflush(stdout);
    FILE *file = fopen("log.txt", "r");
    assert(file && fgets(text, 20, file) && strcmp(text, "hello") == 0);
    fclose(file);
    return end();
}
