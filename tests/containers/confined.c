/* SPDX-License-Identifier: Apache-2.0
 *
 * confined.c - runs a command under the rules of a container.
 *
 *     confined RULES COMMAND [ARGUMENT...]
 *
 * RULES is a file of lines; the first that fits a system call decides:
 *
 *     default errno N           what no other line names
 *     allow NAME...             system calls
 *     allow NAME A=V            if argument A (from 0 on) is V; A!=V: if it is not;
 *                               A&M=V: if it is V where the mask M has ones
 *     errno N NAME...           they fail with this error
 *
 * Arguments are compared in their lower half, which is what these rules need. As in a
 * container, the process gets no new privileges. */
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static const struct {
    const char *name;
    uint32_t number;
} calls[] = {
#define CALL(name, number) {name, number},
#include "calls.h"
};

static struct sock_filter code[4000];
static size_t ncode;

static void add(uint16_t what, uint32_t value, uint8_t yes, uint8_t no)
{
    if (ncode == sizeof code / sizeof *code)
        exit(2);
    code[ncode++] = (struct sock_filter){what, yes, no, value};
}

static void load(size_t field)
{
    add(BPF_LD | BPF_W | BPF_ABS, (uint32_t)field, 0, 0);
}

static uint32_t number_of(const char *name)
{
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (!strcmp(calls[i].name, name))
            return calls[i].number;
    fprintf(stderr, "confined: there is no system call %s\n", name);
    exit(2);
}

/* What happens if this call is made, and the argument fits. */
static void rule(const char *name, const char *argument, uint32_t action)
{
    uint32_t number = number_of(name);
    if (!argument) {
        add(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1);
        add(BPF_RET | BPF_K, action, 0, 0);
        return;
    }
    char *rest;
    size_t index = strtoul(argument, &rest, 0);
    uint32_t mask = *rest == '&' ? (uint32_t)strtoul(rest + 1, &rest, 0) : UINT32_MAX;
    int not = *rest == '!';
    uint32_t value = (uint32_t)strtoul(rest + 1 + not, NULL, 0);
    add(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 5);
    load(offsetof(struct seccomp_data, args) + 8 * index);
    add(BPF_ALU | BPF_AND | BPF_K, mask, 0, 0);
    add(BPF_JMP | BPF_JEQ | BPF_K, value, (uint8_t)not, (uint8_t)!not);
    add(BPF_RET | BPF_K, action, 0, 0);
    load(offsetof(struct seccomp_data, nr));
}

static void read_line(char *line, uint32_t *otherwise)
{
    char *word = strtok(line, " \n");
    uint32_t action = SECCOMP_RET_ALLOW;
    if (!word || *word == '#')
        return;
    int last = !strcmp(word, "default");
    if (last)
        word = strtok(NULL, " \n");
    if (word && !strcmp(word, "errno"))
        action = SECCOMP_RET_ERRNO | (uint32_t)atoi(strtok(NULL, " \n"));
    if (last)
        *otherwise = action;
    for (char *name = strtok(NULL, " \n"); name;) {
        char *next = strtok(NULL, " \n");
        int argument = next && *next >= '0' && *next <= '9';
        rule(name, argument ? next : NULL, action);
        name = argument ? strtok(NULL, " \n") : next;
    }
}

int main(int argc, char **argv)
{
    char line[256];
    uint32_t otherwise = SECCOMP_RET_ALLOW;
    FILE *f = argc > 2 ? fopen(argv[1], "r") : NULL;
    if (!f)
        return fprintf(stderr, "confined RULES COMMAND\n"), 2;
    load(offsetof(struct seccomp_data, arch));
    add(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0);
    add(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS, 0, 0);
    load(offsetof(struct seccomp_data, nr));
    while (fgets(line, sizeof line, f))
        read_line(line, &otherwise);
    fclose(f);
    add(BPF_RET | BPF_K, otherwise, 0, 0);
    struct sock_fprog program = {(unsigned short)ncode, code};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
        syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program)) {
        perror("confined: seccomp");
        return 2;
    }
    execvp(argv[2], argv + 2);
    perror(argv[2]);
    return 127;
}
