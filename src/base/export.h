/* SPDX-License-Identifier: Apache-2.0
 *
 * export.h - for what libmazurka.so lets the program see; all else is hidden. */
#ifndef MZ_BASE_EXPORT_H
#define MZ_BASE_EXPORT_H

#define EXPORT __attribute__((visibility("default")))

#endif
