import { compareBytes, toHex } from '../../base/index.js'

/**
 * The validators of a block, and its proposer. A value: each change makes another set.
 * Source: cometbft v0.38.21 types/validator_set.go.
 */

/** A validator in a set. */
export interface Member {
  /** The ed25519 key under which the application knows the validator, and its address. */
  readonly id: Uint8Array
  readonly address: Uint8Array
  readonly power: bigint
}

export interface ValidatorSet {
  /** Highest power first, then by address. The same array as long as no validator and no power changes. */
  readonly members: readonly Member[]
  /** The priority of each member to propose a block. */
  readonly priorities: readonly bigint[]
  /** Index of the proposer. */
  readonly proposer: number
  readonly totalPower: bigint
}

/** A change that the application requests. Source: proto tendermint.abci `ValidatorUpdate`. */
export interface ValidatorUpdate {
  /** An ed25519 key. */
  readonly publicKey: Uint8Array
  /** 0 removes the validator. */
  readonly power: bigint
}

const NO_SET: ValidatorSet = { members: [], priorities: [], proposer: -1, totalPower: 0n }

/** Source: `NewValidatorSet`. */
export const newSet = (members: readonly Member[]): ValidatorSet => advanced(changed(NO_SET, members))

const compareMembers = (a: Member, b: Member): number =>
  a.power === b.power ? compareBytes(a.address, b.address) : a.power > b.power ? -1 : 1

/** The set after changes; a member of power 0 leaves. Source: `updateWithChangeSet`. */
export function changed(set: ValidatorSet, changes: readonly Member[]): ValidatorSet {
  const rows = new Map(
    set.members.map((member, i) => [toHex(member.address), { member, priority: set.priorities[i]! }]),
  )
  const more = ({ address, power }: Member) => power - (rows.get(toHex(address))?.member.power ?? 0n)
  const grown = changes.reduce((sum, one) => (one.power > 0n ? sum + more(one) : sum), set.totalPower)
  // A new validator waits: leaving and coming back must not be a way to propose more often.
  const last = -(grown + (grown >> 3n))
  for (const member of changes) {
    const key = toHex(member.address)
    if (member.power === 0n) rows.delete(key)
    else rows.set(key, { member, priority: rows.get(key)?.priority ?? last })
  }
  const sorted = [...rows.values()].sort((a, b) => compareMembers(a.member, b.member))
  const totalPower = sorted.reduce((sum, { member }) => sum + member.power, 0n)
  const priorities = centred(
    rescaled(
      sorted.map(({ priority }) => priority),
      totalPower,
    ),
  )
  return { members: sorted.map(({ member }) => member), priorities, proposer: -1, totalPower }
}

/** The set of the next round or block, with another proposer; or of several later. Source: `IncrementProposerPriority`. */
export function advanced({ members, priorities, totalPower }: ValidatorSet, times = 1): ValidatorSet {
  const next = centred(rescaled(priorities, totalPower))
  let proposer = 0
  for (let time = 0; time < times; time++) {
    for (const [i, { power }] of members.entries()) next[i] = next[i]! + power
    proposer = 0
    for (const [i, priority] of next.entries()) {
      const [most, first] = [next[proposer]!, members[proposer]!.address]
      if (priority > most || (priority === most && compareBytes(members[i]!.address, first) < 0)) proposer = i
    }
    next[proposer] = next[proposer]! - totalPower
  }
  return { members, priorities: next, proposer, totalPower }
}

/** Source: `RescalePriorities`. */
function rescaled(priorities: readonly bigint[], totalPower: bigint): readonly bigint[] {
  const most = 2n * totalPower
  if (priorities.length === 0 || most <= 0n) return priorities
  const [low, high] = priorities.reduce(
    ([a, b], one) => [one < a ? one : a, one > b ? one : b],
    [priorities[0]!, priorities[0]!],
  )
  const difference = high - low
  if (difference <= most) return priorities
  const ratio = (difference + most - 1n) / most
  return priorities.map((priority) => priority / ratio)
}

/** Source: `shiftByAvgProposerPriority`, which divides as Euclid does. */
function centred(priorities: readonly bigint[]): bigint[] {
  if (priorities.length === 0) return []
  const count = BigInt(priorities.length)
  const sum = priorities.reduce((total, one) => total + one, 0n)
  const rest = ((sum % count) + count) % count
  const average = (sum - rest) / count
  return priorities.map((priority) => priority - average)
}
