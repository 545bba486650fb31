/* SPDX-License-Identifier: Apache-2.0
 *
 * datarep.c - data representations that the program registers.
 *
 * One without functions that convert is as the file is, "native". Others can be
 * registered, but not used: MPI_File_set_view refuses them. */
#include "mpi/io/file.h"
#include <stdlib.h>
#include <string.h>

struct datarep {
    struct datarep *next;
    char name[MPI_MAX_DATAREP_STRING];
    bool converts; /* it has a function that does */
};

static const struct datarep *find(const char *name)
{
    const struct datarep *d = lib()->datareps;
    while (d && strcmp(d->name, name))
        d = d->next;
    return d;
}

static bool is_predefined(const char *name)
{
    static const char *const names[] = {"native", "NATIVE", "internal", "external32",
                                        "EXTERNAL32"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i]))
            return true;
    return false;
}

int datarep_check(struct file *f, const char *name)
{
    const struct datarep *d = find(name);
    if (d && d->converts)
        port_refuse(lib()->from, REASON_FEATURE,
                    "the data representation \"%s\" has functions that convert, which is "
                    "not supported; check the program with \"native\"",
                    name);
    if (d || is_predefined(name))
        return MPI_SUCCESS;
    return file_error(f, MPI_ERR_UNSUPPORTED_DATAREP,
                      "the data representation is \"%s\"; there are \"native\", "
                      "\"internal\" and \"external32\"",
                      name);
}

static int add(const char *name, bool converts)
{
    if (strlen(name) >= MPI_MAX_DATAREP_STRING)
        return file_error(NULL, MPI_ERR_ARG,
                          "datarep is longer than MPI_MAX_DATAREP_STRING");
    if (is_predefined(name) || find(name))
        return file_error(NULL, MPI_ERR_DUP_DATAREP,
                          "there is a data representation \"%s\" already", name);
    struct datarep *d = lib_alloc(sizeof *d);
    *d = (struct datarep){.next = lib()->datareps, .converts = converts};
    strcpy(d->name, name);
    lib()->datareps = d;
    return MPI_SUCCESS;
}

EXPORT int MPI_Register_datarep(const char *datarep,
                                MPI_Datarep_conversion_function *read_conversion_fn,
                                MPI_Datarep_conversion_function *write_conversion_fn,
                                MPI_Datarep_extent_function *dtype_file_extent_fn,
                                void *extra_state)
{
    ENTER(Register_datarep);
    (void)dtype_file_extent_fn;
    (void)extra_state;
    LEAVE(add(datarep, read_conversion_fn || write_conversion_fn));
}

EXPORT int MPI_Register_datarep_c(const char *datarep,
                                  MPI_Datarep_conversion_function_c *read_conversion_fn,
                                  MPI_Datarep_conversion_function_c *write_conversion_fn,
                                  MPI_Datarep_extent_function *dtype_file_extent_fn,
                                  void *extra_state)
{
    ENTER(Register_datarep_c);
    (void)dtype_file_extent_fn;
    (void)extra_state;
    LEAVE(add(datarep, read_conversion_fn || write_conversion_fn));
}
