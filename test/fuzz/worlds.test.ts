import { afterEach, describe, expect, test } from 'vitest'
import { channelsOfPort } from '../../src/modules/ibc/index.js'
import { runCampaign } from '../../src/fuzz/campaign.js'
import type { CampaignConfig } from '../../src/fuzz/config.js'
import { Corpus } from '../../src/fuzz/corpus/index.js'
import { sceneOf, weightsOf, Memory } from '../../src/fuzz/model/index.js'
import { worldChoices } from '../../src/fuzz/model/world.js'
import { RandomSource } from '../../src/fuzz/random-source.js'
import { startCampaign, type Start } from '../../src/fuzz/setup.js'
import { withDecimals, withThirdChain, Worlds } from '../../src/fuzz/worlds/index.js'
import type { WorldName } from '../../src/fuzz/worlds/names.js'
import type { ActionInput, Sandbox } from '../../src/sandbox/index.js'
import { bridge, bridgeCampaign } from './bridge.js'

const starts: Start[] = []
afterEach(async () => {
  for (const { sandbox } of starts.splice(0)) await sandbox.close()
})

/** The coin of the other chain over the first channel. */
const VOUCHER = 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2'

async function begun(world: WorldName, config: CampaignConfig = bridgeCampaign()) {
  const start = await startCampaign(withThirdChain(config), false)
  starts.push(start)
  const worlds = new Worlds(start, 1)
  const story = await worlds.begin(world)
  return { start, story, worlds }
}

const transferChannels = ({ sandbox }: Start, chain: string): readonly string[] =>
  channelsOfPort(sandbox.chain(chain)!.host.app.context, 'transfer/').map(({ channelId }) => channelId)

describe('a world', () => {
  test('with 18 decimals has users with plenty of coins, who send amounts of them', async () => {
    const { start, story } = await begun('decimals')
    const { amount } = start.sandbox.chain('neutron')!.balances('alice')[0]!
    expect(amount).toBeGreaterThan(10n ** 24n)
    const message: ActionInput = {
      action: 'tx',
      from: 'alice',
      messages: [{ execute: { contract: 'bridge', msg: { transfer: { to: 'x', amount: '7' } }, funds: '7uglue' } }],
    }
    const sent = Array.from({ length: 20 }, (_, seed) => withDecimals(story!, message, new RandomSource(seed)))
    expect(JSON.stringify(sent)).toMatch(/"funds":"7000000000000\d*uglue"/)
    const step = await story!.execute(sent.find((one) => one !== message)!)
    expect(step.error?.shortMessage ?? '').not.toContain('insufficient funds')
  })

  test('with fees has a price of gas, which every transaction pays, and other fees of relayers', async () => {
    const { start, story } = await begun('fees')
    const step = await story!.execute({
      action: 'tx',
      from: 'alice',
      messages: [{ send: { to: 'stranger', amount: '1untrn' } }],
    })
    expect(step.error).toBeUndefined()
    expect(step.action).toMatchObject({ fee: expect.stringMatching(/^\d{6,}untrn$/) as string })
    const { minFee } = start.sandbox
      .chain('neutron')!
      .host.app.relayerFees!.params(start.sandbox.chain('neutron')!.host.app.context)
    expect(minFee.ackFee[0]!.amount).not.toBe('1000')
  })

  test('with two channels has two to one chain, with coins over each, and messages name both', async () => {
    const { start, story } = await begun('two-channels')
    expect(transferChannels(start, 'neutron').length).toBe(2)
    const denoms = start.sandbox
      .chain('neutron')!
      .balances('alice')
      .map(({ denom }) => denom)
    expect(denoms.filter((denom) => denom.startsWith('ibc/') && denom !== VOUCHER)).not.toEqual([])
    const scene = sceneOf(story!, new Memory(start), weightsOf(new RandomSource(1)), new RandomSource(1))
    expect(scene.around('neutron').channels).toEqual(expect.arrayContaining([...transferChannels(start, 'neutron')]))
  })

  test('with a third chain has its coins, and a channel of the contract to it', async () => {
    const { start, story } = await begun('third-chain')
    expect(transferChannels(start, 'third').length).toBe(2)
    const ports = story!.steps.flatMap(({ action }) => (action.action === 'openChannel' ? [action.port] : []))
    expect(ports).toEqual(['transfer', expect.stringMatching(/^wasm\./)])
    const plain = await startCampaign(bridgeCampaign(), false)
    starts.push(plain)
    expect(plain.sandbox.chain('third')).toBeUndefined()
  })

  test('with upgrades goes on with the next release of a chain, once, while a packet is under way', async () => {
    const hub = { kind: 'wasmd', release: '0.61', prefix: 'cosmos', denom: 'uatom' } as const
    const { start, story } = await begun(
      'upgrade',
      bridgeCampaign(undefined, { sandbox: { chains: { neutron: {}, hub } } }),
    )
    const upgrades = () => {
      const scene = sceneOf(story!, new Memory(start), weightsOf(new RandomSource(1), true), new RandomSource(1))
      return worldChoices(scene)
        .map(([, choose]) => choose())
        .filter((action) => action?.action === 'upgrade')
    }
    expect(upgrades()).toEqual([])
    await story!.execute(bridge.transfer('alice'))
    const toRelease = { action: 'upgrade', chain: 'hub', to: '0.70' } as const
    expect(upgrades()).toContainEqual(toRelease)
    for (const action of [toRelease, bridge.relay]) expect((await story!.execute(action)).error).toBeUndefined()
    expect(start.sandbox.chain('hub')!.release).toBe('0.70')
    expect(start.sandbox.relayer.pending()).toEqual([])
    await story!.execute(bridge.transfer('alice'))
    expect(upgrades()).toEqual([])
  })

  test('that cannot be made is named in a warning only if the campaign asks for it', async () => {
    const chains = { neutron: {}, hub: {} }
    const config = bridgeCampaign(undefined, {
      worlds: ['third-chain'],
      sandbox: { chains, links: [['neutron', 'hub']] },
    })
    const { story, worlds } = await begun('third-chain', config)
    expect(story).toBeUndefined()
    expect(worlds.impossible).toEqual(['third-chain'])
  })
})

