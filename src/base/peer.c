/* SPDX-License-Identifier: Apache-2.0
 *
 * peer.c - what both kinds of process.h have in common. */
#include "base/process.h"
#include "base/str.h"

bool peer_receive_text(const struct peer *p, struct str *s, size_t n)
{
    char part[4096];
    while (n) {
        size_t some = n < sizeof part ? n : sizeof part;
        if (!peer_receive(p, part, some))
            return false;
        str_add(s, part, some);
        n -= some;
    }
    return true;
}
