/*
 * node generate.mjs DOCUMENTS MODELS...
 *
 * Judges models with ajv: DOCUMENTS and MODELS are what tests/bench/models.c
 * prints. A table by tool and variant: how many were asked for, made, valid, and
 * the processor time of each. What cfnc made and is not valid is printed, and
 * ends the program with 1.
 */
import fs from 'fs';
import readline from 'readline';
import { createRequire } from 'module';

const require = createRequire(process.cwd() + '/');
const Ajv = require('ajv'), addFormats = require('ajv-formats');

const formats = ['date', 'time', 'date-time', 'uri', 'uri-reference', 'uri-template', 'email',
    'hostname', 'ipv4', 'ipv6', 'regex', 'json-pointer', 'relative-json-pointer'];
let unread = 0;

/* \A and \Z are of other dialects, and what they mean there. The rest is not judged here. */
function pattern(source) {
    for (const text of [source, source.replace(/\\A/g, '^').replace(/\\Z/g, '$')])
        try {
            return new RegExp(text, 'u');
        } catch { /* the other way, then */ }
    unread++;
    return { test: () => true };
}
pattern.code = 'pattern';

const lines = (file) => readline.createInterface({ input: fs.createReadStream(file) });
const [documentsFile, ...modelsFiles] = process.argv.slice(2);
const documents = new Map(), judges = new Map();

for await (const line of lines(documentsFile)) {
    const document = JSON.parse(line);
    documents.set(document.schema, document);
}

function judge(schema, kind) {
    const key = `${kind} ${schema}`;

    if (!judges.has(key)) {
        const ajv = new Ajv({ strict: false, ignoreKeywordsWithRef: true, validateSchema: false,
            logger: false, meta: false, code: { regExp: pattern } });
        addFormats(ajv, formats);
        judges.set(key, ajv.compile(documents.get(schema)[kind]));
    }
    return judges.get(key);
}

const rows = new Map();
let wrong = 0;

for (const file of modelsFiles)
    for await (const line of lines(file)) {
        const one = JSON.parse(line), tool = one.tool ?? 'cfnc';
        const key = `${tool.padEnd(20)} ${one.kind.padEnd(7)} ${one.variant.padEnd(9)}`;
        const row = rows.get(key) ?? { asked: 0, made: 0, valid: 0, us: [] };

        rows.set(key, row);
        row.asked++;
        row.us.push(one.us);
        if ('model' in one) {
            const validate = judge(one.schema, one.kind);
            row.made++;
            if (validate(one.model))
                row.valid++;
            else if (tool === 'cfnc' && ++wrong <= 20)
                console.log(`${one.schema} ${one.kind} ${one.variant} seed ${one.seed}: ` +
                    JSON.stringify(validate.errors.at(-1)));
        } else if (tool === 'cfnc' && ++wrong <= 20)
            console.log(`${one.schema} ${one.kind} ${one.variant} seed ${one.seed}: ${one.error}`);
    }

const ms = (us) => (us / 1000).toFixed(3).padStart(10);
console.log(`${'tool'.padEnd(20)} ${'kind'.padEnd(7)} ${'variant'.padEnd(9)}` +
    '  asked   made  valid      rate  median ms    p95 ms    max ms');
for (const [key, row] of rows) {
    const us = row.us.sort((a, b) => a - b), at = (part) => us[Math.floor((us.length - 1) * part)];
    console.log(key + [row.asked, row.made, row.valid].map((n) => String(n).padStart(7)).join('') +
        `${(100 * row.valid / row.asked).toFixed(2).padStart(9)}% ` +
        ms(at(0.5)) + ms(at(0.95)) + ms(at(1)));
}
if (unread)
    console.log(`${unread} patterns are none that JavaScript reads: not judged.`);
process.exit(wrong ? 1 : 0);
