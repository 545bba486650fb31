// score.mjs FILE... - the table of docs/mpi-support.md: for each chapter, how many rules there are, and what becomes of the
// programs that break them; then the rules that are not checked, that is, whose wrong program is verified without a word.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

const rows = [], unchecked = [];
const sum = { rules: 0, errors: 0, warnings: 0, none: 0 };
for (const file of process.argv.slice(2)) {
    const text = readFileSync(file, 'utf8');
    const chapter = /^\/\* (Chapters? [^:]*): (.*?)\. See/m.exec(text);
    const row = { rules: 0, errors: 0, warnings: 0, none: 0 };
    for (const [, name] of text.matchAll(/^RULE\((\w+)\)/gm)) {
        const wrong = new RegExp(`-- ${name} wrong => ([^:\\n]*?)(:| \\*/)`).exec(text);
        if (!wrong) throw new Error(`${file}: ${name} has no wrong program`);
        const ways = wrong[1].split('|');
        row.rules++;
        if (ways.some((w) => w.trim() === 'verified')) {
            row.none++;
            const rule = new RegExp(`/\\* (\\d[\\d., ]*): (.*?) \\*/(?:(?!RULE).)*RULE\\(${name}\\)`, 's').exec(
                text.slice(text.lastIndexOf('\n}\n', text.indexOf(`RULE(${name})`)) + 1));
            unchecked.push(`- ${rule[1]}: ${rule[2].replace(/\s+(\* )?/g, ' ')}`);
        } else if (ways.every((w) => w.startsWith('verified')))
            row.warnings++;
        else
            row.errors++;
    }
    for (const key of Object.keys(sum)) sum[key] += row[key];
    rows.push(`| ${chapter[1]}: ${chapter[2]} | \`${basename(file)}\` | ${row.rules} | ${row.errors} | ${row.warnings} | ${row.none} |`);
}
console.log('| of the standard | file | rules | an error | a warning or note | nothing |');
console.log('|---|---|---|---|---|---|');
console.log(rows.join('\n'));
console.log(`| all | | ${sum.rules} | ${sum.errors} | ${sum.warnings} | ${sum.none} |`);
console.log('\nNot checked:\n');
console.log(unchecked.join('\n'));
