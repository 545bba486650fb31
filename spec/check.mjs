// SPDX-License-Identifier: Apache-2.0
//
// check.mjs - does Kernel.tla hold, and does it agree with the product?
//
//     node spec/check.mjs [--mazurka PATH] [FILE.lit ...]
//     node spec/check.mjs --module FILE.lit     (for TLC: see README.md)
//
// Every program of programs/ is turned into the constant Prog of Kernel.tla.
// Then, on all its reachable states:
//   1. the invariants of MC.cfg hold (the eleven theorems among them);
//   2. the number of states, and whether a deadlock is reachable, are what
//      the program's first line says;
//   3. with --mazurka, `PATH litmus -a exhaustive FILE --json -` counts the
//      same number of states;
//   4. each statement that must be false is refuted by the program named for
//      it, so that neither a theorem nor `Commute` is empty.
import { readFileSync, readdirSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { check, finish, loadChecker, takeOption } from './harness.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const kernel = readFileSync(join(here, 'Kernel.tla'), 'utf8');

const config = readFileSync(join(here, 'MC.cfg'), 'utf8');
const invariants = [...config.matchAll(/^INVARIANT (\w+)$/gm)].map((m) => m[1]);

// Statements that are false, and the program that must refute each.
const refutations = {
    FalseSends: 'senders', FalseRecvs: 'receivers',
    FalseWait: 'pair', FalseTest: 'poll',
    FalseLocks: 'mutex2', FalseAwait: 'mutex2', FalseTry: 'giveup',
    Never1: 'mix', Never2: 'mix', Never3: 'relay', Never4: 'pair',
    Never5: 'poll', Never6: 'anyof', Never7: 'abba', Never8: 'mutex3',
    Never9: 'giveup', Never10: 'giveup', Never11: 'mutex2',
    NeverWider1: 'giveup', NeverWider2: 'giveup',
};

// ---- litmus to TLA+ ------------------------------------------------------

// The straight-line part of the litmus language; anything else is an error.
function translate(path) {
    const actors = new Map(); // name -> instructions, as TLA+ text
    let code = null, posts = null, locks = null;
    let line = 0;

    const fail = (what) => { throw new Error(`${path}:${line}: ${what}`); };
    const among = (table, handles, what) => {
        if (handles.length === 0) fail(`expected a handle of a ${what}`);
        const values = handles.map((h) => table.get(h) ?? fail(`'${h}' is not a handle of a ${what}`));
        return `{${[...new Set(values)].join(', ')}}`;
    };

    for (const text of readFileSync(path, 'utf8').split('\n')) {
        line++;
        const [, handle, rest] = /^\s*(?:([A-Za-z_]\w*)\s*=\s*)?(.*)$/.exec(text.replace(/#.*/, ''));
        const [op, ...args] = rest.trim().split(/\s+/);
        const arity = (least, most) => {
            if (args.length < least || args.length > most) fail(`wrong number of arguments of '${op}'`);
        };
        if (op === '' || op === 'expect') continue;
        if (op === 'actor') {
            arity(1, 2);
            const [name, times] = args;
            if (!/^[A-Za-z]\w*$/.test(name)) fail(`bad actor name '${name}'`);
            if (times !== undefined && !/^x[1-9]\d*$/.test(times)) fail(`expected xN, not '${times}'`);
            code = []; posts = new Map(); locks = new Map();
            const names = times ? Array.from({ length: +times.slice(1) }, (_, i) => name + (i + 1)) : [name];
            for (const n of names) {
                if (actors.has(n)) fail(`actor '${n}' appears twice`);
                actors.set(n, code);
            }
            continue;
        }
        if (code === null) fail(`'${op}' before the first actor`);
        const fields = {
            __proto__: null,
            local: () => { arity(0, 0); return ''; },
            send: () => {
                arity(1, 2);
                if (!/^-?\d+$/.test(args[1] ?? '0')) fail(`bad value '${args[1]}'`);
                return `, box |-> "${args[0]}", val |-> ${args[1] ?? 0}`;
            },
            recv: () => { arity(1, 1); return `, box |-> "${args[0]}", val |-> 0`; },
            wait: () => `, on |-> ${among(posts, args, 'send or receive')}`,
            test: () => `, on |-> ${among(posts, args, 'send or receive')}`,
            lock: () => { arity(1, 1); return `, mutex |-> "${args[0]}"`; },
            unlock: () => { arity(1, 1); return `, mutex |-> "${args[0]}"`; },
            await: () => `, on |-> ${among(locks, args, 'lock')}`,
            try: () => `, on |-> ${among(locks, args, 'lock')}`,
        }[op] ?? fail(`'${op}' is not an action of the spec`);
        code.push(`[op |-> "${op}"${fields()}]`);
        posts.delete(handle); // a handle means what it was bound to last
        locks.delete(handle);
        if (op === 'send' || op === 'recv') posts.set(handle, code.length);
        if (op === 'lock') locks.set(handle, `"${args[0]}"`);
    }
    const list = [...actors].map(([name, c]) => `${name} |-> <<${c.join(', ')}>>`);
    return `[${list.join(',\n  ')}]`;
}

// ---- the checker ---------------------------------------------------------

// All reachable states, against the named invariants. Returns the number of
// states and the first invariant found false, if any; throws if the checker
// could not do its work.
function explore(checker, prog, names) {
    const cfg = `SPECIFICATION Spec\nCONSTANT Prog = ${prog.replaceAll('\n', ' ')}\n`
        + names.map((n) => `INVARIANT ${n}\n`).join('');
    const options = { cfg_source: cfg, max_states: 100000, max_depth: 1000, allow_deadlock: true };
    const r = JSON.parse(checker.check_spec_with_options(kernel, JSON.stringify(options)));
    if (r.success) return { states: r.states_explored };
    const which = /^Invariant (\d+) violated$/.exec(r.error_message);
    if (r.error_type !== 'InvariantViolation' || !which) throw new Error(`${r.error_type}: ${r.error_message}`);
    return { states: r.states_explored, violated: names[+which[1]], trace: r.trace.join('\n') };
}

function statesOfMazurka(binary, path) {
    const r = spawnSync(binary, ['litmus', '-a', 'exhaustive', path, '--json', '-'], { encoding: 'utf8' });
    if (r.error) throw r.error;
    let states;
    try {
        JSON.parse(r.stdout, (key, value) => {
            if (key === 'states' && typeof value === 'number') states ??= value;
            return value;
        });
    } catch {
        throw new Error(`mazurka wrote no JSON: ${r.stderr.trim() || r.stdout.trim()}`);
    }
    return states;
}

// ---- the checks ----------------------------------------------------------

function checkProgram(checker, path, mazurka) {
    const name = basename(path);
    const head = /^# spec: (\d+) states, (no deadlock|deadlock)(, sets)?\n/.exec(readFileSync(path, 'utf8'));
    let prog, states;
    check(`${name}: invariants hold`, () => {
        prog = translate(path);
        const r = explore(checker, prog, invariants);
        if (r.violated) return `${r.violated} is violated\n${r.trace}`;
        states = r.states;
    });
    check(`${name}: ${head?.[1]} states`, () => {
        if (!head) return 'the first line must read "# spec: N states, [no ]deadlock[, sets]"';
        if (states !== +head[1]) return `the spec has ${states ?? 'not been explored'}`;
    });
    check(`${name}: ${head?.[2]}`, () => {
        const found = explore(checker, prog, ['NoDeadlock']).violated ? 'deadlock' : 'no deadlock';
        if (found !== head?.[2]) return `the spec has ${found}`;
    });
    if (mazurka && !head?.[3]) check(`${name}: mazurka counts as many`, () => {
        const theirs = statesOfMazurka(mazurka, path);
        if (theirs !== states) return `mazurka has ${theirs}, the spec ${states}`;
    });
}

function usage() {
    console.error('usage: node spec/check.mjs [--mazurka PATH] [FILE.lit ...]\n'
        + '       node spec/check.mjs --module FILE.lit');
    process.exit(2);
}

const args = process.argv.slice(2);
if (args[0] === '--module') {
    if (args.length !== 2) usage();
    console.log(`---- MODULE MC ----\nEXTENDS Kernel\nProgram == ${translate(args[1])}\n====`);
    process.exit(0);
}
const mazurka = takeOption(args, '--mazurka') ?? null;
if (args.some((a) => a.startsWith('-'))) usage();

const checker = await loadChecker();
const programs = join(here, 'programs');
const files = args.length ? args
    : readdirSync(programs).filter((f) => f.endsWith('.lit')).sort().map((f) => join(programs, f));
for (const path of files) checkProgram(checker, path, mazurka);
if (!args.length) for (const [statement, name] of Object.entries(refutations)) {
    check(`${name}.lit refutes ${statement}`, () => {
        const r = explore(checker, translate(join(programs, `${name}.lit`)), [statement]);
        if (!r.violated) return 'it holds';
    });
}
finish();
