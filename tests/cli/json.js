// json.js - answers questions about reports, so that one process does for all.
//
// A question is a line with the number of lines that follow: a file, and expressions.
// For each expression it prints "ok" if it holds, otherwise a line that says what does
// not. In an expression, j is the report and f its findings. A report that is not as
// docs/report.schema.json says answers no question.
'use strict';
const fs = require('fs');
const schema = require('../support/schema.js');

function shorten(v) {
  const s = v === undefined ? 'undefined' : JSON.stringify(v);
  return s.length > 80 ? s.slice(0, 77) + '...' : s;
}

function evaluate(expression, j) {
  return new Function('j', 'f', `return (${expression})`)(j, j.findings);
}

// For a failed comparison, the value of its left side tells most.
function leftSide(expression, j) {
  const m = /^([\w.[\]]+) *(===|>=|<=|>|<)/.exec(expression);
  try {
    return m ? ` (${m[1]} is ${shorten(evaluate(m[1], j))})` : '';
  } catch (e) {
    return '';
  }
}

function answer(expression, j) {
  try {
    if (evaluate(expression, j) === true) return 'ok';
  } catch (e) {
    return `not so in the JSON: ${expression} (${e.message})`;
  }
  return `not so in the JSON: ${expression}${leftSide(expression, j)}`;
}

function question([file, ...expressions]) {
  let j;
  try {
    j = JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch (e) {
    const why = e.message.replace(/\s+/g, ' ').slice(0, 100);
    return expressions.map((x) => `no valid JSON (${why}), so not: ${x}`);
  }
  const wrong = schema.wrong(j);
  if (wrong) return expressions.map((x) => `not as docs/report.schema.json says (${wrong}), so not: ${x}`);
  return expressions.map((x) => answer(x, j));
}

let lines = [];
let rest = '';
process.stdin.setEncoding('utf8').on('data', (text) => {
  lines = lines.concat((rest + text).split('\n'));
  rest = lines.pop();
  while (lines.length && lines.length > Number(lines[0]))
    process.stdout.write(question(lines.splice(0, Number(lines[0]) + 1).slice(1)).join('\n') + '\n');
});
