import { ChainError } from '../../base/index.js'
import {
  addressText,
  event,
  GoPanic,
  parseAccAddress,
  walk,
  wrapError,
  wrapping,
  type Context,
} from '../../chain/index.js'
import { remember, type Coin } from '../../codec/index.js'
import { FeeInfo, FeeParams, NO_FEE, type Fee, type PacketId } from '../../codec/neutron/feerefunder.js'
import type { NeutronRelease } from '../../codec/neutron/release.js'
import type { BankKeeper, HasChannel } from './expected.js'
import { checkAgainstMinimum, ErrChannelNotFound, totalOf, validateFee } from './fee.js'
import { feeKey, FEES_PREFIX, PARAMS_KEY, STORE } from './keys.js'

const NO_PARAMS: FeeParams = { minFee: NO_FEE, feeEnabled: false }
const decodeParams = remember((bytes) => FeeParams.decode(bytes))

/** Name of the module and of the account that holds the fees. */
const MODULE = 'feerefunder'
const MESSAGE = event('message', ['module', MODULE])

/** Fees that contracts lock for the relayers of their packets. Source: neutron x/feerefunder/keeper (06e81b9f). */
export class FeeRefunderKeeper {
  /** Bech32 address that may change the params: the gov module account. */
  readonly authority: string
  readonly release: NeutronRelease
  readonly #bank: BankKeeper
  readonly #hasChannel: HasChannel

  constructor(options: {
    readonly bank: BankKeeper
    readonly hasChannel: HasChannel
    readonly authority: string
    /** Default: Neutron's. */
    readonly release?: NeutronRelease | undefined
  }) {
    this.authority = options.authority
    this.release = options.release ?? 'neutron'
    this.#bank = options.bank
    this.#hasChannel = options.hasChannel
  }

  params(ctx: Context): FeeParams {
    const bytes = ctx.store(STORE).get(PARAMS_KEY)
    return bytes === undefined ? NO_PARAMS : decodeParams(bytes)
  }
  setParams(ctx: Context, params: FeeParams): void {
    ctx.store(STORE).set(PARAMS_KEY, FeeParams.encode(params).finish())
  }

  /** Locks the fees of a packet, paid by its sender. @throws ChainError sdk/10, sdk/13, channel/3, sdk/5 */
  lock(ctx: Context, payer: Uint8Array, packetId: PacketId, fee: Fee): void {
    if (!this.params(ctx).feeEnabled) return
    wrapping('fees check failed', () => {
      const { minFee } = this.params(ctx)
      wrapping('fees do not pass validation', () => validateFee(fee))
      checkAgainstMinimum(fee, minFee)
    })
    const { portId, channelId, sequence } = packetId
    if (!this.#hasChannel(ctx, portId, channelId))
      throw ErrChannelNotFound.error(`channel with id ${channelId} and port ${portId} not found`)
    const address = addressText(ctx.prefix, payer)
    this.store(ctx, { payer: address, packetId, fee })
    wrapping('failed to send coins during fees locking', () =>
      this.#bank.sendToModule(ctx, payer, MODULE, totalOf(fee)),
    )
    ctx.events.emit(
      event(
        'lock_fees',
        ['payer', address],
        ['port_id', portId],
        ['channel_id', channelId],
        ['sequence', String(sequence)],
      ),
      MESSAGE,
    )
  }

  /** The packet was acknowledged: the relayer gets the ack fee, and the sender gets the timeout fee back. */
  distributeAcknowledged(ctx: Context, relayer: Uint8Array, packetId: PacketId): void {
    this.#distribute(ctx, relayer, packetId, 'ack', 'timeout')
  }
  /** The packet timed out: the relayer gets the timeout fee, and the sender gets the ack fee back. */
  distributeTimedOut(ctx: Context, relayer: Uint8Array, packetId: PacketId): void {
    this.#distribute(ctx, relayer, packetId, 'timeout', 'ack')
  }

  feeInfo(ctx: Context, packetId: PacketId): FeeInfo | undefined {
    const bytes = ctx.store(STORE).get(feeKey(packetId))
    return bytes && FeeInfo.decode(bytes)
  }
  store(ctx: Context, info: FeeInfo): void {
    ctx.store(STORE).set(feeKey(info.packetId), FeeInfo.encode(info).finish())
  }
  all(ctx: Context): readonly FeeInfo[] {
    return Array.from(walk(ctx.store(STORE), FEES_PREFIX), ([, value]) => FeeInfo.decode(value))
  }

  #distribute(
    ctx: Context,
    relayer: Uint8Array,
    packetId: PacketId,
    due: 'ack' | 'timeout',
    unused: 'ack' | 'timeout',
  ): void {
    const info = this.feeInfo(ctx, packetId)
    if (info === undefined) return
    const fees = { ack: info.fee.ackFee, timeout: info.fee.timeoutFee }
    const receiver = addressText(ctx.prefix, relayer)
    const { channelId, portId, sequence } = packetId
    const id = `{${channelId} ${portId} ${sequence}}`
    this.#pay(ctx, relayer, fees[due], `error distributing ${due} fee: receiver = ${receiver}, packetID=${id}`)
    const payer = parseAccAddress(ctx.prefix, info.payer)
    this.#pay(
      ctx,
      payer,
      fees[unused],
      `error distributing unused ${unused} fee: receiver = ${info.payer}, packetID=${id}`,
    )
    ctx.events.emit(
      event(
        `distribute_${due}_fee`,
        ['receiver', receiver],
        ['port_id', portId],
        ['channel_id', channelId],
        ['sequence', String(sequence)],
      ),
      MESSAGE,
    )
    ctx.store(STORE).delete(feeKey(packetId))
  }

  /** The locked coins must be there; anything else is a panic. */
  #pay(ctx: Context, to: Uint8Array, coins: readonly Coin[], text: string): void {
    try {
      this.#bank.sendFromModule(ctx, MODULE, to, coins)
    } catch (error) {
      if (!(error instanceof ChainError)) throw error
      const step = wrapError(error, `error distributing fee to a receiver: ${addressText(ctx.prefix, to)}`)
      throw new GoPanic(wrapError(step, text).log)
    }
  }
}
