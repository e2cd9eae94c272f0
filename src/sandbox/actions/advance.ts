import type { ChainHost } from '../host/chain-host.js'
import { assertSomeGoesOn, unlessHalted } from '../host/unless-halted.js'

/**
 * Moves the clocks of all chains. One that a plan halts stays at its height, and the others go on.
 * @returns the heights by chain @throws ChainHalted when no chain goes on
 */
export function advanced(hosts: ReadonlyMap<string, ChainHost>, seconds: bigint): Readonly<Record<string, bigint>> {
  assertSomeGoesOn([...hosts.values()].map((host) => unlessHalted(() => host.advance(seconds))))
  return Object.fromEntries([...hosts].map(([key, { app }]) => [key, BigInt(app.height)]))
}
