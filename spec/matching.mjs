// SPDX-License-Identifier: Apache-2.0
//
// matching.mjs - does the search of Matching.tla explore what can happen, and nothing twice?
//
//     node spec/matching.mjs [--mazurka PATH] [--every N]
//
// The programs are all of a family: rank 1 posts two receives with any of three patterns, and waits for them or
// tests them in one of the ways of `bodies`; ranks 2 and 3 send one or two messages with tags 0 and 1, or an answer
// to what rank 1 has received. --every N takes each Nth of them. With --mazurka, `PATH litmus -a match` must count
// as many outcomes, for each tenth. Searches that are wrong on purpose must be refuted by some program.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnSync } from 'node:child_process';
import { check, finish, loadChecker, takeOption } from './harness.mjs';

const spec = readFileSync(join(dirname(fileURLToPath(import.meta.url)), 'Matching.tla'), 'utf8');

// ---- the family ----------------------------------------------------------

const ANY = 0, ANY_TAG = 9;
const send = (peer, tag, when) => ({ op: 'send', peer, tag, when });
const recv = ([peer, tag]) => ({ op: 'irecv', peer, tag });
const wait = (on) => ({ op: 'wait', on });
const test = (on) => ({ op: 'test', on });

const patterns = [[ANY, ANY_TAG], [2, ANY_TAG], [ANY, 0]];
const bodies = {
    'one after the other': (a, b) => [recv(a), wait(1), recv(b), wait(3)],
    'the later one first': (a, b) => [recv(a), recv(b), wait(2), wait(1)],
    'in order': (a, b) => [recv(a), recv(b), wait(1), wait(2)],
    'tested, then waited for': (a, b) => [recv(a), test(1), recv(b), wait(3), wait(1)],
    'the later one tested': (a, b) => [recv(a), recv(b), test(2), wait(1), wait(2)],
    'only tested': (a, b) => [recv(a), recv(b), test(1), test(2)],
    // an answer to rank 3, if the first message is that of rank 2
    'answered': (a, b) => [recv(a), wait(1), send(3, 0, [2, [2, 1]]), recv(b), wait(4)],
    'answered if tested': (a, b) => [recv(a), recv(b), test(2), send(3, 0, [3, [0, 1]]), wait(1)],
};
const seconds = [[0], [1], [0, 0], [0, 1], [1, 0], [1, 1]].map((tags) => tags.map((t) => send(1, t)));
const thirds = [[send(1, 0)], [send(1, 1)], [recv([ANY, ANY_TAG]), wait(1), send(1, 0)],
    [recv([1, ANY_TAG]), test(1), send(1, 1)]];

function* family() {
    for (const [name, body] of Object.entries(bodies))
        for (const a of patterns)
            for (const b of patterns)
                for (const second of seconds)
                    for (const third of thirds)
                        yield { name, ranks: [body(a, b), second, third] };
}

// What the family does not have: two messages that come late, of which an earlier receive takes the first; and a message
// that was sent because of a match which itself could be another one, when that comes to light later.
const always = [
    { name: 'two at once', ranks: [[recv([ANY, 0]), recv([ANY, ANY_TAG]), wait(2), wait(1)], [send(3, 0), send(1, 1)],
        [recv([ANY, ANY_TAG]), wait(1), send(1, 0), send(1, 0)]] },
    { name: 'kept', ranks: [[recv([ANY, ANY_TAG]), wait(1)], [recv([ANY, ANY_TAG]), wait(1), send(1, 0)],
        [recv([ANY, ANY_TAG]), wait(1), send(2, 0)], [send(1, 0), send(2, 0), send(3, 0)]] },
];

// ---- a program as TLA+, and as a litmus file -----------------------------

const tuple = (list) => `<<${list.join(', ')}>>`;

function tla(ranks) {
    const operation = (o) => {
        const when = o.when ? tuple([o.when[0], tuple(o.when[1])]) : '<<>>';
        return 'on' in o ? `[op |-> "${o.op}", on |-> ${o.on}, when |-> ${when}]`
            : `[op |-> "${o.op}", peer |-> ${o.peer}, tag |-> ${o.tag}, when |-> ${when}]`;
    };
    return tuple(ranks.map((ops) => tuple(ops.map(operation))));
}

