/* SPDX-License-Identifier: Apache-2.0
 *
 * cmd_model.h - the command `mazurka model`. */
#ifndef MZ_CLI_CMD_MODEL_H
#define MZ_CLI_CMD_MODEL_H

/* argv[0] is "model". Returns the exit code. */
int cmd_model(int argc, char **argv);

#endif
