// header.mjs - what a test program says about itself, and whether it came true.
//
// C, C++ and Fortran programs, litmus files and models state it alike, in comments. Each line
//
//     mazurka: [OPTIONS] [-- ARGUMENTS] => VERDICT[: TEXT][; TEXT]...[; !TEXT]...
//
// is a case: the program is run with these options and arguments (a .lit by `mazurka litmus`, a .model by
// `mazurka model`, anything else by `mazurka run`). {a,b} stands for several cases, one with a and one with b.
// Such lines stand at the top, or above what they are about.
//
// VERDICT is one word, or several with | between them, each of which is an acceptable answer:
//     verified          exit 0; warnings and notes do not matter
//     incomplete        exit 3, no error
//     unsupported       exit 4, no error
//     finding           exit 1, errors of any kind
//     KIND              exit 1, errors of this kind, and of no other kind that no word names
//     KIND*2            the same, at least two of them
// and behind such a word
//     +KIND             there is also a finding, warning or note of this kind (+any: of any kind but message-race)
//     !KIND             there is none (!any: none at all)
//
// What stands behind "VERDICT: " must be in the first line of a finding of a kind that VERDICT names, or in the
// line that says why nothing can be verified. Every
// TEXT must be in what is printed, and no !TEXT may be. "6 outcomes" is not in "16 outcomes"; " ... " stands for
// anything within a line.
//
// Further lines at the top, one for each thing:
//     cc: FLAGS              more arguments for the compiler
//     env: NAME=VALUE        the environment
//     stdin: TEXT            what it reads, with the escapes of printf; nothing, if there is no such line
//     file: NAME TEXT        a file that it finds where it runs, likewise
//     link: NAME TARGET      a symbolic link that it finds there;   hard link: NAME TARGET
//     directory: NAME        a directory;   fifo: NAME
//     gcc only: WHY          what is said of it is wrong if clang has compiled it
//     holds for: PATTERN     a regular expression, which the scope of the verdict "verified" must fit
//     not explored: PATTERN  likewise, one of the things that were not explored
//     mpich: WHAT            what MPICH does with it, whose mpicc then compiles it for both of us:
//         compiles               nothing else is compared
//         passes                 cases that must be verified end well
//         prints the same        as in the outcome that mazurka shows
//         shows K...             no outcome but these: see tests/mpi/outcomes/outcome.h
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';

