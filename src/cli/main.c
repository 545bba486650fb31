#include "cli/cmd_model.h"
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "model"))
        return cmd_model(argc - 1, argv + 1);
    fprintf(stderr, "usage: mazurka model FILE\n");
    return 2;
}
