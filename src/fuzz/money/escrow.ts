import { getChannel } from '../../modules/ibc/index.js'
import { bankDenom, escrowAddress, TRANSFER, type denomOf } from '../../modules/transfer/index.js'
import type { PendingPacket, Sandbox } from '../../sandbox/internal.js'
import { coinsIn } from './vouchers.js'

type Denom = ReturnType<typeof denomOf>

/** The denomination on the chain that a voucher's last hop leads back to. */
const behind = ({ base, trace: [, ...trace] }: Denom): string => bankDenom({ base, trace })

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
  const owed = new Map<string, bigint>()
  const owe = (chain: string, channel: string, denom: string, amount: bigint): void => {
    const place = `${chain}/${channel}/${denom}`
    owed.set(place, (owed.get(place) ?? 0n) + amount)
  }
  for (const { key, host } of Object.values(sandbox.chains)) {
    const { app } = host
    const ctx = app.context
    for (const denom of app.ibc.transfer.denoms(ctx)) {
      const [hop] = denom.trace
      if (hop === undefined) continue
      const from = sandbox.relayer.chainBehind(key, hop.portId, hop.channelId)
      const end = getChannel(ctx, hop.portId, hop.channelId)?.counterparty
      // Contracts keep coins in their own ways.
      if (from === undefined || end?.portId !== TRANSFER) continue
      const voucher = bankDenom(denom)
      const { bank } = app.keepers
      // Packet forward leaves vouchers there, where nobody can use them, if a packet that was sent on over the channel on which it came fails.
      const idle = bank.balance(ctx, escrowAddress(TRANSFER, hop.channelId), voucher).amount
      const used = bank.supply(ctx, voucher).amount - idle
      if (used > 0n) owe(from, end.channelId, behind(denom), used)
    }
  }
  for (const packet of pending) {
    const { from, to, sourcePort, sourceChannel, destinationPort, destinationChannel } = packet
    const coins =
      sourcePort === TRANSFER && destinationPort === TRANSFER && isTheSenders(packet) ? coinsIn(packet) : undefined
    if (coins === undefined) continue
    const [hop] = coins.denom.trace
    const returns = hop?.portId === sourcePort && hop.channelId === sourceChannel
    if (returns) owe(to, destinationChannel, behind(coins.denom), BigInt(coins.amount))
    else owe(from, sourceChannel, bankDenom(coins.denom), BigInt(coins.amount))
  }
  const missing = new Map<string, bigint>()
  for (const [place, amount] of owed) {
    const [chain = '', channel = ''] = place.split('/')
    const denom = place.slice(chain.length + channel.length + 2)
    const { app } = sandbox.chain(chain)!.host
    const held = app.keepers.bank.balance(app.context, escrowAddress(TRANSFER, channel), denom).amount
    if (held < amount) missing.set(place, amount - held)
  }
  return missing
}
