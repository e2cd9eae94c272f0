import { Params } from 'cosmjs-types/ibc/applications/interchain_accounts/host/v1/host'
import { concatBytes, toUtf8 } from '../../../base/index.js'
import {
  addressHash,
  addressText,
  GoPanic,
  parseAccAddress,
  plainError,
  rethrowing,
  reworded,
  wrapping,
  type Context,
} from '../../../chain/index.js'
import { encodeAny, ProtoWriter, remember, type Any } from '../../../codec/index.js'
import {
  ErrAccountAlreadyExist,
  ErrChannelNotFound,
  ErrHostDisabled,
  ErrIbcInvalidType,
  ErrIbcNotFound,
  ErrIbcUnauthorized,
  ErrInterchainAccountNotFound,
  ErrInvalidAccountReopening,
  ErrInvalidHostPort,
  ErrInvalidRoute,
  ErrUnknownDataType,
} from '../errors.js'
import type { AccountKeeper, ChannelOpening, Channels, Packet, Router } from '../expected.js'
import { HOST_PORT, HOST_STORE, ICA_MODULE, PARAMS_KEY } from '../keys.js'
import {
  counterpartyConnection,
  defaultMetadata,
  metadataText,
  readMetadata,
  validateMetadata,
  type Metadata,
} from '../metadata.js'
import { decodeCosmosTx, decodePacketData, isNil, Type, type InterchainAccountPacketData } from '../packet-data.js'
import { accountAddress, activeChannel, closedChannel, setAccountAddress, setActiveChannel } from '../state.js'

export interface HostOptions {
  readonly channels: Channels
  readonly accounts: AccountKeeper
  readonly router: () => Router
  /** The app hash before the current block. */
  readonly appHash: () => Uint8Array
  /** Bech32 address that may change the params: the gov module account. */
  readonly authority: string
}

/** Allows all messages. */
export const ALL_MESSAGES = '*'
const decodeParams = remember((bytes) => Params.decode(bytes))

/** The host, which holds the accounts. Source: ibc-go v10.5.0 apps/27-interchain-accounts/host/keeper. */
export class HostKeeper {
  readonly authority: string
  readonly #channels: Channels
  readonly #accounts: AccountKeeper
  readonly #router: () => Router
  readonly #appHash: () => Uint8Array

  constructor(options: HostOptions) {
    this.authority = options.authority
    this.#channels = options.channels
    this.#accounts = options.accounts
    this.#router = options.router
    this.#appHash = options.appHash
  }

  /** @throws GoPanic when none are stored */
  params(ctx: Context): Params {
    const bytes = ctx.store(HOST_STORE).get(PARAMS_KEY)
    if (bytes === undefined) throw new GoPanic('ica/host params are not set in store')
    return decodeParams(bytes)
  }
  setParams(ctx: Context, params: Params): void {
    ctx.store(HOST_STORE).set(PARAMS_KEY, Params.encode(params).finish())
  }
  /** @throws ChainError icahost/2 */
  assertEnabled(ctx: Context): void {
    if (!this.params(ctx).hostEnabled) throw ErrHostDisabled.error()
  }

