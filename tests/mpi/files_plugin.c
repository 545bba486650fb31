/* SPDX-License-Identifier: Apache-2.0
 *
 * files_plugin.c - a library that only the caller's own search path (RUNPATH) finds, opened while the ranks run. With
 * -DPLUGIN: that library. With an argument, it is opened again after it was closed. */
#ifdef PLUGIN
int count;
__attribute__((constructor)) static void begin(void)
{
    count++;
}
#else
#include <assert.h>
#include <dlfcn.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    void *plugin = dlopen("libplugin.so", RTLD_NOW);
    assert(plugin);
    int *count = dlsym(plugin, "count");
    assert(count && *count == 1);
    *count += 5;
    dlclose(plugin);
    if (argc > 1) {
        plugin = dlopen("libplugin.so", RTLD_NOW);
        count = dlsym(plugin, "count");
        assert(*count == 1);
    }
    MPI_Finalize();
}
#endif
