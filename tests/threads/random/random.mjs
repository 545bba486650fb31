// random.mjs - random programs of threads, judged by every interleaving of them.
//
//     node random.mjs MAZURKA PLAYER PROGRAMS SEED [loops]
//
// With loops, some threads try to get locks in loops.
// The judge knows nothing of Mazurka. It plays every interleaving of the operations, and keeps for each the relation "happens before" by its definition: a
// set of pairs, closed under program order and what the standards say of each object. It says whether a program can deadlock, and
// whether two accesses to one variable are ever unordered. Mazurka must find exactly that, by each explorer, in player.c's program.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chance } from './chance.mjs';

const [mazurka, player, count, seed, loops] = process.argv.slice(2);
const { random, pick } = chance(seed);

function program() {
    const waits = random(3) === 0, threads = 2 + random(2), length = threads === 2 ? 5 : 3;
    return Array.from({ length: threads }, () => {
        const ops = [], held = [];
        while (ops.length < length) {
            const x = random(14), k = random(2);
            if (loops && random(4) === 0 && !held.some((h) => h[0] === 'U')) {
                if (random(2)) { ops.push(`Q${k}`); held.push(`U${k}`); }
                else { ops.push(`D${k}`); held.push(...pick([['U0', 'U1'], ['U1', 'U0']])); }
                continue;
            }
            if (held.length && random(3) === 0) ops.push(held.pop());
            else if (x < 3 && !held.includes(`U${k}`)) { ops.push(`L${k}`); held.push(`U${k}`); }
            else if (x === 3 && !held.length && ops.length + 3 <= length) ops.push(`T${k}`, `U${k}`); // what a failed try skips
            else if (x === 4) ops.push(`P${k}`);
            else if (x === 5) ops.push(`V${k}`);
            else if (x === 6 && !held.length) ops.push('B0');
            else if (x === 7) ops.push(pick(['A0', 'A1', 'X0']));
            else if (x === 8 && waits && held.includes('U0')) ops.push('S0');
            else if (x === 9 && waits) ops.push(pick(['G0', 'H0']));
            else if (x === 10 && !held.some((h) => h[0] === 'N')) { ops.push(pick(['K0', 'M0'])); held.push('N0'); }
            else ops.push(pick(['R', 'W']) + random(2));
        }
        while (held.length) ops.push(held.pop());
        return ops;
    });
}

// ---- the judge ----

const join = (a, b) => a.map((x, i) => Math.max(x, b[i]));

