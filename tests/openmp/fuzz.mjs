// fuzz.mjs - random OpenMP programs: is every outcome explored, and each once?
//
//     node fuzz.mjs BUILD [COUNT] [SEED] [COMPILER]
//
// With mpicc as the compiler, they are programs of MPI, with one rank.
//
// The threads of a program write letters into one text, in critical regions, so the text tells the order in which
// they came there, and who took which part. Of each program, all interleavings are made by `-a exhaustive`, which has to
// come to as many outcomes as dpor and odpor do. And the program runs by itself, with the compiler's own library, with
// delays by chance: each text that it has ever come to must be among the explored outcomes, so the assertion that it
// does not come about must fail.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const [build, count = '10', seed = '1', compiler = 'gcc'] = process.argv.slice(2);
const tool = join(resolve(build), 'mazurka');
const mpi = /mpicc/.test(compiler);
let state = BigInt(seed) * 0x9e3779b97f4a7c15n + 1n;
function below(n) { // a number by chance
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    return Number((state >> 33n) % BigInt(n));
}
const pick = (...all) => all[below(all.length)];
let letter = 0;
const say = () => `say('${String.fromCharCode(97 + letter++ % 26)}');`;

// What a task does: it writes, and may make another task.
function task(depth) {
    const depend = below(3) ? '' : ` depend(${pick('in', 'out', 'inout')} : ${pick('x', 'y')})`;
    const how = pick('', '', '', ' if (0)', ' final(1)');
    const inner = depth && !below(3) ? task(depth - 1) + (below(2) ? '\n#pragma omp taskwait\n' : '') : '';
    return `\n#pragma omp task${how}${depend}\n{ ${inner} ${below(4) ? say() : ''} }\n`;
}

function tasks() {
    let text = '';
    for (let i = 1 + below(2); i >= 0; i--)
        text += pick(() => task(1), () => task(1), () => '\n#pragma omp taskwait\n', say, () => '\n#pragma omp taskyield\n',
            () => `\n#pragma omp taskgroup\n{ ${task(1)} }\n`)();
    return text;
}

const statements = [
    say, say,
    () => '\n#pragma omp barrier\n',
    () => `\n#pragma omp single${pick('', ' nowait')}\n{ ${say()} }\n`,
    () => `\n#pragma omp master\n{ ${say()} }\n`,
    () => `\n#pragma omp for schedule(${pick('static', 'static, 1', 'dynamic', 'guided', 'dynamic, 2')})${pick('', ' nowait')}\nfor (int i = 0; i < ${2 + below(2)}; i++) { ${pick('who(i);', say())} }\n`,
    () => `\n#pragma omp for ordered schedule(${pick('static, 1', 'dynamic')})\nfor (int i = 0; i < 2; i++) { ${below(2) ? say() : ''}\n#pragma omp ordered\nwho(i); }\n`,
    () => `\n#pragma omp sections\n{\n#pragma omp section\n{ ${say()} }\n#pragma omp section\n{ who(7); }\n}\n`,
    () => `if (omp_test_lock(&lock)) { ${say()} omp_unset_lock(&lock); }\n`,
    () => `omp_set_lock(&lock); ${pick('', say())} omp_unset_lock(&lock);\n`,
    () => `\n#pragma omp master\n{ ${tasks()} }\n`,
    () => `\n#pragma omp single${pick('', ' nowait')}\n{ ${tasks()} }\n`,
];

function program() {
    letter = 0;
    let body = '';
    for (let i = below(3); i >= 0; i--) body += pick(...statements)() + '\n';
    return `${mpi ? '#include <mpi.h>' : ''}
#include <assert.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static char text[256];
static int n, x, y, chance;
static omp_lock_t lock;
static void wait_a_little(void)
{
    if (chance)
        usleep((unsigned)rand() % 300);
}
static void say(char c)
{
    wait_a_little();
#pragma omp critical
    {
        text[n++] = c;
        text[n++] = (char)('0' + omp_get_thread_num());
    }
    wait_a_little();
}
static void who(int i)
{
    say((char)('A' + i));
}
int main(int argc, char **argv)
{
    ${mpi ? 'MPI_Init(&argc, &argv);' : ''}
    omp_init_lock(&lock);
    if (argc > 1 && *argv[1] == '#')
        srand((unsigned)(chance = atoi(argv[1] + 1)));
#pragma omp parallel num_threads(2)
    {
        wait_a_little();
${body}
    }
    if (argc > 1 && *argv[1] == '=')
        assert(strcmp(argv[1] + 1, text));
    puts(text);
    ${mpi ? 'MPI_Finalize();' : ''}
    return 0;
}
`;
}

const ranks = mpi ? ['-n', '1'] : [], buffered = mpi ? [...ranks, '--buffering', 'infinite'] : [];
const place = fs.mkdtempSync(join(tmpdir(), 'openmp-fuzz-'));
const source = join(place, 'p.c'), binary = join(place, 'p');
function run(...command) {
    const r = spawnSync(command[0], command.slice(1), { cwd: place, encoding: 'utf8', timeout: 60000 });
    return { code: r.status, text: (r.stdout ?? '') + (r.stderr ?? '') };
}
const number = (text, what) => Number((new RegExp(`([\\d,]+) ${what}`).exec(text)?.[1] ?? 'NaN').replaceAll(',', ''));
let passed = 0, failed = 0, left = 0, texts = 0;
function wrong(what, text) {
    failed++;
    console.log(`FAILED ${what}, of this program:\n${text}`);
}
for (let i = 0; i < Number(count); i++) {
    const text = program();
    fs.writeFileSync(source, text);
    const made = run(compiler, '-fopenmp', '-O1', '-g', '-w', '-o', binary, source);
    if (made.code !== 0) {
        wrong(`it does not compile: ${made.text}`, text);
        continue;
    }
    const odpor = run(tool, 'run', ...ranks, '--time', '5', binary);
    if (odpor.code === 3) {
        left++;
        continue;
    }
    if (odpor.code !== 0) {
        wrong(`exit ${odpor.code}: ${odpor.text}`, text);
        continue;
    }
    const all = number(odpor.text, 'outcomes?');
    if (all <= 40) {
        const dpor = mpi ? odpor : run(tool, 'run', '-a', 'dpor', binary); // which does not explore threads of MPI programs
        if (number(dpor.text, 'outcomes?') !== all) wrong(`dpor: ${dpor.text}, odpor: ${odpor.text}`, text);
        const brute = run(tool, 'run', ...buffered, '-a', 'exhaustive', '--time', '10', binary);
        if (brute.code === 0 && number(brute.text, 'traces?') !== all) wrong(`exhaustive: ${brute.text}, odpor: ${odpor.text}`, text);
        else passed += brute.code === 0;
    }
    const seen = new Set();
    for (let k = 1; k <= 12; k++) seen.add(run(binary, `#${k}`).text.trim());
    for (const one of seen) {
        const told = run(tool, 'run', ...ranks, binary, `=${one}`);
        texts++;
        if (told.code === 1 && told.text.includes('assertion')) passed++;
        else wrong(`${one} came about, but is not explored: ${told.text}`, text);
    }
}
fs.rmSync(place, { recursive: true });
console.log(`${texts} texts; ${left} programs have too many outcomes`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
