/* SPDX-License-Identifier: Apache-2.0
 *
 * named.h - where is the code of a function? */
#ifndef MZ_REAL_FLOW_NAMED_H
#define MZ_REAL_FLOW_NAMED_H
#include "real/flow/target.h"

/* Stores where the function begins, in every copy that the compiler has made of it: its
 * own code, clones, and wherever it was inlined. The name may be that of the source,
 * qualified or not, or that of the linker. MZ_USAGE with a sentence if that cannot be
 * told. Without `every`, places that the symbol table knows are enough. */
enum mz_err named_find(const struct code *, const char *name, bool every,
                       struct addresses *, struct str *why);

#endif
