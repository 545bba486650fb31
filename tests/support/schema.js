// schema.js - is a report, or a trace, as docs/report.schema.json says?
//
// As a module: wrong(value) is the first thing that is wrong, or null. As a program,
// node schema.js FILE...: a line for each file that is wrong, and exit 1. It knows as much
// of JSON Schema as the file uses, and refuses a word that it does not know.
'use strict';
const fs = require('fs');
const path = require('path');

const root = JSON.parse(fs.readFileSync(path.join(__dirname, '../../docs/report.schema.json'), 'utf8'));

const types = {
  object: (v) => typeof v === 'object' && v !== null && !Array.isArray(v),
  array: Array.isArray,
  string: (v) => typeof v === 'string',
  number: (v) => typeof v === 'number',
  integer: Number.isInteger,
  boolean: (v) => typeof v === 'boolean',
};

function first(items, judge) {
  for (const [key, value] of items) {
    const why = judge(key, value);
    if (why) return why;
  }
  return null;
}

const rules = {
  $schema: () => null, $defs: () => null, title: () => null, description: () => null,
  $ref: (v, ref, at) => check(v, root.$defs[ref.replace('#/$defs/', '')], at),
  type: (v, t, at) => ([].concat(t).some((x) => types[x](v)) ? null : `${at} is not of type ${t}`),
  enum: (v, words, at) => (words.includes(v) ? null : `${at} is ${JSON.stringify(v)}, none of ${words}`),
  minimum: (v, least, at) => (v >= least ? null : `${at} is ${v}, less than ${least}`),
  pattern: (v, p, at) => (new RegExp(p).test(v) ? null : `${at} is '${v}'`),
  required: (v, keys, at) => first(keys.entries(), (_, k) => (k in v ? null : `${at} has no ${k}`)),
  properties: (v, all, at) => first(Object.entries(all), (k, s) => (k in v ? check(v[k], s, `${at}.${k}`) : null)),
  additionalProperties: (v, may, at, schema) =>
    first(Object.keys(v).entries(), (_, k) => (may || k in schema.properties ? null : `${at} has an unknown ${k}`)),
  items: (v, s, at) => first(v.entries(), (i, x) => check(x, s, `${at}[${i}]`)),
};

function check(v, schema, at) {
  if (!schema) throw new Error(`the schema speaks of what it does not define, at ${at}`);
  // What is of another type cannot be asked for more.
  const wrongType = schema.type && rules.type(v, schema.type, at);
  return wrongType || first(Object.entries(schema), (word, x) => {
    if (!rules[word]) throw new Error(`the schema says '${word}', which schema.js does not know`);
    return rules[word](v, x, at, schema);
  });
}

function wrong(value) {
  const object = types.object(value);
  const name = object && 'mazurka_trace' in value ? 'trace' : object && types.array(value.runs) ? 'series' : 'report';
  return check(value, root.$defs[name], name);
}

module.exports = { wrong };

if (require.main === module) {
  let code = 0;
  for (const file of process.argv.slice(2)) {
    let why;
    try {
      why = wrong(JSON.parse(fs.readFileSync(file, 'utf8')));
    } catch (e) {
      why = e.message;
    }
    if (why) {
      console.log(`${file}: ${why}`);
      code = 1;
    }
  }
  process.exitCode = code;
}
