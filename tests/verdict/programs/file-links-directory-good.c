/* mazurka: -n 1 => verified */
/* directory: there */
/* The links of a directory count the directories in it, but not the files. */
#include "truth.h"

static unsigned long links(const char *name)
{
    struct stat info;
    assert(!stat(name, &info));
    return info.st_nlink;
}

int main(void)
{
    begin();
    unsigned long none = links("there"), one = none == 1 ? 1 : none + 1;
    assert(!mkdir("there/made", 0700) && links("there") == one);
    assert(links("there/made") == none);
    assert(!mkdir("there/made/inner", 0700) && links("there/made") == one);
    assert(!close(open("there/file", O_CREAT | O_WRONLY, 0600)) && links("there") == one);
    int fd = open("there/made/inner", O_RDONLY | O_DIRECTORY);
    struct stat gone;
    assert(!rmdir("there/made/inner") && links("there/made") == none);
    assert(!fstat(fd, &gone) && gone.st_nlink == 0);
    assert(!rmdir("there/made") && links("there") == none);
    assert(!unlink("there/file"));
    return end();
}
