import { encodeBech32 } from '../../../src/codec/bech32.js'
import { bankDenom, denomOf, escrowAddress } from '../../../src/modules/transfer/index.js'
import { createSandbox, type PacketResult } from '../../../src/sandbox/index.js'

/** Three chains in a row: `neutron` channel-0, `hub` channel-0 and channel-1, `osmo` channel-0. Each forwards. */
export function row() {
  const sandbox = createSandbox({
    chains: {
      neutron: {},
      hub: { layers: ['packet-forward', 'callbacks'] },
      osmo: { kind: 'hub', prefix: 'osmo', denom: 'uosmo', layers: ['packet-forward', 'callbacks'] },
    },
    links: [
      ['neutron', 'hub'],
      ['hub', 'osmo'],
    ],
  })
  const { neutron, hub, osmo } = sandbox.chains
  return {
    sandbox,
    neutron,
    hub,
    osmo,
    relayer: sandbox.relayer,
    alice: neutron.account('alice', '1000untrn'),
    bob: hub.account('bob', '1000uatom'),
    carol: osmo.account('carol', '1000uosmo'),
    /** One delivery. */
    step: async (): Promise<string> => told((await sandbox.relayer.relay({ limit: 1 }))[0]!),
  }
}
type World = ReturnType<typeof row>

const told = ({ kind, chain, acknowledgement }: PacketResult): string =>
  [kind, chain, ...(acknowledgement === undefined ? [] : [Buffer.from(acknowledgement).toString()])].join(' ')

export const voucher = (...path: readonly string[]): string => bankDenom(denomOf(path.join('/')))
const escrow = (prefix: string, channel: string): string => encodeBech32(prefix, escrowAddress('transfer', channel))

/** The denoms of untrn further on. */
const HUB_UNTRN = voucher('transfer/channel-0', 'untrn')
const OSMO_UNTRN = voucher('transfer/channel-0', 'transfer/channel-0', 'untrn')

/** Where the untrn are that alice sends: with her, in the escrow of each chain, and as vouchers. */
export const spread = ({ neutron, hub, osmo, alice, carol }: World) => ({
  alice: neutron.balance(alice, 'untrn'),
  neutronEscrow: neutron.balance(escrow('neutron', 'channel-0'), 'untrn'),
  hubSupply: hub.supply(HUB_UNTRN),
  hubEscrow: hub.balance(escrow('cosmos', 'channel-1'), HUB_UNTRN),
  osmoSupply: osmo.supply(OSMO_UNTRN),
  carol: osmo.balance(carol, OSMO_UNTRN),
  counted: [counted(neutron, 'untrn'), counted(hub, HUB_UNTRN)],
})

/** What the transfer module of a chain counts as escrowed. */
export function counted(chain: World['neutron'], denom: string): string {
  const { total_escrowed } = chain.exportGenesis().app_state['transfer'] as unknown as {
    readonly total_escrowed: readonly { readonly denom: string; readonly amount: string }[]
  }
  return total_escrowed.find((coin) => coin.denom === denom)?.amount ?? '0'
}

/** The packets that a chain has forwarded and not answered. */
export const inFlight = (chain: World['neutron']): Readonly<Record<string, Readonly<Record<string, unknown>>>> =>
  (chain.exportGenesis().app_state['packetfowardmiddleware'] as never)['in_flight_packets']

export const forward = (receiver: string, members: object = {}): string =>
  JSON.stringify({ forward: { receiver, port: 'transfer', channel: 'channel-1', ...members } })
