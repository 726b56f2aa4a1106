/*
 * node validate.mjs FOLDER: what ajv takes for the documents and models that
 * `validate emit` has left in FOLDER; the lines are those of `validate measure`.
 * Formats are judged, patterns read as Unicode where they can be.
 */
import fs from 'node:fs'
import path from 'node:path'
import { createRequire } from 'node:module'

const load = createRequire(path.join(process.cwd(), 'index.js')) // where npm has installed them
const Ajv = load('ajv').default
const addFormats = load('ajv-formats').default
const folder = process.argv[2]

function regExp(source) {
    for (const flags of ['u', ''])
        try {
            return new RegExp(source, flags)
        } catch {
            continue
        }
    unread++
    return /(?:)/
}
regExp.code = 'regExp'

let unread = 0
const cpu = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
}

function compile(text) {
    const ajv = new Ajv({ strict: false, validateSchema: false, logger: false, code: { regExp } })
    addFormats(ajv)
    return ajv.compile(JSON.parse(text))
}

const subjects = fs.readdirSync(folder).filter((name) => name.endsWith('.json')).sort()
    .map((name) => {
        const stem = path.join(folder, name.slice(0, -'.json'.length))
        const lines = fs.readFileSync(`${stem}.models`, 'utf8').split('\n').filter(Boolean)
        return { text: fs.readFileSync(`${stem}.json`, 'utf8'), lines,
                 models: lines.map((line) => JSON.parse(line)) }
    })

/* Like cfnc's: once in the warm, so that it is not the engine's start that is measured. */
for (const subject of subjects.slice(0, 20))
    compile(subject.text)
for (const subject of subjects) {
    const start = cpu()
    subject.valid = compile(subject.text)
    subject.seconds = cpu() - start
}

function judgeAll(times) {
    let valid = 0
    for (const subject of subjects)
        for (let n = 0; n < times; n++)
            for (const model of subject.models)
                valid += subject.valid(model) ? 1 : 0
    return valid
}

function row(label, text) {
    console.log(`  ${label.padEnd(44)} ${text}`)
}

const times = subjects.map((subject) => subject.seconds * 1e3).sort((a, b) => a - b)
const mean = times.reduce((a, b) => a + b) / times.length
const at = (part) => times[Math.min(times.length - 1, Math.floor(times.length * part))]
row('ajv: parse and compile',
    [mean, at(0.5), at(0.99), at(1)].map((ms) => ms.toFixed(3).padStart(9)).join(' ') + '  ms CPU')

const all = subjects.reduce((sum, subject) => sum + subject.models.length, 0)
const valid = judgeAll(1)

function measureHot(label, times) {
    judgeAll(1000) // until all is compiled that will ever be
    let rounds = 0
    const start = cpu()
    do
        judgeAll(times)
    while (++rounds && cpu() - start < 1)
    row(label, ((all * times * rounds) / (cpu() - start)).toFixed(0).padStart(9) +
        `  models per CPU second (${valid} of ${all} valid, ${unread} patterns not read)`)
}
measureHot('ajv: hot, schema by schema', 1000)
measureHot('ajv: hot, all in turn', 1)

const withModels = subjects.filter((subject) => subject.lines.length)
const cold = cpu()
for (const subject of withModels)
    compile(subject.text)(JSON.parse(subject.lines[0]))
row('ajv: cold', (withModels.length / (cpu() - cold)).toFixed(0).padStart(9) +
    '  models per CPU second (a schema each)')
