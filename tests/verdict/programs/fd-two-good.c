/* mazurka: -n 1 => verified|unsupported */
/* What is written through one descriptor is read through another of the same file,
 * whatever its name. */
#include "truth.h"

int main(void)
{
    char text[10] = "";
    begin();
    int out = open("data.txt", O_CREAT | O_WRONLY, 0600);
    symlink("data.txt", "link.txt");
    link("data.txt", "hard.txt");
    int in = open("./data.txt", O_RDONLY), soft = open("link.txt", O_RDONLY),
        hard = open("hard.txt", O_RDONLY);
    assert(write(out, "new", 3) == 3);
    assert(read(in, text, 9) == 3 && strcmp(text, "new") == 0);
    assert(read(soft, text, 9) == 3 && read(hard, text, 9) == 3);
    return end();
}
