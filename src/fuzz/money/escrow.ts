import { getChannel } from '../../modules/ibc/index.js'
import { bankDenom, escrowAddress, TRANSFER, type denomOf } from '../../modules/transfer/index.js'
import type { PendingPacket, Sandbox } from '../../sandbox/internal.js'
import { coinsIn } from './vouchers.js'

type Denom = ReturnType<typeof denomOf>

/** The denomination on the chain that a voucher's last hop leads back to. */
const behind = ({ base, trace: [, ...trace] }: Denom): string => bankDenom({ base, trace })

/** Coins that the escrow of a channel of transfers has to hold. */
interface Owed {
  readonly chain: string
  readonly channel: string
  readonly denom: string
  readonly amount: bigint
}

/** The coins behind vouchers on all chains, also those that only pass through a chain. */
function* behindVouchers(sandbox: Sandbox): Iterable<Owed> {
  for (const { key, host } of Object.values(sandbox.chains)) {
    const { app } = host
    const ctx = app.context
    for (const denom of app.ibc.transfer.denoms(ctx)) {
      const [hop] = denom.trace
      if (hop === undefined) continue
      const chain = sandbox.relayer.chainBehind(key, hop.portId, hop.channelId)
      const end = getChannel(ctx, hop.portId, hop.channelId)?.counterparty
      // Contracts keep coins in their own ways.
      if (chain === undefined || end?.portId !== TRANSFER) continue
      const voucher = bankDenom(denom)
      const { bank } = app.keepers
      // Packet forward leaves vouchers there, where nobody can use them, if a packet that was sent on over the channel on which it came fails.
      const idle = bank.balance(ctx, escrowAddress(TRANSFER, hop.channelId), voucher).amount
      const amount = bank.supply(ctx, voucher).amount - idle
      if (amount > 0n) yield { chain, channel: end.channelId, denom: behind(denom), amount }
    }
  }
}

/** The coins in a packet of transfers that still belong to its sender. */
function inPacket(packet: PendingPacket): Owed | undefined {
  const { from, to, sourcePort, sourceChannel, destinationPort, destinationChannel } = packet
  if (sourcePort !== TRANSFER || destinationPort !== TRANSFER) return undefined
  const coins = coinsIn(packet)
  if (coins === undefined) return undefined
  const [hop] = coins.denom.trace
  const amount = BigInt(coins.amount)
  const returns = hop?.portId === sourcePort && hop.channelId === sourceChannel
  return returns
    ? { chain: to, channel: destinationChannel, denom: behind(coins.denom), amount }
    : { chain: from, channel: sourceChannel, denom: bankDenom(coins.denom), amount }
}

/**
 * By how much the escrow of transfers is less than the coins that it backs: vouchers on the other side of the channel, also those that only pass
 * through a chain, and packets whose coins still belong to their sender. By `chain/channel/denomination`; empty if all are covered.
 * @param isTheSenders whether the coins of a packet still belong to its sender
 */
export function missingEscrow(
  sandbox: Sandbox,
  pending: readonly PendingPacket[],
  isTheSenders: (packet: PendingPacket) => boolean,
): ReadonlyMap<string, bigint> {
  const all = [
    ...behindVouchers(sandbox),
    ...pending.flatMap((packet) => (isTheSenders(packet) ? (inPacket(packet) ?? []) : [])),
  ]
  const owed = new Map<string, Owed>()
  for (const one of all) {
    const place = `${one.chain}/${one.channel}/${one.denom}`
    owed.set(place, { ...one, amount: (owed.get(place)?.amount ?? 0n) + one.amount })
  }
  const missing = new Map<string, bigint>()
  for (const [place, { chain, channel, denom, amount }] of owed) {
    const { app } = sandbox.chain(chain)!.host
    const held = app.keepers.bank.balance(app.context, escrowAddress(TRANSFER, channel), denom).amount
    if (held < amount) missing.set(place, amount - held)
  }
  return missing
}
