/* SPDX-License-Identifier: Apache-2.0
 *
 * layout.js - where everything of the space-time diagram is: lanes, rows, folds, arrows.
 *
 * Pure functions of a finding, as docs/report.schema.json describes it; page.js draws what
 * they return, and the tests call them without a browser. Time goes downwards. The rows are
 * the levels of the steps: what could happen at the same time is on one row, so a diagram of
 * 64 ranks is as long as the longest chain of steps that wait for each other. A fold is a
 * range of levels. Stepping goes from above, and on a row from left to right: that is an
 * order in which the steps could have happened, with the same outcome. */
'use strict';

const Layout = (() => {
  const ROW = 28; // height of a row
  const TOP = 8; // above the first row
  const NARROW = 24; // width of a lane without labels,
  const NARROWEST = 12; // if there are very many
  const LETTER = 6.7; // width of a letter of a label
  const LONGEST = 40; // letters of a label that are shown at most,
  const SHORTEST = 14; // and at least, however many lanes there are
  const NUMBER = 4; // letters of a step's number
  const CROWD = 12; // more lanes than these have no labels
  const LONG = 40; // rows of a diagram in which nothing is folded
  const LAST = 12; // rows at the end of a longer one that are not
  const FEW = 3; // so few rows are not worth a fold

  const y = row => TOP + ROW * (row + 0.5);
  const stuck = r => r.state === 'blocked' || r.state === 'polling';
  const short = (text, n) => (text.length > n ? text.slice(0, n - 1) + '…' : text);

  /* 0, 1, 2, 5 as "0-2, 5" */
  function ranges(numbers) {
    const parts = [];
    for (let i = 0, k; i < numbers.length; i = k) {
      for (k = i + 1; k < numbers.length && numbers[k] === numbers[k - 1] + 1;) k++;
      parts.push(k - i > 2 ? `${numbers[i]}-${numbers[k - 1]}` : numbers.slice(i, k).join(', '));
    }
    return parts.join(', ');
  }

  const count = n => String(n).replace(/\B(?=(\d{3})+$)/g, ',');

  /* The number of an event as reports have it. */
  const number = (finding, event) => (finding.steps_left_out || 0) + event + 1;

  /* The event after which every outcome fails, or where the passing outcome parts from this
   * one; -1: not known. */
  function decisive(finding) {
    const known = [finding.decisive, finding.passing].find(x => x && Number.isInteger(x.event));
    return known && known.event < finding.events.length ? known.event : -1;
  }

  /* The event of the passing outcome that stands where the two part: the rank has made the
   * same calls up to there. -1: not known. */
  function counterpart(finding, passing) {
    const at = passing.event;
    if (!Number.isInteger(at) || finding.steps_left_out || passing.steps_left_out) return -1;
    const rank = finding.events[at].rank;
    const of = events => events.map((e, i) => i).filter(i => events[i].rank === rank && events[i].text !== '');
    const mine = of(passing.events)[of(finding.events).indexOf(at)];
    return mine === undefined ? -1 : mine;
  }

  /* ---- rows and folds ---- */

  /* Is the first moment not after the second? A moment is a level and the number of a lane:
   * what happens on one level is told from left to right. */
  const until = (a, b) => a.level < b.level || (a.level === b.level && a.lane <= b.lane);

  /* The levels that have something to show, in order: {level, events, lanes}. Events without
   * a text go without saying. */
  function levels(finding) {
    const lane = new Map(finding.ranks.map((r, i) => [r.rank, i]));
    const at = new Map();
    finding.events.forEach((e, i) => {
      if (e.text === '' || !lane.has(e.rank)) return;
      if (!at.has(e.level)) at.set(e.level, { level: e.level, events: [] });
      at.get(e.level).events.push(i);
    });
    const all = [...at.values()].sort((a, b) => a.level - b.level);
    for (const l of all) l.events.sort((a, b) => lane.get(finding.events[a].rank) - lane.get(finding.events[b].rank));
    return all;
  }

  /* The levels of a long execution that are not folded away: the last ones, where each rank
   * is at its end, the place of the finding, where a message could have been another one, and where messages are that
   * nobody takes; and of those who met there or sent it. */
  function kept(finding, all) {
    const events = finding.events, keep = new Set(all.slice(-LAST).map(l => l.level));
    const add = i => { if (Number.isInteger(i) && i >= 0 && events[i].text !== '') keep.add(events[i].level); };
    const last = new Map();
    events.forEach((e, i) => { if (e.text !== '') last.set(e.rank, i); });
    const place = events.map((e, i) => i).filter(i => events[i].rank === finding.rank && events[i].text !== '' &&
      finding.line && events[i].file === finding.file && events[i].line === finding.line);
    const telling = [decisive(finding), ...place.slice(-1), ...last.values()];
    for (const r of (finding.alternatives || []).slice(-FEW)) telling.push(r.event, r.with);
    events.map((e, i) => (e.lost ? i : -1)).filter(i => i >= 0).slice(-FEW).forEach(i => telling.push(i));
    for (const i of telling) {
      add(i);
      if (Number.isInteger(i) && i >= 0 && events[i].role) add(events[i].with);
    }
    return keep;
  }

  /* The rows from above: {level, events} or {fold: key, from, to, count}, where from and to
   * are the first and last level of the fold and count is its number of steps. */
  function rows(finding, open, all) {
    const every = levels(finding);
    const keep = every.length <= LONG || all ? null : kept(finding, every);
    const out = [];
    let hidden = [];
    const flush = () => {
      const key = hidden.length ? `f${hidden[0].level}` : '';
      if (hidden.length <= FEW || open.has(key))
        out.push(...hidden);
      else
        out.push({ fold: key, from: hidden[0].level, to: hidden[hidden.length - 1].level,
          count: hidden.reduce((n, l) => n + l.events.length, 0) });
      hidden = [];
    };
    if (finding.steps_left_out) out.push({ fold: 'before', from: -1, to: -1, count: finding.steps_left_out });
    for (const l of every) {
      if (keep && !keep.has(l.level)) {
        hidden.push(l);
      } else {
        flush();
        out.push(l);
      }
    }
    flush();
    return out;
  }

  /* ---- lanes ---- */

  /* The lanes. Labels have as many letters as fit into the room. */
  function lanes(finding, drawn, room) {
    const ranks = finding.ranks;
    const labels = ranks.length <= CROWD;
    const longest = new Map(ranks.map(r => [r.rank, r.name.length]));
    const widen = (rank, n) => longest.set(rank, Math.max(longest.get(rank) || 0, n));
    for (const i of drawn) widen(finding.events[i].rank, finding.events[i].text.length + NUMBER);
    for (const r of ranks) if (stuck(r)) widen(r.rank, r.call.length);
    const slim = Math.max(NARROWEST, Math.min(NARROW, Math.floor((room - 26) / ranks.length)));
    const wide = (r, letters) => (labels ? 48 + LETTER * Math.min(longest.get(r.rank), letters + NUMBER) : slim);
    const sum = letters => ranks.reduce((n, r) => n + wide(r, letters), 26);
    let letters = LONGEST;
    while (labels && letters > SHORTEST && sum(letters) > room) letters--;
    let x = 18;
    const out = new Map();
    const every = Math.ceil(20 / slim); // names of lanes that are so narrow would overlap
    for (const [i, r] of ranks.entries()) {
      const width = wide(r, letters);
      const digits = /\d+$/.exec(r.name);
      out.set(r.rank, { rank: r.rank, x, width, name: r.name, head: labels ? r.name : i % every ? '' : digits ? digits[0] : short(r.name, 3) });
      x += width;
    }
    return { lanes: out, labels, letters, width: x + 8 };
  }

  /* ---- everything ---- */

  /* The row of each event that is drawn, and the folds with theirs. */
  function positions(every) {
    const row = new Map(), folds = [];
    every.forEach((r, i) => {
      if (r.fold) folds.push({ key: r.fold, row: i, from: r.from, to: r.to });
      else for (const e of r.events) row.set(e, i);
    });
    return { row, folds };
  }

  /* Where an event is: in its own place, or in the fold that has it; null: nowhere. */
  function spot(finding, place, i) {
    const e = finding.events[i], lane = place.lanes.get(e.rank);
    if (!lane) return null;
    if (place.row.has(i)) return { x: lane.x, row: place.row.get(i), folded: false };
    const fold = place.folds.find(f => f.from <= e.level && e.level <= f.to);
    return fold ? { x: lane.x, row: fold.row, folded: true } : null;
  }

  function messages(finding, place) {
    const out = [];
    finding.events.forEach((e, i) => {
      if (e.role !== 'receive' || !Number.isInteger(e.with)) return;
      if (!place.row.has(i) && !place.row.has(e.with)) return;
      const from = spot(finding, place, e.with), to = spot(finding, place, i);
      if (from && to) out.push({ send: e.with, receive: i, from, to });
    });
    return out;
  }

  /* What receives could have taken instead. A sender whose step is not among the events is
   * known by its rank only. */
  function rivals(finding, place) {
    const out = [];
    for (const r of finding.alternatives || []) {
      if (!place.row.has(r.event)) continue;
      const to = spot(finding, place, r.event);
      const lane = place.lanes.get(r.rank);
      const known = Number.isInteger(r.with) ? spot(finding, place, r.with) : null;
      if (lane) out.push({ receive: r.event, rank: r.rank, send: known ? r.with : -1, to,
        from: known || { x: lane.x, row: to.row - 0.9, folded: true } });
    }
    return out;
  }

  /* Those who meet in a collective and are drawn, if they are two or more. */
  function bars(finding, place) {
    const groups = new Map();
    for (const i of place.row.keys()) {
      const e = finding.events[i];
      if (e.role !== 'collective') continue;
      const first = Number.isInteger(e.with) ? e.with : i;
      if (!groups.has(first)) groups.set(first, []);
      groups.get(first).push(i);
    }
    return [...groups.entries()].filter(([, all]) => all.length > 1).map(([first, all]) => {
      const at = all.map(i => spot(finding, place, i));
      return { first, events: all, left: Math.min(...at.map(s => s.x)), right: Math.max(...at.map(s => s.x)),
        top: Math.min(...at.map(s => s.row)), bottom: Math.max(...at.map(s => s.row)) };
    });
  }

  /* The wait-for cycle, as arcs below the row of those who are blocked. */
  function cycle(finding, place) {
    const all = finding.cycle.length > 1 ? finding.cycle : [];
    return all.map((rank, i) => ({ from: place.lanes.get(rank), to: place.lanes.get(all[(i + 1) % all.length]) }))
      .filter(a => a.from && a.to)
      .map(a => ({ from: a.from.x, to: a.to.x, ranks: [a.from.rank, a.to.rank],
        depth: Math.min(60, 16 + Math.abs(a.to.x - a.from.x) * 0.12) + (a.to.x < a.from.x ? 24 : 0) }));
  }

  /* What can be selected, from above: events, folds, and at last who is blocked. Each has an
   * id, a rank (-1: all), a row, an x, and the moment after it. */
  function order(finding, place, every) {
    const out = [];
    const lane = new Map(finding.ranks.map((r, i) => [r.rank, i]));
    every.forEach((r, row) => {
      if (r.fold)
        out.push({ id: r.fold, kind: 'fold', rank: -1, row, x: 0, event: -1, count: r.count,
          moment: { level: r.to, lane: Infinity } });
      else
        for (const i of r.events)
          out.push({ id: `s${i}`, kind: 'step', rank: finding.events[i].rank, row, x: spot(finding, place, i).x,
            event: i, moment: { level: r.level, lane: lane.get(finding.events[i].rank) } });
    });
    for (const r of finding.ranks)
      if (stuck(r))
        out.push({ id: `e${r.rank}`, kind: 'end', rank: r.rank, row: place.end, x: place.lanes.get(r.rank).x,
          event: -1, moment: { level: Infinity, lane: Infinity } });
    return out;
  }

  /* The whole diagram. open: keys of folds that are open; all: nothing is folded; room: how wide it should be at most. */
  function diagram(finding, open, all, room = Infinity) {
    const every = rows(finding, open, all);
    const { row, folds } = positions(every);
    const { lanes: at, labels, letters, width } = lanes(finding, row.keys(), room);
    const place = { row, folds, lanes: at, labels, letters, width, end: every.length };
    place.messages = messages(finding, place);
    place.rivals = rivals(finding, place);
    place.bars = bars(finding, place);
    place.cycle = cycle(finding, place);
    place.order = order(finding, place, every);
    const blocked = finding.ranks.some(stuck);
    place.height = TOP + ROW * (every.length + (blocked ? 1 : 0)) + 8 + Math.max(0, ...place.cycle.map(c => c.depth));
    return place;
  }

  /* The id that an arrow key leads to from this one; the same id if there is no other. */
  function neighbour(place, id, key) {
    const all = place.order;
    const i = all.findIndex(o => o.id === id);
    if (!all.length) return id;
    if (i < 0) return all[0].id;
    const to = { ArrowDown: i + 1, ArrowUp: i - 1, Home: 0, End: all.length - 1, PageDown: i + 10, PageUp: i - 10 }[key];
    if (to !== undefined) return all[Math.max(0, Math.min(all.length - 1, to))].id;
    const from = all[i];
    const lane = [...place.lanes.keys()];
    const way = key === 'ArrowRight' ? 1 : -1;
    for (let k = lane.indexOf(from.rank) + way; k >= 0 && k < lane.length; k += way) {
      const there = all.filter(o => o.rank === lane[k]);
      if (there.length)
        return there.reduce((a, b) => (Math.abs(b.row - from.row) < Math.abs(a.row - from.row) ? b : a)).id;
    }
    return id;
  }

  /* ---- what is known of a moment ---- */

  /* The events of each rank with the moments after them, which moment() looks into. */
  function histories(finding) {
    const out = new Map(finding.ranks.map((r, lane) => [r.rank, { lane, events: [] }]));
    finding.events.forEach((e, i) => { if (e.text !== '' && out.has(e.rank)) out.get(e.rank).events.push(i); });
    return out;
  }

  /* How many of the rank's events have happened at the moment. */
  function done(finding, mine, moment) {
    let low = 0, high = mine.events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (until({ level: finding.events[mine.events[middle]].level, lane: mine.lane }, moment)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /* The state of every rank at a moment: what it did last and what comes next. A rank waits
   * if what comes next is a message that is not sent yet. */
  function moment(finding, history, now) {
    return finding.ranks.map(r => {
      const mine = history.get(r.rank), n = done(finding, mine, now);
      const last = n ? finding.events[mine.events[n - 1]] : null;
      const out = { rank: r.rank, name: r.name, last };
      if (n === mine.events.length)
        return { ...out, word: r.state, text: r.call || (last ? `last: ${last.text}` : ''), place: r.line ? r : last,
          waitsFor: r.waits_for || [] };
      const next = finding.events[mine.events[n]];
      const send = next.role === 'receive' && Number.isInteger(next.with) ? finding.events[next.with] : null;
      const waits = send && history.has(send.rank) &&
        !until({ level: send.level, lane: history.get(send.rank).lane }, now);
      return { ...out, word: waits ? 'waits' : 'runs', next: true, text: next.text, place: next, waitsFor: waits ? [send.rank] : [] };
    });
  }

  /* Ranks that are in the same place and differ in nothing but numbers, together. */
  function alike(states) {
    const groups = new Map();
    for (const s of states) {
      const where = s.place && s.place.line ? `${s.place.file}:${s.place.line}` : '';
      const key = states.length > CROWD ? [s.word, where, s.text.replace(/\d+/g, 'N')].join('\n') : s.rank;
      if (!groups.has(key)) groups.set(key, { ...s, where, ranks: [] });
      groups.get(key).ranks.push(s.rank);
    }
    return [...groups.values()];
  }

  /* The ways of the decisive step; of many, those that differ in nothing but numbers are one,
   * except the first, which is what happened. */
  function ways(all) {
    const groups = new Map();
    all.forEach((w, i) => {
      const alike = all.length > 8 && i > 0 && /\brank \d+$/.test(w.what);
      const key = alike ? [w.what.replace(/\d+$/, ''), w.file, w.line, w.passes, w.fails].join('\n') : i;
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key).push(w);
    });
    return [...groups.values()].map(g => (g.length === 1 ? g[0] : { ...g[0],
      what: `${g[0].what.replace(/rank \d+$/, 'ranks ')}${ranges(g.map(w => Number(/\d+$/.exec(w.what)[0])))}, each` }));
  }

  /* Whether all are ranks, which are known by their numbers, and their names otherwise. */
  const numbered = finding => finding.ranks.every(r => /^rank \d+$/.test(r.name));
  function names(finding, ranks) {
    return numbered(finding) ? ranges(ranks) : ranks.map(n => (finding.ranks.find(r => r.rank === n) || { name: n }).name).join(', ');
  }

  /* The lines of a file that are known, with null where lines are left out. */
  function source(finding, file) {
    const lines = (finding.source || []).filter(l => l.file === file);
    const out = [];
    lines.forEach((l, i) => {
      if (i && l.line !== lines[i - 1].line + 1) out.push(null);
      out.push(l);
    });
    return out;
  }

  return { ROW, LETTER, y, short, ranges, count, number, decisive, counterpart, diagram, neighbour, histories, moment,
    alike, ways, numbered, names, source };
})();

if (typeof module !== 'undefined') module.exports = Layout;
