import { expect, test } from 'vitest'
import { channelsOfPort } from '../../src/modules/ibc/index.js'
import { defineCampaign, type CampaignConfig } from '../../src/fuzz/config.js'
import { withThirdChain, Worlds } from '../../src/fuzz/worlds/index.js'
import type { WorldName } from '../../src/fuzz/worlds/names.js'
import type { ActionInput, Double, Json } from '../../src/sandbox/index.js'
import { judged, started } from './stories.js'

/** The coin of the other chain over the first channel. */
const VOUCHER = 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2'

/** `channel`: records are under the sequence alone. `chain`: and under what the channel is called there. `decimals`: points have 64 bits. `fees`: the fee that comes back is what it was at the genesis. */
type Fault = 'channel' | 'chain' | 'decimals' | 'fees' | undefined
interface Coin {
  readonly denom: string
  readonly amount: string
}
interface Transfer {
  readonly sender: string
  readonly coin: Coin
  readonly ack: string
  readonly timeout: string
}
interface Request {
  readonly sequence: number
  readonly source_channel: string
  readonly destination_channel: string
}
type Sudo = Readonly<Record<'response' | 'error' | 'timeout', { readonly request: Request } | undefined>>

/** Sends coins over any transfer channel, and gives them back if they do not arrive. */
const remitter = (fault: Fault): Double => ({
  execute: ({ querier, storage }, env, { sender, funds }, msg) => {
    const { channel, to } = (msg as { readonly remit: { readonly channel: string; readonly to: string } }).remit
    const { min_fee: fee } = querier.query<{
      readonly min_fee: { readonly ack_fee: readonly Coin[]; readonly timeout_fee: readonly Coin[] }
    }>({ custom: { min_ibc_fee: {} } })
    const [ack, timeout] = [fee.ack_fee, fee.timeout_fee].map(([coin]) => coin?.amount ?? '0') as [string, string]
    const paid = funds.find(({ denom }) => denom === 'untrn')?.amount ?? '0'
    const others = funds.filter(({ denom }) => denom !== 'untrn')
    if (others.length !== 1) throw new Error('send one coin along beside the fee')
    if (BigInt(paid) < BigInt(ack) + BigInt(timeout))
      throw new Error(`send ${BigInt(ack) + BigInt(timeout)}untrn along`)
    const coins = (amount: string): Json => (amount === '0' ? [] : [{ denom: 'untrn', amount }])
    storage.save('sending', { sender, coin: others[0]!, ack, timeout, channel })
    const left = BigInt(paid) - BigInt(ack) - BigInt(timeout)
    const transfer = {
      source_port: 'transfer',
      source_channel: channel,
      token: others[0]!,
      sender: env.contract.address,
      receiver: to,
      timeout_height: { revision_number: null, revision_height: null },
      timeout_timestamp: Number(BigInt(env.block.time) / 1_000_000_000n + 3600n) * 1_000_000_000,
      memo: '',
      fee: { recv_fee: [], ack_fee: coins(ack), timeout_fee: coins(timeout) },
    }
    const back =
      left > 0n ? [{ bank: { send: { to_address: sender, amount: [{ denom: 'untrn', amount: String(left) }] } } }] : []
    return { messages: [{ id: 1, msg: { custom: { ibc_transfer: transfer } }, reply_on: 'success' }, ...back] }
  },
  reply: ({ storage, querier }, _env, { result }) => {
    if (!('ok' in result)) throw new Error('unexpected')
    const { sequence_id: sequence } = JSON.parse(Buffer.from(result.ok.data ?? '', 'base64').toString()) as {
      readonly sequence_id: number
    }
    const { channel, ...transfer } = storage.load<Transfer & { readonly channel: string }>('sending')!
    storage.save(
      keyOf(fault, sequence, channel, () => nameThere(querier, channel)),
      transfer,
    )
  },
  sudo: ({ storage }, _env, msg) => {
    const [kind, told] = Object.entries(msg as Sudo)[0]!
    if (told === undefined || !['response', 'error', 'timeout'].includes(kind)) return undefined
    const { sequence, source_channel: channel, destination_channel: there } = told.request
    const key = keyOf(fault, sequence, channel, () => there)
    const known = storage.load<Transfer>(key)
    if (known === undefined) throw new Error('no such transfer')
    storage.remove(key)
    const { sender, coin, ack, timeout } = known
    const points = BigInt(coin.amount) * 25n
    if (fault === 'decimals' && points >= 2n ** 64n) throw new Error('panicked at attempt to multiply with overflow')
    const fee = fault === 'fees' ? '1000' : kind === 'timeout' ? ack : timeout
    const amounts = [...(kind === 'response' ? [] : [coin]), ...(fee === '0' ? [] : [{ denom: 'untrn', amount: fee }])]
    return { messages: amounts.map((one) => ({ bank: { send: { to_address: sender, amount: [one] } } })) }
  },
})

