import { addressText, GoPanic, parseAddress, rethrowing, walk, wrapping, type Context } from '../../chain/index.js'
import { Params } from 'cosmjs-types/ibc/applications/transfer/v1/transfer'
import { Denom as DenomCodec } from 'cosmjs-types/ibc/applications/transfer/v1/token'
import { textOf, NO_BYTES, toUtf8 } from '../../base/index.js'
import {
  addCoins,
  decodeInt,
  protoString,
  ProtoWriter,
  readProto,
  remember,
  toUpper,
  type Coin,
} from '../../codec/index.js'
import type { Acknowledgement } from '../../codec/ibc/index.js'
import {
  bankDenom,
  encodePacketData,
  hashOf,
  hasPrefix,
  pathOf,
  type Denom,
  type PacketData,
} from '../../chain/ibc/index.js'
import { parseHash, positiveAmount } from './denom.js'
import { encodeTransfer, JSON_ENCODING } from './encodings.js'
import {
  ErrDenomNotFound,
  ErrIbcInvalidAddress,
  ErrIbcInvalidType,
  ErrIbcUnauthorized,
  ErrInvalidAmount,
  ErrInvalidDenomForTransfer,
  ErrReceiveDisabled,
  ErrSendDisabled,
} from './errors.js'
import { denomSeen, transferSent } from './events.js'
import type { BankKeeper, BankSettings, Channels, PacketSender, PacketSender2 } from './expected.js'
import {
  denomKey,
  DENOMS_PREFIX,
  ESCROW_PREFIX,
  escrowAddress,
  PARAMS_KEY,
  PORT_KEY,
  STORE,
  totalEscrowKey,
  TRANSFER,
  VERSION,
} from './keys.js'
import { validatePacketData, validateTransferData, type TransferData } from './packet-data.js'
import type { TransferRequest } from './request.js'

/** An account in an error about it. @param given its address as the packet has it */
const named = (ctx: Context, address: Uint8Array, given: string): string =>
  ctx.release.printsGivenAddresses ? given : addressText(ctx.prefix, address)

const decodeParams = remember((bytes) => Params.decode(bytes))

export interface TransferOptions {
  readonly bank: BankKeeper
  readonly settings: BankSettings
  readonly channels: Channels
  readonly sender: PacketSender
  readonly sender2: PacketSender2
  /** Address of the module's account. */
  readonly account: Uint8Array
  /** Bech32 address that may change the params: the gov module account. */
  readonly authority: string
}

/** Amount that means the sender's whole balance. Source: ibc-go v10 apps/transfer `UnboundedSpendLimit` */
const EVERYTHING = (1n << 256n) - 1n

/** Tokens across chains: escrow and vouchers. Source: ibc-go v10.5.0 apps/transfer/keeper. */
export class TransferKeeper {
  readonly authority: string
  readonly channels: Channels
  readonly #bank: BankKeeper
  readonly #settings: BankSettings
  readonly #sender: PacketSender
  readonly #sender2: PacketSender2
  readonly #account: Uint8Array

  constructor(options: TransferOptions) {
    this.authority = options.authority
    this.channels = options.channels
    this.#bank = options.bank
    this.#settings = options.settings
    this.#sender = options.sender
    this.#sender2 = options.sender2
    this.#account = options.account
  }

