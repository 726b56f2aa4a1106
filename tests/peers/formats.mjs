/* node formats.mjs REPORT.json REPORT.tap REPORT.har, in a folder that has tap-parser and har-validator */
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { strict as assert } from 'node:assert'

const require = createRequire(process.cwd() + '/')
const { Parser } = require('tap-parser')
const har = require('har-validator')
const [report, tap, archive] = process.argv.slice(2).map((name) => readFileSync(name, 'utf8'))
const { summary, tests, calls, leftovers } = JSON.parse(report)

/* TAP: every test once, with what is wrong with it as its diagnostics. */
const extras = []
const parser = new Parser({ strict: true })
parser.on('extra', (line) => extras.push(line))
const points = new Map()
parser.on('assert', (point) => points.set(point.name, point))
parser.end(tap)
const results = parser.results
assert.deepEqual(extras, [])
assert.deepEqual(results.failures.filter((failure) => failure.tapError), [])
assert.equal(results.count, summary.total + leftovers.length)
assert.equal(results.skip, summary.skipped)
for (const test of tests) {
  const point = points.get(test.id)
  assert.ok(point, test.id)
  assert.equal(point.ok, ['passed', 'skipped', 'flaky'].includes(test.status), test.id)
  if (!test.failure || test.status === 'passed') continue
  const rule = test.failure.rule
  assert.equal(point.diag.rule ?? 'cfnc.error', rule, test.id)
  const rows = (test.failure.diff ?? []).slice(0, 50).map((row) => row.path)
  assert.deepEqual((point.diag.differences ?? []).map((row) => row.path), rows, test.id)
}

/* HAR: true to its schema, and every call in it. */
const log = JSON.parse(archive)
await har.har(log).catch((error) => assert.fail('HAR: ' + JSON.stringify(error.errors)))
assert.equal(log.log.entries.length, calls.length)
log.log.entries.forEach((entry, i) => assert.equal(entry._cfnc.call, calls[i].id))
console.log(`${results.count} points, ${calls.length} calls`)
