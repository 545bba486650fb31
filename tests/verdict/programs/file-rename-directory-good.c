/* mazurka: -n 2 => verified */
/* mpich: passes */
/* Directories that the program has made can be renamed and moved; `..` and getcwd() know.
 */
#include "truth.h"

/* Every rank has a directory of its own. */
static void begin_in_own(void)
{
    char name[16];
    snprintf(name, sizeof name, "own%d", begin());
    assert(!mkdir(name, 0777) && !chdir(name));
}

int main(void)
{
    struct stat st;
    char here[PATH_MAX], now[PATH_MAX];
    begin_in_own();
    assert(getcwd(here, sizeof here));
    assert(!mkdir("a", 0777) && !mkdir("b", 0777) && !mkdir("a/in", 0777));
    FILE *f = fopen("a/in/x", "w");
    fputs("hello", f);
    fclose(f);
    assert(rename("a", "a/in/a") == -1 && errno == EINVAL);
    assert(!chdir("a/in") && !rename("../../a", "../../b/c"));
    strcat(here, "/b/c/in");
    assert(getcwd(now, sizeof now) && !strcmp(now, here));
    assert(!stat("../../../b/c/in/x", &st) && st.st_size == 5);
    assert(stat("../../../a", &st) == -1 && errno == ENOENT);
    assert(!chdir("../../..") && !mkdir("a", 0777) && stat("a/in", &st) == -1);
    assert(rename("a", "b") == -1 && (errno == ENOTEMPTY || errno == EEXIST));
    assert(!rename("b", "a") && !stat("a/c/in/x", &st));
    assert(!unlink("a/c/in/x") && !rmdir("a/c/in") && !rmdir("a/c") && !rmdir("a"));
    return end();
}