  /** Sends tokens through a channel. @returns the packet's sequence. Source: keeper/msg_server.go `Transfer` */
  transfer(ctx: Context, request: TransferRequest): bigint {
    if (!this.params(ctx).sendEnabled) throw ErrSendDisabled.error()
    const { sourcePort, sourceChannel, receiver, memo, timeoutHeight, timeoutTimestamp } = request
    const sender = parseAddress(ctx, request.sender)
    const coin = this.#amountToSend(ctx, sender, request.token)
    const denom = this.denomOfCoin(ctx, coin.denom)
    const amount = String(coin.amount)
    const data = { denom: pathOf(denom), amount, sender: request.sender, receiver, memo }
    wrapping('failed to validate ics20-1 packet data', () => validatePacketData(data))
    if (this.channels.get(ctx, sourcePort, sourceChannel) === undefined)
      return this.#sendBetweenClients(ctx, request, data)
    this.take(ctx, sourceChannel, denom, coin, sender)
    const sequence = this.#sender.send(
      ctx,
      TRANSFER,
      sourceChannel,
      timeoutHeight,
      timeoutTimestamp,
      encodePacketData(data),
    )
    ctx.events.emit(...transferSent({ ...data, denom }))
    return sequence
  }

  /** What has no channel is a client. Source: `transferV2Packet` */
  #sendBetweenClients(ctx: Context, { sourceChannel, timeoutTimestamp, encoding }: TransferRequest, data: PacketData) {
    const as = encoding || JSON_ENCODING
    const value = encodeTransfer(data, as)
    return this.#sender2.send(ctx, {
      sourceClient: sourceChannel,
      timeoutTimestamp,
      payload: { sourcePort: TRANSFER, destinationPort: TRANSFER, version: VERSION, encoding: as, value },
      signer: data.sender,
    })
  }

  #amountToSend(ctx: Context, sender: Uint8Array, token: Coin): Coin {
    if (token.amount !== EVERYTHING) return token
    const coin = this.#bank.spendableCoin(ctx, sender, token.denom)
    if (coin.amount === 0n) throw ErrInvalidAmount.error(`empty spendable balance for ${token.denom}`)
    return coin
  }

  /** Vouchers returning to their chain are burned, other coins are escrowed. Source: keeper/relay.go `SendTransfer` */
  take(ctx: Context, channelId: string, denom: Denom, coin: Coin, sender: Uint8Array): void {
    if (!this.params(ctx).sendEnabled) throw ErrSendDisabled.error()
    if (this.#isBlocked(sender))
      throw ErrIbcUnauthorized.error(`${addressText(ctx.prefix, sender)} is not allowed to send funds`)
    rethrowing(
      (error) => ErrSendDisabled.error(error.log),
      () => this.#settings.assertSendEnabled(ctx, [coin]),
    )
    if (!hasPrefix(denom, TRANSFER, channelId)) {
      this.#bank.send(ctx, sender, escrowAddress(TRANSFER, channelId), [coin])
      this.setTotalEscrow(ctx, coin.denom, this.totalEscrow(ctx, coin.denom) + coin.amount)
      return
    }
    this.#bank.sendToModule(ctx, sender, TRANSFER, [coin])
    rethrowing(
      (error) => new GoPanic(`cannot burn coins after a successful send to a module account: ${error.log}`),
      () => this.#bank.burn(ctx, TRANSFER, [coin]),
    )
  }

  /** Unescrows or mints the tokens of a received packet. @throws ChainError when it is refused. Source: keeper/relay.go `OnRecvPacket` */
  receive(
    ctx: Context,
    data: TransferData,
    source: { readonly portId: string; readonly channelId: string },
    destination: { readonly portId: string; readonly channelId: string },
  ): void {
    wrapping('error validating ICS-20 transfer packet data', () => validateTransferData(data))
    if (!this.params(ctx).receiveEnabled) throw ErrReceiveDisabled.error()
    const receiver = this.#receiver(ctx, data.receiver)
    if (this.#isBlocked(receiver))
      throw ErrIbcUnauthorized.error(`${named(ctx, receiver, data.receiver)} is not allowed to receive funds`)
    const amount = positiveAmount(data.amount)
    const { base, trace } = data.denom
    if (hasPrefix(data.denom, source.portId, source.channelId)) {
      const coin = { denom: bankDenom({ base, trace: trace.slice(1) }), amount }
      this.#unescrow(ctx, destination.portId, destination.channelId, receiver, coin)
    } else this.#giveVoucher(ctx, { base, trace: [destination, ...trace] }, amount, receiver, data.receiver)
  }

  #receiver(ctx: Context, text: string): Uint8Array {
    return rethrowing(
      () => ErrIbcInvalidAddress.error(`failed to decode receiver address: ${text}`),
      () => parseAddress(ctx, text),
    )
  }

  #giveVoucher(ctx: Context, denom: Denom, amount: bigint, receiver: Uint8Array, text: string): void {
    if (!ctx.store(STORE).has(denomKey(hashOf(denom)))) this.setDenom(ctx, denom)
    const voucher = { denom: bankDenom(denom), amount }
    if (!this.#settings.hasMetadata(ctx, voucher.denom)) this.setDenomMetadata(ctx, denom)
    ctx.events.emit(denomSeen(denom))
    wrapping('failed to mint IBC tokens', () => this.#bank.mint(ctx, TRANSFER, [voucher]))
    wrapping(`failed to send coins to receiver ${text}`, () => this.#bank.send(ctx, this.#account, receiver, [voucher]))
  }

  /** Refunds the tokens when the other side returned an error. Source: keeper/relay.go `OnAcknowledgementPacket` */
  acknowledge(ctx: Context, portId: string, channelId: string, data: TransferData, ack: Acknowledgement): void {
    if ('result' in ack) return
    if ('error' in ack) return this.refund(ctx, portId, channelId, data)
    throw ErrIbcInvalidType.error(
      'expected one of [types.Acknowledgement_Result, types.Acknowledgement_Error], got <nil>',
    )
  }

  /** Refunds the tokens of a packet. Source: keeper/relay.go `refundPacketTokens` */
  refund(ctx: Context, portId: string, channelId: string, data: TransferData): void {
    const sender = parseAddress(ctx, data.sender)
    if (this.#isBlocked(sender))
      throw ErrIbcUnauthorized.error(`${named(ctx, sender, data.sender)} is not allowed to receive funds`)
    const coin = { denom: bankDenom(data.denom), amount: positiveAmount(data.amount) }
    if (!hasPrefix(data.denom, portId, channelId)) return this.#unescrow(ctx, portId, channelId, sender, coin)
    this.#bank.mint(ctx, TRANSFER, [coin])
    rethrowing(
      (error) =>
        new GoPanic(
          `unable to send coins from module to account despite previously minting coins to module account: ${error.log}`,
        ),
      () => this.#bank.send(ctx, this.#account, sender, [coin]),
    )
  }

  #unescrow(ctx: Context, portId: string, channelId: string, receiver: Uint8Array, coin: Coin): void {
    wrapping(
      'unable to unescrow tokens, this may be caused by a malicious counterparty module or a bug: please open an issue on counterparty module',
      () => this.#bank.send(ctx, escrowAddress(portId, channelId), receiver, [coin]),
    )
    const rest = this.totalEscrow(ctx, coin.denom) - coin.amount
    if (rest < 0n) throw new GoPanic(`negative coin amount: ${rest}`)
    this.setTotalEscrow(ctx, coin.denom, rest)
  }

  /** The module's own account may always receive. */
  #isBlocked(address: Uint8Array): boolean {
    return Buffer.compare(address, this.#account) !== 0 && this.#bank.isBlocked(address)
  }

  /** @throws GoPanic when none are stored */
  params(ctx: Context): Params {
    const bytes = ctx.store(STORE).get(PARAMS_KEY)
    if (bytes === undefined) throw new GoPanic('transfer params are not set in store')
    return decodeParams(bytes)
  }
  setParams(ctx: Context, params: Params): void {
    ctx.store(STORE).set(PARAMS_KEY, Params.encode(params).finish())
  }

  port(ctx: Context): string {
    return textOf(ctx.store(STORE).get(PORT_KEY) ?? NO_BYTES)
  }
  setPort(ctx: Context, port: string): void {
    ctx.store(STORE).set(PORT_KEY, toUtf8(port))
  }

  denom(ctx: Context, hash: Uint8Array): Denom | undefined {
    const bytes = ctx.store(STORE).get(denomKey(hash))
    return bytes === undefined || bytes.length === 0 ? undefined : DenomCodec.decode(bytes)
  }
  hasDenom(ctx: Context, hash: Uint8Array): boolean {
    return ctx.store(STORE).has(denomKey(hash))
  }
  setDenom(ctx: Context, denom: Denom): void {
    ctx.store(STORE).set(denomKey(hashOf(denom)), DenomCodec.encode(denom).finish())
  }
  denoms(ctx: Context): readonly Denom[] {
    return Array.from(walk(ctx.store(STORE), DENOMS_PREFIX), ([, value]) => DenomCodec.decode(value))
  }
  /** The denom with its trace for a bank denom. @throws ChainError transfer/3, transfer/6 */
  denomOfCoin(ctx: Context, denom: string): Denom {
    if (!denom.startsWith('ibc/')) return { base: denom, trace: [] }
    const hex = denom.slice('ibc/'.length)
    const hash = rethrowing(
      (error) => ErrInvalidDenomForTransfer.error(error.log),
      () => parseHash(hex),
    )
    const found = this.denom(ctx, hash)
    if (found === undefined) throw ErrDenomNotFound.error(hex)
    return found
  }

  /** Bank metadata of a voucher, for wallets. Source: keeper/keeper.go `SetDenomMetadata` */
  setDenomMetadata(ctx: Context, denom: Denom): void {
    const path = pathOf(denom)
    this.#settings.setMetadata(ctx, {
      description: `IBC token from ${path}`,
      denomUnits: [{ denom: denom.base, exponent: 0, aliases: [] }],
      base: bankDenom(denom),
      display: path,
      name: `${path} IBC token`,
      symbol: toUpper(denom.base),
      uri: '',
      uriHash: '',
    })
  }

  totalEscrow(ctx: Context, denom: string): bigint {
    const bytes = ctx.store(STORE).get(totalEscrowKey(denom))
    return bytes === undefined || bytes.length === 0 ? 0n : decodeInt(protoString(readProto(bytes), 1))
  }
  setTotalEscrow(ctx: Context, denom: string, amount: bigint): void {
    const store = ctx.store(STORE)
    if (amount === 0n) store.delete(totalEscrowKey(denom))
    else store.set(totalEscrowKey(denom), new ProtoWriter().string(1, String(amount)).finish())
  }
  allEscrowed(ctx: Context): readonly Coin[] {
    const rows = Array.from(walk(ctx.store(STORE), ESCROW_PREFIX), ([key, value]): Coin => ({
      denom: Buffer.from(key.slice(ESCROW_PREFIX.length + 1), 'latin1').toString(),
      amount: decodeInt(protoString(readProto(value), 1)),
    }))
    return addCoins(rows)
  }
}
