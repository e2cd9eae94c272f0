import { MsgSendPacket, MsgSendPacketResponse } from 'cosmjs-types/ibc/core/channel/v2/tx'
import { addressText, type Context, type Module, type MsgRouter } from '../chain/index.js'
import type { Sending2 } from '../chain/ibc/index.js'
import { moduleAddress } from '../modules/auth/index.js'
import { assertSendEnabled, hasMetadata, setMetadata } from '../modules/bank/index.js'
import { getChannel, getSequence, IbcKeeper, nextSendKey, type CallbackContracts } from '../modules/ibc/index.js'
import type { RateLimitKeeper } from '../modules/ratelimiting/index.js'
import {
  TRANSFER,
  TransferApplication,
  TransferApplication2,
  TransferKeeper,
  type Channels,
  type PacketSender,
} from '../modules/transfer/index.js'
import type { ContractIbc } from '../modules/wasm/index.js'
import type { ChainApp } from './chain-app.js'
import type { BaseKeepers, Keepers } from './chain-parts.js'
import { connectContracts } from './contract-ibc.js'
import { layered, STACKS, type LayerName } from './ibc-stacks.js'

export const channels: Channels = {
  get: getChannel,
  nextSend: (ctx, portId, channelId) => getSequence(ctx, nextSendKey(portId, channelId)),
}

/** Source: ibc-go v10.5.0 apps/transfer/keeper/msg_server.go `transferV2Packet`. */
function sendBetweenClients(ctx: Context, router: MsgRouter, { payload, ...sending }: Sending2): bigint {
  const typeUrl = '/ibc.core.channel.v2.MsgSendPacket'
  const value = MsgSendPacket.encode({ ...sending, payloads: [payload] }).finish()
  const { data, events } = router.handler(typeUrl)!(ctx, { typeUrl, value })
  ctx.events.emit(...events)
  return MsgSendPacketResponse.decode(data).sequence
}

/** The module whose proposals may change parameters. */
export const authorityOf = (prefix: string): string => addressText(prefix, moduleAddress('gov'))

export const transferKeeper = ({ bank, accounts, chain }: BaseKeepers, sender: PacketSender): TransferKeeper =>
  new TransferKeeper({
    bank,
    settings: { assertSendEnabled, hasMetadata, setMetadata },
    channels,
    sender,
    sender2: { send: (ctx, sending) => sendBetweenClients(ctx, chain.router(), sending) },
    account: moduleAddress(TRANSFER),
    authority: authorityOf(accounts.prefix),
  })

export interface PlainIbc {
  readonly core: IbcKeeper
  readonly transfer: TransferKeeper
  /** The callbacks middleware: calls contracts that the memo of a packet names. */
  readonly contracts: CallbackContracts
  /** What contracts need from IBC. */
  readonly contractIbc: ContractIbc
  /** Modules of the layers around the transfers. */
  readonly modules: readonly Module[]
}
/** A chain with IBC. */
export type IbcApp = ChainApp & { readonly ibc: { readonly core: IbcKeeper; readonly transfer: TransferKeeper } }

/** IBC with transfers on ibc-go's port, and with callbacks for contracts. Source: wasmd app/app.go. @param more what layers need that other chains do not have */
export function plainIbc(
  keepers: Keepers,
  layers: readonly LayerName[] = STACKS.plain.transfer,
  more: { readonly callbackGas?: number; readonly limits?: (core: IbcKeeper) => RateLimitKeeper } = {},
): PlainIbc {
  const core = new IbcKeeper({ authority: authorityOf(keepers.accounts.prefix) })
  // Forwarded packets pass no layers on their way out: gaia passes on these transfers before it connects them with the layers.
  const forwarded = transferKeeper(keepers, core.packets)
  const stack = layered(layers, core.packets, {
    keepers,
    transfer: () => forwarded,
    application: () => application,
    contracts: () => contracts,
    authority: authorityOf(keepers.accounts.prefix),
    callbackGas: more.callbackGas,
    limits: more.limits?.(core),
  })
  const transfer = transferKeeper(keepers, stack.channels)
  const application = new TransferApplication(transfer)
  const { callbacks: contracts, contractIbc } = connectContracts(keepers, core, transfer, core.packets)
  core.router.add(TRANSFER, stack.over(application))
  core.router2.add(TRANSFER, new TransferApplication2(transfer))
  return { core, transfer, contracts, contractIbc, modules: stack.modules }
}
