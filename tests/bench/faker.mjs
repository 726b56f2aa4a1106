/*
 * node faker.mjs DOCUMENTS SECONDS
 *
 * Models by npm's json-schema-faker of the create documents that models.c
 * prints, in the same lines: with required properties only, and with all.
 */
import fs from 'fs';
import { pathToFileURL } from 'url';

const { generate } =
    await import(pathToFileURL('node_modules/json-schema-faker/dist/index.js').href);
const [file, seconds] = process.argv.slice(2);
const end = Date.now() + 1000 * seconds;

for (const line of fs.readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    const { schema, create } = JSON.parse(line);
    for (const [variant, options] of [['minimal', { optionalsProbability: 0 }],
        ['maximal', { alwaysFakeOptionals: true }]]) {
        const one = { tool: 'json-schema-faker', schema, kind: 'create', variant, seed: 1 };
        const start = process.cpuUsage();
        try {
            one.model = await generate(structuredClone(create), { ...options, seed: 1 });
        } catch (error) {
            one.error = String(error).slice(0, 200);
        }
        const { user, system } = process.cpuUsage(start);
        fs.writeSync(1, JSON.stringify({ ...one, us: user + system }) + '\n');
    }
    if (Date.now() > end)
        break;
}
