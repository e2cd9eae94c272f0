import { expect, test } from 'vitest'
import { toBase64, toUtf8 } from '../../../src/base/index.js'
import { defineCampaign, type CampaignConfigInput } from '../../../src/fuzz/config.js'
import { dryRun, type DryRun } from '../../../src/fuzz/dry-run/index.js'
import { startCampaign } from '../../../src/fuzz/setup.js'
import type { ActionInput, Double } from '../../../src/sandbox/index.js'
import { judged, started } from '../stories.js'

const CAROL = 'cosmos17aerjy8y937vfyzzljyv5he5zhw2a335kresls'

interface Pair {
  readonly channel: string
  readonly denom: string
  readonly credits: boolean
}

const binary = (value: object): string => toBase64(toUtf8(JSON.stringify(value)))

/**
 * A bridge that lets coins of the other chain return which came over its channel. It credits them with a message to itself, for which it needs the role of the
 * operator, and only for pairs of which it is told to.
 */
const BRIDGE: Double = {
  instantiate: ({ storage }, _env, _info, msg) => storage.save('operator', (msg as { operator: string }).operator),
  execute: ({ storage }, { contract: { address } }, { sender }, msg) => {
    const [[name, body]] = Object.entries(msg as Record<string, Record<string, string>>) as [
      [string, Record<string, string>],
    ]
    if (name === 'map') storage.save('pair', body)
    else if (name === 'back') {
      const pair = storage.load<Pair>('pair')
      const { channel, remote_denom: denom } = body
      if (storage.load('channel') !== channel) throw new Error('the channel is not one of the bridge')
      if (pair === undefined || pair.channel !== channel || pair.denom !== denom)
        throw new Error('no such pair is registered')
      const left = Number(storage.load('arrived') ?? 0) - 10
      if (left < 0) throw new Error(`the state of ${channel} doesn't exist`)
      storage.save('arrived', left)
      const data = { denom: `wasm.${address}/${channel}/${denom}`, amount: '10', sender, receiver: CAROL }
      const timeout = { block: null, timestamp: '9000000000000000000' }
      return { messages: [{ ibc: { send_packet: { channel_id: channel, data: binary(data), timeout } } }] }
    } else if (sender !== storage.load('operator')) throw new Error('Unauthorized')
    else if (name === 'set_operator') storage.save('operator', body['operator'])
    else storage.save('arrived', Number(storage.load('arrived') ?? 0) + Number(body['amount']))
    return {}
  },
  ibc_channel_open: () => undefined,
  ibc_channel_connect: ({ storage }) => storage.save('channel', 'channel-1'),
  ibc_channel_close: () => undefined,
  ibc_packet_receive: ({ storage }, { contract: { address } }, msg) => {
    const { packet } = msg as { packet: { data: string } }
    const { amount } = JSON.parse(Buffer.from(packet.data, 'base64').toString()) as { amount: string }
    const pair = storage.load<Pair>('pair')
    if (pair === undefined || !pair.credits) throw new Error('no pair that is credited')
    const credit = { contract_addr: address, msg: binary({ credit: { amount } }), funds: [] }
    return { acknowledgement: binary({ result: 'AQ==' }), messages: [{ wasm: { execute: credit } }] }
  },
  ibc_packet_ack: () => undefined,
  ibc_packet_timeout: () => undefined,
}

const object = (properties: object) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
  additionalProperties: false,
})
const text = { type: 'string' }
const MESSAGES = {
  map: { channel: text, denom: text, credits: { type: 'boolean' } },
  set_operator: { operator: text },
  credit: { amount: { enum: ['1'] } },
  back: { channel: text, remote_denom: text },
}

/** The campaign of the bridge. @param further actions of its setup */
const campaign = (further: readonly ActionInput[] = []): CampaignConfigInput => ({
  title: 'bridge',
  actors: [
    { name: 'alice', funds: '1000000000untrn' },
    { name: 'bank', chain: 'hub', funds: '1000000000uatom' },
    { name: 'carol', chain: 'hub', funds: '1uatom' },
  ],
  setup: async (sandbox) => {
    const { neutron } = sandbox.chains
    const operator = neutron.account('alice').address
    const { address } = neutron.mock(BRIDGE, { label: 'bridge', msg: { operator } })
    const port = `wasm.${address}`
    await sandbox.perform({ action: 'openChannel', port, counterpartyPort: 'transfer', version: 'ics20-1' })
    for (const action of further) await sandbox.perform(action)
  },
  contracts: [
    {
      label: 'bridge',
      schema: {
        contract_name: 'bridge',
        execute: {
          oneOf: Object.entries(MESSAGES).map(([name, members]) => object({ [name]: object(members) })),
        },
      },
    },
  ],
})

/** The actions of the setup that a dry run finds. */
const actionsOf = ({ needs }: DryRun): readonly ActionInput[] =>
  needs.flatMap(({ label: contract, from, msg, arrivals = [] }) => [
    { action: 'tx', from, messages: [{ execute: { contract, msg } }] } satisfies ActionInput,
    ...arrivals,
  ])

test('coins of the other chain arrive first, with the switch and the role that a contract needs for them', async () => {
  const start = await startCampaign(defineCampaign(campaign()))
  const [run] = (await dryRun(start)).runs
  const bridge = start.subjects[0]!.address
  await start.sandbox.close()
  expect(run!.accepted.map(({ variant }) => variant)).toContain('back')
  expect(run!.needs.map(({ msg }) => msg)).toEqual([
    { map: { channel: 'channel-1', denom: 'uatom', credits: true } },
    { set_operator: { operator: bridge } },
  ])
  const back = run!.accepted.find(({ variant }) => variant === 'back')!
  expect(back.msg).toEqual({ back: { channel: 'channel-1', remote_denom: 'uatom' } })

  // What returns is neither kept for a refund nor a gain: it came in the setup.
  const returned: ActionInput = {
    action: 'tx',
    from: 'alice',
    messages: [{ execute: { contract: 'bridge', msg: back.msg } }],
  }
  const story = [returned, { action: 'relay' } satisfies ActionInput]
  await started(defineCampaign(campaign(actionsOf(run!))), async (started) => {
    expect(await judged(started, 'I1', story.slice(0, 1))).toBeUndefined()
    expect(await judged(started, 'I1', story)).toBeUndefined()
  })
}, 60_000)
