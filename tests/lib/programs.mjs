// programs.mjs - compiles test programs, runs them under mazurka, and compares with what they say about themselves.
//
//     node programs.mjs BUILD [PATTERN...] -- SOURCE...
//
// header.mjs knows what programs say. PATTERN selects sources by their name without the suffix, or cases by
// NAME/ARGUMENT; * stands for anything. As many programs are worked on at once as JOBS says (default: one for
// each core); ABI says for which ABI of MPI they are compiled (mazurka cc --abi); what is printed is in the order of the sources all the same. The last line counts cases, and with them
// what MPICH does, that files on the disk stay as they are, and that no process is left behind. Every report and every trace is
// as docs/report.schema.json says; of examples, the replay of each trace tells the finding in the same words.
// MZ_FLAGS is what MPI programs are compiled with (default: -g), and MAZURKA_CC and MPICH_CC by which compiler:
//     MAZURKA_CC=clang MPICH_CC=clang MZ_FLAGS='-O2 -g' tests/run verdict
// With MZ_BRIEF, verdicts and kinds of findings are compared, and no words: these name variables and lines, which a compiler may
// move, and which are not known without -g. MPICH is not asked then.
// MZ_AUDIT is how many executions by chance are compared with what was explored (--audit; default: 3, empty: none).
import { spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import schema from '../support/schema.js';
import { judge, ranksOf, read, unescape } from './header.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const LIMIT = ['timeout', '-k', '10', '300']; // nothing takes so long, unless it hangs
const THREADS = /(^|\/)threads\//;  // programs with threads, and no MPI
const OPENMP = /(^|\/)openmp\//;  // programs with OpenMP, and no MPI; OPENMP_CC says by which compiler
const ABI = process.env.ABI;
const BRIEF = process.env.MZ_BRIEF;
const HOW = (process.env.MZ_FLAGS ?? '-g').split(/\s+/); // how MPI programs are compiled
// What the verdict says where sizes, ends and types of variables are not known: without -g, and of some parameters with -O.
const BLIND = BRIEF ? /whose size is not known|ends of blocks|types of buffers in code/ : undefined;
const AUDIT = process.env.MZ_AUDIT ?? '3';
const ALONE = /^(-j|--jobs|--resume|--once|--audit|--replay)/; // what --audit does not go together with
const NATIVE = /(^|\/)(exec|native|actor)\//;  // programs that use an API of ours, and no MPI

function which(...names) {
    const dirs = (process.env.PATH ?? '').split(':');
    return names.find((n) => dirs.some((d) => fs.existsSync(join(d, n))));
}

// MPICH's tools, if they are MPICH's: { cc, exec }.
function findMpich() {
    const cc = which('mpicc.mpich', 'mpicc'), exec = which('mpiexec.mpich', 'mpiexec');
    if (!cc || !exec) return null;
    const info = spawnSync(cc, ['-compile_info'], { encoding: 'utf8' }).stdout ?? '';
    return info.includes('mpich') ? { cc, exec, fc: which('mpif90.mpich', 'mpif90') } : null;
}
export const mpich = findMpich();

// Debian's wrapper for Fortran finds -lmpi where the machine's default MPI is, which may be MPICH's; that for C names the folder.
function openmpiLibraries() {
    const folders = spawnSync('mpicc.openmpi', ['-showme:libdirs'], { encoding: 'utf8' }).stdout ?? '';
    return folders.trim().split(/\s+/).filter(Boolean).map((folder) => `-L${folder}`);
}

// Runs a command with both outputs in one file: { code, text }.
export function run(command, { cwd = root, stdin = '/dev/null', env = {} } = {}, log = join(cwd, '..', 'log')) {
    return new Promise((done) => {
        const input = fs.openSync(stdin, 'r'), output = fs.openSync(log, 'w');
        const child = spawn(command[0], command.slice(1),
            { cwd, stdio: [input, output, output], env: { ...process.env, ...env } });
        const end = (code, signal) => {
            fs.closeSync(input);
            fs.closeSync(output);
            done({ code: code ?? signal, text: fs.readFileSync(log, 'latin1') });
        };
        child.on('error', (e) => end(`(${e.message})`)).on('exit', end);
    });
}

// Makes dir what the program expects around itself. Returns the file that is its standard input.
export function furnish(fields, dir) {
    const pairs = (name) => (fields.get(name) ?? []).map((t) => /^(\S+) ?(.*)$/s.exec(t).slice(1));
    fs.rmSync(dir, { recursive: true, force: true });
    fs.mkdirSync(dir, { recursive: true });
    for (const [name] of pairs('directory')) fs.mkdirSync(join(dir, name));
    for (const [name, text] of pairs('file')) fs.writeFileSync(join(dir, name), unescape(text), 'latin1');
    for (const [name, target] of pairs('link')) fs.symlinkSync(target, join(dir, name));
    for (const [name, target] of pairs('hard link')) fs.linkSync(join(dir, target), join(dir, name));
    for (const [name] of pairs('fifo')) spawnSync('mkfifo', [join(dir, name)]);
    const stdin = `${dir}.stdin`;
    fs.writeFileSync(stdin, unescape((fields.get('stdin') ?? []).join('\n')), 'latin1');
    return stdin;
}

// What is on the disk, but for what mazurka is supposed to write.
function look(dir) {
    return fs.readdirSync(dir, { recursive: true }).filter((n) => !n.endsWith('.mzt')).sort().map((n) => {
        const s = fs.lstatSync(join(dir, n));
        return `${n} ${s.mode} ${s.nlink} ${s.isDirectory() ? '' : s.size} ${s.mtimeMs} ` +
               (s.isFile() ? fs.readFileSync(join(dir, n), 'latin1') : '');
    }).join('\n');
}

// The command that compiles a source, or why it cannot be.
function compiler(build, source, fields, binary) {
    const flags = (fields.get('cc') ?? []).flatMap((t) => t.split(/\s+/));
    const ext = extname(source);
    if (NATIVE.test(source)) {
        const library = ['-Iinclude', ...flags, '-L', build, '-lmazurka', '-lm', `-Wl,-rpath,${build}`];
        if (ext === '.cpp') return ['g++', '-std=c++17', '-g', '-O1', '-w', '-o', binary, source, ...library];
        if (ext === '.f90') return which('gfortran')
            ? ['gfortran', '-g', '-O1', '-w', '-J', dirname(binary), '-o', binary, source, ...library] : 'gfortran is not installed';
        return ['gcc', '-std=gnu11', '-g', '-O1', '-w', '-o', binary, source, ...library];
    }
    if (OPENMP.test(source)) {
        const family = process.env.OPENMP_CC ?? 'gcc', of = { '.cpp': { gcc: 'g++', clang: 'clang++' }, '.f90': { gcc: 'gfortran' } }[ext] ?? { gcc: 'gcc', clang: 'clang' };
        if (!of[family] || !which(of[family])) return `there is no ${family} for ${ext}`;
        const races = family === 'clang' && flags.includes('-fsanitize=thread'); // clang would link a library of its own
        if (races) process.env.MAZURKA_CC = family;
        return [...(races ? [join(build, 'mazurka'), 'cc', '--threads'] : [of[family]]), '-fopenmp', '-g', '-O1', '-w', ...(ext === '.f90' ? ['-J', dirname(binary)] : []), '-o', binary, source, ...flags.filter((f) => !races || f !== '-fsanitize=thread')];
    }
    if (THREADS.test(source))
        return ext === '.cpp' ? ['g++', '-std=c++20', '-pthread', '-g', '-O1', '-w', '-o', binary, source, ...flags]
            : ['gcc', '-std=gnu11', '-pthread', '-g', '-O1', '-w', '-o', binary, source, ...flags];
    const fortran = ext === '.f90' || ext === '.f';
    const tool = join(build, 'mazurka'), more = [...(ABI && !fortran ? [`--abi=${ABI}`] : []), ...HOW, '-w', '-I', dirname(source), '-o', binary, source, ...flags, '-lm'];
    if (ext === '.cpp') return [tool, 'c++', ...more];
    if (process.env.MAZURKA_CC === 'clang' && flags.includes('-fsanitize=thread')) // clang would link a library of its own
        return [tool, 'cc', '--threads', ...more.filter((f) => f !== '-fsanitize=thread')];
    if (fortran && ABI) // bindings and modules belong to an MPI
        return ABI === 'openmpi' && which('mpifort.openmpi') ? ['mpifort.openmpi', ...openmpiLibraries(), '-fallow-argument-mismatch', '-J', dirname(binary), ...more]
            : "Open MPI's mpifort is not installed";
    if (fortran) {
        if (!which('gfortran') || !mpich?.fc) return "gfortran or MPICH's mpif90 is not installed";
        const places = ['-J', dirname(binary)];
        return fields.has('mpich') ? [mpich.fc, ...places, ...more] : [tool, 'fc', ...places, ...more];
    }
    return fields.has('mpich') && mpich && !ABI ? [mpich.cc, ...more] : [tool, 'cc', ...more];
}

// ---- one source ----

class Source {
    constructor(build, path, cases, fields, scratch) {
        Object.assign(this, { build, path, cases, fields, scratch, name: basename(path, extname(path)) });
        this.passed = this.failed = this.skipped = 0;
        this.lines = [];
        this.here = join(scratch, 'here');
        this.env = Object.fromEntries((fields.get('env') ?? []).map((t) => t.split(/=(.*)/s).slice(0, 2)));
    }

    count(wrong, what, output = '') {
        if (!wrong) return void this.passed++;
        this.failed++;
        this.lines.push(`FAILED ${this.name} ${what}: ${wrong}`,
            ...output.split('\n').slice(0, 15).filter(Boolean).map((l) => `    | ${l}`));
    }

    skip(n, why) {
        if (!n) return;
        this.skipped += n;
        this.lines.push(`SKIPPED ${this.name}: ${why}`);
    }

    async work() {
        const text = ['.lit', '.model'].includes(extname(this.path));
        this.binary = join(this.scratch, this.name);
        if (this.fields.has('gcc only') && process.env.MAZURKA_CC === 'clang') return this.skip(this.cases.length, this.fields.get('gcc only')[0]);
        if (!text) {
            const command = compiler(this.build, this.path, this.fields, this.binary);
            if (typeof command === 'string') return this.skip(this.cases.length, command);
            const { code, text: said } = await run(LIMIT.concat(command), {}, join(this.scratch, 'log'));
            if (code !== 0) return this.count('does not compile', '', said);
        }
        for (const one of this.cases) await this.check(one, text);
        await this.compare();
    }

    async check(one, text) {
        const stdin = furnish(this.fields, this.here);
        const report = join(this.scratch, 'report.json');
        const own = one.options.some((o) => o.startsWith('--json'));
        const command = text
            ? [extname(this.path).slice(1) === 'lit' ? 'litmus' : 'model', resolve(root, this.path), ...one.options]
            : ['run', ...one.options];
        if (!own) command.push('--json', report);
        if (AUDIT && extname(this.path) !== '.model' && !one.options.some((o) => ALONE.test(o)))
            command.push('--audit', AUDIT);
        if (!text) {
            fs.linkSync(this.binary, join(this.here, this.name));
            command.push(`./${this.name}`, ...one.args);
        }
        const before = look(this.here);
        fs.rmSync(report, { force: true });
        const got = await run([...LIMIT, join(this.build, 'mazurka'), ...command], { cwd: this.here, stdin, env: this.env });
        try {
            if (!own) got.report = JSON.parse(fs.readFileSync(report, 'utf8'));
        } catch {
            // A refusal may come before there is anything to report.
        }
        const wrong = judge(one, got, { holdsFor: this.fields.get('holds for')?.[0], gap: this.fields.get('not explored')?.[0], brief: BRIEF, blind: BLIND }) || this.placed(got) || this.misshapen(got) ||
                      await this.replays(got);
        this.count(wrong, one.title, got.text);
        this.shown = got;
        if (['file', 'directory', 'fifo'].some((f) => this.fields.has(f)))
            this.count(before === look(this.here) ? '' : 'files on the disk were changed', one.title);
    }

    traces() {
        return fs.readdirSync(this.here).filter((n) => n.endsWith('.mzt')).sort();
    }

    misshapen(got) {
        const values = this.traces().map((n) => [n, JSON.parse(fs.readFileSync(join(this.here, n), 'utf8'))]);
        if (got.report) values.push(['the report', got.report]);
        const [name, why] = values.map(([n, v]) => [n, schema.wrong(v)]).find(([, w]) => w) ?? [];
        return why ? `${name} is not as docs/report.schema.json says: ${why}` : '';
    }

    async replays(got) {
        if (BRIEF || !this.path.includes('examples/mpi')) return '';
        for (const trace of this.traces()) {
            const again = await run([...LIMIT, join(this.build, 'mazurka'), 'replay', trace], { cwd: this.here });
            if (!(again.code <= 1)) return `the replay of ${trace} exits with ${again.code}: ${again.text}`;
            if (!again.text || !got.text.includes(again.text.trim())) return `the replay of ${trace} says: ${again.text}`;
        }
        return '';
    }

    // Examples show where in the source an error is.
    placed(got) {
        if (BRIEF || got.code !== 1 || !this.path.includes('examples/mpi')) return '';
        return /^ {2}--> \S+\.c(pp)?:\d+/m.test(got.text) ? '' : 'an error without its line';
    }

    // ---- what MPICH does ----

    async compare() {
        const [what, ...rest] = (this.fields.get('mpich')?.[0] ?? 'compiles').split(/\s+/);
        const todo = { passes: this.cases.filter((c) => c.verdict.startsWith('verified')), prints: [this.cases[0]], shows: [this.cases[0]] };
        if (what === 'compiles' || ABI || BRIEF) return;
        if (!todo[what]) return this.count(`there is no 'mpich: ${what}'`, '');
        if (!mpich) return this.skip(todo[what].length, 'MPICH is not installed');
        for (const one of todo[what]) await this[what](one, rest);
    }

    async passes(one) {
        const stdin = furnish(this.fields, this.here);
        const { code, text } = await run([...LIMIT, mpich.exec, '-n', ranksOf(one), this.binary, ...one.args].map(String),
            { cwd: this.here, stdin });
        this.count(code === 0 ? '' : `exit ${code}`, `under MPICH, ${one.args.join(' ')}`, text);
    }

    async prints(one) {
        furnish(this.fields, this.here);
        await run([...LIMIT, mpich.exec, '-n', String(ranksOf(one)), 'sh', '-c', '"$0" >said.$PMI_RANK', this.binary], { cwd: this.here });
        const said = fs.readdirSync(this.here).filter((n) => n.startsWith('said.'))
            .flatMap((n) => fs.readFileSync(join(this.here, n), 'latin1').split('\n')).filter(Boolean).sort();
        let mine = false;
        const ours = this.shown.text.split('\n').filter((line) => {
            if (/^[a-z]*\[/.test(line)) mine = line.startsWith('error[exit-code]');
            return mine;
        }).map((line) => /\| ([0-9]+ [0-9]{3} .*)/.exec(line)?.[1]).filter(Boolean).sort();
        const other = said.find((line, i) => line !== ours[i]) ?? ours[said.length];
        this.count(said.length && other === undefined ? '' : `MPICH prints something else: ${other}`, 'prints');
    }

    async shows(one, allowed) {
        const seen = [];
        furnish(this.fields, this.here);
        for (const way of (process.env.MZ_WAYS ?? '0 1').split(' ')) {
            const { text } = await run([...LIMIT, join(root, 'tests/mpi/mpich'), way, '-n', String(ranksOf(one)), this.binary,
                '-r', process.env.MZ_ROUNDS ?? '20'], { cwd: this.here });
            seen.push(text);
        }
        const outcomes = seen.flatMap((t) => [...t.matchAll(/^outcome (\d+):/gm)].map((m) => m[1]));
        if (process.env.MZ_VERBOSE) this.lines.push(...seen.join('').split('\n').map((l) => `${this.name}: ${l}`));
        const others = [...new Set(outcomes.filter((o) => !allowed.includes(o)))];
        this.count(!outcomes.length ? 'no outcome at all' : others.length ? `MPICH shows outcome ${others.join(', ')}` : '',
            'outcomes', seen.join(''));
    }
}

// ---- all of them ----

function selected(patterns, name, one) {
    const glob = (p) => new RegExp(`^${p.replace(/[.+^${}()|\\]/g, '\\$&').replace(/\*/g, '.*').replace(/\?/g, '.')}$`);
    return !patterns.length || patterns.some((p) => glob(p).test(name) || glob(p).test(`${name}/${one.args.join(' ')}`));
}

// Processes whose command line names the directory.
function processesIn(dir) {
    return fs.readdirSync('/proc').filter((p) => /^\d+$/.test(p)).filter((p) => {
        try {
            return fs.readFileSync(`/proc/${p}/cmdline`, 'utf8').includes(`${dir}/`) || fs.readlinkSync(`/proc/${p}/exe`).startsWith(`${dir}/`);
        } catch {
            return false; // it has ended, or is none of ours
        }
    });
}

async function nobodyLeft(dir) {
    for (let i = 0; i < 300 && processesIn(dir).length; i++) await new Promise((r) => setTimeout(r, 100));
    return processesIn(dir).length;
}

async function main([build, ...words]) {
    const at = words.indexOf('--');
    if (at < 0) throw new Error('usage: programs.mjs BUILD [PATTERN...] -- SOURCE...');
    const patterns = words.slice(0, at), scratch = fs.mkdtempSync(join(tmpdir(), 'mazurka-tests-'));
    const sources = [];
    for (const path of words.slice(at + 1)) {
        const { cases, fields } = read(join(root, path));
        const name = basename(path, extname(path));
        const some = cases.filter((one) => selected(patterns, name, one));
        if (!some.length) continue;
        const dir = join(scratch, String(sources.length));
        fs.mkdirSync(dir);
        sources.push(new Source(resolve(build), path, some, fields, dir));
    }
    let next = 0;
    const worker = async () => {
        while (next < sources.length) await sources[next++].work();
    };
    await Promise.all(Array.from({ length: Number(process.env.JOBS) || availableParallelism() }, worker));
    const sum = (what) => sources.reduce((n, s) => n + s[what], 0);
    let failed = sum('failed'), passed = sum('passed');
    for (const line of sources.flatMap((s) => s.lines)) console.log(line);
    const left = await nobodyLeft(scratch);
    if (left) console.log(`FAILED ${left} processes are left behind`);
    if (!sources.length) console.log(`FAILED there is no such program: ${patterns.join(' ')}`);
    if (left || !sources.length) failed++;
    else passed++;
    fs.rmSync(scratch, { recursive: true });
    console.log(`${passed} passed, ${failed} failed${sum('skipped') ? `, ${sum('skipped')} skipped` : ''}`);
    process.exitCode = failed ? 1 : 0;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main(process.argv.slice(2));
