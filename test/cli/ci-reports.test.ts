import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { auditSarif } from '../../src/cli/audit/audit-sarif.js'
import { auditResult } from '../../src/cli/audit/result.js'
import { junitReport } from '../../src/cli/output/junit.js'
import { sarifReport } from '../../src/cli/output/sarif.js'
import type { Finding } from '../../src/fuzz/findings/finding.js'
import type { PoolReport } from '../../src/fuzz/pool/pool.js'

const finding = {
  invariant: 'I3',
  text: 'alice <lost> 5 & "more"\u001b',
  about: 'vault/timeout',
  level: 'error',
  exception: { invariant: 'I3', at: 'vault/timeout' },
  cluster: 'I3 vault/timeout',
  seed: 7,
  actions: [{ action: 'relay' }],
  lines: ['1. alice: vault {"deposit":{}}', '2. ]]> the relayer'],
  file: resolve('fixtures/found/vault I3.json'),
} as unknown as Finding
const warning = {
  ...finding,
  invariant: 'I4',
  level: 'warning',
  about: undefined,
  file: resolve('/elsewhere/w.json'),
} as Finding
const note = { ...finding, invariant: 'I12', level: 'note', about: 'vault/send' } as Finding

const report = (findings: readonly Finding[]): PoolReport => ({
  title: 'vault',
  seed: 7,
  seconds: 1.5,
  workers: 2,
  earlier: 10,
  sequences: 20,
  actions: 100,
  features: 5,
  corpus: 3,
  findings,
  warnings: ['half is seen'],
  contracts: [],
  checks: [],
  growths: [],
  certificates: [],
})

test('JUnit: a failed test for each finding, else a passed one', () => {
  const found = junitReport(report([finding, warning, note]), false)
  expect(found).toContain('<testsuite name="vault" tests="1" failures="1" errors="0" skipped="0" time="1.500">')
  expect(found).toContain('<testcase name="I3 at vault/timeout" classname="vault" file="fixtures/found/vault I3.json">')
  expect(found).toContain('<failure type="I3" message="alice &lt;lost&gt; 5 &amp; &quot;more&quot;\ufffd">')
  expect(found).toContain('2. ]]&gt; the relayer\nsudobox replay &apos;fixtures/found/vault I3.json&apos;\nif intended')
  expect(junitReport(report([finding]), true)).toContain('json&apos; --trust\nif intended')
  expect(found).toMatch(
    /<system-out>warning half is seen\nwarning I4 alice &lt;lost.*\nnote I12 alice &lt;lost.* at vault\/send<\/system-out>/,
  )
  expect(found.match(/<testcase /g)).toHaveLength(1)
  const clean = junitReport(report([]), false)
  expect(clean).toContain('<testcase name="no invariant is violated" classname="vault" time="1.500"/>')
  expect(clean).toContain('<property name="sequences" value="30"/>')
})

/** A check by the published schema of SARIF. */
function sarifCheck() {
  const path = createRequire(import.meta.url).resolve('@microsoft/jest-sarif')
  // It is of draft 4, and uses nothing of it that draft 7 reads otherwise.
  const {
    $schema: _,
    id: __,
    ...schema
  } = JSON.parse(readFileSync(resolve(path, '../schemas/sarif-2.1.0-rtm.5.json'), 'utf8')) as {
    readonly [member: string]: unknown
  }
  const ajv = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false })
  const validate = ajv.compile(schema)
  return { validate, why: () => ajv.errorsText(validate.errors) }
}

test('SARIF: valid by the published schema, findings in the file of the campaign', () => {
  const { validate, why } = sarifCheck()
  for (const findings of [[], [finding, warning, note]]) {
    const log: unknown = JSON.parse(sarifReport(report(findings), 'campaigns/my vault.yaml'))
    expect(validate(log), why()).toBe(true)
  }
  expect(validate({ version: '2.1.0', runs: [{}] })).toBe(false)
  const { runs } = JSON.parse(sarifReport(report([finding, warning, note]), 'campaigns/my vault.yaml')) as {
    runs: [{ results: object[] }]
  }
  expect(runs[0].results).toMatchObject([
    {
      ruleId: 'I3',
      ruleIndex: 0,
      level: 'error',
      locations: [
        {
          physicalLocation: { artifactLocation: { uri: 'campaigns/my%20vault.yaml' } },
          logicalLocations: [{ fullyQualifiedName: 'vault/timeout' }],
        },
      ],
      relatedLocations: [{ physicalLocation: { artifactLocation: { uri: 'fixtures/found/vault%20I3.json' } } }],
    },
    { ruleId: 'I4', ruleIndex: 1, level: 'warning' },
    { ruleId: 'I12', ruleIndex: 2, level: 'note' },
  ])
  expect(sarifReport(report([]), '/elsewhere/c.yaml')).not.toContain('/elsewhere')
  expect(sarifReport(report([finding]), '/elsewhere/c.yaml')).toContain(pathToFileURL('/elsewhere/c.yaml').href)
})

test('SARIF of an audit: valid, advisories and findings as two runs, at the file of the contract', () => {
  const file = 'contracts/artifacts/ping_pong.wasm'
  const advisories = auditResult(file, readFileSync(file), { kind: undefined, releases: { wasmd: '0.60.0' } })
  const campaign = {
    ran: true,
    file: 'audit/c.yaml',
    report: report([finding]),
    trust: true,
    needsTrust: false,
  } as const
  const log = JSON.parse(auditSarif({ ...advisories, campaign })) as {
    readonly runs: readonly { readonly results: readonly { readonly ruleId: string; readonly locations: unknown }[] }[]
  }
  const { validate, why } = sarifCheck()
  expect(validate(log), why()).toBe(true)
  expect(log.runs.map(({ results }) => results.map(({ ruleId }) => ruleId))).toEqual([
    ['CWA-2025-005', 'CWA-2025-006', 'CWA-2025-007', 'CWA-2024-004', 'CWA-2024-007', 'CWA-2025-002'],
    ['I3'],
  ])
  for (const { results } of log.runs)
    for (const { locations } of results)
      expect(locations).toMatchObject([{ physicalLocation: { artifactLocation: { uri: file } } }])
  const without = JSON.parse(auditSarif(advisories)) as { readonly runs: readonly unknown[] }
  expect(without.runs).toHaveLength(1)
})
