import { expect, test } from 'vitest'
import { exceptionLines, findingLines, jsonReport, noteLines } from '../../src/cli/output/fuzz-output.js'
import type { Terminal } from '../../src/cli/output/terminal.js'
import { defineCampaign, type CampaignConfigInput } from '../../src/fuzz/config.js'
import { ranked, type Finding } from '../../src/fuzz/findings/finding.js'
import { findingLevel, type FindingLevel } from '../../src/fuzz/findings/level.js'
import type { PoolReport } from '../../src/fuzz/pool/pool.js'

const campaign = (more: Partial<CampaignConfigInput>) =>
  defineCampaign({
    title: 'levels',
    actors: [{ name: 'alice' }],
    contracts: [{ label: 'vault', address: 'neutron1vault', schema: { contract_name: 'vault' } }],
    ...more,
  })

const FACT = { text: 'the sender chooses', about: 'vault/send', level: 'note' } as const

test.each<[string, Partial<CampaignConfigInput>, FindingLevel]>([
  ['by default', {}, 'note'],
  ['named by true, as in older files', { invariants: { I12: true } }, 'error'],
  ['named by error', { invariants: { I12: 'error' } }, 'error'],
  ['of an invariant that warns', { invariants: { I12: 'warn' } }, 'note'],
  ['forbidden at its place', { forbid: [{ invariant: 'I12', at: 'vault/send' }] }, 'error'],
  ['forbidden at another place', { forbid: [{ invariant: 'I12', at: 'vault/swap' }] }, 'note'],
  ['forbidden for its reason', { forbid: [{ invariant: 'I12', reason: 'chooses' }] }, 'error'],
  ['forbidden by another invariant', { forbid: [{ invariant: 'I13', at: 'vault/send' }] }, 'note'],
])('a fact of the design, %s', (_, more, level) => {
  expect(findingLevel(campaign(more), 'I12', FACT)).toBe(level)
})

test('a violation is at most what the campaign makes of its invariant', () => {
  const violation = { text: 'lost' }
  expect(findingLevel(campaign({}), 'I12', violation)).toBe('error')
  expect(findingLevel(campaign({ invariants: { I12: 'warn' } }), 'I12', violation)).toBe('warning')
  expect(findingLevel(campaign({ invariants: { I12: 'note' } }), 'I12', violation)).toBe('note')
  expect(findingLevel(campaign({}), 'I4', violation)).toBe('note')
  const endless = [{ label: 'vault', address: 'neutron1vault', schema: { contract_name: 'vault' }, terminal: false }]
  expect(findingLevel(campaign({ contracts: endless as never }), 'I4', violation)).toBe('error')
})

test('`forbid` names an invariant that there is', () => {
  expect(() => campaign({ forbid: [{ invariant: 'I99', at: 'x' }] })).toThrow(/`forbid` names "I99"/)
})

const finding = (invariant: string, level: FindingLevel): Finding =>
  ({
    invariant,
    level,
    text: 'it does',
    about: 'vault/send',
    exception: { invariant, at: 'vault/send' },
    seed: 1,
    file: `${invariant}.json`,
    lines: ['1. alice'],
    actions: [],
  }) as unknown as Finding

test('errors come first, notes last; in each, lost coins come first, then what is stuck, then what does not go on', () => {
  const mixed = [
    finding('I12', 'note'),
    finding('I1', 'note'),
    finding('I5', 'warning'),
    finding('I13', 'error'),
    finding('I4', 'error'),
    finding('I2', 'error'),
    finding('I9', 'error'),
    finding('I1', 'error'),
  ]
  expect(ranked(mixed).map(({ invariant, level }) => `${invariant} ${level}`)).toEqual([
    'I1 error',
    'I9 error',
    'I2 error',
    'I4 error',
    'I13 error',
    'I5 warning',
    'I1 note',
    'I12 note',
  ])
})

const same = (text: string): string => text
const PLAIN = {
  colors: { bold: same, dim: same, red: same, yellow: same, green: same },
  columns: 80,
} as unknown as Terminal

test('notes are printed last, with the entry that makes an error of each', () => {
  const findings = [finding('I1', 'error'), finding('I12', 'note'), finding('I8', 'note')]
  const text = noteLines(findings, PLAIN).join('\n')
  expect(text).toContain('  I12 it does at vault/send\n  I8 it does at vault/send\n')
  expect(text).toContain('forbid:\n  - { invariant: I12, at: "vault/send" }\n  - { invariant: I8, at: "vault/send" }')
  expect(noteLines([finding('I1', 'error')], PLAIN)).toEqual([])
  expect(exceptionLines(findings)).toEqual([])
})

test('a warning is printed with both entries, an error with its replay and its exception', () => {
  const [warning, error] = (['warning', 'error'] as const).map((level) =>
    findingLines(finding('I5', level), PLAIN, false).join('\n'),
  )
  expect(warning).toContain('warning I5 it does at vault/send')
  expect(warning).toContain('forbid: [{ invariant: I5, at: "vault/send" }]')
  expect(warning).not.toContain('sudobox replay')
  expect(error).toContain('found I5 it does')
  expect(error).toContain('sudobox replay')
  expect(error).not.toContain('forbid')
})

test('--json has the level, and no file of what is not written', () => {
  const { findings } = jsonReport({
    findings: [finding('I1', 'error'), finding('I12', 'note')],
    growths: [],
    contracts: [],
    earlier: 0,
    sequences: 1,
  } as unknown as PoolReport) as { readonly findings: readonly object[] }
  expect(findings).toMatchObject([
    { invariant: 'I1', level: 'error', warning: false, file: 'I1.json' },
    { invariant: 'I12', level: 'note', warning: true, file: null },
  ])
})
