// races.mjs - random programs that use their buffers too early, or not: is every race found, and nothing else?
//
//     node tests/mpi/races.mjs BUILD SEED COUNT
//
// Rank 0 starts sends and receives on parts of its memory (heap, static data, stack; with holes or without), accesses
// memory in many ways, and completes them in any order; rank 1 does what belongs to it. Each of rank 0's statements is a
// line, and this script, which knows which bytes each of them touches, knows the races: of each operation the first access
// that is one must be reported with both lines and the line that completes it, and nothing may be reported that is no race.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const [build, seed, count] = [resolve(process.argv[2]), Number(process.argv[3]), Number(process.argv[4])];
const MOST_RACES = 10; // a rank keeps 16 remarks

let state = BigInt(seed) * 2654435761n + 1n;
function random(n) {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    return Number((state >> 33n) % BigInt(n));
}
const pick = (list) => list[random(list.length)];

const HEAD = `#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
typedef char vector __attribute__((vector_size(16), aligned(1)));
#define NOINLINE __attribute__((noinline, noclone, noipa)) static
NOINLINE void copy(void *to, const void *from, size_t n) { memcpy(to, from, n); }
NOINLINE void fill(void *to, size_t n) { memset(to, 1, n); }
NOINLINE long sum(const char *p, size_t n) { long s = 0; while (n--) s += *(volatile const char *)p++; return s; }
NOINLINE void repeat(void *to, const void *from, size_t n) { __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n) : : "memory"); }
static volatile long sink;
static char other[20000], packed[20000];
static char stat0[3000], stat1[9000];
static struct { char *at; size_t n; int writes; } told;
static inline __attribute__((always_inline)) void touch(void)
{
    for (size_t i = 0; i < told.n; i++)
        if (told.writes) ((volatile char *)told.at)[i] = 1;
        else sink = ((volatile char *)told.at)[i];
}
static int deleted(MPI_Comm c, int key, void *value, void *extra) { touch(); return MPI_SUCCESS; }
static void combine(void *in, void *inout, int *n, MPI_Datatype *type) { touch(); }
static void handle(MPI_Comm *c, int *code, ...) { touch(); }
static int key;
static MPI_Op op;
static MPI_Comm own;
NOINLINE void by_attribute(char *at, size_t n, int writes)
{
    told.at = at, told.n = n, told.writes = writes;
    MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
    MPI_Comm_delete_attr(MPI_COMM_SELF, key);
}
NOINLINE void by_operator(char *at, size_t n, int writes)
{
    int in = 1, inout = 1;
    told.at = at, told.n = n, told.writes = writes;
    MPI_Reduce_local(&in, &inout, 1, MPI_INT, op);
}
NOINLINE void by_reduction(char *at, size_t n, int writes)
{
    int in[2] = {1, 2}, sum[2];
    told.at = at, told.n = n, told.writes = writes;
    MPI_Scan(in, sum, 2, MPI_INT, op, MPI_COMM_SELF);
    touch();
}
NOINLINE void by_handler(char *at, size_t n, int writes)
{
    told.at = at, told.n = n, told.writes = writes;
    MPI_Comm_call_errhandler(own, MPI_ERR_OTHER);
}
static void prepare(void)
{
    MPI_Errhandler e;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, deleted, &key, NULL);
    MPI_Op_create(combine, 1, &op);
    MPI_Comm_dup(MPI_COMM_SELF, &own);
    MPI_Comm_create_errhandler(handle, &e);
    MPI_Comm_set_errhandler(own, e);
    MPI_Errhandler_free(&e);
}
static void forget(void)
{
    MPI_Comm_free_keyval(&key);
    MPI_Op_free(&op);
    MPI_Comm_free(&own);
}
`;

