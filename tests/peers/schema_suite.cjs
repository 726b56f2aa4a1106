// schema_suite.py's peer: node schema_suite.cjs SUITE FILE... prints what ajv says of every test.
const fs = require('fs');
const path = require('path');
const Ajv = require('ajv').default;
const addFormats = require('ajv-formats').default;

const [suite, ...files] = process.argv.slice(2);
const read = file => JSON.parse(fs.readFileSync(file, 'utf8'));

const below = folder => fs.readdirSync(folder, { withFileTypes: true }).flatMap(entry =>
    entry.isDirectory() ? below(path.join(folder, entry.name)) : [path.join(folder, entry.name)]);
const remotes = below(path.join(suite, 'remotes')).filter(file => file.endsWith('.json')).map(file =>
    ['http://localhost:1234/' + path.relative(path.join(suite, 'remotes'), file).split(path.sep).join('/'), read(file)]);

const attempt = work => { try { return work(); } catch { return null; } };

// A new one for each group: schemas of different groups have the same $id.
function compile(schema)
{
    const ajv = addFormats(new Ajv({
        strict: false, validateSchema: false, logger: false, ignoreKeywordsWithRef: true,
    }));
    for (const [uri, remote] of remotes)
        attempt(() => ajv.addSchema(remote, uri));
    return attempt(() => ajv.compile(schema));
}

console.log(JSON.stringify(files.map(file => read(file).map(group => {
    const validate = compile(group.schema);
    return group.tests.map(test => attempt(() => validate(test.data)));
}))));
