import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { judged, shareOfSeeds } from '../../scripts/published/judge.mjs'

interface Fault {
  readonly name: string
  readonly repository: string
  readonly fix: string
  readonly class: string
  readonly files: readonly string[]
  readonly finding: Place | null
  readonly level?: string
  readonly why?: string
  readonly alsoThere?: readonly (Place & { readonly why: string })[]
}
interface Place {
  readonly invariants: readonly string[]
  readonly at: readonly string[]
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

  it('finds a fault that loses nothing by a warning, which is first if there is no error', () => {
    const late = { ...fault, level: 'warning' }
    const warning = { ...error('I2', 'note/ibc_packet_ack'), warning: true, level: 'warning', file: null }
    expect(judged(late, run(note('I4'), warning))).toMatchObject({
      found: true,
      first: true,
      text: expect.stringMatching(/^I2 at note.ibc_packet_ack as a warning, rank 1 of 1 after 0 errors/),
    })
    expect(judged(late, run(error('I3', 'note/execute'), warning))).toMatchObject({ found: true, first: false })
    expect(judged(late, run(note('I2')))).toMatchObject({ found: false })
    expect(shareOfSeeds([{ found: true, first: true }], 'warning')).toBe('1 of 1 as a warning, first in 1')
  })

  it('counts no other fault that is in both builds', () => {
    const later = { ...fault, alsoThere: [{ invariants: ['I13'], at: ['ibc_packet_ack'] }] }
    const [other, own] = [error('I13', 'note/ibc_packet_ack'), error('I2', 'note/ibc_packet_ack')]
    expect(judged(later, run(other, own))).toMatchObject({ found: true, first: true })
    expect(judged(later, run(other), true)).toMatchObject({
      found: false,
      text: expect.stringMatching(/^silent, beside I13 at note.ibc_packet_ack, which is true; 0 notes/),
    })
    expect(judged(later, run(error('I13', 'note/execute')), true)).toMatchObject({ found: true })
  })

  it('has nothing to find where nobody is harmed', () => {
    expect(judged({ finding: null }, run(error('I5', 'note/execute')))).toMatchObject({
      found: false,
      text: expect.stringMatching(/^harms nobody, so nothing is to be found; I5 at note.execute/),
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
      const places = [...(one.finding === null ? [] : [one.finding]), ...(one.alsoThere ?? [])]
      for (const { invariants, at } of places) expect(invariants.length * at.length, one.name).toBeGreaterThan(0)
      expect(one.files.length, one.name).toBeGreaterThan(0)
      // What is less than an error says why.
      if (one.finding === null || one.level !== undefined) expect(one.why, one.name).toMatch(/\.$/)
    }
  })
})
