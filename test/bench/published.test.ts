import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { judged, shareOfSeeds } from '../../scripts/published/judge.mjs'

interface Fault {
  readonly name: string
  readonly repository: string
  readonly fix: string
  readonly class: string
  readonly files: readonly string[]
  readonly finding: { readonly invariants: readonly string[]; readonly at: readonly string[] }
}

const { faults } = JSON.parse(readFileSync('bench/published/faults.json', 'utf8')) as {
  readonly faults: readonly Fault[]
}
const fault = { finding: { invariants: ['I1', 'I2'], at: ['ibc_packet_ack'] } }
const error = (invariant: string, at: string) => ({ invariant, at, warning: false, file: `found/${invariant}.json` })
const note = (invariant: string) => ({ invariant, at: 'c/x', warning: true, file: null })
const run = (...findings: object[]) => ({
  report: { findings, actions: 100 },
  cpu: 9.6,
  when: new Map([['I2.json', { seconds: 12.4, cpu: 20.2 }]]),
})

describe('a campaign of a published fault', () => {
  it('has found the fault if a finding names one of its invariants at one of its places', () => {
    expect(judged(fault, run(error('I5', 'note/execute'), error('I2', 'note/ibc_packet_ack'), note('I4')))).toEqual({
      found: true,
      first: false,
      text: 'I2 at note/ibc_packet_ack after 12 s, 20 s of CPU, rank 2 of 2, 1 notes',
    })
  })

  it.each([
    ['another invariant', error('I3', 'note/ibc_packet_ack')],
    ['another place', error('I2', 'note/ibc_packet_timeout')],
    ['a note', { ...error('I2', 'note/ibc_packet_ack'), warning: true }],
  ])('has not found it with %s', (_, finding) => {
    expect(judged(fault, run(finding)).found).toBe(false)
  })

  it('counts errors of a mended build, and no notes', () => {
    expect(judged(fault, run(note('I4')), true)).toEqual({
      found: false,
      text: 'silent, 1 notes, 100 actions in 10 s of CPU',
    })
    expect(judged(fault, run(error('I13', 'note/execute')), true)).toMatchObject({
      found: true,
      text: expect.stringMatching(/^I13 at note.execute, 0 notes/),
    })
  })

  it('says why a campaign could not run', () => {
    expect(judged(fault, { problem: 'error c.wasm: no\nmore' }).text).toBe('could not run: error c.wasm: no')
  })

  it('sums up seeds', () => {
    expect(shareOfSeeds([{ found: true, first: true }, { found: true, first: false }, { found: false }])).toBe(
      '2 of 3, first in 1',
    )
  })
})

describe('bench/published/faults.json', () => {
  it('names each fault once, with the files of a campaign and what a finding must say', () => {
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length)
    for (const one of faults) {
      expect(one.fix, one.name).toMatch(/^[0-9a-f]{7,9}$/)
      expect(one.files.length * one.finding.invariants.length * one.finding.at.length, one.name).toBeGreaterThan(0)
    }
  })
})
