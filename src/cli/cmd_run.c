#include "cli/options.h"
#include "exec/launch.h"
#include <stdio.h>
#include <string.h>

int cmd_run(int argc, char **argv)
{
    struct launch l; struct str why={0};
    (void)argc;
    launch_init(&l,&why);
    strcpy(l.link->algorithm,"odpor");
    enum mz_err e=launch_run(&l,argv+1,&why);
    if(!e&&launch_lost(&l,&why)) printf("lost ");
    printf("err %d %s | unsupp %s | exec %lu red %lu dead %lu fail %lu trans %lu learned %lu saves %lu loads %lu ready %f explore %f peak %lu nfind %lu\n",e,str_text(&why),l.link->unsupported,l.link->executions,l.link->redundant,l.link->deadlocks,l.link->failures,l.link->transitions,l.link->pages_learned,l.link->image_saves,l.link->image_loads,l.link->ready_seconds,l.link->explore_seconds,l.link->image_bytes_peak,l.link->nfindings);
    return 0;
}