  /** Creates the account, or reuses the existing one. @returns the version of the channel. Source: host/keeper/handshake.go `OnChanOpenTry` */
  openTry(ctx: Context, { portId, counterparty, connectionHops }: ChannelOpening, counterpartyVersion: string): string {
    if (portId !== HOST_PORT) throw ErrInvalidHostPort.error(`expected ${HOST_PORT}, got ${portId}`)
    const [connectionId] = connectionHops as [string]
    const metadata = { ...this.#proposed(ctx, connectionId, counterpartyVersion), hostConnectionId: connectionId }
    validateMetadata(ctx, this.#channels, connectionId, 'host', metadata)
    const active = activeChannel(ctx, HOST_STORE, connectionId, counterparty.portId)
    if (active !== undefined) closedChannel(ctx, this.#channels, portId, active)
    const address =
      this.#existing(ctx, connectionId, counterparty.portId) ?? this.#create(ctx, connectionId, counterparty.portId)
    return metadataText({ ...metadata, address })
  }

  #proposed(ctx: Context, connectionId: string, version: string): Metadata {
    try {
      return readMetadata(version)
    } catch (error) {
      if (!ErrIbcInvalidType.is(error)) throw error
      return wrapping(`failed to retrieve connection ${connectionId}`, () =>
        defaultMetadata(counterpartyConnection(ctx, this.#channels, connectionId), connectionId),
      )
    }
  }

  #existing(ctx: Context, connectionId: string, controllerPort: string): string | undefined {
    const address = accountAddress(ctx, HOST_STORE, connectionId, controllerPort)
    if (address === undefined) return undefined
    if (this.#accounts.get(ctx, parseAccAddress(ctx.prefix, address))?.owner === undefined)
      throw ErrInvalidAccountReopening.error(
        `existing account address ${address}, does not have interchain account type`,
      )
    return address
  }

  /** Source: host/keeper/account.go `createInterchainAccount` */
  #create(ctx: Context, connectionId: string, controllerPort: string): string {
    const address = generateAddress(connectionId, controllerPort, this.#appHash())
    const text = addressText(ctx.prefix, address)
    if (this.#accounts.get(ctx, address) !== undefined)
      throw reworded(ErrAccountAlreadyExist, ctx.release.texts.accountExists).error(
        `existing account for newly generated interchain account address ${text}`,
      )
    const accountNumber = this.#accounts.nextNumber(ctx, address)
    this.#accounts.set(ctx, { address, publicKey: undefined, accountNumber, sequence: 0n, owner: controllerPort })
    setAccountAddress(ctx, HOST_STORE, connectionId, controllerPort, text)
    return text
  }

  /** @throws ChainError channel/3 */
  openConfirm(ctx: Context, portId: string, channelId: string): void {
    const channel = this.#channels.get(ctx, portId, channelId)
    if (channel === undefined)
      throw ErrChannelNotFound.error(`failed to retrieve channel ${channelId} on port ${portId}`)
    setActiveChannel(ctx, HOST_STORE, channel.connectionHops[0]!, channel.counterparty.portId, channelId)
  }

  /** Runs the messages of a packet: all of them, or none. @returns their responses. Source: host/keeper/relay.go `OnRecvPacket` */
  receive(ctx: Context, packet: Packet): Uint8Array {
    const data = readData(packet)
    const { destinationPort, destinationChannel } = packet
    const version = this.#channels.get(ctx, destinationPort, destinationChannel)?.version
    if (version === undefined)
      throw ErrIbcNotFound.error(`app version not found for port ${destinationPort} and channel ${destinationChannel}`)
    const { encoding } = readMetadata(version)
    if (data.type !== Type.TYPE_EXECUTE_TX) throw ErrUnknownDataType.error()
    const messages = wrapping('failed to deserialize interchain account transaction', () =>
      decodeCosmosTx(data.data, encoding, this.#router()),
    )
    return wrapping('failed to execute interchain account transaction', () => this.#execute(ctx, packet, messages))
  }

  #execute(ctx: Context, packet: Packet, messages: readonly Any[]): Uint8Array {
    const channel = this.#channels.get(ctx, packet.destinationPort, packet.destinationChannel)
    if (channel === undefined) throw ErrChannelNotFound.error()
    this.#authenticate(ctx, messages, channel.connectionHops[0]!, packet.sourcePort)
    const branch = ctx.branch()
    const responses = new ProtoWriter()
    try {
      for (const message of messages) responses.message(2, encodeAny(this.#run(branch.ctx, message)))
    } catch (error) {
      branch.discard()
      throw error
    }
    branch.write()
    return responses.finish()
  }

  #authenticate(ctx: Context, messages: readonly Any[], connectionId: string, portId: string): void {
    const address = accountAddress(ctx, HOST_STORE, connectionId, portId)
    if (address === undefined)
      throw ErrInterchainAccountNotFound.error(`failed to retrieve interchain account on port ${portId}`)
    const { allowMessages } = this.params(ctx)
    for (const message of messages) {
      const type = isNil(message) ? '/' : message.typeUrl
      if (!isAllowed(allowMessages, type)) throw ErrIbcUnauthorized.error(`message type not allowed: ${type}`)
      const signers = wrapping(`failed to obtain message signers for message type ${type}`, () =>
        this.#signers(ctx, message),
      )
      for (const signer of signers)
        if (signer !== address)
          throw ErrIbcUnauthorized.error(`unexpected signer address: expected ${address}, got ${signer}`)
    }
  }

  #signers(ctx: Context, message: Any): readonly string[] {
    if (isNil(message))
      throw plainError('expecting non nil value to create a new Any, failed packing protobuf message to Any')
    const { signers } = this.#router().decode(message)
    return signers.map((signer) => addressText(ctx.prefix, parseAccAddress(ctx.prefix, signer)))
  }

  #run(ctx: Context, message: Any): Any {
    const handler = this.#router().handler(message.typeUrl)
    if (handler === undefined) throw ErrInvalidRoute.error()
    const { events, msgResponses } = handler(ctx, message)
    ctx.events.emit(...events)
    return msgResponses[0]!
  }
}

function readData({ data }: Packet): InterchainAccountPacketData {
  return rethrowing(
    () => ErrIbcInvalidType.error('cannot unmarshal ICS-27 interchain account packet data'),
    () => decodePacketData(data),
  )
}

const isAllowed = (allowed: readonly string[], typeUrl: string): boolean =>
  (allowed.length === 1 && allowed[0] === ALL_MESSAGES) || allowed.includes(typeUrl)

/** Source: cosmos-sdk types/address/hash.go `Module`, `Derive`. */
const ACCOUNTS = addressHash(
  toUtf8('module'),
  concatBytes(toUtf8(ICA_MODULE), Uint8Array.of(0), toUtf8('icahost-accounts')),
)

/** Source: ibc-go v10 apps/27-interchain-accounts/types/account.go `GenerateAddress`. */
const generateAddress = (connectionId: string, controllerPort: string, appHash: Uint8Array): Uint8Array =>
  addressHash(ACCOUNTS, concatBytes(toUtf8(connectionId + controllerPort), appHash))
