import { NO_BYTES } from '../../base/index.js'
import { event, GoPanic, type Context } from '../../chain/index.js'
import { FLOW_STEPS, type Flow } from './flow.js'
import { HourEpoch, RateLimit, WhitelistedAddressPair } from '../../codec/messages/ratelimit.v1.js'
import { keyBytes, prefixEnd, type Key, type KVStore } from '../../store/index.js'
import type { MsgAddRateLimit } from '../../codec/messages/ratelimit.v1.js'
import {
  ErrChannelNotFound,
  ErrDenomBlacklisted,
  ErrLimitExists,
  ErrLimitNotFound,
  ErrZeroChannelValue,
} from './errors.js'
import type { BankKeeper, Channels } from './expected.js'
import {
  BLACKLIST_PREFIX,
  blacklistKey,
  CHANNEL_BYTES,
  EPOCH_KEY,
  limitKey,
  LIMITS_PREFIX,
  NAME,
  PENDING_PREFIX,
  pendingKey,
  pendingOf,
  WHITELIST_PREFIX,
  whitelistKey,
} from './keys.js'
import type { Direction, LimitedPacket } from './packet.js'

const PRESENT = Uint8Array.of(1)

/** The port whose channels have limits. Source: rate-limiting v10.1.0 keeper/rate_limit.go. */
const PORT = 'transfer'

type Quota = Pick<
  MsgAddRateLimit,
  'denom' | 'channelOrClientId' | 'maxPercentSend' | 'maxPercentRecv' | 'durationHours'
>

/** How much of a denomination's supply may pass a channel in some hours. Source: rate-limiting v10.1.0 keeper. */
export class RateLimitKeeper {
  readonly bank: BankKeeper
  readonly channels: Channels
  /** Bech32; who may change limits. */
  readonly authority: string

  constructor(options: Pick<RateLimitKeeper, 'bank' | 'channels' | 'authority'>) {
    this.bank = options.bank
    this.channels = options.channels
    this.authority = options.authority
  }

  limit(ctx: Context, denom: string, channel: string): RateLimit | undefined {
    const bytes = store(ctx).get(limitKey(denom, channel)) ?? NO_BYTES
    return bytes.length === 0 ? undefined : RateLimit.decode(bytes)
  }
  limits(ctx: Context): readonly RateLimit[] {
    return valuesBelow(ctx, LIMITS_PREFIX).map(([, value]) => RateLimit.decode(value))
  }
  setLimit(ctx: Context, limit: RateLimit): void {
    const { denom, channelOrClientId } = limit.path!
    store(ctx).set(limitKey(denom, channelOrClientId), RateLimit.encode(limit).finish())
  }

