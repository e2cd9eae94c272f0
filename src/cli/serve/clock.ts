import { InvalidArgumentError } from 'commander'
import type { Sandbox, SandboxServer } from '../../sandbox/internal.js'
import { errorLines } from '../output/plain-text.js'

/** Between a block that a relayer, a faucet or an EVM makes and the one before: the clock is moved by the blocks of the block time. */
const BETWEEN = 1_000_000n

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 }

/** The longest timeout of a timer. */
const MAX = 2 ** 31 - 1

/** Milliseconds of `1s`, `500ms`, `2`: seconds where there is no unit. */
export function milliseconds(text: string): number {
  const [, number, unit = 's'] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m)?$/.exec(text) ?? []
  const time = Number(number) * UNITS[unit]!
  if (number === undefined || !Number.isInteger(time) || time > MAX)
    throw new InvalidArgumentError('Must be a time such as 1s, 500ms, 0.5s, or 0 for blocks with transactions only.')
  return time
}

/** Nanoseconds since 1970. */
export const now = (): bigint => BigInt(Date.now()) * 1_000_000n

/** Makes other blocks, such as those that open the accounts, advance the clock by almost nothing. */
export function slowOtherBlocks(sandbox: Sandbox): void {
  if (Object.values(sandbox.chains).some(({ host }) => host.app.baseApp.blockInterval !== BETWEEN))
    sandbox.performNow({ action: 'blockInterval', nanoseconds: BETWEEN })
}

/**
 * Makes a block on each chain again and again, whose times are as far apart as the blocks are on this machine's clock.
 * @param every milliseconds @returns a function that ends that
 */
export function startBlocks(server: SandboxServer, every: number): () => void {
  let last = performance.now()
  const timer = setInterval(() => {
    const at = performance.now()
    const passed = BigInt(Math.max(Math.round((at - last) * 1e6), 1))
    last = at
    try {
      for (const { chain, hash, reason } of server.produce(passed).unrun)
        console.error(`transaction ${hash} on ${chain} could not be run: ${reason}`)
    } catch (error) {
      console.error('no block could be made:')
      for (const line of errorLines(error)) console.error(`  ${line}`)
    }
  }, every)
  return () => clearInterval(timer)
}
