/* SPDX-License-Identifier: Apache-2.0
 *
 * option_value.c - from the text of a value to the field that it is for, by the type of
 * the option; see option_table.h. */
#include "cli/option_table.h"
#include "explore/search/explorer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST_TIME 1e9                   /* seconds */
#define LARGEST_SIZE ((uint64_t)900 << 40) /* bytes */

static void *field_of(struct options *o, const struct option_line *line)
{
    return (char *)o + line->offset;
}

uint64_t option_number(const struct options *o, const struct option_line *line)
{
    uint64_t value = 0; /* correct on little-endian machines, which all x86-64 machines
                           are */
    memcpy(&value, (const char *)o + line->offset,
           line->type == TYPE_NUMBERS ? sizeof value : line->size); /* the first */
    return value;
}

static bool put_number(struct options *o, const struct option_line *line, uint64_t value)
{
    memcpy(field_of(o, line), &value, line->size);
    return true;
}

static bool put_size_of(struct options *o, const struct option_line *line, uint64_t size)
{
    memcpy((char *)o + line->sized, &size, sizeof size);
    return true;
}

uint64_t option_size_of(const struct options *o, const struct option_line *line)
{
    uint64_t size = 0;
    if (line->sized)
        memcpy(&size, (const char *)o + line->sized, sizeof size);
    return size;
}

static bool parse_number(const char *text, uint64_t low, uint64_t high, uint64_t *out)
{
    char *end;
    errno = 0;
    *out = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && !*end && !errno && *out >= low && *out <= high;
}

/* Numbers and ranges (2..5) with commas between them, each number once. */
static bool parse_numbers(const char *text, uint64_t low, uint64_t high,
                          struct number_list *out)
{
    enum { MOST = sizeof out->at / sizeof *out->at };
    *out = (struct number_list){0};
    for (;; text++) {
        char one[64];
        size_t n = strcspn(text, ",");
        if (n >= sizeof one)
            return false;
        memcpy(one, text, n);
        one[n] = '\0';
        char *dots = strstr(one, "..");
        uint64_t from, to;
        if (dots)
            *dots = '\0';
        if (!parse_number(one, low, high, &from))
            return false;
        to = from;
        if (dots && (!parse_number(dots + 2, low, high, &to) || to < from))
            return false;
        for (uint64_t x = from; x <= to; x++) {
            for (size_t i = 0; i < out->len; i++)
                if (out->at[i] == x)
                    return false;
            if (out->len == MOST)
                return false;
            out->at[out->len++] = x;
        }
        text += n;
        if (!*text)
            break;
    }
    out->first = out->at[0];
    return true;
}

/* Parses digits, perhaps with a decimal point, followed by a unit. */
static bool parse_with_unit(const char *text, double *n, const char **unit)
{
    char *end = NULL;
    size_t digits = strspn(text, "0123456789.");
    *n = digits ? strtod(text, &end) : 0;
    *unit = end;
    return digits && end == text + digits;
}

static bool parse_seconds(const char *text, double *out)
{
    static const struct {
        const char *unit;
        double seconds;
    } units[] = {{"", 1}, {"s", 1}, {"m", 60}, {"h", 3600}, {"ms", 1e-3}};
    const char *unit;
    if (!parse_with_unit(text, out, &unit))
        return false;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (!strcmp(unit, units[i].unit)) {
            *out *= units[i].seconds;
            return *out > 0 && *out <= LONGEST_TIME;
        }
    return false;
}

static bool parse_size(const char *text, uint64_t *out)
{
    static const char units[] = "kmgt";
    const char *unit;
    double n;
    if (!parse_with_unit(text, &n, &unit))
        return false;
    const char *power = *unit ? strchr(units, *unit | 0x20) : NULL;
    if (*unit && (!power || unit[1]))
        return false;
    for (const char *u = units; power && u <= power; u++)
        n *= 1024;
    *out = n >= 1 && n <= (double)LARGEST_SIZE ? (uint64_t)n : 0;
    return *out > 0;
}

static bool parse_setting(const char *text, uint64_t most, struct setting *out)
{
    const char *equals = strchr(text, '=');
    char *end = NULL;
    errno = 0;
    long value = equals ? strtol(equals + 1, &end, 10) : 0;
    if (!equals || equals == text || end == equals + 1 || *end || errno ||
        value > (long)most || value < -(long)most)
        return false;
    *out = (struct setting){text, (size_t)(equals - text), (int32_t)value};
    return true;
}

