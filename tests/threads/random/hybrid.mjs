// hybrid.mjs - random programs of MPI and threads, judged by every interleaving of them.
//
//     node hybrid.mjs MAZURKA PLAYER PROGRAMS SEED [plain]
//
// As random.mjs, for hybrid.c: the judge knows nothing of Mazurka. It plays every interleaving, with sends that are buffered and with sends that
// are not, and says whether the program can deadlock, and whether two accesses of one rank to a variable are ever unordered. Mazurka must find exactly that (but
// for races, if the player is plain: not compiled to say its accesses), and as many outcomes as there are by every interleaving.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chance } from './chance.mjs';

const [mazurka, player, count, seed] = process.argv.slice(2);
const { random, pick } = chance(seed);
const ranks = 2;

// Rank 0 has two threads besides the first, rank 1 one or two; there are about as many receives as sends.
function program() {
    const threads = [0, 0, 1, ...(random(3) ? [] : [1])].map((rank) => ({ rank, ops: [] }));
    const add = (rank, op) => pick(threads.filter((t) => t.rank === rank)).ops.push(op);
    for (let n = 1 + random(3); n; n--) {
        const from = random(ranks), to = random(5) ? 1 - from : from;
        add(from, pick(['s', 's', 'y']) + to);
        if (random(8)) add(to, pick([`r${from}`, 'a0', 'a0']));
        if (!random(6)) add(to, 'p0');
        const looks = pick(threads.filter((t) => t.rank === to)).ops;
        if (!random(8) && !looks.includes('i0')) looks.push('i0', 'a0'); // once: a thread that looks again may be in a loop
    }
    if (!random(4)) for (let rank = 0; rank < ranks; rank++) add(rank, 'c0');
    for (let n = random(3); n; n--) {
        const t = pick(threads), k = random(2);
        const at = random(t.ops.length + 1);
        const safe = t.ops[at - 1]?.[0] === 'i' ? at - 1 : at; // what a look in vain skips is one operation
        t.ops.splice(safe, 0, ...pick([[`L${k}`, `W${k}`, `U${k}`], [`W${k}`], [`R${k}`], [`V0`], [`P${k}`], [`A${k}`]]));
    }
    for (const k of [0, 1]) if (random(2)) for (const t of threads) if (t.rank === 0 && random(2)) t.ops.splice(random(2) ? 0 : t.ops.length, 0, pick(['R', 'W']) + k);
    return threads;
}

// ---- the judge ----

const join = (a, b) => a.map((x, i) => Math.max(x, b[i]));

function judge(threads, buffered) {
    const n = threads.length, zero = Array(n).fill(0), each = (x) => Array.from({ length: ranks }, () => JSON.parse(JSON.stringify(x)));
    let deadlock = false, race = false, steps = 0;
    const seen = new Set();
    const start = {
        pc: Array(n).fill(0), clock: Array.from({ length: n }, () => [...zero]), mutex: each([null, null]), freed: each([zero, zero]),
        sem: each([0, 1]), posts: each([[], [zero]]), all: each([zero, zero]), cell: each([zero, zero]), accesses: each([[], []]),
        channel: each(each([])), // from, to: messages that nobody has taken
        sent: Array(n).fill(null), // a send that waits: until it is taken
        barrier: [], made: 0 };
    const copy = (s) => JSON.parse(JSON.stringify(s));
    function next(s, t) {
        const { rank, ops } = threads[t], op = ops[s.pc[t]], k = Number(op[1]);
        const go = (change, skip = 1) => {
            const x = copy(s);
            x.clock[t][t]++;
            change(x);
            x.pc[t] += skip;
            return x;
        };
        const heard = (x, m) => { x.clock[t] = join(x.clock[t], m.clock); };
        const take = (from) => go((x) => {
            const m = x.channel[from][rank].shift();
            if (x.sent[m.by]?.id === m.id) x.sent[m.by].taken = s.clock[t]; // what the receiver knew before
            heard(x, m);
        });
        const there = [...Array(ranks).keys()].filter((from) => s.channel[from][rank].length);
        const see = (from) => go((x) => {
            const m = x.channel[from][rank][0];
            heard(x, m);
            m.seen.push({ t, at: x.clock[t][t] });
        });
        // a message that a look has found is there for every look that comes after that one
        const known = there.some((from) => s.channel[from][rank][0].seen.some((l) => s.clock[t][l.t] >= l.at));
        switch (op[0]) {
        case 's': case 'y': {
            const waits = op[0] === 'y' || !buffered;
            if (s.sent[t]) return s.sent[t].taken ? [go((x) => { x.clock[t] = join(x.clock[t], s.sent[t].taken); x.sent[t] = null; })] : [];
            return [go((x) => {
                x.channel[rank][k].push({ by: t, id: x.made++, clock: s.clock[t], seen: [] });
                if (waits) x.sent[t] = { id: x.made - 1 };
            }, waits ? 0 : 1)];
        }
        case 'r': return there.includes(k) ? [take(k)] : [];
        case 'a': return there.map(take);
        case 'p': return there.map(see);
        case 'i': return [...there.map(see), ...(known ? [] : [go(() => {}, 2)])];
        case 'c': {
            if (s.barrier.some((b) => b.t === t)) return [];
            return [go((x) => {
                x.barrier.push({ t });
                if (x.barrier.length < ranks) { x.pc[t]--; return; }
                const both = x.barrier.map((b) => b.t), known = both.map((b) => x.clock[b]).reduce(join);
                for (const b of both) { x.clock[b] = [...known]; if (b !== t) x.pc[b]++; }
                x.barrier = [];
            })];
        }
        case 'L': return s.mutex[rank][k] !== null ? [] : [go((x) => { x.mutex[rank][k] = t; x.clock[t] = join(x.clock[t], x.freed[rank][k]); })];
        case 'U': return [go((x) => { x.mutex[rank][k] = null; x.freed[rank][k] = join(x.freed[rank][k], x.clock[t]); })];
        case 'P': return s.sem[rank][k] === 0 ? [] : [go((x) => { x.sem[rank][k]--; x.clock[t] = join(x.clock[t], x.posts[rank][k].shift()); })];
        case 'V': return [go((x) => { x.sem[rank][k]++; x.all[rank][k] = join(x.all[rank][k], x.clock[t]); x.posts[rank][k].push(x.all[rank][k]); })];
        case 'A': return [go((x) => { x.clock[t] = join(x.clock[t], x.cell[rank][k]); x.cell[rank][k] = join(x.cell[rank][k], x.clock[t]); })];
        default: return [go((x) => { // R and W
            for (const a of x.accesses[rank][k])
                if (a.t !== t && (a.write || op[0] === 'W') && x.clock[t][a.t] < a.at) race = true;
            x.accesses[rank][k].push({ t, write: op[0] === 'W', at: x.clock[t][t] });
        })];
        }
    }
    const open = [start];
    while (open.length) {
        const s = open.pop(), key = JSON.stringify(s);
        if (seen.has(key)) continue;
        seen.add(key);
        if (++steps > 20000) return null;
        let moved = false, done = true;
        for (let t = 0; t < n; t++) {
            if (s.pc[t] >= threads[t].ops.length) continue;
            done = false;
            for (const x of next(s, t)) { moved = true; open.push(x); }
        }
        if (!moved && !done) deadlock = true;
    }
    return { deadlock, race };
}

