import { denomOfToken } from '../../money/tokens.js'
import type { Sums } from '../../money/money.js'
import type { Start } from '../../setup.js'
import type { Missing } from './credits.js'

/**
 * What is missing without what a message redeemed: its sender gave tokens that the contract itself keeps, such as shares, for the coins in its packets, and has all of
 * these after they came back.
 *
 * @param carried what the packets had @param all what is missing; below zero what is too much
 */
export function withoutRedemption<L extends Missing>(
  start: Start,
  sender: string | undefined,
  carried: Sums,
  all: readonly L[],
): readonly L[] {
  if (carried.size === 0) return all
  const own = ownTokens(start)
  const given = all.filter(({ account, asset, amount }) => account === sender && own.has(asset) && amount > 0n)
  const back = all.filter(
    ({ account, asset, amount }) => account === sender && amount < 0n && -amount === carried.get(asset),
  )
  if (given.length === 0 || back.length !== carried.size) return all
  return all.filter((one) => !given.includes(one) && !back.includes(one))
}

/** The assets of tokens that the contracts themselves keep. */
const ownTokens = ({ subjects, sandbox, ledger }: Start): ReadonlySet<string> =>
  new Set(
    subjects.map(({ config, address }) =>
      ledger.assetOf(config.chain, denomOfToken(sandbox.chain(config.chain)!.host, address)),
    ),
  )
