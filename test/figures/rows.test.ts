// Rows that the long commands write with --write.
import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { cleanRow, faultRow, killRows, relayerRows, soakRow, testFileRows } from '../../scripts/figures/rows.mjs'
import { mergeRows, readResults, type ResultRow } from '../../scripts/results.mjs'

const RESULTS = readResults()
const measured = { date: '2026-01-01', machine: 'another' }

/** The rows of a file after these were written: as many as before if each took the place of one. */
const after = (name: string, rows: readonly ResultRow[]): readonly ResultRow[] =>
  mergeRows(RESULTS.get(name)!, rows, measured).rows

test('a fault has the times and actions of each seed, and says how often nothing was found', () => {
  const found = { actions: 4, invariant: 'I4' }
  const row = faultRow('p2', [{ seconds: 27.24, ...found }, { seconds: 5, ...found, actions: 5 }, { seconds: 61 }])
  expect(row).toEqual({
    fault: 'P2 an error parks `tick`',
    seconds: '27.2, 5.0, -',
    actions: '4 or 5',
    'found by': 'I4, nothing, 1 of 3 times',
  })
  expect(faultRow('p1', [{ seconds: 60 }])).toMatchObject({
    seconds: '-',
    actions: '',
    'found by': 'nothing, 1 of 1 times',
  })
  expect(
    faultRow(
      'p1',
      [1, 7, 3].map((actions) => ({ seconds: 1, actions, invariant: 'I1' })),
    ),
  ).toMatchObject({ actions: '1 to 7' })
})

test('each fault and the clean twin takes the place of its row', () => {
  const rows = Array.from({ length: 10 }, (_, i) =>
    faultRow(`p${i + 1}`, [{ seconds: 1, actions: 2, invariant: 'I1' }]),
  )
  const clean = cleanRow('clean', { seconds: 300.4, sequences: '4,400' })
  expect(clean).toEqual({ fault: 'the clean twin', seconds: '300', 'found by': 'nothing, in 4,400 action sequences' })
  const all = after('campaign-selftest', [...rows, clean])
  expect(all).toHaveLength(RESULTS.get('campaign-selftest')!.rows.length)
  expect(all.filter(({ date }) => date === measured.date)).toHaveLength(11)
})

test('scenarios of a relayer stand in the column of their chains', () => {
  const rows = [
    { name: 'packets timed out', done: true, seconds: 17, text: '10, all coins back' },
    { name: 'interchain queries', done: false, seconds: 90, text: 'none in 90 s' },
  ]
  const all = after('hermes', relayerRows(rows, 'real node, seconds'))
  expect(all).toHaveLength(RESULTS.get('hermes')!.rows.length)
  const [timeouts, queries] = rows.map(({ name }) => all.find(({ scenario }) => scenario === name))
  expect(timeouts).toMatchObject({ 'served, seconds': 'done, 17', 'real node, seconds': 'done, 17' })
  expect(queries).toMatchObject({ 'real node, seconds': '**no**', 'what happened': 'none in 90 s' })
  expect(after('ts-relayer', relayerRows(rows, 'seconds'))).toHaveLength(RESULTS.get('ts-relayer')!.rows.length + 2)
})

test('files of tests have a sum if all of them ran', () => {
  const files = [
    { name: 'float', tests: 3, passed: 3, skipped: 0, failed: [] },
    { name: 'cron', tests: 16, passed: 14, skipped: 1, failed: [{ title: 'a schedule' }] },
  ]
  expect(testFileRows(files, { whole: true })).toEqual([
    { file: 'float', tests: '3', passed: '3', skipped: '', 'what did not pass': '' },
    { file: 'cron', tests: '16', passed: '14', skipped: '1', 'what did not pass': 'a schedule' },
    { file: 'together', tests: '19', passed: '17', skipped: '1', 'what did not pass': '' },
  ])
  expect(after('neutron-tests', testFileRows(files, { whole: false }))).toHaveLength(
    RESULTS.get('neutron-tests')!.rows.length,
  )
})

test('kills and soaks', () => {
  const kills = after('kill-serve', killRows({ rounds: 1000, answered: 12_345, unanswered: 5 }))
  expect(kills).toContainEqual({ what: 'kills', figure: '1,000', ...measured })
  expect(kills).toContainEqual({ what: 'credits answered or done', figure: '12,345', ...measured })
  const soak = { minutes: 30.04, jobs: 2, seed: 7, command: 'npm run soak' }
  expect(soakRow({ ...soak, failed: [] })).toEqual({
    'minutes, processes, seed': '30.0, 2, 7',
    found: 'nothing',
    command: '`npm run soak`',
  })
  expect(soakRow({ ...soak, failed: ['a', 'b', 'a'] })).toMatchObject({ found: '3 failures: a; b' })
  expect(after('soak', [soakRow({ ...soak, failed: [] })])).toHaveLength(RESULTS.get('soak')!.rows.length + 1)
})

describe('the help of', () => {
  test.each([
    ['campaign-selftest', 'campaign-selftest'],
    ['ts-relayer', 'ts-relayer'],
    ['hermes', 'hermes'],
    ['real-node', 'hermes'],
    ['neutron-tests', 'neutron-tests'],
    ['soak', 'soak'],
  ])('scripts/%s.mjs names the file that --write writes to', (script, file) => {
    const { stdout, status } = spawnSync(process.execPath, [`scripts/${script}.mjs`, '--help'], { encoding: 'utf8' })
    expect(status).toBe(0)
    expect(stdout).toMatch(new RegExp(`--write +write .*bench/results/${file}\\.json`))
  })
})