// ---- the comparison ----

const number = (text, what) => Number((new RegExp(`([\\d,]+) ${what}`).exec(text)?.[1] ?? 'NaN').replaceAll(',', ''));
let wrong = 0, played = 0, races = 0, deadlocks = 0, counted = 0;
const says = process.argv[6] !== 'plain';
while (played < Number(count)) {
    const threads = program();
    const truth = { zero: judge(threads, false), infinite: judge(threads, true) };
    if (!truth.zero || !truth.infinite) continue;
    played++;
    const words = threads.map((t) => t.rank + t.ops.join(''));
    for (const buffering of ['zero', 'infinite']) {
        const is = truth[buffering];
        races += is.race;
        deadlocks += is.deadlock;
        const run = (algorithm, ...more) => spawnSync(mazurka, ['run', '-n', String(ranks), '-a', algorithm, '--buffering', buffering, '--keep-going', '--json', 'report.json', ...more, player, ...words], { encoding: 'utf8' });
        const p = run('odpor'), outcomes = number(p.stdout, 'outcomes?');
        let kinds = [];
        try { kinds = JSON.parse(readFileSync('report.json', 'utf8')).findings.filter((f) => f.severity !== 'note').map((f) => f.kind); } catch { kinds = ['no report']; }
        const race = kinds.includes('data-race'), deadlock = kinds.includes('deadlock');
        // an execution ends with its first race, and with that perhaps before a deadlock
        const same = (!says || race === is.race) && (is.race && says ? !deadlock || is.deadlock : deadlock === is.deadlock) &&
                     (p.status === 1 || (p.status === 0 && !is.deadlock && !(is.race && says)));
        if (!same) {
            wrong++;
            console.log(`FAILED hybrid --buffering ${buffering}: ${words.join(' ')}: ${JSON.stringify(is)}, found ${kinds.join(' ') || 'nothing'}, exit ${p.status}`);
            console.log((p.stdout + p.stderr).split('\n').slice(0, 6).join('\n'));
        }
        if (is.race || outcomes > 12) continue;
        const brute = run('exhaustive', '--executions', '4000');
        if (!/all explored/.test(brute.stdout)) continue;
        counted++;
        if (number(brute.stdout, 'traces?') === outcomes) continue;
        wrong++;
        console.log(`FAILED hybrid --buffering ${buffering}: ${words.join(' ')}: ${outcomes} outcomes, and by every interleaving ${brute.stdout.split('\n').slice(-4).join(' ')}`);
    }
}
console.log(`${played} programs, ${races} with races, ${deadlocks} with deadlocks, ${counted} counted by every interleaving, ${wrong} wrong`);
process.exit(wrong ? 1 : 0);