// A message says which send it is: 10 for each rank, and its position.
function litmus(ranks) {
    const lines = ['semantics matching'];
    ranks.forEach((ops, rank) => {
        lines.push(`rank ${rank}`);
        const at = (position) => (ops[position - 1].op === 'wait' ? `r${ops[position - 1].on}` : `t${position}`);
        ops.forEach((o, i) => {
            if (o.when) {
                const [position, [who, what]] = o.when;
                const value = ops[position - 1].op === 'wait' ? 10 * who + what : what;
                lines.push(`  if ${at(position)} == ${value}`);
            }
            lines.push({
                send: `  send ${o.peer - 1} tag ${o.tag} value ${10 * (rank + 1) + i + 1}`,
                irecv: `  r${i + 1} = irecv ${o.peer === ANY ? 'any' : o.peer - 1} tag ${o.tag === ANY_TAG ? 'any' : o.tag}`,
                wait: `  wait r${o.on}`,
                test: `  t${i + 1} = test r${o.on}`,
            }[o.op]);
            if (o.when) lines.push('  end');
        });
    });
    return `${lines.join('\n')}\n`;
}

// ---- checking ------------------------------------------------------------

const checker = await loadChecker();

function holds(ranks, invariant, way = 'right', count = 0) {
    const cfg = `SPECIFICATION Spec\nCONSTANT Prog = ${tla(ranks)}\nCONSTANT Way = "${way}"\nCONSTANT Count = ${count}\n`
        + `INVARIANT ${invariant}\n`;
    const options = { cfg_source: cfg, max_states: 1000, max_depth: 1000, allow_deadlock: true };
    const r = JSON.parse(checker.check_spec_with_options(spec, JSON.stringify(options)));
    if (!r.success && r.error_type !== 'InvariantViolation') throw new Error(`${r.error_type}: ${r.error_message}`);
    return r.success;
}

function outcomesOf(mazurka, ranks) {
    const folder = mkdtempSync(join(tmpdir(), 'mazurka-spec-'));
    try {
        const file = join(folder, 'program.lit');
        writeFileSync(file, litmus(ranks));
        const r = spawnSync(mazurka, ['litmus', '-a', 'match', '--buffering', 'infinite', '--keep-going', file, '--json', '-'],
            { encoding: 'utf8', cwd: folder });
        if (r.error) throw r.error;
        return JSON.parse(r.stdout).executions;
    } finally {
        rmSync(folder, { recursive: true });
    }
}

const args = process.argv.slice(2);
const mazurka = takeOption(args, '--mazurka');
const every = +(takeOption(args, '--every') ?? 1);
if (args.length || !(every >= 1)) {
    console.error('usage: node spec/matching.mjs [--mazurka PATH] [--every N]');
    process.exit(2);
}

const wrong = new Map([['careless', false], ['single', false], ['forgetful', false]]);
let number = 0;
for (const { name, ranks } of [...always, ...family()]) {
    if (number++ >= always.length && (number - 1) % every) continue;
    const title = `${name}, program ${number}`;
    check(title, () => (holds(ranks, 'Explored') ? '' : `an outcome is missed or explored twice:\n${litmus(ranks)}`));
    if (mazurka && Math.floor((number - 1) / every) % 10 === 0) check(`${title}: mazurka counts as many`, () => {
        const theirs = outcomesOf(mazurka, ranks);
        return holds(ranks, 'Counted', 'right', theirs) ? `not ${theirs} outcomes, as mazurka says:\n${litmus(ranks)}` : '';
    });
    for (const [way, refuted] of wrong)
        if (!refuted && !holds(ranks, 'Explored', way)) wrong.set(way, title);
}
for (const [way, refuted] of wrong)
    check(`a search that is ${way} is refuted`, () => (refuted ? '' : 'no program refutes it'));
finish();
