/* SPDX-License-Identifier: Apache-2.0
 *
 * page.js - draws the page and answers the keyboard and the mouse.
 *
 * layout.js says where everything is. What the program under test says (its source, its
 * output, names of files) is never parsed as HTML: it gets in as text only. Of a long
 * diagram only the rows near those on the screen are in the document; on paper all are. */
'use strict';

const Page = (() => {
  const SVG = 'http://www.w3.org/2000/svg';
  const HEAD = 24; // height of the names of the lanes
  const MARGIN = 300; // pixels above and below the screen that are drawn as well
  const PAPER = 4000; // rows that are printed at most

  /* Draws the findings of the report, which is as docs/report.schema.json describes it. */
  function start(document, report) {
    const find = id => document.getElementById(id);
    const findings = report.findings;
    const view = { finding: null, index: 0, passing: false, all: false, open: new Set(), place: null,
      history: null, selected: '', drawn: new Map(), paper: false, sought: [] };

    /* ---- making elements ---- */

    function element(parent, name, attributes, text) {
      const e = document.createElement(name);
      return finish(e, parent, attributes, text);
    }
    function shape(parent, name, attributes, text) {
      const e = document.createElementNS(SVG, name);
      return finish(e, parent, attributes, text);
    }
    function finish(e, parent, attributes, text) {
      for (const [k, v] of Object.entries(attributes || {})) e.setAttribute(k, String(v));
      if (text !== undefined) e.textContent = text;
      if (parent) parent.appendChild(e);
      return e;
    }
    const clear = e => { while (e.firstChild) e.removeChild(e.firstChild); };
    const where = x => (x && x.line ? `${x.file}:${x.line}` : '');

    /* ---- what is drawn ---- */

    function arrow(parent, from, to, kind, head) {
      const side = to.x === from.x ? 0 : to.x > from.x ? -6 : 6;
      const x1 = from.x, y1 = Layout.y(from.row), x2 = to.x + side, y2 = Layout.y(to.row) - (to.row > from.row ? 2 : 0);
      const angle = Math.atan2(y2 - y1, x2 - x1);
      const at = (back, off) => `${(x2 - back * Math.cos(angle) + off * Math.sin(angle)).toFixed(1)} ` +
        `${(y2 - back * Math.sin(angle) - off * Math.cos(angle)).toFixed(1)}`;
      shape(parent, 'path', { class: kind, d: `M${x1.toFixed(1)} ${y1.toFixed(1)}L${at(5, 0)}` });
      shape(parent, 'path', { class: head, d: `M${at(0, 0)}L${at(8, 4)}L${at(8, -4)}z` });
    }

    function drawMessage(parent, m) {
      arrow(parent, m.from, m.to, 'message', 'head');
    }

    function drawRival(parent, r) {
      arrow(parent, r.from, r.to, 'rival', 'rivalhead');
      if (r.send < 0) shape(parent, 'circle', { class: 'rival', cx: r.from.x, cy: Layout.y(r.from.row), r: 3.5 });
    }

    function drawBar(parent, b) {
      const flat = b.top === b.bottom, half = flat ? 5 : 9;
      shape(parent, 'rect', { class: flat ? 'bar' : 'band', x: b.left - half, y: Layout.y(b.top) - half,
        width: b.right - b.left + 2 * half, height: Layout.y(b.bottom) - Layout.y(b.top) + 2 * half, rx: half });
    }

    function drawCycle(parent, c) {
      const y = Layout.y(view.place.end) + 9;
      shape(parent, 'path', { class: 'cycle', d: `M${c.from} ${y}C${c.from} ${y + c.depth} ${c.to} ${y + c.depth} ${c.to} ${y + 5}` });
      shape(parent, 'path', { class: 'badhead', d: `M${c.to} ${y}l-4 8l8 0z` });
    }

    function spoken(o) {
      const f = view.finding;
      if (o.kind === 'fold') return `${Layout.count(o.count)} steps are folded away`;
      if (o.kind === 'end') {
        const r = f.ranks.find(x => x.rank === o.rank);
        return `${r.name} is ${r.state} in ${r.call}${where(r) && ', ' + where(r)}`;
      }
      const e = f.events[o.event];
      const name = (f.ranks.find(x => x.rank === e.rank) || { name: e.rank }).name;
      return `step ${Layout.number(f, o.event)}, ${name}: ${e.text}${where(e) && ', ' + where(e)}` +
        `${e.lost ? '; nobody takes this message' : ''}${o.event === Layout.decisive(f) ? (findings[view.index].decisive ? '; this step decides' : '; here the outcomes part') : ''}`;
    }

    /* Does the sentence of a step have all words that are looked for? "rank 2" is about its lane, other numbers are
     * whole ones. */
    const seeks = () => view.sought.length > 0;
    const sought = o => view.sought.every(w => w.test(spoken(o)));
    function words(text) {
      return (text.match(/(rank|step)\s+\d+|[^\s,]+/gi) || []).map(w => {
        const plain = w.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/, ' ');
        return new RegExp(/^rank \d/i.test(plain) ? `, ${plain}:` : /\d$/.test(plain) ? `(^|\\W)${plain}(\\D|$)` : plain, 'i');
      });
    }

    /* The room of something that can be selected. */
    function box(o) {
      const y = Layout.y(o.row), lane = view.place.lanes.get(o.rank);
      return o.kind === 'fold' ? { x: 4, y: y - 10, width: Math.max(150, view.place.width - 8), height: 20, rx: 5 } :
        { x: o.x - 9, y: y - 11, width: view.place.labels ? lane.width - 2 : 18, height: 22, rx: 5 };
    }

    /* What is behind it, below the arrows: whether it is selected, decides or is a fold. */
    const decides = o => o.kind === 'step' && o.event === Layout.decisive(view.finding);
    const back = o => `row${decides(o) ? ' decides' : ''}${o.kind === 'fold' ? ' folded' : ''}${o.id === view.selected ? ' selected' : ''}`;

    /* The words of a step, on a plate that covers the arrows behind them. */
    function label(parent, o, number, text, kind) {
      const y = Layout.y(o.row), shown = Layout.short(text, view.place.letters);
      shape(parent, 'rect', { class: 'plate', x: o.x + 15, y: y - 8, width: Layout.LETTER * (number.length + shown.length) + 6, height: 16, rx: 3 });
      const words = shape(parent, 'text', { x: o.x + 18, y: y + 4 });
      shape(words, 'tspan', { class: 'dim' }, number);
      shape(words, 'tspan', kind ? { class: kind } : {}, shown);
    }

    /* Something that can be selected. */
    function drawItem(parent, o, place_in_order) {
      const f = view.finding, y = Layout.y(o.row);
      const g = shape(parent, 'g', { id: o.id, class: `item ${o.kind}${decides(o) ? ' decisive' : ''}${seeks() && !sought(o) ? ' other' : ''}`, role: 'option',
        'aria-selected': o.id === view.selected, 'aria-label': spoken(o), 'aria-posinset': place_in_order + 1,
        'aria-setsize': view.place.order.length });
      shape(g, 'title', {}, spoken(o));
      shape(g, 'rect', { class: 'hit', ...box(o) });
      if (o.kind === 'fold') {
        const text = `⋯ ${Layout.count(o.count)} steps${o.id === 'before' ? ' before these' : ''}`;
        shape(g, 'rect', { class: 'plate', x: 9, y: y - 8, width: Layout.LETTER * text.length + 6, height: 16, rx: 3 });
        shape(g, 'text', { class: 'dim', x: 12, y: y + 4 }, text);
        return g;
      }
      const wide = view.place.labels;
      if (o.kind === 'end') {
        /* where a rank has failed, the others only wait */
        const blame = !f.ranks.some(r => r.state === 'failed');
        shape(g, 'path', { class: blame ? 'cross' : 'waits', d: `M${o.x - 5} ${y - 5}l10 10m0 -10l-10 10` });
        if (wide) label(g, o, '', f.ranks.find(r => r.rank === o.rank).call, blame ? 'bad' : 'dim');
        return g;
      }
      const e = f.events[o.event], fails = e.text.endsWith('!');
      const kind = fails ? 'bad' : e.role || 'dot';
      if (e.role === 'collective') shape(g, 'rect', { class: kind, x: o.x - 5, y: y - 5, width: 10, height: 10 });
      else shape(g, 'circle', { class: kind, cx: o.x, cy: y, r: fails ? 6 : 4.5 });
      if (e.lost) shape(g, 'path', { class: 'lost', d: `M${o.x} ${y + 3}l13 8m-6 0l6 0l-3 -5` });
      if (wide) label(g, o, `${Layout.number(f, o.event)} `, e.text, fails ? 'bad' : '');
      return g;
    }

    /* ---- the diagram, as far as it is near the screen ---- */

    /* Everything that can be drawn: its key, its rows, its layer and how it is drawn. */
    function things() {
      const p = view.place, out = [];
      const add = (key, layer, top, bottom, draw) => out.push({ key, layer, top, bottom, draw });
      p.bars.forEach((b, i) => add(`b${i}`, 'bars', b.top, b.bottom, g => drawBar(g, b)));
      p.messages.forEach((m, i) => add(`m${i}`, 'arrows', m.from.row, m.to.row, g => drawMessage(g, m)));
      p.rivals.forEach((r, i) => add(`r${i}`, 'arrows', r.from.row, r.to.row, g => drawRival(g, r)));
      p.cycle.forEach((c, i) => add(`c${i}`, 'arrows', p.end, p.end + 3, g => drawCycle(g, c)));
      p.order.forEach(o => add(`w${o.id}`, o.kind === 'fold' ? 'bars' : 'rows', o.row, o.row, g => shape(g, 'rect', { class: back(o), ...box(o) })));
      p.order.forEach((o, i) => add(o.id, 'items', o.row, o.row, g => drawItem(g, o, i)));
      for (const t of out) if (t.top > t.bottom) [t.top, t.bottom] = [t.bottom, t.top];
      return out;
    }

    /* Draws what has come near the screen and takes away what has left it. */
    function refresh() {
      const box = find('diagram');
      const height = box.clientHeight || 800, top = box.scrollTop || 0;
      const first = view.paper ? 0 : (top - MARGIN) / Layout.ROW;
      const last = view.paper ? PAPER : (top + height + MARGIN) / Layout.ROW;
      const near = new Set();
      for (const t of view.things) {
        if ((t.bottom < first || t.top > last) && t.key !== view.selected && t.key !== `w${view.selected}`) continue;
        near.add(t.key);
        if (view.drawn.has(t.key)) continue;
        const g = shape(view.layers[t.layer], 'g', { role: 'presentation' });
        t.draw(g);
        view.drawn.set(t.key, g);
      }
      for (const [key, g] of view.drawn)
        if (!near.has(key)) {
          g.parentNode.removeChild(g);
          view.drawn.delete(key);
        }
    }

    function drawHeads() {
      const p = view.place, heads = find('heads');
      clear(heads);
      finish(heads, null, { width: p.width, height: HEAD, viewBox: `0 0 ${p.width} ${HEAD}` });
      for (const lane of p.lanes.values()) {
        const t = shape(heads, 'text', { class: 'name', x: lane.x - (p.labels ? 5 : 0), y: 16,
          'text-anchor': p.labels ? 'start' : 'middle' }, lane.head);
        shape(t, 'title', {}, lane.name);
      }
    }

    /* How wide the diagram can be without being scrolled: the step stands beside it on a wide screen (page.css). */
    function room() {
      const width = find('main').clientWidth || Infinity, step = 27 * 16 + 20;
      return width > 60 * 16 ? width - step : width;
    }

    /* Draws the outcome anew, after a change of what is folded or of the outcome. */
    function redraw() {
      const f = view.finding, lanes = find('lanes');
      view.place = Layout.diagram(f, view.open, view.all, view.paper ? Infinity : room());
      view.things = things();
      view.drawn = new Map();
      clear(lanes);
      const p = view.place;
      finish(lanes, null, { width: p.width, height: Math.ceil(p.height), viewBox: `0 0 ${p.width} ${Math.ceil(p.height)}` });
      view.layers = {};
      for (const layer of ['rows', 'lines', 'bars', 'arrows', 'items'])
        view.layers[layer] = shape(lanes, 'g', layer === 'items' ? { role: 'presentation' } :
          { 'aria-hidden': 'true', 'pointer-events': 'none' });
      for (const lane of p.lanes.values())
        shape(view.layers.lines, 'line', { class: 'lane', x1: lane.x, y1: 0, x2: lane.x, y2: Layout.y(p.end) });
      drawHeads();
      find('all').setAttribute('aria-pressed', String(view.all));
      find('failing').setAttribute('aria-pressed', String(!view.passing));
      find('passing').setAttribute('aria-pressed', String(view.passing));
      refresh();
    }

    /* ---- what is selected ---- */

    const selection = () => view.place.order.find(o => o.id === view.selected);

    function scrollTo(o) {
      const box = find('diagram');
      const height = box.clientHeight || 800, width = box.clientWidth || 1200;
      const y = Layout.y(o.row), top = box.scrollTop || 0, left = box.scrollLeft || 0;
      if (y - Layout.ROW < top) box.scrollTop = Math.max(0, y - 2 * Layout.ROW);
      else if (y + Layout.ROW + HEAD > top + height) box.scrollTop = y + 2 * Layout.ROW + HEAD - height;
      if (o.x - 30 < left || o.x + 60 > left + width) box.scrollLeft = Math.max(0, o.x - width / 2);
    }

    /* Marks it as selected or not, as far as it is drawn. */
    function mark(o) {
      const item = o && view.drawn.get(o.id), row = o && view.drawn.get(`w${o.id}`);
      if (item) item.firstChild.setAttribute('aria-selected', String(o.id === view.selected));
      if (row) row.firstChild.setAttribute('class', back(o));
    }

    function select(id) {
      const before = selection();
      view.selected = id;
      mark(before);
      const o = selection();
      if (!o) return;
      scrollTo(o);
      refresh();
      mark(o);
      find('diagram').setAttribute('aria-activedescendant', id);
      find('status').textContent = spoken(o);
      showDetail(o);
    }

    /* The button goes away when another step is selected, so the diagram gets the focus. */
    function link(parent, label, id) {
      const b = element(parent, 'button', { type: 'button' }, label);
      b.addEventListener('click', () => {
        go(id);
        find('diagram').focus({ preventScroll: true });
      });
    }

    /* Selects it, out of its fold if necessary. */
    function go(id) {
      if (!view.place.order.some(o => o.id === id)) {
        const e = view.finding.events[Number(id.slice(1))];
        const fold = e && view.place.folds.find(f => f.from <= e.level && e.level <= f.to);
        if (!fold) return;
        view.open.add(fold.key);
        redraw();
      }
      select(id);
    }

    /* The event at the other end of a message, or of the alternative; -1: none. */
    function partner(event) {
      const e = view.finding.events[event];
      return e && e.role !== 'collective' && Number.isInteger(e.with) ? e.with : -1;
    }

    function showLinks(o) {
      const links = find('links'), f = view.finding;
      clear(links);
      if (o.kind !== 'step') return;
      const other = partner(o.event), e = f.events[o.event];
      if (other >= 0)
        link(links, `${e.role === 'send' ? 'received' : 'sent'} by step ${Layout.number(f, other)}`, `s${other}`);
      for (const r of f.alternatives || []) {
        if (r.event !== o.event) continue;
        const name = (f.ranks.find(x => x.rank === r.rank) || { name: r.rank }).name;
        const label = `it could have taken that of ${name}: ${r.text}${where(r) && ', ' + where(r)}`;
        if (Number.isInteger(r.with)) link(links, label, `s${r.with}`);
        else element(links, 'span', {}, label);
      }
    }

    /* What is wrong with a line of the source, in a word; '': nothing that is known. */
    function blamed(line) {
      const f = findings[view.index], same = x => x.file === line.file && x.line === line.line;
      const accesses = (f.accesses || []).filter(same).map(a => `${a.access} of ${f.ranks.find(r => r.rank === a.rank).name}`);
      const both = /race$|mismatch$|^truncation$/.test(f.kind) && // its message names the other place
        f.message.split(/[\s(),;]+/).some(word => word.replace(/:$/, '') === where(line));
      return [...new Set(accesses)].join(', ') || (!view.passing && (same(f) || both) ? f.kind : '');
    }

    function showSource(place, states) {
      const box = find('source');
      clear(box);
      if (!place || !place.line) return;
      let here = null;
      for (const l of Layout.source(view.finding, place.file)) {
        if (!l) {
          element(box, 'div', { class: 'dim' }, '      ⋯');
          continue;
        }
        const at = l.line === place.line;
        const row = element(box, 'div', at ? { class: 'here', 'aria-current': 'true' } : {});
        element(row, 'span', { class: 'n' }, String(l.line));
        const code = element(row, 'span', { class: 'text' }, l.text || ' '), hang = `${/^ */.exec(l.text)[0].length + 4}ch`;
        if (code.style) [code.style.paddingLeft, code.style.textIndent] = [hang, `-${hang}`]; // of a line that is broken
        const who = states.filter(s => s.place && s.place.file === l.file && s.place.line === l.line).map(s => s.rank);
        if (who.length) element(code, 'span', { class: 'who' }, `◂\u00a0${Layout.names(view.finding, who)}`);
        const wrong = at ? '' : blamed(l);
        if (wrong) element(code, 'span', { class: 'who bad' }, `◂\u00a0${wrong}`);
        if (at) here = row;
      }
      if (here && box.clientHeight) box.scrollTop = here.offsetTop - box.offsetTop - box.clientHeight / 2;
      box.setAttribute('aria-label', `Source: ${place.file}`);
    }

    function showStates(states, rank) {
      const body = find('ranks');
      clear(body);
      for (const s of Layout.alike(states)) {
        const row = element(body, 'tr', s.ranks.includes(rank) ? { class: 'mine' } : {});
        element(row, 'td', {}, s.ranks.length > 1 ? Layout.ranges(s.ranks) : s.name);
        element(row, 'td', { class: s.word }, s.word);
        const waits = s.waitsFor && s.waitsFor.length && s.ranks.length === 1 ? `, waits for ${Layout.names(view.finding, s.waitsFor)}` : '';
        element(row, 'td', {}, (s.next ? 'next: ' : '') + s.text + waits + (s.ranks.length > 1 ? ', each alike' : ''));
        element(row, 'td', s.where.length < 22 ? { class: 'short' } : {}, s.where);
      }
    }

    function showDetail(o) {
      const f = view.finding;
      const rank = f.ranks.find(r => r.rank === o.rank);
      const states = Layout.moment(f, view.history, o.moment);
      const place = o.kind === 'step' ? f.events[o.event] : o.kind === 'end' ? rank : null;
      find('step').textContent = o.kind === 'fold' ? `${Layout.count(o.count)} steps` : o.kind === 'end' ? 'The end' :
        `Step ${Layout.number(f, o.event)} of ${Layout.count(Layout.number(f, f.events.length - 1))}`;
      find('what').textContent = o.kind === 'fold' ? (o.id === 'before' ? 'They are not in this file; a replay makes them again.' :
        'Enter or a click opens them.') : spoken(o).replace(/^step \d+, /, '');
      showLinks(o);
      showSource(place, states);
      showStates(states, o.rank);
      const stack = o.kind === 'end' && rank.stack ? rank.stack : [];
      for (const frame of stack)
        element(find('links'), 'code', { class: 'frame' }, `in ${frame.function}${where(frame) && ', ' + where(frame)}`);
    }

    /* ---- what the user does ---- */

    function open(o) {
      if (o.id === 'before') return;
      const i = view.place.order.indexOf(o);
      view.open.add(o.id);
      redraw();
      select(view.place.order[i].id);
    }

    function key(event) {
      const o = selection();
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === 'Enter' || event.key === ' ') {
        if (o && o.kind === 'fold') open(o);
        else if (o && o.kind === 'step' && partner(o.event) >= 0) go(`s${partner(o.event)}`);
      } else if (/^(Arrow(Up|Down|Left|Right)|Home|End|PageUp|PageDown)$/.test(event.key)) {
        select(Layout.neighbour(view.place, view.selected, event.key));
      } else {
        return;
      }
      event.preventDefault();
    }

    function click(event) {
      for (let e = event.target; e && e.id !== 'diagram'; e = e.parentNode) {
        const o = e.id && view.place.order.find(x => x.id === e.id);
        if (!o) continue;
        if (o.kind === 'fold') open(o); else select(o.id);
        return;
      }
    }

    /* All steps of the outcome that have the words, also those that are folded away. */
    const matches = () => view.finding.events.map((e, i) => ({ kind: 'step', event: i, rank: e.rank }))
      .filter(o => view.finding.events[o.event].text !== '' && sought(o)).map(o => o.event);

    function seek() {
      view.sought = words(find('seek').value);
      keep(() => {});
      find('found').textContent = seeks() ? `${Layout.count(matches().length)} found` : '';
    }

    /* Goes to the next step that has the words, or the one before; after the last comes the first. */
    function goOn(back) {
      const all = matches(), o = selection(), at = o && o.kind === 'step' ? o.event : -1;
      if (!seeks() || !all.length) return;
      const next = back ? all.filter(i => i < at).pop() : all.find(i => i > at);
      const to = next !== undefined ? next : all[back ? all.length - 1 : 0];
      go(`s${to}`);
      find('found').textContent = `${Layout.count(all.indexOf(to) + 1)} of ${Layout.count(all.length)}`;
    }

    function keyOfSearch(event) {
      if (event.key === 'Enter') goOn(event.shiftKey);
      else if (event.key === 'Escape') find('seek').value = '';
      else return;
      if (event.key === 'Escape') {
        seek();
        find('diagram').focus({ preventScroll: true });
      }
      event.preventDefault();
    }

    /* Keeps the selection where it was, if that is still there; otherwise selects where the
     * finding's rank is blocked, or its last step at the finding's place or above it. */
    function keep(change) {
      change();
      redraw();
      const all = view.place.order, f = findings[view.index], mine = all.filter(o => o.rank === f.rank);
      const steps = mine.filter(o => o.kind === 'step'), at = o => view.finding.events[o.event];
      const stuck = mine.some(o => o.kind === 'end');
      const above = stuck || !f.line ? [] : steps.filter(o => at(o).file === f.file && at(o).line <= f.line);
      const near = above.filter(o => at(o).line === Math.max(...above.map(x => at(x).line)));
      const last = [all, mine, near].map(x => x[x.length - 1]).filter(o => o).pop();
      const id = selection() ? view.selected : last ? last.id : '';
      view.selected = '';
      select(id);
    }

    function showOutcome(passing) {
      const f = findings[view.index];
      view.passing = passing;
      view.finding = passing ? { ...f.passing, decisive: { event: Layout.counterpart(f, f.passing) } } : f;
      view.history = Layout.histories(view.finding);
      view.open = new Set();
    }

    function list(title, texts) {
      if (!texts.length) return;
      element(find('more'), 'h3', {}, title);
      const ul = element(find('more'), 'ul');
      for (const t of texts) element(ul, 'li', {}, t);
    }

    /* How the outcomes end, by what the decisive step observes, or what comes in its place. */
    function showWays(f) {
      const d = f.decisive;
      const more = find('more');
      element(more, 'h3', {}, 'What decides');
      const some = d.complete ? '' : ' (of those that were compared)';
      if (!Number.isInteger(d.event)) {
        element(more, 'p', {}, `No race decides: every outcome ${f.kind === 'potential-deadlock' ? 'can fail' : 'fails'}${some}.`);
        return;
      }
      const table = element(more, 'table', { id: 'ways' });
      element(table, 'caption', {}, d.order ? `The outcomes${some}, by what comes at the decisive step; the first is what came here`
        : `The outcomes${some}, by what the decisive step observes; the first is what it observed here`);
      const head = element(element(table, 'thead'), 'tr');
      for (const title of [d.order ? 'next comes' : 'it observes', d.order ? 'at' : 'sent at', 'pass', 'fail']) element(head, 'th', { scope: 'col' }, title);
      const body = element(table, 'tbody');
      for (const w of Layout.ways(d.ways)) {
        const row = element(body, 'tr');
        for (const text of [w.what, where(w), Layout.count(w.passes), Layout.count(w.fails)]) element(row, 'td', {}, text);
      }
    }

    function showMore(f) {
      const more = find('more');
      clear(more);
      if (f.decisive) showWays(f);
      list('Races on the way', f.races || []);
      list(f.kind === 'assertion' ? 'Values' : 'Why', f.values ? [f.values] : []);
      list('Errors that the program was told of before', f.earlier || []);
      const printed = f.ranks.filter(r => r.output);
      if (printed.length) element(more, 'h3', {}, `What the ${Layout.numbered(f) ? 'ranks' : 'actors'} printed`);
      for (const r of printed) element(more, 'pre', {}, `${r.name}:\n${r.output}`);
    }

    /* A sentence on what the two outcomes differ in. */
    function apart(f) {
      const at = Layout.decisive(f);
      if (f.decisive && f.decisive.text) return `What decides: ${f.decisive.text}`;
      if (at < 0) return f.passing ? 'In the passing outcome, the same sends are buffered.' : '';
      const other = f.passing ? f.passing.events[Layout.counterpart(f, f.passing)] : null;
      const name = f.ranks.find(r => r.rank === f.events[at].rank).name;
      return `The outcomes part at step ${Layout.number(f, at)}, ${name}: ${f.events[at].text}` +
        (other ? `; in the passing one: ${other.text}` : '');
    }

    function showFinding(index) {
      const f = findings[index];
      view.index = index;
      view.all = false;
      Array.from(find('findings').children).forEach((b, i) => b.setAttribute('aria-current', String(i === index)));
      find('message').textContent = `${f.severity}[${f.kind}]: ${f.message}`;
      find('message').className = report.verdict ? '' : 'unseen'; // the heading of the page says it
      find('place').textContent = where(f);
      find('replay').hidden = !f.replay;
      find('command').textContent = f.replay || '';
      find('outcomes').hidden = !f.passing;
      const one = Layout.numbered(f) ? 'rank' : 'actor';
      find('every').textContent = `Every ${one} at this moment`;
      find('who').textContent = one;
      find('diagram').setAttribute('aria-label', `Steps of the execution, one lane for each ${one}, time downwards`);
      find('apart').textContent = apart(f);
      find('apart').hidden = !apart(f);
      showMore(f);
      view.selected = '';
      keep(() => showOutcome(false));
      const at = Layout.decisive(f);
      if (at >= 0) go(`s${at}`);
    }

    function listFindings() {
      const nav = find('findings');
      nav.hidden = findings.length < 2;
      findings.forEach((f, i) => {
        const b = element(nav, 'button', { type: 'button', 'aria-current': 'false' }, `${f.kind}: ${f.message}`);
        b.addEventListener('click', () => showFinding(i));
      });
    }

    function listen(window) {
      find('diagram').addEventListener('keydown', key);
      document.addEventListener('keydown', event => { // nothing else has the focus
        if (event.target === document.body && /^Arrow/.test(event.key)) key(event);
        if (event.key === '/' && event.target !== find('seek') && !event.ctrlKey && !event.metaKey && !event.altKey) {
          find('seek').focus();
          event.preventDefault();
        }
      });
      find('seek').addEventListener('input', seek);
      find('seek').addEventListener('keydown', keyOfSearch);
      find('diagram').addEventListener('click', click);
      find('diagram').addEventListener('scroll', refresh);
      find('all').addEventListener('click', () => keep(() => { view.all = !view.all; view.open = new Set(); }));
      find('failing').addEventListener('click', () => keep(() => showOutcome(false)));
      find('passing').addEventListener('click', () => keep(() => showOutcome(true)));
      if (!window) return;
      window.addEventListener('resize', () => keep(() => {}));
      window.addEventListener('beforeprint', () => keep(() => { view.paper = true; }));
      window.addEventListener('afterprint', () => keep(() => { view.paper = false; }));
    }

    if (!findings.length) return view;
    find('main').hidden = false;
    listFindings();
    listen(document.defaultView);
    showFinding(0);
    return view;
  }

  return { start };
})();

if (typeof document !== 'undefined')
  try {
    Page.view = Page.start(document, JSON.parse(document.getElementById('data').textContent));
  } catch (error) { // an old browser: the verdict is there, and the rest is not lost
    const p = document.createElement('p');
    p.textContent = `The diagram cannot be drawn here (${error}). "mazurka show" tells the same as text.`;
    document.body.appendChild(p);
    throw error;
  }
if (typeof module !== 'undefined') module.exports = Page;
