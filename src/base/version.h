/* SPDX-License-Identifier: Apache-2.0
 *
 * version.h - the version, for the tool, its reports and its packages. */
#ifndef MZ_BASE_VERSION_H
#define MZ_BASE_VERSION_H

#define MZ_VERSION "0.2.0"

#endif