  /** @throws ChainError ratelimit/3, 1, 6. Source: keeper/rate_limit.go `AddRateLimit`. */
  add(ctx: Context, quota: Quota): void {
    const { denom, channelOrClientId: channel } = quota
    const channelValue = this.bank.supply(ctx, denom).amount
    if (channelValue === 0n) throw ErrZeroChannelValue.error()
    if (this.limit(ctx, denom, channel) !== undefined) throw ErrLimitExists.error()
    if (!this.channels.hasChannel(ctx, PORT, channel) && !this.channels.hasClient(ctx, channel))
      throw ErrChannelNotFound.error()
    this.setLimit(ctx, newLimit(quota, channelValue))
  }
  /** @throws ChainError ratelimit/2 */
  update(ctx: Context, quota: Quota): void {
    this.#find(ctx, quota.denom, quota.channelOrClientId)
    this.setLimit(ctx, newLimit(quota, this.bank.supply(ctx, quota.denom).amount))
  }
  /** @throws ChainError ratelimit/2 */
  remove(ctx: Context, denom: string, channel: string): void {
    this.#find(ctx, denom, channel)
    store(ctx).delete(limitKey(denom, channel))
  }
  /** Forgets what has passed. @throws ChainError ratelimit/2 */
  reset(ctx: Context, denom: string, channel: string): void {
    const limit = this.#find(ctx, denom, channel)
    this.setLimit(ctx, { ...limit, flow: noFlow(this.bank.supply(ctx, denom).amount) })
    const own = store(ctx)
    for (const [key] of valuesBelow(ctx, pendingOf(channel))) own.delete(key)
  }
  #find(ctx: Context, denom: string, channel: string): RateLimit {
    const limit = this.limit(ctx, denom, channel)
    if (limit === undefined) throw ErrLimitNotFound.error()
    return limit
  }

  /** Counts a packet. @returns whether there is a limit that counts it @throws ChainError ratelimit/7, 4. Source: keeper/flow.go `CheckRateLimitAndUpdateFlow`. */
  count(ctx: Context, direction: Direction, packet: LimitedPacket): boolean {
    const { channel, denom, amount, sender, receiver } = packet
    if ((store(ctx).get(blacklistKey(denom)) ?? NO_BYTES).length > 0) {
      const error = ErrDenomBlacklisted.error(`denom ${denom} is blacklisted`)
      denied(ctx, 'blacklisted_denom', direction, packet, error.log)
      throw error
    }
    const limit = this.limit(ctx, denom, channel)
    if (limit === undefined) return false
    if ((store(ctx).get(whitelistKey(sender, receiver)) ?? NO_BYTES).length > 0) return false
    const flow = FLOW_STEPS[direction](limit.flow!, amount, limit.quota!)
    if (!('inflow' in flow)) {
      denied(ctx, 'rate_limit_exceeded', direction, packet, flow.log)
      throw flow
    }
    this.setLimit(ctx, { ...limit, flow })
    return true
  }

  /** Takes back what a packet that did not arrive was counted for, if that was since the limit was last reset. Source: keeper/flow.go `UndoSendPacket`. */
  undo(ctx: Context, sequence: bigint, { channel, denom, amount }: LimitedPacket): void {
    const limit = this.limit(ctx, denom, channel)
    if (limit === undefined) return
    if ((store(ctx).get(pendingKey(channel, sequence)) ?? NO_BYTES).length === 0) return
    this.setLimit(ctx, { ...limit, flow: { ...limit.flow!, outflow: limit.flow!.outflow - amount } })
    this.forget(ctx, channel, sequence)
  }
  remember(ctx: Context, channel: string, sequence: bigint): void {
    store(ctx).set(pendingKey(channel, sequence), PRESENT)
  }
  forget(ctx: Context, channel: string, sequence: bigint): void {
    store(ctx).delete(pendingKey(channel, sequence))
  }
  /** Channel and sequence of packets that were counted and are not yet answered. */
  pending(ctx: Context): readonly (readonly [channel: string, sequence: bigint])[] {
    return valuesBelow(ctx, PENDING_PREFIX).map(([key]) => {
      const bytes = keyBytes(key).subarray(PENDING_PREFIX.length)
      const name = Buffer.from(bytes.subarray(0, CHANNEL_BYTES)).toString().replace(/\0+$/, '')
      return [name, Buffer.from(bytes).readBigUInt64BE(CHANNEL_BYTES)]
    })
  }

  blacklist(ctx: Context, denom: string): void {
    store(ctx).set(blacklistKey(denom), PRESENT)
  }
  blacklisted(ctx: Context): readonly string[] {
    return valuesBelow(ctx, BLACKLIST_PREFIX).map(([key]) =>
      Buffer.from(keyBytes(key).subarray(BLACKLIST_PREFIX.length)).toString(),
    )
  }
  whitelist(ctx: Context, pair: WhitelistedAddressPair): void {
    store(ctx).set(whitelistKey(pair.sender, pair.receiver), WhitelistedAddressPair.encode(pair).finish())
  }
  whitelisted(ctx: Context): readonly WhitelistedAddressPair[] {
    return valuesBelow(ctx, WHITELIST_PREFIX).map(([, value]) => WhitelistedAddressPair.decode(value))
  }

  /** @throws GoPanic before genesis */
  epoch(ctx: Context): HourEpoch {
    const bytes = store(ctx).get(EPOCH_KEY) ?? NO_BYTES
    if (bytes.length === 0) throw new GoPanic('Hour epoch not found')
    return HourEpoch.decode(bytes)
  }
  setEpoch(ctx: Context, epoch: HourEpoch): void {
    store(ctx).set(EPOCH_KEY, HourEpoch.encode(epoch).finish())
  }

  /** Starts the next hour when it is time, and resets the limits whose hours are over. Source: keeper/abci.go, keeper/epoch.go. */
  beginBlock(ctx: Context): void {
    const epoch = this.epoch(ctx)
    const end = epoch.epochStartTime + epoch.duration
    if (ctx.block.time <= end) return
    const epochNumber = epoch.epochNumber + 1n
    this.setEpoch(ctx, { ...epoch, epochNumber, epochStartTime: end, epochStartHeight: BigInt(ctx.block.height) })
    for (const { path, quota } of this.limits(ctx))
      if (quota!.durationHours !== 0n && epochNumber % quota!.durationHours === 0n)
        this.reset(ctx, path!.denom, path!.channelOrClientId)
  }
}

const store = (ctx: Context): KVStore => ctx.store(NAME)

/** All rows with a prefix, read before any is changed. */
function valuesBelow(ctx: Context, prefix: Key): readonly (readonly [key: Key, value: Uint8Array])[] {
  const rows = store(ctx).iterator(prefix, prefixEnd(prefix))
  const found: [Key, Uint8Array][] = []
  for (; rows.valid; rows.next()) found.push([rows.key, rows.value])
  rows.close()
  return found
}

const noFlow = (channelValue: bigint): Flow => ({ inflow: 0n, outflow: 0n, channelValue })
const newLimit = (quota: Quota, channelValue: bigint): RateLimit => ({
  path: { denom: quota.denom, channelOrClientId: quota.channelOrClientId },
  quota: {
    maxPercentSend: quota.maxPercentSend,
    maxPercentRecv: quota.maxPercentRecv,
    durationHours: quota.durationHours,
  },
  flow: noFlow(channelValue),
})

/** Source: keeper/events.go. */
function denied(
  ctx: Context,
  reason: string,
  direction: Direction,
  { denom, channel, amount }: LimitedPacket,
  error: string,
): void {
  ctx.events.emit(
    event(
      'transfer_denied',
      ['module', NAME],
      ['reason', reason],
      ['action', `packet_${direction}`],
      ['denom', denom],
      ['channel_or_client', channel],
      ['amount', String(amount)],
      ['error', error],
    ),
  )
}
