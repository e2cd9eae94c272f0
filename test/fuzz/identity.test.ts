import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { judgeFinding } from '../../src/fuzz/again.js'
import { findingOf, writeFinding } from '../../src/fuzz/findings/finding.js'
import { isSame } from '../../src/fuzz/findings/identity.js'
import { remembering } from '../../src/fuzz/shrink/shrink-file.js'
import { shrinkStory } from '../../src/fuzz/shrink/shrink.js'
import { readFixture } from '../../src/replay/internal.js'
import { bridge, bridgeCampaign } from './bridge.js'
import { judged, started, vault, vaultCampaign } from './stories.js'

const { transfer, refuse } = bridge

test.each([
  [{}, { about: 'a/x', account: 'bob' }, true],
  [{ about: 'a/x' }, { about: 'a/x', account: 'bob' }, true],
  [{ about: 'a/x' }, { about: 'a/y' }, false],
  [{ account: 'bob' }, { account: 'alice' }, false],
  [{ asset: 'hub:uatom' }, { asset: 'hub:uosmo' }, false],
  [{ key: 'lost' }, { key: 'gained' }, false],
  [{ key: 'lost' }, {}, false],
])('identity %j, violation %j: %s', (wanted, violation, same) => {
  expect(isSame(wanted, violation)).toBe(same)
})

describe('a violation says which account, coin, place and kind it is about', () => {
  test.each([
    [
      'f1',
      'I2',
      [transfer('alice'), refuse],
      { about: 'bridge/ibc_packet_ack', key: expect.stringMatching(/^[^\d]+$/) as string },
    ],
    ['f2', 'I3', [transfer('bob')], { about: 'bridge/ibc_packet_timeout', account: 'bob', asset: 'neutron:uglue' }],
    ['f6', 'I13', [transfer('alice')], { about: 'bridge/ibc_packet_ack', key: 'bridge/waiting' }],
  ] as const)('%s: %s', async (fault, invariant, story, identity) => {
    const broken = await started(bridgeCampaign(fault), (start) => judged(start, invariant, story))
    expect(broken?.verdict).toMatchObject(identity)
  })

  test('a claim that got smaller', async () => {
    const { deposit, relay, tick, refuse: fail } = vault
    const story = [deposit('alice'), relay, tick, fail, tick, fail]
    const broken = await started(vaultCampaign('p3'), (start) => judged(start, 'I1', story))
    expect(broken?.verdict).toMatchObject({ account: 'alice', asset: 'hub:uatom', key: 'lost' })
  })
})

describe('another violation of the same invariant is not the one that a finding recorded', () => {
  const both = [transfer('alice'), transfer('bob', 7)]
  let folder: string
  const file = (name: string) => join(folder, `${name}.json`)
  beforeAll(async () => {
    folder = mkdtempSync(join(process.cwd(), 'node_modules/.cache/found-'))
    await started(bridgeCampaign('f2'), async (start) => {
      const broken = (await judged(start, 'I3', both))!
      writeFinding(await findingOf(start, broken.verdict, both, 1, file('bob')))
    })
    const written = JSON.parse(readFileSync(file('bob'), 'utf8')) as { campaign: Record<string, unknown> }
    const put = (name: string, violation: object | undefined) =>
      writeFileSync(file(name), JSON.stringify({ ...written, campaign: { ...written.campaign, violation } }))
    put('alice', { at: 'bridge/ibc_packet_timeout', account: 'alice', asset: 'neutron:uglue' })
    put('carol', { at: 'bridge/ibc_packet_timeout', account: 'carol', asset: 'neutron:uglue' })
    put('elsewhere', { at: 'bridge/ibc_packet_ack', account: 'bob' })
    put('coin', { at: 'bridge/ibc_packet_timeout', account: 'bob', asset: 'hub:uatom' })
    put('before', undefined)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test.each([
    ['bob', /bob has/],
    ['alice', /alice has/],
    ['before', /bob has/],
    ['carol', undefined],
    ['elsewhere', undefined],
    ['coin', undefined],
  ])('%s', async (name, text) => {
    const found = await judgeFinding(readFixture(file(name)), file(name))
    if (text === undefined) expect(found).toEqual({ verdict: 'fixed' })
    else expect(found).toEqual({ verdict: 'violated', text: expect.stringMatching(text) as string })
  })

  test('the fixture says which', () => {
    expect(readFixture(file('bob')).campaign?.violation).toEqual({
      at: 'bridge/ibc_packet_timeout',
      account: 'bob',
      asset: 'neutron:uglue',
    })
  })

  test.each(['alice', 'bob'])('a smaller sequence is still about %s', async (account) => {
    await started(bridgeCampaign('f2'), async (start) => {
      const smaller = await shrinkStory(start, await remembering(start, both), 'I3', both, { account })
      expect(smaller?.verdict).toMatchObject({ account, about: 'bridge/ibc_packet_timeout' })
      expect(smaller?.steps.map(({ action }) => action)).toMatchObject([{ action: 'tx', from: account }])
    })
  })
})
