/* SPDX-License-Identifier: Apache-2.0
 *
 * python.c - see python.h.
 *
 *     Traceback (most recent call last):
 *       File "/home/me/prog.py", line 9, in <module>
 *         work(x[0])
 *       File "/home/me/prog.py", line 6, in work
 *         raise ValueError("first was %d" % first)
 *     ValueError: first was 2
 *
 * The line of source below a place may be missing, and underlined. */
#include "real/python.h"

#include <stdlib.h>
#include <string.h>

#define TRACEBACK "Traceback (most recent call last):\n"

/* Reads "  File "PATH", line N, in FUNCTION"; false: the line is another one. */
static bool read_frame(const char *line, struct finding *f, struct finding_frame *frame)
{
    static const char file[] = "  File \"", number[] = ", line ", in[] = ", in ";
    size_t end = strcspn(line, "\n");
    if (strncmp(line, file, strlen(file)) != 0)
        return false;
    const char *path = line + strlen(file);
    size_t n = strcspn(path, "\"\n");
    const char *rest = path + n + 1;
    if (path[n] != '"' || strncmp(rest, number, strlen(number)) != 0)
        return false;
    char *after;
    unsigned long at = strtoul(rest + strlen(number), &after, 10);
    struct str name = {0}, where = {0};
    str_add(&where, path, n);
    const char *slash = strrchr(str_text(&where), '/');
    if (!strncmp(after, in, strlen(in)) && after + strlen(in) < line + end)
        str_add(&name, after + strlen(in), (size_t)(line + end - after) - strlen(in));
    *frame = (struct finding_frame){
        mem_strdup(str_text(&name)),
        finding_locate(f, (struct location){.file = slash ? slash + 1 : str_text(&where),
                                            .line = (uint32_t)at,
                                            .path = str_text(&where)})};
    str_free(&name);
    str_free(&where);
    return true;
}

/* The last traceback in the output, behind its first line; or NULL. */
static const char *last_traceback(const char *output)
{
    const char *found = NULL;
    for (const char *at = output; at && (at = strstr(at, TRACEBACK));) {
        at += strlen(TRACEBACK);
        found = at;
    }
    return found;
}

bool python_exception(struct finding *f, struct finding_actor *a, struct str *message)
{
    const char *line = last_traceback(a->output);
    VEC(struct finding_frame) frames = {0};
    struct finding_frame frame;
    if (!line)
        return false;
    while (*line == ' ') {
        if (read_frame(line, f, &frame))
            vec_push(&frames, frame);
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    size_t n = strcspn(line, "\n");
    if (!frames.len || !n) {
        for (size_t i = 0; i < frames.len; i++)
            free(frames.at[i].function);
        vec_free(&frames);
        return false;
    }
    str_addf(message, "nobody catches the exception %.*s", (int)n, line);
    for (size_t i = 0; i < a->stack.len; i++)
        free(a->stack.at[i].function);
    a->stack.len = 0;
    for (size_t i = frames.len; i--;)
        vec_push(&a->stack, frames.at[i]);
    a->where = f->where = a->stack.at[0].where;
    vec_free(&frames);
    return true;
}
