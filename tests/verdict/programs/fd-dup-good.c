/* mazurka: -n 1 => verified|unsupported */
/* file: input.txt abcdef */
/* A duplicate shares its position with the original; another open of the file does not.
 */
#include "truth.h"

int main(void)
{
    char c;
    begin();
    int a = open("input.txt", O_RDONLY), b = dup(a),
        other = open("./input.txt", O_RDONLY);
    assert(read(a, &c, 1) == 1 && c == 'a');
    assert(read(b, &c, 1) == 1 && c == 'b');
    assert(read(other, &c, 1) == 1 && c == 'a');
    assert(lseek(a, 0, SEEK_CUR) == 2);
    return end();
}