// What each thread knows of the others is how many of their operations happen before; an access and its clock are kept for each variable.
function judge(threads) {
    const n = threads.length, zero = Array(n).fill(0);
    let deadlock = false, race = false, steps = 0;
    const seen = new Set();
    const start = {
        pc: Array(n).fill(0), clock: Array.from({ length: n }, () => [...zero]), mutex: [null, null], freed: [[...zero], [...zero]],
        sem: [0, 1], posts: [[], [[...zero]]], all: [[...zero], [...zero]],
        trying: Array(n).fill(false), barrier: [], woken: Array(n).fill(0), sleeping: Array(n).fill(false), cell: [[...zero], [...zero]],
        readers: [], writer: null, readerFreed: [...zero], writerFreed: [...zero], accesses: [[], []] };
    const copy = (s) => JSON.parse(JSON.stringify(s));
    // The possible next states of a thread; [] if it must wait.
    function next(s, t) {
        const op = threads[t][s.pc[t]], k = Number(op[1]);
        const go = (change, skip = 1) => {
            const x = copy(s);
            x.clock[t][t]++;
            change(x);
            x.pc[t] += skip;
            return x;
        };
        if (s.sleeping[t]) { // 'asleep', or woken and in want of the mutex
            if (s.sleeping[t] !== 'woken' || s.mutex[0] !== null) return [];
            return [go((x) => { x.sleeping[t] = false; x.mutex[0] = t; x.clock[t] = join(x.clock[t], x.freed[0]); })];
        }
        switch (op[0]) {
        case 'L': return s.mutex[k] !== null ? [] : [go((x) => { x.mutex[k] = t; x.clock[t] = join(x.clock[t], x.freed[k]); })];
        case 'T': return s.mutex[k] !== null ? [go(() => {}, 2)] : [go((x) => { x.mutex[k] = t; x.clock[t] = join(x.clock[t], x.freed[k]); })];
        case 'Q': return s.mutex[k] !== null ? [] : [go((x) => { x.mutex[k] = t; x.clock[t] = join(x.clock[t], x.freed[k]); })];
        case 'D': { // a round of the loop leaves nothing behind but what it makes known; it does not count as an event
            const y = copy(s);
            if (!s.trying[t]) {
                if (s.mutex[k] !== null) return [];
                y.trying[t] = true;
                y.mutex[k] = t;
                y.clock[t] = join(y.clock[t], y.freed[k]);
            } else if (s.mutex[1 - k] !== null) {
                y.trying[t] = false;
                y.mutex[k] = null;
                y.freed[k] = join(y.freed[k], y.clock[t]);
            } else {
                return [go((x) => { x.trying[t] = false; x.mutex[1 - k] = t; x.clock[t] = join(x.clock[t], x.freed[1 - k]); })];
            }
            return [y];
        }
        case 'U': return [go((x) => { x.mutex[k] = null; x.freed[k] = join(x.freed[k], x.clock[t]); })];
        case 'P': return s.sem[k] === 0 ? [] : [go((x) => { x.sem[k]--; x.clock[t] = join(x.clock[t], x.posts[k].shift()); })];
        case 'V': return [go((x) => { x.sem[k]++; x.all[k] = join(x.all[k], x.clock[t]); x.posts[k].push(x.all[k]); })];
        case 'A': return [go((x) => { x.clock[t] = join(x.clock[t], x.cell[k]); x.cell[k] = join(x.cell[k], x.clock[t]); })];
        case 'X': return [go(() => {})];
        case 'K': return s.writer !== null ? [] : [go((x) => { x.readers.push(t); x.clock[t] = join(x.clock[t], x.writerFreed); })];
        case 'M': return s.writer !== null || s.readers.length ? [] : [go((x) => { x.writer = t; x.clock[t] = join(x.clock[t], join(x.writerFreed, x.readerFreed)); })];
        case 'N': return [go((x) => {
            if (x.writer === t) { x.writer = null; x.writerFreed = join(x.writerFreed, x.clock[t]); }
            else { x.readers.splice(x.readers.indexOf(t), 1); x.readerFreed = join(x.readerFreed, x.clock[t]); }
        })];
        case 'B':
            if (s.barrier.some((b) => b.t === t)) return [];
            return [go((x) => {
                x.barrier.push({ t });
                if (x.barrier.length < 2) { x.pc[t]--; return; } // the other one ends the wait of both
                const both = x.barrier.map((b) => b.t), known = join(x.clock[both[0]], x.clock[both[1]]);
                for (const b of both) x.clock[b] = [...known];
                x.pc[both[0]]++;
                x.barrier = [];
            })];
        case 'S': return [go((x) => { x.sleeping[t] = 'asleep'; x.mutex[0] = null; x.freed[0] = join(x.freed[0], x.clock[t]); x.pc[t]--; })];
        case 'G': {
            const who = s.sleeping.flatMap((w, i) => w === 'asleep' ? [i] : []);
            return who.length ? who.map((w) => go((x) => { x.sleeping[w] = 'woken'; })) : [go(() => {})];
        }
        case 'H': return [go((x) => { x.sleeping = x.sleeping.map((w) => w === 'asleep' ? 'woken' : w); })];
        default: return [go((x) => { // R and W
            for (const a of x.accesses[k])
                if (a.t !== t && (a.write || op[0] === 'W') && x.clock[t][a.t] < a.at) race = true;
            x.accesses[k].push({ t, write: op[0] === 'W', at: x.clock[t][t] });
        })];
        }
    }
    // A program can get stuck if there is a state from which no way leads to its end.
    const open = [start], before = new Map(), ends = [];
    while (open.length) {
        const s = open.pop(), key = JSON.stringify(s);
        if (seen.has(key)) continue;
        seen.add(key);
        if (++steps > 20000) return null;
        let done = true;
        for (let t = 0; t < n; t++) {
            if (s.pc[t] >= threads[t].length) continue;
            done = false;
            for (const x of next(s, t)) {
                const after = JSON.stringify(x);
                if (!before.has(after)) before.set(after, []);
                before.get(after).push(key);
                open.push(x);
            }
        }
        if (done) ends.push(key);
    }
    const well = new Set(ends);
    while (ends.length)
        for (const key of before.get(ends.pop()) ?? [])
            if (!well.has(key)) { well.add(key); ends.push(key); }
    deadlock = well.size < seen.size;
    return { deadlock, race };
}

// ---- the comparison ----

let wrong = 0, played = 0, races = 0, deadlocks = 0;
while (played < Number(count)) {
    const threads = program(), truth = judge(threads);
    if (!truth) continue;
    played++;
    races += truth.race;
    deadlocks += truth.deadlock;
    const words = threads.map((ops) => ops.join(''));
    for (const algorithm of played % 8 || threads.length > 2 ? ['odpor'] : ['odpor', 'dpor', 'sdpor', 'udpor']) {
        const p = spawnSync(mazurka, ['run', '-a', algorithm, '--keep-going', '--json', 'report.json', player, ...words], { encoding: 'utf8' });
        let kinds = [];
        try { kinds = JSON.parse(readFileSync('report.json', 'utf8')).findings.map((f) => f.kind); } catch { kinds = ['no report']; }
        const found = { deadlock: kinds.includes('deadlock') || kinds.includes('non-termination'), race: kinds.includes('data-race') };
        // an execution ends with its first race, and with that perhaps before a deadlock
        const same = found.race === truth.race && (truth.race ? !found.deadlock || truth.deadlock : found.deadlock === truth.deadlock) &&
                     p.status === (truth.race || truth.deadlock ? 1 : 0);
        if (same) continue;
        wrong++;
        console.log(`FAILED random ${algorithm}: ${words.join(' ')}: ${JSON.stringify(truth)}, found ${kinds.join(' ') || 'nothing'}, exit ${p.status}`);
        console.log((p.stdout + p.stderr).split('\n').slice(0, 6).join('\n'));
    }
}
console.log(`${played} programs, ${races} with races, ${deadlocks} with deadlocks, ${wrong} wrong`);
process.exit(wrong ? 1 : 0);
