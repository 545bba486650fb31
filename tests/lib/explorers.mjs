// explorers.mjs [WORD...] < `mazurka list --json -` - the names of explorers, one in a line. Words that select some:
//     complete    those that look at all executions, of programs that need not be actors'
//     any         of these, those that take programs with any semantics
//     actors      those that look at all executions of actor programs
//     optimal     of the others, those that explore nothing twice
//     all         of the others, those that explore every interleaving
import { readFileSync } from 'node:fs';

const words = process.argv.slice(2);
const rules = {
    complete: (e) => !e.samples && !e.actors_only,
    any: (e) => !e.samples && !e.actors_only && !e.matching_only,
    actors: (e) => !e.samples && !e.matching_only,
    optimal: (e) => e.optimal,
    all: (e) => e.interleavings,
};
const { explorers } = JSON.parse(readFileSync(0, 'utf8'));
for (const e of explorers.filter((x) => words.every((w) => rules[w](x)))) console.log(e.name);
