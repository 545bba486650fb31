/* SPDX-License-Identifier: Apache-2.0
 *
 * environment.c - see environment.h. */
#include "real/environment.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The variables that programs do not get; a star stands for any ending.
 * docs/design/executor.md lists them as well. */
static const char *const hidden[] = {
    "_", "SHLVL", "PWD", "OLDPWD", "COLUMNS", "LINES", "WINDOWID", "TERM_SESSION_ID",
    "SSH_*", "TMUX*", "STY", "XDG_SESSION_ID", "INVOCATION_ID", "JOURNAL_STREAM",
    "DBUS_SESSION_BUS_ADDRESS", "LS_COLORS", "MAKE*", "MFLAGS",
    /* of whoever has started the tool in a cluster, */
    "PMI_*", "PMI2_*", "PMIX_*", "HYDRA_*", "HYDI_*", "MPI_LOCALRANKID",
    "MPI_LOCALNRANKS", "PRTE_*", "PALS_*", "SLURM*", "SRUN_*", "SBATCH_*", "SALLOC_*",
    "PBS_*", "LSB_*", "FLUX_*", "HFI_NO_BACKTRACE", "IPATH_NO_BACKTRACE", "HOSTNAME",
    "HOST",
    /* and for MPI libraries: the program does not run with any of these. Launchers set
     * some of them, so that it cannot be told which are the user's. */
    "MPIR_*", "MPICH_*", "OMPI_*", "OPAL_*", "ORTE_*", "I_MPI_*", "MV2_*"};

bool environment_hides(const char *variable)
{
    size_t n = strcspn(variable, "=");
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++) {
        size_t known = strcspn(hidden[i], "*");
        if (!strncmp(variable, hidden[i], known) && (n == known || hidden[i][known]))
            return true;
    }
    return false;
}

void environment_settle(void)
{
    for (char **at = environ; *at;) {
        char *name = environment_hides(*at) ? mem_strdup(*at) : NULL;
        if (!name) {
            at++;
            continue;
        }
        name[strcspn(name, "=")] = '\0';
        unsetenv(name); /* this moves the following entries, so the index stays */
        free(name);
    }
    char *here = getcwd(NULL, 0);
    if (here)
        setenv("PWD", here, 1);
    free(here);
    /* Fortran's library would look at the process through /proc to print the stack of a
     * program that fails; we print it. */
    setenv("GFORTRAN_ERROR_BACKTRACE", "0", 0);
}
