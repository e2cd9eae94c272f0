import { defineCampaign, type CampaignConfig, type CampaignConfigInput } from '../../src/fuzz/config.js'
import type { Verdict } from '../../src/fuzz/oracle.js'
import { toJsonBinary, type ActionInput, type Double, type Sandbox } from '../../src/sandbox/index.js'
import { judged, started } from './stories.js'

/** A contract that sends what it is told to another one like it, over a channel of their own. */
const side = (more: Double): Double => ({
  ibc_channel_open: () => undefined,
  ibc_channel_connect: () => undefined,
  ibc_channel_close: () => undefined,
  ibc_packet_receive: () => ({ acknowledgement: toJsonBinary({ result: 'AQ==' }) }),
  ibc_packet_ack: () => undefined,
  ibc_packet_timeout: () => undefined,
  ...more,
})

/** The message of a contract that sends a packet over the channel. */
export const packet = (env: { readonly block: { readonly time: string } }, data: object, seconds = 600n) => ({
  ibc: {
    send_packet: {
      channel_id: 'channel-1',
      data: toJsonBinary(data),
      timeout: { block: null, timestamp: String(BigInt(env.block.time) + seconds * 1_000_000_000n) },
    },
  },
})
const MESSAGES = { type: 'object', required: ['send'], properties: { send: { type: 'object' } } }

/** Puts a contract on Neutron, and opens a channel to one, or to the transfer module, on the hub. */
export async function connect(
  { chains: { neutron, hub }, relayer }: Sandbox,
  here: Double,
  there: Double | 'transfer',
  ordering: 'ordered' | 'unordered' = 'unordered',
): Promise<void> {
  const one = neutron.mock(side(here), { label: 'here' })
  const other = there === 'transfer' ? undefined : hub.mock(side(there), { label: 'there' })
  await relayer.openChannel({
    chain: 'neutron',
    connection: 'connection-0',
    port: `wasm.${one.address}`,
    counterpartyPort: other === undefined ? 'transfer' : `wasm.${other.address}`,
    version: other === undefined ? 'ics20-1' : 'v1',
    ordering,
  })
}

/** A campaign between a contract on Neutron and one, or the transfer module, on the hub. */
export const campaignOfTwo = (
  here: Double,
  there: Double | 'transfer',
  invariants: CampaignConfigInput['invariants'] = {},
  about: Partial<CampaignConfigInput['contracts'][number]> = {},
): CampaignConfig =>
  defineCampaign({
    title: 'two contracts',
    invariants,
    actors: [
      { name: 'alice', funds: '100gold,1000000untrn' },
      { name: 'carol', funds: '2000000untrn' },
      { name: 'bob', funds: '1000000hub:uatom' },
    ],
    setup: (sandbox) => connect(sandbox, here, there),
    contracts: [{ label: 'here', schema: { contract_name: 'here', execute: MESSAGES }, ...about }],
  })

/** What of the story breaks the invariant in that campaign. */
export const betweenTwo = (
  invariant: string,
  here: Double,
  there: Double | 'transfer',
  story: readonly ActionInput[],
  invariants: CampaignConfigInput['invariants'] = {},
  about: Partial<CampaignConfigInput['contracts'][number]> = {},
): Promise<Verdict | undefined> =>
  started(
    campaignOfTwo(here, there, invariants, about),
    async (start) => (await judged(start, invariant, story))?.verdict,
  )

/** Has a contract send. */
export const send = (
  contract: string,
  { from = 'alice', chain = 'neutron', msg = {}, funds = '' } = {},
): ActionInput => ({
  action: 'tx',
  chain,
  from,
  messages: [{ execute: { contract, msg: { send: msg }, funds } }],
})
