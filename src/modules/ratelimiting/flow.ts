import type { ChainError } from '../../base/index.js'
import type { Flow, Quota } from '../../codec/messages/ratelimit.v1.js'
import { ErrQuotaExceeded } from './errors.js'
import type { Direction } from './packet.js'

export type { Flow }

/** What passes in one direction counts against what passed in the other. A supply of zero has no limit. Source: rate-limiting v10.1.0 types/flow.go, types/quota.go. */
const exceeds = (net: bigint, supply: bigint, percent: bigint): boolean =>
  supply !== 0n && net > (supply * percent) / 100n

/** The flow after an amount, or why that is too much. */
export const FLOW_STEPS: Readonly<Record<Direction, (flow: Flow, amount: bigint, quota: Quota) => Flow | ChainError>> =
  {
    send: (flow, amount, { maxPercentSend }) => {
      const { inflow, outflow, channelValue } = flow
      const net = outflow - inflow + amount
      return exceeds(net, channelValue, maxPercentSend)
        ? tooMuch('Outflow', net, channelValue, maxPercentSend)
        : { ...flow, outflow: outflow + amount }
    },
    recv: (flow, amount, { maxPercentRecv }) => {
      const { inflow, outflow, channelValue } = flow
      const net = inflow - outflow + amount
      return exceeds(net, channelValue, maxPercentRecv)
        ? tooMuch('Inflow', net, channelValue, maxPercentRecv)
        : { ...flow, inflow: inflow + amount }
    },
  }

const tooMuch = (what: string, net: bigint, value: bigint, percent: bigint): ChainError =>
  ErrQuotaExceeded.error(`${what} exceeds quota - Net ${what}: ${net}, Channel Value: ${value}, Threshold: ${percent}%`)