describe('worlds of a campaign', () => {
  const drawn = (start: Start, seed: number) => {
    const worlds = new Worlds(start, seed)
    return Array.from({ length: 200 }, () => worlds.next())
  }

  test('follow the seed, are plain first and mostly, and are those that it names', async () => {
    const { start } = await begun('plain')
    const names = drawn(start, 1)
    expect(drawn(start, 1)).toEqual(names)
    expect(drawn(start, 2)).not.toEqual(names)
    expect(new Set(names.slice(0, 8))).toEqual(new Set(['plain']))
    expect(names.filter((name) => name === 'plain').length).toBeGreaterThan(100)
    expect(new Set(names).size).toBe(6)
    const named = { ...start, config: { ...start.config, worlds: ['fees' as const, 'upgrade' as const] } }
    expect(new Set(drawn(named, 1))).toEqual(new Set(['fees', 'upgrade']))
  })

  test('do not hide a mistake in the setup: it runs once, and its error is reported', async () => {
    let runs = 0
    const setup = async ({ chains: { neutron } }: Sandbox): Promise<void> => {
      await neutron.account('alice').execute('nobody', { run: ++runs })
    }
    const campaign = runCampaign(bridgeCampaign(undefined, { setup }), {
      seed: 1,
      budget: { sequences: 1 },
      clock: () => 0,
      corpus: Corpus.open(undefined),
    })
    await expect(campaign).rejects.toThrow(/nobody/)
    expect(runs).toBe(1)
  })

  test('have to exist', () => {
    expect(() => bridgeCampaign(undefined, { worlds: ['flat' as 'plain'] })).toThrow(/worlds/)
    expect(() => bridgeCampaign(undefined, { worlds: [] })).toThrow(/worlds/)
  })
})
