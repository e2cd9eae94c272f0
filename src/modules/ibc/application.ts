import type { Counterparty, Order, Packet } from 'cosmjs-types/ibc/core/channel/v1/channel'
import { UsageError } from '../../base/errors.js'
import type { Context } from '../../chain/context.js'
import type { Height } from './height.js'

export type { Packet }

/** A channel that is about to be opened. */
export interface ChannelOpening {
  readonly ordering: Order
  readonly connectionHops: readonly string[]
  readonly portId: string
  readonly channelId: string
  readonly counterparty: Counterparty
}

/**
 * What uses channels: transfer, interchain accounts, contracts. A step is refused with a ChainError; what it wrote is then dropped.
 * Source: ibc-go v10 05-port/types/module.go `IBCModule`.
 */
export interface IbcApplication {
  /** @returns the version of the channel */
  onOpenInit(ctx: Context, opening: ChannelOpening, version: string): string
  onOpenTry(ctx: Context, opening: ChannelOpening, counterpartyVersion: string): string
  onOpenAck(
    ctx: Context,
    portId: string,
    channelId: string,
    counterpartyChannelId: string,
    counterpartyVersion: string,
  ): void
  onOpenConfirm(ctx: Context, portId: string, channelId: string): void
  onCloseInit(ctx: Context, portId: string, channelId: string): void
  onCloseConfirm(ctx: Context, portId: string, channelId: string): void
  /** @returns the acknowledgement; undefined when it comes later. What a refusing one wrote is dropped. */
  onReceive(ctx: Context, version: string, packet: Packet, relayer: Uint8Array): AcknowledgementBytes | undefined
  onAcknowledge(ctx: Context, version: string, packet: Packet, acknowledgement: Uint8Array, relayer: Uint8Array): void
  onTimeout(ctx: Context, version: string, packet: Packet, relayer: Uint8Array): void
}

/** An acknowledgement as an application gives it. Source: ibc-go v10 exported `Acknowledgement`. */
export interface AcknowledgementBytes {
  readonly success: boolean
  readonly bytes: Uint8Array
}

/** What applications ask of channels. Source: ibc-go v10 05-port/types/module.go `ICS4Wrapper`. */
export interface PacketSender {
  /** @returns the sequence. @throws ChainError channel/3, /5, /10, /13, /40, client/29 */
  send(
    ctx: Context,
    portId: string,
    channelId: string,
    timeoutHeight: Height,
    timeoutTimestamp: bigint,
    data: Uint8Array,
  ): bigint
}

/** Applications by port. Source: ibc-go v10 05-port/types/router.go, keeper/keeper.go `Route`. */
export class PortRouter {
  readonly #routes = new Map<string, IbcApplication>()

  /** @throws UsageError when the port is taken or is no word of letters and digits */
  add(port: string, application: IbcApplication): this {
    if (!/^[a-zA-Z0-9]+$/.test(port))
      throw new UsageError(`a port's name is made of letters and digits, not ${JSON.stringify(port)}`)
    if (this.#routes.has(port)) throw new UsageError(`the port ${port} has an application already`)
    this.#routes.set(port, application)
    return this
  }

  /** The application of a port: by its whole name, else by the first name (in order) that it contains. */
  route(portId: string): IbcApplication | undefined {
    const exact = this.#routes.get(portId)
    if (exact !== undefined) return exact
    const name = [...this.#routes.keys()].sort().find((port) => portId.includes(port))
    return name === undefined ? undefined : this.#routes.get(name)
  }
}
