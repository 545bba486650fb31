// A random program that makes calls of "MPI" until it comes to target(), or does not: every way in which compilers
// let control flow. node generate.mjs SEED [c++]
let state = BigInt(process.argv[2]) * 2654435761n + 12345n;
const random = n => {
  state = (state * 6364136223846793005n + 1442695040888963407n) & ((1n << 64n) - 1n);
  return Number((state >> 33n) % BigInt(n));
};
const cpp = process.argv[3] === 'c++';
const functions = 6 + random(8);
let out = `#include <setjmp.h>
#include <stdlib.h>
${cpp ? 'extern "C" {' : ''}
void MPI_Step(void); void MPI_Other(void); void steps_print(void);
${cpp ? '}' : ''}
static unsigned long seed; static jmp_buf far;
static int fuel = 400;
__attribute__((noinline)) static int pick(int n)
{ seed = seed * 6364136223846793005ul + 1442695040888963407ul; if (--fuel < 0) exit(0); return (int)((seed >> 33) % (unsigned)n); }
__attribute__((noinline)) void target(void);
void target(void) { steps_print(); exit(0); }
`;
if (cpp) out += 'struct cleanup { ~cleanup() { MPI_Step(); } };\n';
for (let i = 0; i < functions; i++) out += `int f${i}(int);\n`;
out += 'static int (*table[])(int) = {' + Array.from({ length: 3 }, () => `f${random(functions)}`).join(', ') + '};\n';
out += `static int compare(const void *a, const void *b) { if (!pick(4)) f${random(functions)}(1); return *(const char *)a - *(const char *)b; }\n`;

const call = () => `x += f${random(functions)}(x);`;
const statement = depth => {
  const some = n => Array.from({ length: 1 + random(n) }, () => statement(depth + 1)).join(' ');
  const kinds = [
    () => 'MPI_Step();', () => 'MPI_Step();', () => 'MPI_Other();', call,
    () => `if (pick(2)) { ${some(2)} }`,
    () => `if (pick(3)) { ${some(2)} } else { ${some(2)} }`,
    () => `for (int i = pick(3); i > 0; i--) { ${some(2)} }`,
    () => 'if (!pick(5)) return x;',
    () => `switch (pick(8)) { ${Array.from({ length: 8 }, (_, k) => `case ${k}: ${some(1)} ${random(3) ? 'break;' : ''}`).join(' ')} }`,
    () => 'x += table[pick(3)](x);',
    () => '{ char s[] = "hgfedcba"; qsort(s, 8, 1, compare); }',
    () => 'if (!pick(6)) target();',
    () => (random(4) ? 'MPI_Step();' : 'if (!pick(20)) longjmp(far, 1);'),
  ];
  if (cpp) kinds.push(() => `try { ${some(2)} } catch (int e) { ${some(2)} }`, () => 'if (!pick(4)) throw 1;', () => `{ cleanup c; ${some(2)} }`);
  const simple = 4;
  return kinds[random(depth > 2 ? simple : kinds.length)]();
};
for (let i = 0; i < functions; i++) {
  const body = Array.from({ length: 1 + random(4) }, () => statement(0)).join('\n  ');
  const inline = random(4) ? '' : '__attribute__((noinline)) ';
  out += `${inline}int f${i}(int x)\n{\n  if (pick(12) == 0) return x;\n  ${body}\n  return ${random(3) ? 'x' : `f${random(functions)}(x)`};\n}\n`;
}
const run = cpp ? 'try { f0(1); } catch (...) { MPI_Step(); }' : 'f0(1);';
out += `int main(int argc, char **argv)\n{ seed = strtoul(argv[argc - 1], 0, 10); if (setjmp(far)) MPI_Other(); MPI_Step(); ${run} MPI_Step(); return 0; }\n`;
process.stdout.write(out);
