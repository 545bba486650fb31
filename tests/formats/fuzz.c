/* SPDX-License-Identifier: Apache-2.0
 *
 * fuzz.c - libFuzzer's side of formats.h. FORMAT names the target. */
#include "formats/formats.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static target_fn *target;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    target = getenv("FORMAT") ? formats_target(getenv("FORMAT")) : NULL;
    if (!target) {
        fprintf(stderr, "FORMAT names no format\n");
        exit(2);
    }
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    target(bytes, n);
    return 0;
}
