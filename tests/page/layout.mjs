// layout.mjs - src/report/page/layout.js without a browser: known diagrams, then what must hold for
// any. The last line is "N passed, N failed".
import Layout from '../../src/report/page/layout.js';

let passed = 0, failed = 0;
function ok(what, holds) {
  if (holds) passed++;
  else {
    failed++;
    console.log(`FAILED layout: ${what}`);
  }
}
const same = (what, got, wanted) => ok(`${what}: ${JSON.stringify(got)} instead of ${JSON.stringify(wanted)}`,
  JSON.stringify(got) === JSON.stringify(wanted));
const none = new Set();

// ---- three ranks: rank 0 takes rank 2's only message, and then waits for another one ----

const rank = (n, state, more) => ({ rank: n, name: `rank ${n}`, state, ...more });
const gather = {
  kind: 'deadlock', rank: 0, cycle: [0, 2],
  ranks: [rank(0, 'blocked', { call: 'Recv from 2', file: 'g.c', line: 10, waits_for: [2] }),
    rank(1, 'blocked', { call: 'Finalize', waits_for: [0] }), rank(2, 'blocked', { call: 'Finalize', waits_for: [0] })],
  events: [
    { rank: 0, text: '', level: 0 },
    { rank: 1, text: 'Send to 0', role: 'send', lost: true, level: 0, file: 'g.c', line: 13 },
    { rank: 2, text: 'Send to 0', role: 'send', with: 5, level: 0, file: 'g.c', line: 13 },
    { rank: 1, text: 'Finalize', role: 'collective', with: 3, level: 2 },
    { rank: 2, text: 'Finalize', role: 'collective', with: 3, level: 2 },
    { rank: 0, text: 'Recv from any source <- rank 2', role: 'receive', with: 2, level: 1, file: 'g.c', line: 9 },
  ],
  alternatives: [{ event: 5, rank: 1, with: 1, text: 'Send to 0' }],
  source: [{ file: 'g.c', line: 9, text: 'a' }, { file: 'g.c', line: 10, text: 'b' }, { file: 'g.c', line: 13, text: 'c' },
    { file: 'h.c', line: 1, text: 'd' }],
};
const g = Layout.diagram(gather, none, false);
same('three lanes', [...g.lanes.values()].map(l => l.name), ['rank 0', 'rank 1', 'rank 2']);
ok('lanes go from left to right', g.lanes.get(0).x < g.lanes.get(1).x && g.lanes.get(1).x < g.lanes.get(2).x);
same('rows are levels', [1, 2, 5, 3, 4].map(i => g.row.get(i)), [0, 0, 1, 2, 2]);
ok('what goes without saying is not drawn', !g.row.has(0));
same('one message', g.messages.map(m => [m.send, m.receive]), [[2, 5]]);
same('one alternative', g.rivals.map(r => [r.send, r.receive, r.rank]), [[1, 5, 1]]);
same('the collective is a bar on one row', g.bars.map(b => [b.events, b.top, b.bottom]), [[[3, 4], 2, 2]]);
same('the cycle', g.cycle.map(c => c.ranks), [[0, 2], [2, 0]]);
same('who can be selected, from above', g.order.map(o => o.id), ['s1', 's2', 's5', 's3', 's4', 'e0', 'e1', 'e2']);
same('nothing is folded', g.folds, []);
ok('a diagram has a size', g.width > 100 && g.height > 100);

same('down', Layout.neighbour(g, 's2', 'ArrowDown'), 's5');
same('up', Layout.neighbour(g, 's5', 'ArrowUp'), 's2');
same('up from the first', Layout.neighbour(g, 's1', 'ArrowUp'), 's1');
same('home', Layout.neighbour(g, 's5', 'Home'), 's1');
same('end', Layout.neighbour(g, 's5', 'End'), 'e2');
same('right: the nearest on the next lane', Layout.neighbour(g, 's5', 'ArrowRight'), 's1');
same('left from the first lane', Layout.neighbour(g, 's5', 'ArrowLeft'), 's5');
same('from nowhere', Layout.neighbour(g, 'gone', 'ArrowDown'), 's1');

// ---- what could have come in place of the decisive step ----

