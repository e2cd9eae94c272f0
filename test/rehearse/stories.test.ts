import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { Corpus } from '../../src/fuzz/index.js'
import { findingOf, writeFinding } from '../../src/fuzz/findings/finding.js'
import { corpusFixtures } from '../../src/fuzz/internal.js'
import { startCampaign } from '../../src/fuzz/setup.js'
import { rehearse, rehearseAll, targetOf, type RehearsedStory } from '../../src/rehearse/index.js'
import { readFixture } from '../../src/replay/index.js'
import { createSandbox } from '../../src/sandbox/index.js'
import { bridge, bridgeCampaign } from '../fuzz/bridge.js'

const folder = mkdtempSync(join(tmpdir(), 'sudobox-rehearsed-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Each makes the set-up of a campaign up to five times, with the attacker's contracts, on two releases of the contract VM. */
const LONG = 90_000

const rehearsed = (file: string, from: string, to: string) =>
  rehearse(readFixture(file), file, targetOf(from), targetOf(to), { trust: true })

test('a recording runs on both, with the hashes of states at its end, which are not compared', async () => {
  const sandbox = createSandbox({ chains: { main: { kind: 'wasmd', release: '0.61' } } })
  const recording = sandbox.record(join(folder, 'recorded.json'))
  const { main } = sandbox.chains
  await main.account('alice', '1000stake').transfer(main.account('bob').address, '10stake')
  const file = await recording.save()
  await sandbox.close()
  const { groups, steps } = await rehearsed(file, 'wasmd@0.61', 'wasmd@0.70')
  expect(steps).toBe(readFixture(file).steps.length)
  expect(readFixture(file).steps.some((step) => step.do.action === 'head')).toBe(true)
  expect(groups.map(({ cause }) => cause)).toEqual([
    'gas: derived numbers of accounts take more bytes',
    'gas: the circuit breaker is asked before each message',
  ])
})

test('a finding of a campaign runs on both', { timeout: LONG }, async () => {
  const config = bridgeCampaign()
  const start = await startCampaign(config, false)
  const verdict = { invariant: 'I1', text: 'coins are lost', level: 'error', cluster: 'coins', about: undefined }
  const file = join(folder, 'found.json')
  const finding = await findingOf(start, verdict as never, [bridge.transfer('alice'), bridge.relay], 1, file)
  await start.sandbox.close()
  writeFinding(finding)
  const { groups } = await rehearsed(file, 'neutron', 'neutron/1.5.0')
  expect(groups[0]!.cause).toMatch(/^import: cosmwasm-vm 1\.5\.0 has no such import env\.bls12_381_aggregate_g1 /)
})

describe('the corpus of a campaign', () => {
  const config = bridgeCampaign()
  const stories = async (corpus: string): Promise<readonly RehearsedStory[]> => {
    const all: RehearsedStory[] = []
    for await (const one of corpusFixtures(config, corpus)) all.push({ ...one, file: config.file! })
    return all
  }

  test('has one report, in which a cause is listed with its first place', { timeout: LONG }, async () => {
    const corpus = join(folder, 'corpus')
    const kept = Corpus.open(corpus)
    kept.offer({ actions: [bridge.transfer('alice'), bridge.relay], features: [1] })
    kept.offer({ actions: [bridge.transfer('bob'), bridge.back(1), bridge.relay], features: [2] })
    const [first, second] = await stories(corpus)
    const { groups, ...found } = await rehearseAll(
      config.title,
      [first!, second!],
      targetOf('neutron'),
      targetOf('neutron/1.5.0'),
      { trust: true },
    )
    expect(found).toMatchObject({ stories: 2, isSameTarget: false, chains: ['neutron'], notes: [] })
    expect(found.steps).toBe(first!.fixture.steps.length + second!.fixture.steps.length)
    const [imports] = groups
    expect(imports).toMatchObject({ kind: 'known', stories: 2 })
    expect(new Set(imports!.differences.map(({ story }) => story))).toEqual(new Set([first!.name]))
  })

  test('is refused without a folder, and without sequences', async () => {
    await expect(stories(join(folder, 'none'))).rejects.toThrow(`there is no folder ${join(folder, 'none')}`)
    const empty = mkdtempSync(join(folder, 'empty-'))
    await expect(stories(empty)).rejects.toThrow(`${empty} has no action sequences`)
  })
})