static bool put_word(struct options *o, const struct option_line *line, const char *text)
{
    struct option_word w;
    for (size_t i = 0; option_nth(line, i, &w); i++) {
        if (strcmp(w.word, text))
            continue;
        if (line->type == TYPE_EXPLORER)
            *(const struct explorer **)field_of(o, line) = &explorers[w.value];
        else
            put_number(o, line, w.value);
        return true;
    }
    return false;
}

/* Words with + between them. */
static bool put_words(struct options *o, const struct option_line *line, const char *text)
{
    struct option_word w;
    uint64_t all = 0;
    for (;; text++) {
        size_t n = strcspn(text, "+"), i = 0;
        while (option_nth(line, i, &w) &&
               (strlen(w.word) != n || memcmp(w.word, text, n)))
            i++;
        if (!w.word)
            return false;
        all |= w.value;
        text += n;
        if (!*text)
            return put_number(o, line, all);
    }
}

bool option_put(struct options *o, const struct option_line *line, const char *text)
{
    void *field = field_of(o, line);
    uint64_t n;
    switch (line->type) {
    case TYPE_FLAG:
        return put_number(o, line, true);
    case TYPE_NUMBER:
        return parse_number(text, line->low, option_high(line), &n) &&
               put_number(o, line, n);
    case TYPE_NUMBERS:
        return parse_numbers(text, line->low, option_high(line), field);
    case TYPE_SIZE:
        return parse_size(text, &n) && put_number(o, line, n);
    case TYPE_SECONDS:
        return parse_seconds(text, field);
    case TYPE_CHOICE:
    case TYPE_EXPLORER:
        if (line->sized)
            put_size_of(o, line, 0);
        if (line->sized && parse_size(text, &n))
            return put_size_of(o, line, n) && put_number(o, line, line->sized_as);
        return put_word(o, line, text);
    case TYPE_SET:
        return put_words(o, line, text);
    case TYPE_OUTPUT:
        *(struct output *)field = (struct output){text, !strcmp(text, "-")};
        return *text && (*text != '-' || !text[1]); /* --html --json is a mistake */
    case TYPE_INPUT:
        *(const char **)field = text;
        return *text;
    case TYPE_TEXT:
        *(const char **)field = text;
        return true;
    case TYPE_SETTINGS: {
        struct settings *all = field;
        return all->len < sizeof all->at / sizeof *all->at &&
               parse_setting(text, line->high, &all->at[all->len]) && ++all->len;
    }
    }
    return false;
}

void option_allowed(const struct option_line *line, struct str *s)
{
    struct word_list words = {0};
    uint64_t low = line->low, high = option_high(line);
    switch (line->type) {
    case TYPE_FLAG:
        str_addf(s, "no value");
        break;
    case TYPE_NUMBER:
        str_addf(s, "a whole number from %llu", (unsigned long long)low);
        if (high < UINT64_MAX)
            str_addf(s, " to %llu", (unsigned long long)high);
        else
            str_addf(s, " that fits in 64 bits");
        break;
    case TYPE_NUMBERS:
        str_addf(s,
                 "a whole number from %llu to %llu, or up to 64 of them, such as 2..5 "
                 "or 2,4,8",
                 (unsigned long long)low, (unsigned long long)high);
        break;
    case TYPE_SIZE:
        str_addf(s, "a size like 512M or 8G, at most 900T");
        break;
    case TYPE_SECONDS:
        str_addf(s, "a time such as 30, 90s, 10m or 2h, above 0 and at most %.0f s",
                 LONGEST_TIME);
        break;
    case TYPE_CHOICE:
    case TYPE_EXPLORER:
        words_values(line, &words);
        str_addf(s, words.len == 1 ? "only " : "");
        if (line->sized)
            words_add(&words, "a size such as 64k");
        words_join(&words, "or", s);
        break;
    case TYPE_SET:
        words_values(line, &words);
        str_addf(s, "one of ");
        words_join(&words, "and", s);
        str_addf(s, ", or several with + between them");
        break;
    case TYPE_INPUT:
        str_addf(s, "the name of a file");
        break;
    case TYPE_OUTPUT:
        str_addf(s, "the name of a file to write, or -");
        break;
    case TYPE_TEXT:
        str_addf(s, "%s", option_argument(line));
        break;
    case TYPE_SETTINGS:
        str_addf(s, "NAME=NUMBER, like n=20, up to %llu, and 64 times at most",
                 (unsigned long long)line->high);
        break;
    }
}
