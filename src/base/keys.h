/* SPDX-License-Identifier: Apache-2.0
 *
 * keys.h - in which order were keys added? An index from keys to the places of records
 * that a vector has, in the order in which both were added:
 *
 *     uint32_t at = keys_find(&keys, key);
 *     if (at == keys.len) {
 *         keys_add(&keys, key);
 *         vec_push(&records, ...);
 *     }
 *
 * Finding a key takes the same time however many there are. A zeroed struct is empty. */
#ifndef MZ_BASE_KEYS_H
#define MZ_BASE_KEYS_H
#include <stddef.h>
#include <stdint.h>

struct keys {
    uint32_t len;
    uint32_t buckets; /* a power of two, or 0 */
    uint64_t *key;
    uint32_t *next;   /* the key that is behind it in its bucket, plus 1; 0: none */
    uint32_t *bucket; /* the first key, plus 1; 0: none */
};

/* The place of the key; the number of keys if it is not among them. */
uint32_t keys_find(const struct keys *, uint64_t key);
/* Adds a key that is not among them. */
void keys_add(struct keys *, uint64_t key);
void keys_free(struct keys *);

#endif
