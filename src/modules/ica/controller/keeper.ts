import { isBlank, remember } from '../../../codec/index.js'
import { GoPanic, wrapping, type Context } from '../../../chain/index.js'
import { Params } from 'cosmjs-types/ibc/applications/interchain_accounts/controller/v1/controller'
import { MsgChannelOpenInit, MsgChannelOpenInitResponse } from 'cosmjs-types/ibc/core/channel/v1/tx'
import { equalBytes } from '../../../base/index.js'
import { orderToJSON } from 'cosmjs-types/ibc/core/channel/v1/channel'
import {
  ErrActiveChannelAlreadySet,
  ErrActiveChannelNotFound,
  ErrChannelNotFound,
  ErrControllerDisabled,
  ErrInvalidAccountAddress,
  ErrInvalidChannelFlow,
  ErrInvalidChannelOrdering,
  ErrInvalidControllerPort,
  ErrInvalidHostPort,
  ErrInvalidTimeoutTimestamp,
  ErrInvalidVersion,
} from '../errors.js'
import { Order, State, type ChannelOpening, type Channels, type PacketSender, type Router } from '../expected.js'
import { CONTROLLER_PREFIX, CONTROLLER_STORE, HOST_PORT, middlewareKey, PARAMS_KEY } from '../keys.js'
import {
  counterpartyConnection,
  defaultMetadata,
  isPreviousMetadata,
  metadataText,
  readMetadata,
  validateMetadata,
} from '../metadata.js'
import { encodePacketData, validatePacketData, type InterchainAccountPacketData } from '../packet-data.js'
import {
  activeChannel,
  closedChannel,
  controllerPort,
  openActiveChannel,
  setAccountAddress,
  setActiveChannel,
  setPort,
} from '../state.js'

export interface ControllerOptions {
  readonly channels: Channels
  readonly sender: PacketSender
  readonly router: () => Router
  /** Bech32 address of the module's account, which opens the channels. */
  readonly account: string
  /** Bech32 address that may change the params: the gov module account. */
  readonly authority: string
}

/** A registration request of an account owner. */
export interface Registration {
  readonly owner: string
  readonly connectionId: string
  /** '' for the default metadata. */
  readonly version: string
  readonly ordering: Order
}

const ENABLED = Uint8Array.of(1)
const DISABLED = Uint8Array.of(2)
const decodeParams = remember((bytes) => Params.decode(bytes))
const ZERO_HEIGHT = { revisionNumber: 0n, revisionHeight: 0n }

/** The controller, which owns accounts on other chains. Source: ibc-go v10.5.0 apps/27-interchain-accounts/controller/keeper. */
export class ControllerKeeper {
  readonly authority: string
  readonly channels: Channels
  readonly #sender: PacketSender
  readonly #router: () => Router
  readonly #account: string

  constructor(options: ControllerOptions) {
    this.authority = options.authority
    this.channels = options.channels
    this.#sender = options.sender
    this.#router = options.router
    this.#account = options.account
  }

  /** @throws GoPanic when none are stored */
  params(ctx: Context): Params {
    const bytes = ctx.store(CONTROLLER_STORE).get(PARAMS_KEY)
    if (bytes === undefined) throw new GoPanic('ica/controller params are not set in store')
    return decodeParams(bytes)
  }
  setParams(ctx: Context, params: Params): void {
    ctx.store(CONTROLLER_STORE).set(PARAMS_KEY, Params.encode(params).finish())
  }
  /** @throws ChainError icacontroller/2 */
  assertEnabled(ctx: Context): void {
    if (!this.params(ctx).controllerEnabled) throw ErrControllerDisabled.error()
  }

  /** Whether the underlying application is called for a port's packets. */
  isMiddlewareEnabled(ctx: Context, portId: string, connectionId: string): boolean {
    return equalBytes(ctx.store(CONTROLLER_STORE).get(middlewareKey(portId, connectionId)) ?? DISABLED, ENABLED)
  }
  setMiddleware(ctx: Context, portId: string, connectionId: string, enabled: boolean): void {
    ctx.store(CONTROLLER_STORE).set(middlewareKey(portId, connectionId), enabled ? ENABLED : DISABLED)
  }

