import { addressText } from '../chain/address.js'
import { wrapping } from '../chain/errors.js'
import type { Module } from '../chain/module.js'
import { moduleAddress } from '../modules/auth/index.js'
import { assertSendEnabled, hasMetadata, setMetadata } from '../modules/bank/index.js'
import {
  counterpartyOf,
  getChannel,
  getSequence,
  IbcKeeper,
  nextSendKey,
  type CallbackContracts,
} from '../modules/ibc/index.js'
import {
  TRANSFER,
  TransferApplication,
  TransferKeeper,
  type Channels,
  type PacketSender,
} from '../modules/transfer/index.js'
import type { ChainApp } from './chain-app.js'
import type { Keepers } from './chain-parts.js'
import { connectContracts } from './contract-ibc.js'
import { layered, STACKS, type LayerName } from './ibc-stacks.js'

export const channels: Omit<Channels, 'assertPaired'> = {
  get: getChannel,
  nextSend: (ctx, portId, channelId) => getSequence(ctx, nextSendKey(portId, channelId)),
}

const SEND_PACKET = '/ibc.core.channel.v2.MsgSendPacket'

/** The module whose proposals may change parameters. */
export const authorityOf = (prefix: string): string => addressText(prefix, moduleAddress('gov'))

export const transferKeeper = ({ bank, accounts, chain }: Keepers, sender: PacketSender): TransferKeeper =>
  new TransferKeeper({
    bank,
    settings: { assertSendEnabled, hasMetadata, setMetadata },
    channels: {
      ...channels,
      assertPaired: (ctx, clientId) => {
        chain.router().guard(ctx, SEND_PACKET)
        wrapping(`send packet failed for source id: ${clientId}`, () => counterpartyOf(ctx, clientId))
      },
    },
    sender,
    account: moduleAddress(TRANSFER),
    authority: authorityOf(accounts.prefix),
  })

export interface PlainIbc {
  readonly core: IbcKeeper
  readonly transfer: TransferKeeper
  /** The callbacks middleware: calls contracts that the memo of a packet names. */
  readonly contracts: CallbackContracts
  /** Of the layers around the transfers. */
  readonly modules: readonly Module[]
}
/** A chain with IBC. */
export type IbcApp = ChainApp & { readonly ibc: { readonly core: IbcKeeper; readonly transfer: TransferKeeper } }

/** IBC with transfers on ibc-go's port, and with callbacks for contracts. Source: wasmd app/app.go. */
export function plainIbc(keepers: Keepers, layers: readonly LayerName[] = STACKS.plain.transfer): PlainIbc {
  const core = new IbcKeeper({ authority: authorityOf(keepers.accounts.prefix) })
  // Forwarded packets pass no layers on their way out: gaia passes on these transfers before it connects them with the layers.
  const forwarded = transferKeeper(keepers, core.packets)
  const stack = layered(layers, core.packets, {
    keepers,
    transfer: () => forwarded,
    application: () => application,
    contracts: () => contracts,
    authority: authorityOf(keepers.accounts.prefix),
  })
  const transfer = transferKeeper(keepers, stack.channels)
  const application = new TransferApplication(transfer)
  const contracts = connectContracts(keepers, core, transfer, core.packets)
  core.router.add(TRANSFER, stack.over(application))
  return { core, transfer, contracts, modules: stack.modules }
}
