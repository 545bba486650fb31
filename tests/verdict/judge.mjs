// judge.mjs EXPECTATION EXIT-CODE REPORT.json [PATTERN] - is a report what a program's first line expects?
//
// Prints one line on what is wrong, and exits 1; prints nothing and exits 0 if all is well. The words of
// EXPECTATION are separated by "|" and each is an acceptable answer:
//   verified            exit 0; warnings and notes do not matter
//   verified+KIND       exit 0, and a warning or note of this kind ("any": of any kind but message-race)
//   verified!KIND       exit 0, and no warning or note of this kind
//   incomplete          exit 3, nothing found
//   unsupported         exit 4
//   finding             exit 1, an error of any kind
//   KIND, KIND*2        exit 1, and an error of this kind (at least two of them)
// An error of a kind that the expectation does not have is a failure even if the expected one is there too.
// PATTERN, a regular expression, must fit the "holds for" line if the verdict is "verified".
import { readFileSync } from 'node:fs';
import schema from '../support/schema.js';

const [expectation, code, file, pattern] = process.argv.slice(2);
let report = {};
try {
    report = JSON.parse(readFileSync(file, 'utf8'));
} catch {
    // A refusal may come before there is anything to report.
}
const invalid = report.version && schema.wrong(report);
if (invalid) {
    console.log(`the report is not as docs/report.schema.json says: ${invalid}`);
    process.exit(1);
}
const all = report.findings ?? [];
const hard = all.filter(f => f.severity === 'error');
// Only --strict exits with 1 where there is nothing worse than a warning.
const errors = (code === '1' && !hard.length ? all.filter(f => f.severity === 'warning') : hard).map(f => f.kind);
const hints = all.filter(f => f.severity !== 'error').map(f => f.kind);
const words = expectation.split('|').map(w => w.trim());

function fits(word) {
    const [, name, sign, kind] = /^([a-z-]+)(?:([+!*])(.+))?$/.exec(word) ?? [];
    switch (name) {
    case undefined:
        return false;
    case 'verified':
        if (code !== '0' || report.verdict !== 'verified')
            return false;
        if (sign === '+')
            return kind === 'any' ? hints.some(k => k !== 'message-race') : hints.includes(kind);
        return sign !== '!' || !hints.includes(kind);
    case 'incomplete':
        return code === '3' && errors.length === 0;
    case 'unsupported':
        return code === '4' && errors.length === 0;
    case 'finding':
        return code === '1' && errors.length > 0;
    default:
        return code === '1' && errors.filter(k => k === name).length >= (sign === '*' ? Number(kind) : 1);
    }
}

const got = `exit ${code}, ${report.verdict ?? 'no report'}` +
            (all.length ? `: ${[...new Set(all.map(f => f.kind))].join(', ')}` : '');
const names = words.map(w => w.replace(/[+!*].*/, ''));
if (!words.some(fits)) {
    console.log(`expected ${expectation}, got ${got}`);
    process.exit(1);
}
const strangers = errors.filter(k => !names.includes(k));
if (code === '1' && !names.includes('finding') && strangers.length) {
    console.log(`expected ${expectation}, got also ${[...new Set(strangers)].join(', ')}`);
    process.exit(1);
}
if (code === '0' && pattern && !new RegExp(pattern, 'i').test(report.holds_for ?? '')) {
    console.log(`verified, but "holds for" does not say ${pattern}: ${report.holds_for}`);
    process.exit(1);
}