const keyOf = (fault: Fault, sequence: number, channel: string, there: () => string): string =>
  `${fault === 'channel' ? '' : fault === 'chain' ? there() : channel}/${sequence}`

const nameThere = (querier: Parameters<NonNullable<Double['reply']>>[0]['querier'], channel: string): string => {
  const query = { ibc: { channel: { channel_id: channel, port_id: 'transfer' } } }
  const { channel: found } = querier.query<{
    readonly channel: { readonly counterparty_endpoint: { readonly channel_id: string } }
  }>(query)
  return found.counterparty_endpoint.channel_id
}

const campaign = (fault: Fault): CampaignConfig =>
  defineCampaign({
    title: 'remitter',
    actors: [
      { name: 'alice', funds: '100000000untrn' },
      { name: 'bob', funds: '100000000untrn' },
      { name: 'bank', chain: 'hub', funds: '100000000uatom' },
    ],
    setup: async ({ chains: { neutron, hub }, relayer }) => {
      for (const name of ['alice', 'bob']) await hub.account('bank').ibcTransfer(neutron.account(name), '1000000uatom')
      await relayer.relay()
      neutron.mock(remitter(fault), { label: 'remitter' })
    },
    contracts: [
      {
        label: 'remitter',
        schema: {
          contract_name: 'remitter',
          execute: {
            type: 'object',
            required: ['remit'],
            properties: {
              remit: {
                type: 'object',
                required: ['channel', 'to'],
                properties: { channel: { type: 'string' }, to: { type: 'string' } },
              },
            },
          },
        },
        messages: [{ msg: { remit: { channel: 'channel-0', to: '${hub.bank}' } }, funds: `100${VOUCHER},2000untrn` }],
      },
    ],
  })

/** How a seed makes a world, and what is sent there: coins over each channel of the chain, so that packets of several channels have equal sequences. */
interface Way {
  readonly world: WorldName
  readonly seed?: number
  readonly amount?: bigint
}

/** What the invariant says of transfers that arrive over all channels of a world. */
const shown = (fault: Fault, { world, seed = 1, amount = 100n }: Way, invariant = 'I2') =>
  started(withThirdChain(campaign(fault)), async (start) => {
    const story = (await new Worlds(start, seed).begin(world))!
    const { app } = start.sandbox.chain('neutron')!.host
    const transfers = channelsOfPort(app.context, 'transfer/').map(({ channelId }): ActionInput => ({
      action: 'tx',
      from: 'alice',
      messages: [
        {
          execute: {
            contract: 'remitter',
            msg: { remit: { channel: channelId, to: start.sandbox.chain('hub')!.addressOf('bank')! } },
            funds: `${amount}${VOUCHER},200000untrn`,
          },
        },
      ],
    }))
    const actions = [...story.steps.map(({ action }) => action), ...transfers, { action: 'relay' } as const]
    for (const action of actions.slice(story.steps.length)) expect((await story.execute(action)).error).toBeUndefined()
    return (await judged(start, invariant, actions))?.verdict
  })

const WAYS = {
  channel: { world: 'two-channels' },
  chain: { world: 'third-chain' },
  decimals: { world: 'decimals', amount: 10n ** 20n },
  fees: { world: 'fees', seed: 3 },
} as const

test.each([
  ['channel', /no such transfer/],
  ['chain', /no such transfer/],
  ['decimals', /overflow/],
  ['fees', /insufficient funds/],
] as const)(
  'the fault "%s" shows in its world, and neither in the plain one nor without the fault',
  async (fault, text) => {
    const way = WAYS[fault]
    expect(await shown(fault, way)).toMatchObject({
      about: expect.stringMatching(/^remitter.(response|error)$/) as string,
      level: 'error',
      text: expect.stringMatching(text) as string,
    })
    expect(await shown(fault, { world: 'plain' })).toBeUndefined()
    expect(await shown(undefined, way)).toBeUndefined()
  },
)
