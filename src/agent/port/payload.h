/* SPDX-License-Identifier: Apache-2.0
 *
 * payload.h - the bytes of messages, as the one number that the kernel carries.
 *
 * Up to 7 bytes fit into the number itself. Longer ones are kept in the agent's
 * memory, each content once and for good, so equal messages have equal numbers
 * and no image needs to know about them.
 *
 * A number also says when the bytes were sent, by the sender's clock: whoever receives
 * them must not do so earlier; and what the sender knew of files (ledger.h). Neither is
 * part of the content: digests do not know it. */
#ifndef MZ_AGENT_PORT_PAYLOAD_H
#define MZ_AGENT_PORT_PAYLOAD_H
#include <stddef.h>
#include <stdint.h>

void payload_init(void);
int64_t payload_number(const void *bytes, size_t n, uint64_t time);
/* As payload_number(), but the bytes are always stored, so that payload_bytes()
 * works. */
int64_t payload_keep(const void *bytes, size_t n);
/* As payload_keep(); but so many bytes at the beginning describe something, and are not
 * data of a rank: addresses among them tell no other rank anything. */
int64_t payload_describe(const void *bytes, size_t n, size_t ours);
/* As payload_keep(); but in a run of one execution, equal contents are stored
 * separately, so that the caller can drop the bytes when nobody will ask for them
 * again. */
int64_t payload_lend(const void *bytes, size_t n, uint64_t time, uint32_t files);
void payload_drop(int64_t lent);
const void *payload_bytes(int64_t kept);
size_t payload_size(int64_t number);
uint64_t payload_time(int64_t number); /* 0: before the start of every clock */
uint32_t payload_files(int64_t kept);  /* a clock of the ledger; 0: none */
/* Copies at most `most` bytes. */
void payload_copy(int64_t number, void *to, size_t most);
uint64_t payload_digest(int64_t number);

#endif
