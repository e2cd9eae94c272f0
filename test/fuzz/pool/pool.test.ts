import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { UsageError } from 'sudobox'
import type { Progress } from '../../../src/fuzz/campaign.js'
import { shapeOf } from '../../../src/fuzz/findings/exceptions.js'
import type { Finding } from '../../../src/fuzz/findings/finding.js'
import { seedOf } from '../../../src/fuzz/pool/rules.js'
import { readState, writeState } from '../../../src/fuzz/pool/state.js'
import { ProgressTotals } from '../../../src/fuzz/pool/progress-totals.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pool-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('one worker has the seed of the campaign; others and later runs have their own', () => {
  expect(seedOf(42, 0, 0)).toBe(42)
  const seeds = [0, 1, 2].flatMap((run) => [0, 1, 2, 3].map((part) => seedOf(42, run, part)))
  expect(new Set(seeds).size).toBe(seeds.length)
  for (const seed of seeds) expect(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32).toBe(true)
})

const finding = (text: string, invariant = 'I1') =>
  ({ invariant, text, level: 'error', cluster: `${invariant} ${shapeOf(text, [])}` }) as Finding
const progress = (sequences: number, findings: readonly Finding[] = []): Progress => ({
  sequences,
  actions: sequences * 3,
  features: sequences * 10,
  corpus: sequences,
  findings,
  warnings: ['said by all'],
})

test('counts of workers are added up; what they share is not', () => {
  const tally = new ProgressTotals(2)
  tally.take(0, progress(4), [])
  tally.take(1, progress(6), ['of the corpus'])
  tally.take(0, progress(5), [])
  expect(tally.sums()).toMatchObject({ sequences: 11, actions: 33, features: 60, corpus: 6 })
  expect(tally.sums().warnings).toEqual(['said by all', 'of the corpus'])
})

test('a worker that the engine ended is counted, and its replacement gets the rest', () => {
  const tally = new ProgressTotals(2)
  tally.take(0, progress(4), [])
  tally.lost(0, 'out of memory')
  expect(tally.left(10, 0)).toBe(6)
  tally.take(0, progress(3), [])
  expect(tally.sums()).toMatchObject({ sequences: 7, actions: 21 })
  expect(tally.sums().warnings.at(-1)).toContain('out of memory')
})

test('one fault that two workers find is one finding, whatever amounts and addresses are in it', () => {
  const tally = new ProgressTotals(2)
  expect(tally.take(0, progress(1, [finding('neutron1qqqqqqqq lost 5')]), [])).toHaveLength(1)
  expect(tally.take(0, progress(2, [finding('neutron1qqqqqqqq lost 5')]), [])).toHaveLength(0)
  expect(tally.take(1, progress(1, [finding('neutron1zzzzzzzz lost 77')]), [])).toHaveLength(0)
  expect(tally.take(1, progress(1, [finding('neutron1zzzzzzzz lost 77', 'I2')]), [])).toHaveLength(1)
  expect(tally.findings).toHaveLength(2)
})

test('a finding that a worker has shrunk is told again, once', () => {
  const tally = new ProgressTotals(2)
  const long = { ...finding('alice lost 5'), file: 'long', isShrinking: true }
  const short = { ...finding('alice lost 5'), file: 'short', isShrinking: false }
  expect(tally.take(0, progress(1, [long]), [])).toEqual([long])
  expect(tally.take(0, progress(2, [long]), [])).toEqual([])
  expect(tally.take(0, progress(3, [short]), [])).toEqual([short])
  expect(tally.take(1, progress(1, [long]), [])).toEqual([])
  expect(tally.take(0, progress(4, [short]), [])).toEqual([])
  expect(tally.findings).toEqual([short])
  tally.lost(0, 'out of memory')
  expect(tally.findings).toEqual([short])
})

test('a campaign is resumed where it stopped, and nowhere else', () => {
  const state = { sudobox: 1, title: 'mine', seed: 7, runs: 2, stories: 9, actions: 30, seconds: 1.5 } as const
  expect(() => readState(folder, 'mine')).toThrow(UsageError)
  writeState(folder, state)
  expect(readState(folder, 'mine')).toEqual(state)
  expect(() => readState(folder, 'yours')).toThrow('another campaign: "mine"')
  writeFileSync(join(folder, '.campaign.json'), '{"sudobox":1')
  expect(() => readState(folder, 'mine')).toThrow('there is no campaign to resume')
})