// How memory is accessed: the statement, its size (0: as drawn), whether it reads and writes.
const ACCESSES = [
    { n: 1, reads: true, text: (p) => `sink = *(volatile char *)(${p});` },
    { n: 2, reads: true, text: (p) => `sink = *(volatile short *)(${p});` },
    { n: 4, reads: true, text: (p) => `sink = *(volatile int *)(${p});` },
    { n: 8, reads: true, text: (p) => `sink = *(volatile long *)(${p});` },
    { n: 4, reads: true, text: (p) => `sink = (long)*(volatile float *)(${p});` },
    { n: 8, reads: true, text: (p) => `sink = (long)*(volatile double *)(${p});` },
    { n: 16, reads: true, text: (p) => `*(volatile vector *)other = *(volatile vector *)(${p});` },
    { n: 1, writes: true, text: (p) => `*(volatile char *)(${p}) = 1;` },
    { n: 2, writes: true, text: (p) => `*(volatile short *)(${p}) = 1;` },
    { n: 4, writes: true, text: (p) => `*(volatile int *)(${p}) = 1;` },
    { n: 8, writes: true, text: (p) => `*(volatile long *)(${p}) = 1;` },
    { n: 8, writes: true, text: (p) => `*(volatile double *)(${p}) = 1;` },
    { n: 16, writes: true, text: (p) => `*(volatile vector *)(${p}) = (vector){0};` },
    { n: 4, reads: true, writes: true, text: (p) => `(*(volatile int *)(${p}))++;` },
    { n: 1, reads: true, writes: true, text: (p) => `*(volatile char *)(${p}) |= 4;` },
    { n: 0, reads: true, text: (p, n) => `copy(other, ${p}, ${n});` },
    { n: 0, writes: true, text: (p, n) => `copy(${p}, other, ${n});` },
    { n: 0, writes: true, text: (p, n) => `fill(${p}, ${n});` },
    { n: 0, reads: true, text: (p, n) => `sink = sum(${p}, ${n});` },
    { n: 0, reads: true, text: (p, n) => `repeat(other, ${p}, ${n});` },
    { n: 0, writes: true, text: (p, n) => `repeat(${p}, other, ${n});` },
    ...['by_attribute', 'by_operator', 'by_reduction', 'by_handler'].flatMap((by) => [
        { n: 0, reads: true, text: (p, n) => `${by}(${p}, ${n}, 0);` },
        { n: 0, writes: true, text: (p, n) => `${by}(${p}, ${n}, 1);` },
    ]),
    { n: 16, writes: true, text: (p) => `clock_gettime(CLOCK_MONOTONIC, (struct timespec *)(${p}));` },
    { n: 144, writes: true, text: (p) => `stat("/", (struct stat *)(${p}));` },
    { n: 390, writes: true, text: (p) => `uname((struct utsname *)(${p}));` },
    { n: 0, reads: true, text: (p, n) => `at = 0, MPI_Pack(${p}, ${n}, MPI_CHAR, packed, 20000, &at, MPI_COMM_WORLD);` },
    { n: 0, writes: true, text: (p, n) => `at = 0, MPI_Unpack(packed, 20000, &at, ${p}, ${n}, MPI_CHAR, MPI_COMM_WORLD);` },
];

// The bytes of an operation, as [low, high) from the start of its object.
function blocks(op) {
    const list = [];
    for (let i = 0; i < op.blocks; i++) list.push([op.at + i * op.stride, op.at + i * op.stride + op.bytes]);
    return list;
}

function conflict(op, object, low, high, writes) {
    return op.object === object && (writes || op.receives) && blocks(op).some(([l, h]) => l < high && low < h);
}

