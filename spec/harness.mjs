// SPDX-License-Identifier: Apache-2.0
//
// harness.mjs - what the checks of the specifications share: tla-checker, and counting what passes.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

export async function loadChecker() {
    // As require() would: in node_modules here or above, then in NODE_PATH.
    let main;
    try {
        main = createRequire(import.meta.url).resolve('tla-checker');
    } catch {
        console.error('tla-checker is not installed (npm install --prefix spec, or NODE_PATH)');
        process.exit(2);
    }
    const checker = await import(pathToFileURL(main));
    checker.initSync({ module: readFileSync(join(dirname(main), 'tla_checker_bg.wasm')) });
    return checker;
}

const count = { passed: 0, failed: 0 };

// `body` returns what is wrong, or nothing.
export function check(title, body) {
    let fault;
    try { fault = body(); } catch (e) { fault = e.message; }
    count[fault ? 'failed' : 'passed']++;
    console.log(`${fault ? 'FAIL' : 'ok  '} ${title}${fault ? `: ${fault}` : ''}`);
}

// Takes an option with a value out of the arguments.
export function takeOption(args, name) {
    const at = args.indexOf(name);
    return at >= 0 ? args.splice(at, 2)[1] : undefined;
}

export function finish() {
    console.log(`${count.passed} passed, ${count.failed} failed`);
    process.exit(count.failed ? 1 : 0);
}
