// dom.mjs MODULE PAGE.html - runs the scripts of the page, which ends with interact.js, in an
// implementation of the DOM in JavaScript that has createWindow() as domino has it, and prints the
// results. MODULE is its folder.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import vm from 'node:vm';

const [module, page] = process.argv.slice(2);
const { createWindow } = createRequire(import.meta.url)(module);
const window = createWindow(readFileSync(page, 'utf8'), 'file:///page.html');
const { document } = window;
const context = vm.createContext({ document, window, console });
for (const s of Array.from(document.getElementsByTagName('script')))
  if (s.getAttribute('type') !== 'application/json') vm.runInContext(s.textContent, context);
console.log(document.getElementById('results').textContent);
