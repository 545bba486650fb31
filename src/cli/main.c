/* SPDX-License-Identifier: Apache-2.0
 *
 * main.c - which command? */
#include <stdio.h>
#include <string.h>

int cmd_run(int argc, char **argv);
int cmd_replay(int argc, char **argv);

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "run"))
        return cmd_run(argc - 1, argv + 1);
    if (argc > 1 && !strcmp(argv[1], "replay"))
        return cmd_replay(argc - 1, argv + 1);
    fprintf(stderr, "usage: mazurka run [options] prog [args]\n"
                    "       mazurka replay FILE.mzt [--gdb]\n");
    return 2;
}
