// examples.js PHASE EXAMPLES RESULTS EXPLORERS OPTIMAL BRUTE - checks what examples.sh has collected.
//
// Prints "ok" for each check that holds and "WHERE: what is wrong" for others; the last three are lists
// of names: of all explorers, and of those that explore nothing twice, or every interleaving.
//   explored   the reports of all examples by all explorers; writes the schedules of
//              all findings to RESULTS/schedules, as NAME, FILE, SCHEDULE, each ended
//              by a NUL
//   replayed   the replays of these schedules, against the findings
'use strict';
const fs = require('fs');
const path = require('path');
const [phase, examples, results, ...lists] = process.argv.slice(2);
const [explorers, optimal, brute] = lists.map((l) => l.split(/\s+/));

// Numbers of traces that are known from elsewhere: [traces, has a deadlock].
const known = {
  'two-sends-one-recv': [2, true], 'different-mailboxes': [1, false], 'all-wait': [2, true],
  'two-recvs': [2, false], 'three-sends-two-recvs': [6, true], 'rmq-4': [6, false],
  'rmq-5': [24, false], 'test-one': [3, false], 'test-all-3': [6, false],
  'test-all-4': [18, false], 'wait-deadlock': [1, true], 'complex-deadlock': [1, true],
  'waitall-deadlock': [1, true], 'no-error-wait-any_src': [1, false],
  'any-src-can-deadlock3': [2, true], 'dtg': [2, true], 'master-worker-3': [2, false],
  'master-worker-4': [6, false],
};

function check(where, good, what) {
  console.log(good ? 'ok' : `${where}: ${what}`);
}

function load(name) {
  const read = (ext) => fs.readFileSync(path.join(results, name + ext), 'latin1');
  const r = { code: Number(read('.code')), text: read('.txt'), err: read('.err'), json: null };
  try {
    r.json = JSON.parse(read('.json'));
  } catch (e) {
    r.json = null;
  }
  return r;
}

function expectations(file) {
  const line = /^expect (.*)$/m.exec(fs.readFileSync(file, 'utf8'));
  const e = {};
  for (const m of (line ? line[1] : '').matchAll(/(traces|deadlocks|assertions) (\d+)/g))
    e[m[1]] = Number(m[2]);
  return e;
}

// Is there a cycle in the wait-for graph?
function hasCycle(ranks) {
  const reach = (from, to, seen) => (ranks[from].waits_for || []).some((n) =>
    n === to || (!seen.has(n) && seen.add(n) && reach(n, to, seen)));
  return ranks.some((r, i) => reach(i, i, new Set()));
}

function checkFinding(where, r, f) {
  check(where, f.trace !== undefined && f.steps === f.trace.split(' ').filter(Boolean).length,
    'the schedule has as many words as there are steps');
  check(where, r.text.includes(`--schedule "${f.trace}"`), `the text does not print the schedule ${f.trace}`);
  check(where, r.text.includes(`error[${f.kind}]: ${f.message}`), 'the text does not show the finding');
  check(where, typeof f.file === 'string' && f.line > 0, 'the finding has no place');
  if (f.kind === 'assertion') {
    const names = /[a-z]\w*/i.test(f.message.replace(/^assert | fails in.*$/g, ''));
    check(where, !names || / = -?\d+/.test(JSON.stringify(f)), 'a failed assertion without values');
    return;
  }
  check(where, f.kind === 'deadlock', `unknown kind ${f.kind}`);
  check(where, f.ranks.length === r.json.ranks, 'not every actor is listed');
  check(where, f.ranks.some((x) => x.state === 'blocked'), 'a deadlock without a blocked actor');
  check(where, f.ranks.every((x) => x.state === 'blocked' || x.state === 'ended'),
    'an actor that is neither blocked nor ended');
  check(where, f.ranks.every((x) => x.state !== 'blocked' ||
    (x.call && x.line > 0 && Array.isArray(x.waits_for))), 'a blocked actor without its position');
  check(where, f.ranks[f.rank].state === 'blocked', 'the finding names an actor that is not blocked');
  check(where, (f.cycle.length > 0) === hasCycle(f.ranks),
    'the cycle is there exactly if the actors wait in a cycle');
  check(where, f.cycle.every((x, i) =>
    f.ranks[x].waits_for.includes(f.cycle[(i + 1) % f.cycle.length])), 'the cycle is not one');
}

