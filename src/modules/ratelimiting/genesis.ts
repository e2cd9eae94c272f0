import type { Json } from '../../base/json-value.js'
import type { Context, GenesisReader } from '../../chain/index.js'
import { durationText, parseDuration, parseRfc3339, rfc3339Nano, ZERO_TIME } from '../../codec/index.js'
import type { HourEpoch, RateLimit } from '../../codec/messages/ratelimit.v1.js'
import type { RateLimitKeeper } from './keeper.js'

const HOUR = 3_600_000_000_000n

/** Source: rate-limiting v10.1.0 types/genesis.go. */
export const defaultGenesis = (): Json => ({
  params: {},
  rate_limits: [],
  whitelisted_address_pairs: [],
  blacklisted_denoms: [],
  pending_send_packet_sequence_numbers: [],
  hour_epoch: {
    epoch_number: '0',
    duration: durationText(HOUR),
    epoch_start_time: rfc3339Nano(ZERO_TIME),
    epoch_start_height: '0',
  },
})

/** @throws UsageError that names the place. Source: keeper/genesis.go. */
export function initGenesis(keeper: RateLimitKeeper, ctx: Context, json: GenesisReader): void {
  for (const limit of json.at('rate_limits').list()) keeper.setLimit(ctx, readLimit(limit))
  for (const denom of json.at('blacklisted_denoms').list()) keeper.blacklist(ctx, denom.string())
  for (const pair of json.at('whitelisted_address_pairs').list())
    keeper.whitelist(ctx, { sender: pair.at('sender').string(), receiver: pair.at('receiver').string() })
  for (const id of json.at('pending_send_packet_sequence_numbers').list()) {
    const [, channel, sequence] = /^([^/]*)\/(\d+)$/.exec(id.string()) ?? []
    if (channel === undefined) throw id.error('right: {channelId}/{sequenceNumber}')
    keeper.remember(ctx, channel, BigInt(sequence!))
  }
  keeper.setEpoch(ctx, epochAt(ctx, readEpoch(json.at('hour_epoch'))))
}

/** An epoch that has not begun begins on the hour of the genesis. */
function epochAt({ block }: Context, epoch: HourEpoch): HourEpoch {
  if (epoch.epochNumber > 0n) return epoch
  const epochStartTime = block.time - (block.time % HOUR)
  return {
    ...epoch,
    epochNumber: (block.time / HOUR) % 24n,
    epochStartTime,
    epochStartHeight: BigInt(block.height),
  }
}

export const exportGenesis = (keeper: RateLimitKeeper, ctx: Context): Json => ({
  params: {},
  rate_limits: keeper.limits(ctx).map(limitJson),
  whitelisted_address_pairs: keeper.whitelisted(ctx).map(({ sender, receiver }) => ({ sender, receiver })),
  blacklisted_denoms: [...keeper.blacklisted(ctx)],
  pending_send_packet_sequence_numbers: keeper.pending(ctx).map(([channel, sequence]) => `${channel}/${sequence}`),
  hour_epoch: epochJson(keeper.epoch(ctx)),
})

const readEpoch = (json: GenesisReader): HourEpoch => ({
  epochNumber: json.at('epoch_number').integer(),
  duration: json.at('duration').isAbsent ? HOUR : json.at('duration').parsed(parseDuration),
  epochStartTime: json.at('epoch_start_time').isAbsent ? ZERO_TIME : json.at('epoch_start_time').parsed(parseRfc3339),
  epochStartHeight: json.at('epoch_start_height').integer(),
})
const epochJson = (epoch: HourEpoch): Json => ({
  epoch_number: String(epoch.epochNumber),
  duration: durationText(epoch.duration),
  epoch_start_time: rfc3339Nano(epoch.epochStartTime),
  epoch_start_height: String(epoch.epochStartHeight),
})

export const readLimit = (json: GenesisReader): RateLimit => {
  const [path, quota, flow] = [json.at('path'), json.at('quota'), json.at('flow')]
  return {
    path: { denom: path.at('denom').string(), channelOrClientId: path.at('channel_or_client_id').string() },
    quota: {
      maxPercentSend: quota.at('max_percent_send').integer(),
      maxPercentRecv: quota.at('max_percent_recv').integer(),
      durationHours: quota.at('duration_hours').integer(),
    },
    flow: {
      inflow: flow.at('inflow').integer(),
      outflow: flow.at('outflow').integer(),
      channelValue: flow.at('channel_value').integer(),
    },
  }
}
const limitJson = ({ path, quota, flow }: RateLimit): Json => ({
  path: { denom: path!.denom, channel_or_client_id: path!.channelOrClientId },
  quota: {
    max_percent_send: String(quota!.maxPercentSend),
    max_percent_recv: String(quota!.maxPercentRecv),
    duration_hours: String(quota!.durationHours),
  },
  flow: {
    inflow: String(flow!.inflow),
    outflow: String(flow!.outflow),
    channel_value: String(flow!.channelValue),
  },
})
