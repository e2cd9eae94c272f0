import { channelsOfPort } from '../../modules/ibc/index.js'
import { State } from '../../modules/ibc/relay.js'
import { TRANSFER } from '../../modules/transfer/index.js'
import type { Sandbox } from '../../sandbox/internal.js'
import { layersOf } from './which.js'

/** A channel over which a chain's transfers leave. */
interface Hop {
  readonly from: string
  readonly channel: string
  readonly to: string
}
/** Consecutive hops. */
export type Way = readonly [Hop, ...Hop[]]

/** The maximum number of hops. */
const MAX_HOPS = 3

const hopsFrom = (sandbox: Sandbox, from: string): readonly Hop[] =>
  channelsOfPort(sandbox.chain(from)!.host.app.context, `${TRANSFER}/`).flatMap(({ channelId: channel, state }) => {
    const to = state === State.STATE_OPEN ? sandbox.relayer.chainBehind(from, TRANSFER, channel) : undefined
    return to === undefined ? [] : [{ from, channel, to }]
  })

/** The routes over open channels from one chain, or from any, whose chains in between forward coins. @param ends whether a route may end at a chain */
export function waysOf(sandbox: Sandbox, ends: (chain: string) => boolean, from?: string): readonly Way[] {
  const hops = new Map(Object.keys(sandbox.chains).map((key) => [key, hopsFrom(sandbox, key)]))
  const forwards = new Set(
    Object.values(sandbox.chains).flatMap(({ key, host }) => (layersOf(host).forward ? key : [])),
  )
  let grown: readonly Way[] = [...hops.values()]
    .flat()
    .flatMap((hop) => (from === undefined || hop.from === from ? [[hop]] : []))
  const found: Way[] = []
  for (let length = 1; length <= MAX_HOPS; length++) {
    found.push(...grown.filter((way) => ends(way.at(-1)!.to)))
    grown = grown.flatMap((way) => {
      const { to } = way.at(-1)!
      return forwards.has(to) ? hops.get(to)!.map((hop): Way => [...way, hop]) : []
    })
  }
  return found
}
