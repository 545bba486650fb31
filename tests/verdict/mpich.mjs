// node tests/verdict/mpich.mjs [-r ROUNDS] [PROGRAM...] - what do the programs do on MPICH, with an adversary in between?
//
// Not part of `make check`: it takes minutes, and what it shows depends on time. A program that must be verified has to
// pass in every round; one that is wrong may show it or not. Prints a line for each: how often it passed, failed an
// assertion, crashed or ended with an error, and hung (5 s); LIE in front if one that is expected to be right did
// anything but pass.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ranksOf, read } from '../lib/header.mjs';
import { furnish, mpich, run } from '../lib/programs.mjs';

const words = process.argv.slice(2);
const rounds = words[0] === '-r' ? Number(words.splice(0, 2)[1]) : 8;
const folder = join(dirname(fileURLToPath(import.meta.url)), 'programs');
const wanted = words.map((w) => new RegExp(`^${basename(w, '.c').replace(/\*/g, '.*')}$`));
const scratch = mkdtempSync(join(tmpdir(), 'mazurka-mpich-')), here = join(scratch, 'here'), binary = join(scratch, 'a');

async function what(one, fields, i) {
    const stdin = furnish(fields, here);
    const { code, text } = await run(['timeout', '-k', '1', '5', mpich.exec, '-n', String(ranksOf(one)), binary],
        { cwd: here, stdin, env: { ADVERSARY_SEED: String(i), ADVERSARY_MEET: String(i % 2) } });
    if (code === 0) return 'passed';
    if (code === 124 || code === 137) return 'hung';
    return text.includes('Assertion') ? 'asserted' : 'crashed';
}

for (const file of readdirSync(folder).filter((n) => n.endsWith('.c')).sort()) {
    const name = basename(file, '.c'), path = join(folder, file);
    if (wanted.length && !wanted.some((w) => w.test(name))) continue;
    const { cases: [one], fields } = read(path), seen = { passed: 0, asserted: 0, crashed: 0, hung: 0 };
    const flags = (fields.get('cc') ?? []).flatMap((t) => t.split(' '));
    for (const variant of [[], ['-DLONG']]) {
        const made = await run([mpich.cc, '-g', '-w', ...variant, '-I', folder, path, join(folder, '../adversary.c'), '-o', binary, ...flags],
            {}, join(scratch, 'log'));
        for (let i = 0; i < rounds && made.code === 0; i++) seen[await what(one, fields, i)]++;
    }
    const lie = one.verdict.startsWith('verified') && seen.asserted + seen.crashed + seen.hung > 0;
    if (lie) process.exitCode = 1;
    console.log(`${lie ? 'LIE ' : ''}${name.padEnd(28)} ${one.verdict.padEnd(30)} ` +
                Object.entries(seen).map(([k, n]) => `${k} ${n}`).join(', '));
}
rmSync(scratch, { recursive: true });