  /** Starts to open a channel for an owner. Source: controller/keeper/msg_server.go, account.go `RegisterInterchainAccount` */
  register(
    ctx: Context,
    { owner, connectionId, version, ordering }: Registration,
  ): { portId: string; channelId: string } {
    const portId = controllerPort(owner)
    if (this.isMiddlewareEnabled(ctx, portId, connectionId) && !this.#isClosed(ctx, portId, connectionId))
      throw ErrInvalidChannelFlow.error('channel is already active or a handshake is in flight')
    this.setMiddleware(ctx, portId, connectionId, false)
    const open = openActiveChannel(ctx, CONTROLLER_STORE, this.channels, connectionId, portId)
    if (open !== undefined)
      throw ErrActiveChannelAlreadySet.error(
        `existing active channel ${open} for portID ${portId} on connection ${connectionId}`,
      )
    setPort(ctx, CONTROLLER_STORE, portId)
    const order = ordering === Order.ORDER_NONE_UNSPECIFIED ? Order.ORDER_UNORDERED : ordering
    return { portId, channelId: this.#openChannel(ctx, portId, connectionId, version, order) }
  }

  #openChannel(ctx: Context, portId: string, connectionId: string, version: string, ordering: Order): string {
    const channel = {
      state: State.STATE_INIT,
      ordering,
      counterparty: { portId: HOST_PORT, channelId: '' },
      connectionHops: [connectionId],
      version,
    }
    const value = MsgChannelOpenInit.encode({ portId, channel, signer: this.#account }).finish()
    const message = { typeUrl: MsgChannelOpenInit.typeUrl, value }
    const { data, events } = this.#router().handler(message.typeUrl)!(ctx, message)
    ctx.events.emit(...events)
    return MsgChannelOpenInitResponse.decode(data).channelId
  }

  /** @param timeout nanoseconds since 1970 @returns the packet's sequence. Source: controller/keeper/relay.go `sendTx` */
  sendTx(
    ctx: Context,
    connectionId: string,
    portId: string,
    data: InterchainAccountPacketData,
    timeout: bigint,
  ): bigint {
    this.assertEnabled(ctx)
    const channelId = openActiveChannel(ctx, CONTROLLER_STORE, this.channels, connectionId, portId)
    if (channelId === undefined)
      throw ErrActiveChannelNotFound.error(
        `failed to retrieve active channel on connection ${connectionId} for port ${portId}`,
      )
    if (ctx.block.time >= timeout) throw ErrInvalidTimeoutTimestamp.error()
    wrapping('invalid interchain account packet data', () => validatePacketData(data))
    return this.#sender.send(ctx, portId, channelId, ZERO_HEIGHT, timeout, encodePacketData(data))
  }

  /** @returns the version of the channel. Source: controller/keeper/handshake.go `OnChanOpenInit` */
  openInit(ctx: Context, opening: ChannelOpening, version: string): string {
    const { portId, counterparty, connectionHops, ordering } = opening
    const [connectionId] = connectionHops as [string]
    assertControllerPort(portId)
    if (counterparty.portId !== HOST_PORT)
      throw ErrInvalidHostPort.error(`expected ${HOST_PORT}, got ${counterparty.portId}`)
    const metadata = isBlank(version)
      ? defaultMetadata(connectionId, counterpartyConnection(ctx, this.channels, connectionId))
      : readMetadata(version)
    validateMetadata(ctx, this.channels, connectionId, 'controller', metadata)
    const active = activeChannel(ctx, CONTROLLER_STORE, connectionId, portId)
    if (active !== undefined) {
      const channel = closedChannel(ctx, this.channels, portId, active)
      if (channel.ordering !== ordering)
        throw ErrInvalidChannelOrdering.error(
          `order cannot change when reopening a channel expected ${orderToJSON(channel.ordering)}, got ${orderToJSON(ordering)}`,
        )
      // The reference reads the channel a second time for its version.
      if (!isPreviousMetadata(this.channels.get(ctx, portId, active)!.version, metadata))
        throw ErrInvalidVersion.error('previous active channel metadata does not match provided version')
    }
    return metadataText(metadata)
  }

  /** Source: controller/keeper/handshake.go `OnChanOpenAck` */
  openAck(ctx: Context, portId: string, channelId: string, counterpartyVersion: string): void {
    if (portId === HOST_PORT) throw ErrInvalidControllerPort.error(`portID cannot be host chain port ID: ${HOST_PORT}`)
    assertControllerPort(portId)
    const metadata = readMetadata(counterpartyVersion)
    const connectionId = metadata.controllerConnectionId
    const open = openActiveChannel(ctx, CONTROLLER_STORE, this.channels, connectionId, portId)
    if (open !== undefined)
      throw ErrActiveChannelAlreadySet.error(`existing active channel ${open} for portID ${portId}`)
    const channel = this.channels.get(ctx, portId, channelId)
    if (channel === undefined)
      throw ErrChannelNotFound.error(`failed to retrieve channel ${channelId} on port ${portId}`)
    validateMetadata(ctx, this.channels, channel.connectionHops[0]!, 'controller', metadata)
    if (isBlank(metadata.address)) throw ErrInvalidAccountAddress.error('interchain account address cannot be empty')
    setActiveChannel(ctx, CONTROLLER_STORE, connectionId, portId, channelId)
    setAccountAddress(ctx, CONTROLLER_STORE, connectionId, portId, metadata.address)
  }

  /** The connection of a channel. @throws ChainError channel/3 */
  connectionOf(ctx: Context, portId: string, channelId: string): string {
    const channel = this.channels.get(ctx, portId, channelId)
    if (channel === undefined) throw ErrChannelNotFound.error(`port ID (${portId}) channel ID (${channelId})`)
    return channel.connectionHops[0]!
  }

  #isClosed(ctx: Context, portId: string, connectionId: string): boolean {
    const channelId = activeChannel(ctx, CONTROLLER_STORE, connectionId, portId)
    return channelId !== undefined && this.channels.get(ctx, portId, channelId)?.state === State.STATE_CLOSED
  }
}

function assertControllerPort(portId: string): void {
  if (!portId.startsWith(CONTROLLER_PREFIX))
    throw ErrInvalidControllerPort.error(`expected ${CONTROLLER_PREFIX}{owner-account-address}, got ${portId}`)
}