function program() {
    const lines = HEAD.trimEnd().split('\n'), expected = [], all = [], peer = [];
    const objects = [['heap0', 40 + random(200)], ['heap1', 500 + random(9000)], ['stat0', 3000], ['stat1', 9000],
        ['stack0', 64], ['stack1', 3000]].map(([name, size]) => ({ name, size }));
    const allowed = random(3) ? 1 + random(MOST_RACES) : 0; // how many races there may be
    let active = [], tag = 0;
    const line = (text) => lines.push(text); // its number
    line('int main(int argc, char **argv)');
    line('{');
    line('    int rank, at; MPI_Init(&argc, &argv); MPI_Comm_rank(MPI_COMM_WORLD, &rank); (void)at;');
    line(`    char *heap0 = calloc(1, ${objects[0].size}), *heap1 = calloc(1, ${objects[1].size}), stack0[64] = {0}, stack1[3000] = {0};`);
    line('    MPI_Request q[64]; MPI_Datatype t; (void)t; prepare();');
    line('    if (rank == 0) {');
    const drawn = (object, n) => [object, random(object.size - n + 1)];
    function start() {
        const op = { object: pick(objects), receives: random(2) === 1, tag: tag++, blocks: 1, stride: 0 };
        const most = pick([8, 64, 1000, 9000]);
        op.bytes = 1 + random(Math.min(most, op.object.size));
        if (!random(3)) {
            op.bytes = Math.min(op.bytes, 16);
            op.stride = op.bytes + random(40);
            op.blocks = 1 + random(Math.max(1, Math.min(30, Math.floor((op.object.size - op.bytes) / op.stride))));
        }
        op.at = random(op.object.size - ((op.blocks - 1) * op.stride + op.bytes) + 1);
        // A second operation on the same bytes would be a race of its own: those are tested elsewhere.
        if (active.some((x) => blocks(op).some(([l, h]) => conflict(x, op.object, l, h, op.receives)))) return;
        const type = op.blocks > 1 ? 't' : 'MPI_CHAR', n = op.blocks > 1 ? 1 : op.bytes;
        if (op.blocks > 1) line(`        MPI_Type_vector(${op.blocks}, ${op.bytes}, ${op.stride}, MPI_CHAR, &t); MPI_Type_commit(&t);`);
        op.line = line(`        MPI_${op.receives ? 'Irecv' : 'Isend'}(${op.object.name} + ${op.at}, ${n}, ${type}, 1, ${op.tag}, MPI_COMM_WORLD, &q[${op.tag}]);`);
        if (op.blocks > 1) line('        MPI_Type_free(&t);');
        peer.push(`        MPI_${op.receives ? 'Send' : 'Recv'}(other, ${op.blocks * op.bytes}, MPI_CHAR, 0, ${op.tag}, MPI_COMM_WORLD${op.receives ? '' : ', MPI_STATUS_IGNORE'});`);
        active.push(op);
    }
    function finish(op) {
        const done = line(`        MPI_Wait(&q[${op.tag}], MPI_STATUS_IGNORE);`);
        if (op.race) op.race.done = done;
        active = active.filter((x) => x !== op);
    }
    function access() {
        const how = pick(ACCESSES), target = active.length && random(2) ? pick(active) : null;
        const n = how.n || 1 + random(pick([4, 40, 300]));
        let [object, at] = drawn(pick(objects.filter((o) => o.size >= n)), n);
        if (target && target.object.size >= n) { // near to a buffer, or in it
            object = target.object;
            const [low, high] = pick(blocks(target));
            at = Math.max(0, Math.min(object.size - n, pick([low - n, low - n + 1, low, high - 1, high, low - 1 - random(20), high + random(20)])));
        }
        const hit = active.filter((op) => conflict(op, object, at, at + n, how.writes));
        if (hit.length && expected.length + hit.length > allowed) return;
        const here = line(`        ${how.text(`${object.name} + ${at}`, n)}`);
        for (const op of hit) {
            all.push(`${here} ${op.line}`);
            if (!op.race) expected.push((op.race = { access: here, op: op.line }));
        }
    }
    const steps = 20 + random(60);
    for (let i = 0; i < steps; i++) {
        const what = random(10);
        if (what < 2 && tag < 60) start();
        else if (what < 3 && active.length) finish(pick(active));
        else access();
    }
    while (active.length) finish(pick(active));
    lines.push('    } else {', ...peer, '    }', '    forget(), free(heap0), free(heap1);', '    MPI_Finalize();', '    return 0;', '}');
    return { text: lines.join('\n') + '\n', expected, all };
}

// What is reported, as "access operation end"; the access is where main called a function for it, if it did.
function reported(file, json) {
    return json.findings.filter((f) => f.severity === 'error').map((f) => {
        const lines = [...f.message.matchAll(/c:(\d+)/g)].map((m) => Number(m[1]));
        const called = /main at p\.c:(\d+)/.exec(f.message);
        const done = /until MPI_Wait at p\.c:(\d+)/.exec(f.message);
        return f.kind === 'local-race' ? `${called ? called[1] : f.line} ${lines[0]} ${done ? done[1] : 'never'}` : `${f.kind}: ${f.message}`;
    });
}

const dir = mkdtempSync(join(tmpdir(), 'races-'));
let passed = 0, failed = 0, races = 0;
for (let i = 0; i < count; i++) {
    const { text, expected, all } = program();
    const source = join(dir, 'p.c'), report = join(dir, 'p.json');
    writeFileSync(source, text);
    execFileSync(join(build, 'mazurka'), ['cc', '-g', pick(['-O0', '-O1', '-O2']), '-w', '-o', join(dir, 'p'), source]);
    const run = spawnSync(join(build, 'mazurka'), ['run', '-n', '2', '--keep-going', '--json', report, './p'],
        { cwd: dir, encoding: 'utf8', timeout: 120000 });
    const wanted = expected.map((r) => `${r.access} ${r.op} ${r.done}`);
    let got;
    try {
        got = reported(source, JSON.parse(readFileSync(report)));
    } catch {
        got = [`exit ${run.status}`];
    }
    const missed = wanted.filter((w) => !got.includes(w)),
        extra = got.filter((g) => !all.includes(g.replace(/ \S+$/, '')));
    races += wanted.length;
    if (!missed.length && !extra.length && run.status === (wanted.length ? 1 : 0)) {
        passed++;
        continue;
    }
    failed++;
    const kept = join(tmpdir(), `races-${seed}-${i}.c`);
    writeFileSync(kept, text);
    console.log(`FAILED random program ${i} of seed ${seed}, kept as ${kept}: exit ${run.status}`);
    for (const m of missed) console.log(`    | not found (access, operation, wait): ${m}`);
    for (const e of extra) console.log(`    | wrongly reported: ${e}`);
    if (run.status !== 0 && run.status !== 1) console.log(run.stdout.split('\n').slice(0, 5).map((l) => `    | ${l}`).join('\n'));
}
rmSync(dir, { recursive: true });
console.log(`${races} races`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