const way = (n, passes, fails, line) => ({ what: `the message of rank ${n}`, file: 'g.c', line: line || 9, passes, fails });
same('few ways are told one by one', Layout.ways([way(2, 0, 1), way(1, 1, 0), way(3, 0, 1)]).length, 3);
const options = [way(2, 0, 1), way(1, 1, 0), ...[3, 4, 5, 6, 8, 9].map(n => way(n, 0, 1)), way(7, 0, 2), way(10, 0, 1, 8),
  { what: 'no message', passes: 0, fails: 1 }];
same('of many, those that are alike are one', Layout.ways(options).map(w => w.what),
  ['the message of rank 2', 'the message of rank 1', 'the message of ranks 3-6, 8, 9, each', 'the message of rank 7', 'the message of rank 10', 'no message']);
same('ranks are known by their numbers', Layout.names(gather, [0, 1, 2]), '0-2');
same('others by their names', Layout.names({ ranks: [{ rank: 0, name: 'A' }, { rank: 1, name: 'B' }] }, [1, 0]), 'B, A');

const history = Layout.histories(gather);
const at = id => Layout.moment(gather, history, g.order.find(o => o.id === id).moment);
same('after rank 1 has sent', at('s1').map(s => s.word), ['waits', 'runs', 'runs']);
same('rank 0 waits for rank 2', at('s1')[0].waitsFor, [2]);
same('after both have sent', at('s2').map(s => s.word), ['runs', 'runs', 'runs']);
same('what comes next', at('s2').map(s => s.text), ['Recv from any source <- rank 2', 'Finalize', 'Finalize']);
same('at the end', at('e1').map(s => s.word), ['blocked', 'blocked', 'blocked']);
same('where', at('e1')[0].place.line, 10);
same('lines of a file, with a gap', Layout.source(gather, 'g.c').map(l => l && l.line), [9, 10, null, 13]);

// ---- what decides ----

same('nothing is known to decide', Layout.decisive(gather), -1);
same('the decisive step', Layout.decisive({ ...gather, decisive: { event: 5 } }), 5);
same('where a passing outcome parts', Layout.decisive({ ...gather, passing: { event: 5, events: [] } }), 5);
same('a step that is not there', Layout.decisive({ ...gather, decisive: { event: 50 } }), -1);

const other = gather.events.map(e => ({ ...e }));
other[5].text = 'Recv from any source <- rank 1';
same('the same call of the passing outcome', Layout.counterpart(gather, { event: 5, events: other }), 5);
same('there is none', Layout.counterpart(gather, { event: 5, events: other.slice(0, 3) }), -1);
same('only the buffering differs', Layout.counterpart(gather, { events: other }), -1);

// ---- a rival that is not among the steps is drawn from its lane ----

const cut = { ...gather, events: gather.events.slice(2).map(e => ({ ...e, with: undefined })), alternatives: [{ event: 3, rank: 1, text: 'Send' }] };
const c = Layout.diagram(cut, none, false);
same('its sender is not known', c.rivals.map(r => [r.send, r.from.x === c.lanes.get(1).x, r.from.row < r.to.row]), [[-1, true, true]]);

// ---- a long execution is folded ----

function chain(n, ranks) { // a message goes round
  const events = [];
  for (let i = 0; i < n; i++) {
    events.push({ rank: i % ranks, text: `Send ${i}`, role: 'send', with: 2 * i + 1, level: 2 * i });
    events.push({ rank: (i + 1) % ranks, text: `Recv ${i}`, role: 'receive', with: 2 * i, level: 2 * i + 1 });
  }
  return { rank: 0, cycle: [], events, steps_left_out: 7,
    ranks: Array.from({ length: ranks }, (_, r) => rank(r, 'blocked', { call: 'Recv', waits_for: [] })) };
}
const long = chain(5000, 64);
const folded = Layout.diagram(long, none, false);
ok('10,000 steps become few rows', folded.end < 250);
same('what is not in the file is a fold', folded.folds[0].key, 'before');
ok('what is folded is counted', folded.order.filter(o => o.kind === 'fold').reduce((k, o) => k + o.count, 0) +
  folded.order.filter(o => o.kind === 'step').length === 10007);
