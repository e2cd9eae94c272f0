import { expect, test } from 'vitest'
import { runCampaign, type Progress } from '../../src/fuzz/campaign.js'
import { Corpus } from '../../src/fuzz/corpus/index.js'
import type { Finding } from '../../src/fuzz/findings/finding.js'
import { Findings } from '../../src/fuzz/findings/findings.js'
import { remembering } from '../../src/fuzz/shrink/shrink-file.js'
import { withNamesIn } from '../../src/fuzz/names.js'
import { bankDenom } from '../../src/chain/ibc/index.js'
import type { Double } from '../../src/sandbox/index.js'
import { judged, started, vault, vaultCampaign } from './stories.js'
import { campaignOfTwo, packet, send } from './two-contracts.js'

const { deposit, relay, timeOut, tick } = vault
const noise = [deposit('bob', 300, 'channel-1'), relay, tick, { action: 'advance', seconds: 60 } as const]
const long = [...noise, deposit('alice', 12_345), timeOut, relay]

/** Findings with one that is not shrunk. */
const found = (work: (findings: Findings, done: () => number) => Promise<void>) =>
  started(vaultCampaign('p1'), async (start) => {
    const { verdict } = (await judged(start, 'I1', long))!
    const findings = new Findings(start, await remembering(start, long), 1)
    await findings.add(long, verdict)
    await work(findings, () => start.limit.done)
  })

test('a finding is there at once, and shrinks in parts', async () => {
  await found(async (findings, done) => {
    expect(findings.all).toMatchObject([{ invariant: 'I1', isShrinking: true, actions: { length: long.length } }])
    expect(findings.areShrunk).toBe(false)
    const before = done()
    const executed = await findings.shrink(20)
    expect(done() - before).toBe(executed)
    expect(executed).toBeGreaterThanOrEqual(20)
    // A sequence that has begun is run to its end.
    expect(executed).toBeLessThan(20 + 4 * long.length)
    await findings.finish()
    expect(findings.all).toMatchObject([{ isShrinking: false, actions: { length: 3 } }])
    expect(findings.areShrunk).toBe(true)
    expect(await findings.shrink(100)).toBe(0)
  })
})

test('its cause is known from the start, and so is the one that it was shrunk to', async () => {
  await found(async (findings) => {
    const [first] = findings.all
    expect(findings.isKnown(first!.cluster)).toBe(true)
    await findings.finish()
    expect(findings.isKnown(findings.all[0]!.cluster)).toBe(true)
    expect(findings.isKnown('another')).toBe(false)
  })
})

test('two that are shrunk to the same are one', async () => {
  await started(vaultCampaign('p1'), async (start) => {
    const { verdict } = (await judged(start, 'I1', long))!
    const findings = new Findings(start, await remembering(start, long), 1)
    await findings.add(long, { ...verdict, cluster: 'seen here' })
    await findings.add(long, { ...verdict, cluster: 'seen there' })
    expect(findings.errors).toBe(2)
    await findings.finish()
    expect(findings.errors).toBe(1)
  })
}, 60_000)

test('the search goes on while a finding is shrunk', async () => {
  const seen: Progress[] = []
  const report = await runCampaign(vaultCampaign('p1', { length: 8, invariants: { I4: false, I5: false } }), {
    seed: 7,
    budget: { sequences: 12 },
    clock: () => 0,
    corpus: Corpus.open(undefined),
    onProgress: (progress) => seen.push(progress),
  })
  const states = (findings: readonly Finding[]) => findings.filter(({ isShrinking }) => isShrinking)
  const shrinking = seen.filter(({ findings }) => states(findings).length > 0)
  expect(new Set(shrinking.map(({ sequences }) => sequences)).size).toBeGreaterThan(2)
  expect(states(report.findings)).toEqual([])
  expect(report.findings.length).toBeGreaterThan(0)
}, 120_000)

test('its lines have names instead of addresses and of the hashes of vouchers, and say what contracts made of callbacks', async () => {
  await found(async (findings) => {
    await findings.finish()
    const { lines } = findings.all[0]!
    expect(lines.slice(0, 3)).toEqual([
      expect.stringMatching(/^1\. alice: vault \{"deposit":\{"channel":"channel-0"\}\} with \d+ hub:uatom,2000untrn$/),
      '2. packets on their way to hub time out',
      expect.stringMatching(/^3\. .* → vault accepts the timeout \(\d\d,\d{3} gas\) {2}← the first wrong step$/),
    ])
    expect(lines.join('\n')).not.toMatch(/[0-9A-F]{64}|neutron1\w{30}/)
  })
})

test('addresses that nobody has a name for are shortened, and unknown vouchers stay', async () => {
  await started(vaultCampaign('p1'), async (start) => {
    const [alice, vault] = ['alice', 'vault'].map((name) => start.sandbox.chains.neutron.addressOf(name)!)
    const nobody = 'neutron1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqtw9zsn'
    const unknown = `7ibc/${'0'.repeat(64)}`
    expect(withNamesIn(start, 'neutron', `icacontroller-${vault}.1 of ${alice} and ${nobody} has ${unknown}`)).toBe(
      `icacontroller-vault.1 of alice and neutron1qqqq…9zsn has ${unknown}`,
    )
  })
})

test('a voucher of which none has arrived yet has its name too', async () => {
  await started(vaultCampaign('p1'), async (start) => {
    const [denom, unknown] = ['channel-0', 'channel-9999'].map((channelId) =>
      bankDenom({ base: 'untrn', trace: [{ portId: 'transfer', channelId }] }),
    )
    const { app } = start.sandbox.chains.hub.host
    expect(() => app.ibc.transfer.denomOfCoin(app.context, denom!)).toThrow()
    expect(withNamesIn(start, 'hub', `alice has 0${denom} and 0${unknown}`)).toBe(
      `alice has 0 neutron:untrn and 0${unknown}`,
    )
  })
})

test('a fault that loses coins is told as a loss of coins, whatever else it violates in the same place', async () => {
  /** Keeps the coins of a request that fails, and stays busy with it. */
  const keeping: Double = {
    execute: ({ storage }, env, { funds }) => {
      if (storage.load('waiting') !== undefined) throw new Error('busy')
      storage.save('waiting', funds[0]?.amount ?? '0')
      return { messages: [packet(env, {})] }
    },
    ibc_packet_ack: ({ storage }, _env, msg) => {
      const { data } = (msg as { readonly acknowledgement: { readonly data: string } }).acknowledgement
      if (!Buffer.from(data, 'base64').includes('error')) storage.remove('waiting')
    },
  }
  const story = [send('here', { funds: '7gold' })]
  const titles = (here: Double, invariants = {}) =>
    started(campaignOfTwo(here, {}, invariants), async (start) => {
      const { verdict } = (await judged(start, 'I13', story))!
      const findings = new Findings(start, await remembering(start, story), 1)
      await findings.add(story, verdict)
      await findings.finish()
      return findings.all.map(({ invariant }) => invariant)
    })
  expect(await titles(keeping)).toEqual(['I3'])
  expect(await titles(keeping, { I3: false })).toEqual(['I13'])
}, 60_000)
