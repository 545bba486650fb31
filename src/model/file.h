/* SPDX-License-Identifier: Apache-2.0
 *
 * file.h - loading a .model file: a model and the property to check. */
#ifndef MZ_MODEL_FILE_H
#define MZ_MODEL_FILE_H
#include "model/model.h"
#include "model/property.h"

struct model_param {
    const char *name;
    int32_t value;
};

struct model_file {
    struct model *model;
    struct property property;
    VEC(struct model_param) param; /* all of them, as used; names are owned */
};

/* `path` is for messages; `text` is the file's content. `given` overrides the
 * file's own parameters. MZ_OK, or MZ_USAGE with a sentence that starts with
 * path:line:column. */
enum mz_err model_parse(struct model_file *f, const char *path, const char *text,
                        const struct model_param *given, size_t n, struct str *why);
enum mz_err model_load(struct model_file *f, const char *path,
                       const struct model_param *given, size_t n, struct str *why);
void model_file_free(struct model_file *f);

#endif
