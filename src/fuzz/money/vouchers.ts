import { SudoboxError } from '../../base/index.js'
import { channelsOfPort } from '../../modules/ibc/index.js'
import { bankDenom, decodePacketData, escrowAddress, TRANSFER, type denomOf } from '../../modules/transfer/index.js'
import type { ChainHost, PendingPacket, Sandbox } from '../../sandbox/internal.js'
import { ibcPort } from '../../modules/wasm/index.js'
import { namesImpostor } from '../impostor/impostor.js'

/** Coins that a contract holds in escrow. */
export interface Kept {
  readonly chain: string
  readonly denom: string
  readonly amount: bigint
}

type Denom = ReturnType<typeof denomOf>

/** The data of an ICS-20 packet; undefined for any other packet. */
export function coinsIn({ data }: Pick<PendingPacket, 'data'>): ReturnType<typeof decodePacketData> | undefined {
  try {
    return decodePacketData(data, 'ics20-1')
  } catch (error) {
    if (error instanceof SudoboxError) return undefined
    throw error
  }
}

/**
 * The escrow of a contract with ICS-20 channels: the coins whose vouchers are on the other chain or on their way back, and the coins of transfers
 * whose outcome is open, unless they return to the other chain: a sender burns what it has of those. @param isOpen whether a packet has not been received successfully
 */
export function keptForOthers(
  sandbox: Sandbox,
  here: ChainHost,
  contract: string,
  pending: readonly PendingPacket[],
  isOpen: (packet: PendingPacket) => boolean,
): readonly Kept[] {
  const portId = ibcPort(contract)
  return channelsOfPort(here.app.context, `${portId}/`).flatMap(({ channelId, counterparty, version }) => {
    // Whoever sends coins over a channel of the impostor trusts the stranger with them.
    if (namesImpostor({ sandbox }, counterparty.portId)) return []
    const key = version.startsWith('ics20') ? sandbox.relayer.chainBehind(here.key, portId, channelId) : undefined
    const there = key === undefined ? undefined : sandbox.chain(key)?.host
    if (there === undefined) return []
    const own = ({ base, trace: [, ...trace] }: Denom): string => bankDenom({ base, trace })
    const came = ({ trace: [hop] }: Denom): boolean =>
      hop?.portId === counterparty.portId && hop.channelId === counterparty.channelId
    const returns = ({ trace: [hop] }: Denom): boolean => hop?.portId === portId && hop.channelId === channelId
    const ctx = there.app.context
    const vouchers = there.app.ibc.transfer
      .denoms(ctx)
      .filter(came)
      .map((denom) => ({ denom: own(denom), amount: there.app.keepers.bank.supply(ctx, bankDenom(denom)).amount }))
    const travelling = pending.filter(isOpen).flatMap((packet) => {
      const coins = coinsIn(packet)
      if (coins === undefined) return []
      const amount = BigInt(coins.amount)
      if (packet.from === here.key && packet.sourcePort === portId && packet.sourceChannel === channelId)
        return returns(coins.denom) ? [] : [{ denom: bankDenom(coins.denom), amount }]
      return packet.from === there.key &&
        packet.destinationPort === portId &&
        packet.destinationChannel === channelId &&
        came(coins.denom)
        ? [{ denom: own(coins.denom), amount }]
        : []
    })
    return [...vouchers, ...travelling].map((kept) => ({ chain: here.key, ...kept }))
  })
}

/** What other chains keep in escrow for coins that came to contracts over channels of their own, by asset. */
export function backingOf(
  sandbox: Sandbox,
  contracts: readonly { readonly config: { readonly chain: string }; readonly address: string }[],
  ledger: { readonly assetOf: (chain: string, denom: string) => string },
): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { config, address } of contracts) {
    const portId = ibcPort(address)
    for (const { channelId, counterparty } of channelsOfPort(
      sandbox.chain(config.chain)!.host.app.context,
      `${portId}/`,
    )) {
      const key = sandbox.relayer.chainBehind(config.chain, portId, channelId)
      if (key === undefined || counterparty.portId !== TRANSFER) continue
      const escrow = escrowAddress(TRANSFER, counterparty.channelId)
      const { app } = sandbox.chain(key)!.host
      for (const { denom, amount } of app.keepers.bank.balances(app.context, escrow)) {
        const asset = ledger.assetOf(key, denom)
        sums.set(asset, (sums.get(asset) ?? 0n) + amount)
      }
    }
  }
  return sums
}