const key = folded.folds[1].key;
const opened = Layout.diagram(long, new Set([key]), false);
ok('a fold opens', opened.folds.length === folded.folds.length - 1 && opened.end > folded.end);
const every = Layout.diagram(long, none, true);
same('all steps', [every.row.size, every.folds.length, every.end], [10000, 1, 10001]);
ok('messages into a fold end there', folded.messages.every(m => !(m.from.folded && m.to.folded)));
ok('64 lanes have no labels', !folded.labels && folded.lanes.get(63).head === '63');
ok('64 lanes fit on a wide screen', folded.width < 1700);

// ---- many ranks are told together ----

const many = Layout.moment(long, Layout.histories(long), { level: Infinity, lane: Infinity });
same('64 alike', Layout.alike(many).map(s => Layout.ranges(s.ranks)), ['0-63']);
same('three on their own', Layout.alike(at('e0')).length, 3);
same('ranges', Layout.ranges([0, 1, 2, 5, 7, 8]), '0-2, 5, 7, 8');
same('count', [Layout.count(7), Layout.count(1234), Layout.count(1234567)], ['7', '1,234', '1,234,567']);
same('short', [Layout.short('abcdef', 4), Layout.short('abc', 4)], ['abc…', 'abc']);

// ---- whatever it is ----

let seed = 1;
const below = n => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
function anything() {
  const ranks = 1 + below(20), n = below(200), top = new Array(ranks).fill(0), events = [];
  for (let i = 0; i < n; i++) {
    const r = below(ranks), e = { rank: r, text: below(5) ? `call ${i}` : '', level: 0 };
    const sends = events.map((x, k) => k).filter(k => events[k].role === 'send' && events[k].with === undefined);
    const kind = below(4);
    if (kind === 0) Object.assign(e, { role: 'send' });
    if (kind === 1 && sends.length) {
      const s = sends[below(sends.length)];
      Object.assign(e, { role: 'receive', with: s });
      events[s].with = i;
      top[r] = Math.max(top[r], events[s].level + 1);
    }
    e.level = top[r]++;
    events.push(e);
  }
  for (const e of events) if (e.role === 'send' && e.with === undefined) e.lost = true;
  const words = ['blocked', 'ready', 'ended', 'failed'];
  return { rank: 0, events, cycle: ranks > 1 ? [0, 1] : [], steps_left_out: below(2) * below(50),
    alternatives: events.map((e, i) => i).filter(i => events[i].role === 'receive' && !below(3)).map(i => ({ event: i, rank: below(ranks), text: 'Send' })),
    ranks: Array.from({ length: ranks }, (_, r) => rank(r, words[below(4)], { call: 'call', waits_for: [] })) };
}
const wrong = new Set();
for (let n = 0; n < 300; n++) {
  const f = anything(), d = Layout.diagram(f, none, !below(2));
  const must = (what, holds) => { if (!holds) wrong.add(`${what} (diagram ${n})`); };
  const taken = new Set();
  for (const [i, row] of d.row) {
    const place = `${row} ${f.events[i].rank}`;
    must('two steps are in one place', !taken.has(place));
    taken.add(place);
    must('a row is drawn', row >= 0 && row < d.end);
  }
  for (const m of d.messages) must('a message goes up', m.from.row < m.to.row || (m.from.folded && m.to.folded) || (m.from.row === m.to.row && (m.from.folded || m.to.folded)));
  must('ids are unique', new Set(d.order.map(o => o.id)).size === d.order.length);
  const steps = f.events.filter(e => e.text !== '').length + (f.steps_left_out || 0);
  must('every step is drawn or counted', d.order.reduce((k, o) => k + (o.kind === 'step' ? 1 : o.kind === 'fold' ? o.count : 0), 0) === steps);
  const past = Layout.histories(f);
  let before = -1;
  for (const o of d.order) {
    const happened = Layout.moment(f, past, o.moment).filter(s => s.last).length;
    must('time goes back', happened >= before);
    before = happened;
    for (const k of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown'])
      must('a key leads nowhere', d.order.some(x => x.id === Layout.neighbour(d, o.id, k)));
  }
}
ok([...wrong].slice(0, 5).join('; '), wrong.size === 0);

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
