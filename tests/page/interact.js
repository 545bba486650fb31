/* interact.js - uses a page as a person would: keys, clicks, folds, findings, outcomes, paper.
 *
 * It stands at the end of the page that it tests, in a browser (tests/page/check puts it there and
 * reads the document that comes out) or in another implementation of the DOM (tests/page/dom.mjs).
 * What it finds is written into the document, as lines "ok WHAT" or "FAILED WHAT". */
'use strict';
(() => {
  const find = id => document.getElementById(id);
  const all = selector => Array.from(document.querySelectorAll(selector));
  const results = [];
  const ok = (what, holds) => results.push(`${holds ? 'ok' : 'FAILED'} ${what}`);
  const report = JSON.parse(find('data').textContent);

  function press(key, where) {
    const event = document.createEvent('Event');
    event.initEvent('keydown', true, true);
    Object.defineProperty(event, 'key', { value: key });
    (where || find('diagram')).dispatchEvent(event);
    return event;
  }
  function click(element) {
    const event = document.createEvent('Event');
    event.initEvent('click', true, true);
    element.dispatchEvent(event);
  }
  function tell(window, name) {
    const event = document.createEvent('Event');
    event.initEvent(name, false, false);
    window.dispatchEvent(event);
  }
  const selected = () => find('diagram').getAttribute('aria-activedescendant');
  const item = id => find(id);
  const words = e => e.textContent.replace(/\s+/g, ' ');

  function selection() {
    const id = selected(), e = item(id);
    ok(`what is selected is in the document: ${id}`, e && e.getAttribute('aria-selected') === 'true');
    ok('one thing is selected', all('#lanes [aria-selected="true"]').length === 1);
    ok('a screen reader is told', find('status').textContent === e.getAttribute('aria-label'));
    return e;
  }

  function counted(text) { // "0-3, 5" counts as five, and so does "the message of ranks 0-3, 5, each"
    const numbers = /^(?:.* ranks )?(\d[\d, -]*?)(?:, each)?$/.exec(text);
    if (!numbers) return 1;
    return numbers[1].split(', ').reduce((n, part) => n + (part.includes('-') ? part.split('-')[1] - part.split('-')[0] + 1 : 1), 0);
  }

  function everyRank(f) {
    return Array.from(find('ranks').children).reduce((n, row) => n + counted(row.firstChild.textContent), 0) === f.ranks.length;
  }

  /* What is selected first: the step that decides, who is blocked, or a step at the place of the finding if there is one. */
  function atPlace(f) {
    const id = selected(), at = id[0] === 's' ? f.events[Number(id.slice(1))] : null;
    const stuck = f.ranks.some(r => r.rank === f.rank && (r.state === 'blocked' || r.state === 'polling'));
    if (Layout.decisive(f) >= 0) ok('what decides is selected', id === `s${Layout.decisive(f)}` || f.events[Layout.decisive(f)].text === '');
    else if (stuck) ok('who is blocked is selected', id === `e${f.rank}`);
    else if (f.events.some(e => e.rank === f.rank && e.text && e.file === f.file && e.line === f.line))
      ok('the place of the finding is selected', at && at.file === f.file && at.line === f.line);
  }

  /* The places that a race is about are in the source, and marked unless they are selected. */
  function blame(f) {
    if (!/race$/.test(f.kind) || f.kind === 'message-race') return;
    const places = (f.accesses || []).length ? f.accesses : [f, ...(f.message.match(/[\w.-]+:\d+/g) || []).map(w => ({ file: w.split(':')[0], line: Number(w.split(':')[1]) }))];
    const known = places.every(p => f.source.some(l => l.file === p.file && l.line === p.line));
    ok('the source has what a race is about', known);
    ok('and what is wrong is marked', all('#source .bad').length > 0);
  }

  /* Where things are on the screen, if there is one. */
  function geometry(f) {
    const box = e => e.getBoundingClientRect();
    if (!find('diagram').clientWidth || !box(find('diagram')).width) return;
    const near = (a, b) => Math.abs(a - b) < 1.5;
    const wide = f.ranks.length <= 12, lines = all('#lanes line.lane').map(box), heads = all('#heads text').map(box);
    ok('names stand above their lanes', heads.every((h, i) => !h.width || near(wide ? h.left + 5 : h.left + h.width / 2, lines[i].left + lines[i].width / 2)));
    ok('the names do not scroll away', (find('diagram').scrollTop = 50, box(find('top')).top - box(find('diagram')).top < 3));
    ok('nothing is wider than the page', document.documentElement.scrollWidth <= document.documentElement.clientWidth);
    ok('words of the table are not broken', all('#states td:nth-child(2)').every(td => box(td).height < 24 || td.parentNode.lastChild.textContent.length > 8));
    const labels = all('#lanes .step text').map(t => [t, box(t)]).filter(([, b]) => b.width);
    const apart = labels.every(([t, b], i) => labels.slice(i + 1).every(([u, c]) => b.right <= c.left || c.right <= b.left || b.bottom - 3 <= c.top || c.bottom - 3 <= b.top));
    ok('labels do not overlap', apart);
    const step = all('#lanes .step')[0], r = step && box(step.getElementsByClassName('hit')[0]);
    if (!r) return;
    step.scrollIntoView({ block: 'center', inline: 'nearest' });
    const at = box(step.getElementsByClassName('hit')[0]), hit = document.elementFromPoint(at.left + 3, at.top + at.height / 2);
    ok('a click anywhere in its row selects a step', hit && (hit === step || step.contains(hit)));
    const detail = box(find('detail')), diagram = box(find('diagram'));
    ok('the step stands beside the diagram', innerWidth < 960 || detail.left >= diagram.right);
    const shown = getComputedStyle(all('#lanes .row.selected')[0]);
    ok('what is selected is seen', all('#lanes .row.selected').length === 1 && shown.fill !== 'none' && shown.stroke !== 'none');
    find('diagram').focus();
    press('Home');
    ok('the focus is in the diagram', document.activeElement === find('diagram'));
  }

  /* Whether all text is told apart from what is behind it: a ratio of 4.5, as WCAG asks for. */
  function contrast() {
    if (!find('diagram').clientWidth || !getComputedStyle(document.body).color.startsWith('rgb')) return;
    const parts = colour => (colour.match(/[\d.]+/g) || []).map(Number);
    const light = ([r, g, b]) => [r, g, b].map(c => c / 255).map(c => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
      .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
    function behind(e) {
      for (let x = e; x; x = x.parentElement) {
        const at = parts(getComputedStyle(x).backgroundColor);
        if (at.length === 3 || at[3] > 0.99) return at;
      }
      return [255, 255, 255];
    }
    const low = all('h1, h2, h3, p, pre, td, th, li, caption, button, code, #source span').filter(e => words(e).trim() && e.getClientRects().length).filter(e => {
      const [a, b] = [light(parts(getComputedStyle(e).color)), light(behind(e))].sort((x, y) => y - x);
      return (a + 0.05) / (b + 0.05) < 4.5;
    });
    ok(`text can be read: ${low.map(e => `${e.tagName}.${e.className} ${words(e).slice(0, 20)}`).join('; ')}`, low.length === 0);
  }

  function keys(f) {
    press('Home');
    const first = selected();
    selection();
    ok('an arrow key is not scrolled by', press('ArrowDown').defaultPrevented);
    ok('down goes on', selected() !== first);
    selection();
    press('ArrowUp');
    ok('up goes back', selected() === first);
    press('ArrowDown', document.body);
    ok('arrow keys work without the focus', selected() !== first);
    press('ArrowUp', document.body);
    ok('other keys do not', selected() === first && !press('End', document.body).defaultPrevented);
    press('ArrowDown', find('source'));
    ok('elsewhere they scroll', selected() === first);
    press('End');
    const last = selected();
    ok('the end is the last of all', last !== first && (press('ArrowDown'), selected() === last));
    press('Home');
    const seen = new Set();
    for (let i = 0; i < 2000 && !seen.has(selected()); i++) {
      seen.add(selected());
      press('ArrowDown');
    }
    ok('down comes to the end', selected() === last);
    ok('another key is left alone', !press('x').defaultPrevented);
    if (f.ranks.length > 1) {
      const at = selected();
      press('ArrowLeft');
      const left = selected();
      press('ArrowRight');
      ok('left and right change the lane', left !== at || selected() !== at);
    }
    ok('every rank has its state', everyRank(f));
  }

  function steps(f) {
    const step = all('#lanes .step')[0];
    if (!step) return;
    const e = f.events[Number(step.getAttribute('id').slice(1))];
    click(step.lastChild);
    ok('a click selects', selected() === step.getAttribute('id'));
    ok('the step is told', words(find('what')).includes(e.text.replace(/\s+/g, ' ')));
    const here = all('#source .here');
    ok('its line is shown', !e.line || !(f.source || []).some(l => l.file === e.file && l.line === e.line) ||
      (here.length === 1 && here[0].firstChild.textContent === String(e.line)));
    const receive = all('#lanes .step').map(g => g.getAttribute('id'))
      .find(id => f.events[Number(id.slice(1))].role === 'receive' && Number.isInteger(f.events[Number(id.slice(1))].with) &&
        f.events[f.events[Number(id.slice(1))].with].role === 'send'); // an actor may have sent it when it got one itself
    if (!receive) return;
    click(item(receive));
    press('Enter');
    ok('Enter follows the message', selected() === `s${f.events[Number(receive.slice(1))].with}`);
    press('Enter');
    ok('and back', selected() === receive);
    click(all('#links button')[0]);
    ok('so does the button', selected() === `s${f.events[Number(receive.slice(1))].with}`);
  }

  function folds() {
    const fold = all('#lanes .fold').filter(g => g.getAttribute('id') !== 'before')[0];
    if (!fold) return;
    const id = fold.getAttribute('id'), rows = find('lanes').getAttribute('height');
    click(fold);
    ok('a click opens a fold', !item(id) && Number(find('lanes').getAttribute('height')) > Number(rows));
    selection();
    click(find('all'));
    ok('all steps are shown', find('all').getAttribute('aria-pressed') === 'true' &&
      all('#lanes .fold').every(g => g.getAttribute('id') === 'before'));
    const items = all('#lanes .item').length;
    ok(`not all of them are in the document: ${items}`, Number(item(selected()).getAttribute('aria-setsize')) > 500 ? items < 8000 : items > 0);
    press('Home');
    selection();
    press('End');
    selection();
    click(find('all'));
    press('Home');
    ok('and folded again', find('all').getAttribute('aria-pressed') === 'false' && all('#lanes .fold').length > 0);
    const again = all('#lanes .fold').filter(g => g.getAttribute('id') !== 'before')[0];
    press('Home');
    while (selected() !== again.getAttribute('id')) press('ArrowDown');
    press('Enter');
    ok('Enter opens a fold', !item(again.getAttribute('id')));
    click(find('all'));
    click(find('all'));
  }

  function marks(f) {
    if (f.events.length > 200) return;
    if (find('all').getAttribute('aria-pressed') === 'false') click(find('all'));
    tell(window, 'beforeprint');
    const shown = f.events.filter(e => e.text !== '');
    ok('every message is an arrow', all('#lanes .message').length ===
      shown.filter(e => e.role === 'receive' && Number.isInteger(e.with)).length);
    ok('every message that nobody takes is a stub', all('#lanes .lost').length === shown.filter(e => e.lost).length);
    ok('every blocked rank has a cross', all('#lanes .cross, #lanes .waits').length === f.ranks.filter(r => r.state === 'blocked').length);
    ok('the cycle is drawn', all('#lanes path.cycle').length === (f.cycle.length > 1 ? f.cycle.length : 0));
    ok('alternatives are dashed', (f.alternatives || []).length === 0 || all('#lanes path.rival').length > 0);
    tell(window, 'afterprint');
    click(find('all'));
  }

  /* What is looked for is found in folds, too, and what does not have it is dim. */
  function search(f) {
    const input = find('seek'), told = f.events.map((e, i) => i).filter(i => f.events[i].text !== '');
    if (!told.length) return;
    const look = text => {
      input.value = text;
      const event = document.createEvent('Event');
      event.initEvent('input', true, true);
      input.dispatchEvent(event);
    };
    press('Home');
    const name = f.ranks.find(r => r.rank === f.events[told[0]].rank).name, mine = told.filter(i => f.events[i].rank === f.events[told[0]].rank);
    look(name);
    ok('as many steps are found as the rank has', !/^rank \d/.test(name) || words(find('found')) === `${Layout.count(mine.length)} found`);
    const seen = new Set();
    for (let i = 0; i < Math.min(mine.length, 40); i++) {
      press('Enter', input);
      selection();
      seen.add(selected());
    }
    ok('Enter goes from one to the next', !/^rank \d/.test(name) || seen.size === Math.min(mine.length, 40));
    ok('others are dim', all('#lanes .step').every(g => g.getAttribute('class').includes('other') === !g.getAttribute('aria-label').includes(`, ${name}:`)) ||
      !/^rank \d/.test(name));
    look('there is no such step');
    ok('nothing is found', words(find('found')) === '0 found');
    press('Enter', input);
    press('Escape', input);
    ok('Escape ends it', input.value === '' && words(find('found')) === '' && all('#lanes .other').length === 0);
    click(find('all'));
    click(find('all'));
    press('/', find('diagram'));
    ok('a slash begins it', !find('diagram').clientWidth || document.activeElement === input);
    find('diagram').focus();
  }

  /* A button that goes to the other end of a message leaves the focus in the diagram. */
  function links() {
    press('Home');
    for (let i = 0; i < 200 && !all('#links button').length; i++) press('ArrowDown');
    const button = all('#links button')[0];
    if (!button) return;
    let focused = false;
    const diagram = find('diagram');
    Object.defineProperty(diagram, 'focus', { value: () => { focused = true; }, configurable: true });
    click(button);
    delete diagram.focus;
    ok('following a message keeps the focus in the diagram', focused);
    selection();
  }

  function outcomes(f) {
    ok('the other outcome is offered if it is known', find('outcomes').hidden === !f.passing);
    if (!f.passing) return;
    click(find('passing'));
    ok('the passing outcome is shown', find('passing').getAttribute('aria-pressed') === 'true');
    ok('nobody is blocked in it', all('#lanes .cross').length === 0);
    selection();
    keys(f.passing);
    click(find('failing'));
    ok('and the failing one again', find('failing').getAttribute('aria-pressed') === 'true' &&
      find('passing').getAttribute('aria-pressed') === 'false');
    selection();
  }

  function finding(f) {
    ok('the message is shown', words(find('message')).includes(f.message.replace(/\s+/g, ' ')));
    ok('a lane for each rank', all('#heads text').length === f.ranks.length);
    ok('what decides is told', !f.decisive || all('#more h3').some(h => h.textContent === 'What decides'));
    ok('a row for each message that it could have been', !f.decisive || all('#ways tbody tr').length === Layout.ways(f.decisive.ways).length);
    ok('and each of them is counted', !f.decisive || !Number.isInteger(f.decisive.event) ||
      all('#ways tbody tr').reduce((n, row) => n + counted(row.firstChild.textContent), 0) === f.decisive.ways.length);
    ok('how it is replayed is told', find('replay').hidden === !f.replay && find('command').textContent === (f.replay || ''));
    atPlace(f);
    blame(f);
    ok('the step that decides is marked', !f.decisive || !Number.isInteger(f.decisive.event) || f.events[f.decisive.event].text === '' ||
      all('#lanes .decisive').length === 1);
    selection();
    geometry(f);
    contrast();
    keys(f);
    contrast();
    steps(f);
    folds();
    search(f);
    marks(f);
    links();
    outcomes(f);
  }

  try {
    ok('nothing of the program became an element', all('main script, main b, main img, main iframe').length === 0);
    if (window.matchMedia && matchMedia('(prefers-color-scheme: dark)').matches)
      ok('it is dark', getComputedStyle(document.body).backgroundColor === 'rgb(23, 25, 28)');
    ok('the verdict is the heading', all('h1').length === 1 && words(all('h1')[0]).trim().length > 5);
    ok('without findings there is no diagram', find('main').hidden === !report.findings.length);
    if (report.findings.length) finding(report.findings[0]);
    if (report.findings.length > 1) {
      click(find('findings').children[1]);
      finding(report.findings[1]);
      ok('the list says which one', find('findings').children[1].getAttribute('aria-current') === 'true');
      click(find('findings').children[0]);
    }
  } catch (error) {
    ok(`no exception: ${error.stack}`, false);
  }
  const out = document.createElement('pre');
  out.id = 'results';
  out.textContent = `\n${results.join('\n')}\nend of results\n`;
  document.body.appendChild(out);
})();