const FIELDS = ['cc', 'env', 'stdin', 'file', 'link', 'hard link', 'directory', 'fifo', 'gcc only', 'holds for', 'not explored', 'mpich'];
const COMMENT = /^\s*(?:\/\*|\*|\/\/|#(?!\s*(?:include|define|if|else|endif|undef|pragma|error))|!)\s?(.*?)\s*(?:\*\/)?$/;

// {a,b} in all ways.
function expand(text) {
    const m = /\{([^{}]*,[^{}]*)\}/.exec(text);
    if (!m) return [text];
    return m[1].split(',').flatMap((x) => expand(text.slice(0, m.index) + x + text.slice(m.index + m[0].length)));
}

function words(text) {
    return text.split(/\s+/).filter(Boolean);
}

function parseCase(line, where) {
    const at = line.indexOf('=>');
    if (at < 0) throw new Error(`${where}: a line 'mazurka:' without '=>'`);
    const [first, ...texts] = line.slice(at + 2).split(';').map((t) => t.trim());
    const [, verdict, message] = /^([^:]*?)(?:: (.*))?$/.exec(first) ?? [];
    if (!verdict) throw new Error(`${where}: a line 'mazurka:' without a verdict`);
    return expand(line.slice(0, at).trim()).map((left) => {
        const [options, args = ''] = ` ${left} `.split(/ --(?= )/);
        return {
            options: words(options), args: words(args), verdict, message, texts: texts.filter(Boolean),
            title: left, line: line.trim(),
        };
    });
}

// { cases, fields: Map of name to list of texts } of a source's text.
export function parse(text, where) {
    const fields = new Map(), cases = [];
    let top = true;
    for (const line of text.split('\n')) {
        const [, comment] = COMMENT.exec(line) ?? [];
        if (comment === undefined) {
            top = top && line.trim() === '';
            continue;
        }
        const [, name, value] = /^([a-z][a-z ]*): (.*)$/.exec(comment) ?? [];
        if (name === 'mazurka' && value.includes('=>')) cases.push(...parseCase(value, where));
        else if (top && FIELDS.includes(name)) fields.set(name, [...(fields.get(name) ?? []), value]);
    }
    return { cases, fields };
}

export function read(path) {
    return parse(readFileSync(path, 'utf8'), path);
}

// As printf does.
export function unescape(text) {
    return text.replace(/\\(x[0-9a-fA-F]{1,2}|[0-7]{1,3}|.)/g, (_, e) => {
        const plain = { n: '\n', t: '\t', r: '\r', a: '\x07', '\\': '\\' }[e];
        if (plain !== undefined) return plain;
        if (e[0] === 'x') return String.fromCharCode(parseInt(e.slice(1), 16));
        return /^[0-7]/.test(e) ? String.fromCharCode(parseInt(e, 8)) : `\\${e}`;
    });
}

export function ranksOf(one) {
    const at = one.options.findIndex((o) => o === '-n' || o === '-np');
    return at < 0 ? 1 : Number(one.options[at + 1]);
}

// ---- did it come true? ----

const EXITS = { verified: 0, incomplete: 3, unsupported: 4 };

// The findings of a report, or of the text if there is none.
function findingsOf(got) {
    const found = got.report
        ? got.report.findings.map((f) => ({ kind: f.kind, severity: f.severity }))
        : [...got.text.matchAll(/^(error|warning|note)\[([a-z-]+)\]/gm)].map(([, severity, kind]) => ({ kind, severity }));
    const hard = found.filter((f) => f.severity === 'error');
    // Only --strict exits with 1 where there is nothing worse than a warning.
    const errors = got.code === 1 && !hard.length ? found.filter((f) => f.severity === 'warning') : hard;
    return { all: found.map((f) => f.kind), errors: errors.map((f) => f.kind),
             hints: found.filter((f) => f.severity !== 'error').map((f) => f.kind) };
}

function parseWord(word) {
    const [, name, rest] = /^([a-z-]+)((?:[+!*][a-z0-9-]+)*)$/.exec(word.trim()) ?? [];
    if (!name) throw new Error(`'${word}' is no verdict`);
    const more = [...rest.matchAll(/([+!*])([a-z0-9-]+)/g)].map(([, sign, what]) => ({ sign, what }));
    return { name, more };
}

function fits({ name, more }, code, found) {
    const times = Number(more.find((m) => m.sign === '*')?.what ?? 1);
    if (code !== (EXITS[name] ?? 1)) return false;
    if (name in EXITS ? found.errors.length : !found.errors.length) return false;
    if (!(name in EXITS) && name !== 'finding' && found.errors.filter((k) => k === name).length < times) return false;
    return more.every(({ sign, what }) => {
        const there = what === 'any' ? found.hints.some((k) => sign === '!' || k !== 'message-race')
                                     : found.all.includes(what);
        return sign === '*' || there === (sign === '+');
    });
}

function pattern(text) {
    const escaped = text.split(' ... ').map((t) => t.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*');
    return new RegExp((/^\d/.test(text) ? '(?<![\\d,.])' : '') + escaped);
}

// got: { code, text, report }. What is wrong, in a line, or nothing. With `blind`, a regular expression, a program may be verified
// where there is something to find, if one of the things that were not explored fits it, and errors may be of another kind: what
// comes of a fault is found where the fault itself cannot be seen.
export function judge(one, got, { holdsFor, gap, brief, blind } = {}) {
    const verdicts = one.verdict.split('|').map(parseWord);
    const found = findingsOf(got);
    if (blind && got.code === 0 && got.report?.not_explored.some((t) => blind.test(t))) return '';
    if (blind && got.code === 1 && found.errors.length && !verdicts.some((v) => v.name in EXITS)) return '';
    const kinds = [...new Set(found.all)].join(', ');
    if (!verdicts.some((v) => fits(v, got.code, found)))
        return `expected ${one.verdict}, got exit ${got.code}${kinds && `: ${kinds}`}`;
    const named = verdicts.flatMap((v) => [v.name, ...v.more.filter((m) => m.sign === '+').map((m) => m.what)]);
    const strangers = found.errors.filter((k) => !named.includes(k));
    if (got.code === 1 && !named.includes('finding') && strangers.length)
        return `expected ${one.verdict}, got also ${[...new Set(strangers)].join(', ')}`;
    if (brief) return '';
    if (one.message) {
        const begins = new RegExp(`^(?:[a-z]+\\[(?:${named.join('|')})\\]|cannot verify )`);
        const lines = got.text.split('\n').filter((l) => begins.test(l));
        if (!lines.some((l) => pattern(one.message).test(l))) return `no finding says '${one.message}'`;
    }
    for (const text of one.texts) {
        const not = text.startsWith('!');
        if (pattern(not ? text.slice(1) : text).test(got.text) === not)
            return not ? `'${text.slice(1)}' is in the output` : `no '${text}' in the output`;
    }
    if (got.code === 0 && holdsFor && !new RegExp(holdsFor, 'i').test(got.report?.holds_for ?? ''))
        return `verified, but "holds for" does not say ${holdsFor}: ${got.report?.holds_for}`;
    if (got.code === 0 && gap && !got.report?.not_explored.some((t) => new RegExp(gap, 'i').test(t)))
        return `verified, but "not explored" does not say ${gap}: ${got.report?.not_explored.join(', ')}`;
    return '';
}

// For scripts: header.mjs NAME FILE... prints for each file its name and the texts of that field; `ranks`
// is the number of ranks of its first case, `verdict` its verdict.
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
    const [name, ...files] = process.argv.slice(2);
    for (const file of files) {
        const { cases, fields } = read(file);
        const values = name === 'ranks' ? [ranksOf(cases[0])] : name === 'verdict' ? [cases[0].verdict] : fields.get(name) ?? [];
        console.log([basename(file), ...values].join('\t'));
    }
}