function explored() {
  const schedules = [], unfinished = [];
  for (const file of fs.readdirSync(examples).filter((x) => x.endsWith('.lit'))) {
    const base = path.basename(file, '.lit');
    const full = path.join(examples, file);
    const expect = expectations(full);
    for (const a of explorers) {
      const where = `mazurka litmus ${file} -a ${a}`;
      const r = load(`${base}.${a}`);
      const j = r.json;
      const done = r.code !== 3 && j && !j.stopped_by;
      check(where, [0, 1].includes(r.code) || (!optimal.includes(a) && r.code === 3), `exit ${r.code}`);
      if (!done && r.code === 3) unfinished.push(`${file} -a ${a}`);
      check(where, r.err === '', `says on stderr: ${r.err.slice(0, 100)}`);
      check(where, j !== null, 'no valid JSON');
      if (!j) continue;
      check(where, !r.text.includes('error[expectation]'), 'an expectation is not met');
      check(where, j.verdict === ['verified', 'violated', '', 'incomplete'][r.code],
        `exit ${r.code}, but the verdict is ${j.verdict}`);
      check(where, (j.findings.length > 0) === (r.code === 1), 'exit 1 exactly if something was found');
      check(where, j.executions >= j.traces && j.transitions >= j.executions, 'counts do not fit together');
      if (brute.includes(a))
        check(where, j.redundant === j.executions - j.traces, 'redundant is not executions - traces');
      if (optimal.includes(a))
        check(where, j.redundant === 0 && j.executions === j.traces,
          `not optimal: ${j.executions} executions, ${j.redundant} redundant, ${j.traces} traces`);
      for (const word of done ? Object.keys(expect) : [])
        check(where, j[word] === undefined || j[word] === expect[word],
          `${word} ${j[word]} instead of ${expect[word]}`);
      if (done && known[base])
        check(where, j.traces === known[base][0] && (j.deadlocks > 0) === known[base][1],
          `${j.traces} traces and ${j.deadlocks} deadlocks`);
      const kinds = new Set(j.findings.map((f) => f.kind));
      check(where, kinds.has('deadlock') === j.deadlocks > 0, 'deadlocks without a finding, or the reverse');
      j.findings.forEach((f, i) => {
        checkFinding(where, r, f);
        schedules.push(`replay-${base}.${a}.${i}`, full, f.trace);
      });
    }
  }
  if (unfinished.length)
    console.log(`SKIPPED ${unfinished.length} explorations of examples do not end within 30,000 executions: ${unfinished.join(', ')}`);
  for (const name of Object.keys(known))
    check(name, fs.existsSync(path.join(examples, name + '.lit')), 'the example is not there');
  fs.writeFileSync(path.join(results, 'schedules'), schedules.map((x) => x + '\0').join(''));
}

function replayed() {
  const words = fs.readFileSync(path.join(results, 'schedules'), 'utf8').split('\0');
  for (let i = 0; i + 2 < words.length; i += 3) {
    const [name, file, schedule] = words.slice(i, i + 3);
    const [, base, a, number] = /^replay-(.*)\.(\w+)\.(\d+)$/.exec(name);
    const where = `mazurka litmus ${path.basename(file)} --schedule "${schedule}" (from ${a})`;
    const f = load(`${base}.${a}`).json.findings[Number(number)];
    const r = load(name);
    check(where, r.code === 1, `exit ${r.code}: ${r.err.slice(0, 100)}`);
    const g = r.json && r.json.findings[0];
    check(where, g && r.json.findings.length === 1 && r.json.verdict === 'violated', 'no finding');
    if (!g) continue;
    for (const key of ['kind', 'message', 'values', 'rank', 'line', 'trace', 'steps'])
      check(where, g[key] === f[key], `${key} is ${g[key]} and was ${f[key]}`);
    const blocked = (x) => JSON.stringify([x.kind === 'deadlock' ? x.ranks : [], x.cycle]);
    check(where, blocked(g) === blocked(f), 'other actors are blocked than before');
    check(where, r.text.includes(`error[${f.kind}]: ${f.message}`), 'the text does not show the finding');
  }
}

(phase === 'explored' ? explored : replayed)();
