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

  function everyRank(f) { // of the table, "0-3, 5" counts as five
    let n = 0;
    for (const row of Array.from(find('ranks').children)) {
      const text = row.firstChild.textContent;
      if (!/^[\d, -]+$/.test(text)) n++;
      else for (const part of text.split(', ')) n += part.includes('-') ? part.split('-')[1] - part.split('-')[0] + 1 : 1;
    }
    return n === f.ranks.length;
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
      .find(id => f.events[Number(id.slice(1))].role === 'receive' && Number.isInteger(f.events[Number(id.slice(1))].with));
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
    ok('a row for each message that it could have been', !f.decisive || all('#ways tbody tr').length === f.decisive.ways.length);
    ok('the step that decides is marked', !f.decisive || !Number.isInteger(f.decisive.event) || f.events[f.decisive.event].text === '' ||
      all('#lanes .decisive').length === 1);
    selection();
    keys(f);
    steps(f);
    folds();
    marks(f);
    links();
    outcomes(f);
  }

  try {
    ok('nothing of the program became an element', all('main script, main b, main img, main iframe').length === 0);
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
