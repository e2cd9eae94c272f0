import { operatorText, parseAddress, type Context } from '../../chain/index.js'
import { decimalOf, decimalTruncate, divideDecimals, multiplyDecimals } from '../../codec/index.js'
import type { GovKeeper } from './keeper.js'
import { GOV_STORE, votesOf } from './keys.js'
import {
  decimalOfText,
  getParams,
  paramDecimal,
  rowsBelow,
  Vote,
  VoteOption,
  type Proposal,
  type TallyResult,
  type WeightedVoteOption,
} from './records.js'
import type { Key } from '../../store/index.js'

export interface Tally {
  readonly passes: boolean
  readonly burnDeposits: boolean
  readonly result: TallyResult
}

interface Voting {
  readonly tokens: bigint
  readonly shares: bigint
  /** Shares of delegators who voted themselves. */
  deducted: bigint
  options: readonly WeightedVoteOption[]
}

/** Tallies the votes and deletes them: delegators vote for their own shares, validators for the rest. Source: cosmos-sdk x/gov/keeper/tally.go. */
export function tally(keeper: GovKeeper, ctx: Context, proposal: Proposal): Tally {
  const results = new Map<VoteOption, bigint>()
  const of = (option: VoteOption) => results.get(option) ?? 0n
  const validators = new Map<string, Voting>()
  let bonded = 0n
  for (const { operatorAddress, tokens, delegatorShares } of keeper.staking.bondedByPower(ctx)) {
    validators.set(operatorAddress, { tokens, shares: delegatorShares, deducted: 0n, options: [] })
    bonded += tokens
  }
  let total = 0n
  const add = (power: bigint, options: readonly WeightedVoteOption[]) => {
    for (const { option, weight } of options)
      results.set(option, of(option) + multiplyDecimals(power, decimalOfText(weight) ?? 0n))
    total += power
  }
  for (const { voter, options } of takeVotes(ctx, proposal.id, (vote) =>
    countDelegations(keeper, ctx, vote, validators, add),
  )) {
    const own = validators.get(operatorText(ctx.prefix, voter))
    if (own !== undefined) own.options = options
  }
  for (const { tokens, shares, deducted, options } of validators.values())
    if (options.length > 0) add(divideDecimals((shares - deducted) * tokens, shares), options)
  const whole = (option: VoteOption) => String(decimalTruncate(of(option)))
  const result: TallyResult = {
    yesCount: whole(VoteOption.VOTE_OPTION_YES),
    abstainCount: whole(VoteOption.VOTE_OPTION_ABSTAIN),
    noCount: whole(VoteOption.VOTE_OPTION_NO),
    noWithVetoCount: whole(VoteOption.VOTE_OPTION_NO_WITH_VETO),
  }
  if (ctx.release.countsVotesAgainst === 'pool') bonded = keeper.staking.totalBonded(ctx)
  return { result, ...verdict(ctx, proposal, { total, bonded }, of) }
}

/** Visits every vote with its voter's delegations, then deletes all votes. */
function takeVotes(
  ctx: Context,
  id: bigint,
  count: (vote: { readonly voter: Uint8Array; readonly options: readonly WeightedVoteOption[] }) => void,
): { readonly voter: Uint8Array; readonly options: readonly WeightedVoteOption[] }[] {
  const votes: { readonly voter: Uint8Array; readonly options: readonly WeightedVoteOption[] }[] = []
  const keys: Key[] = []
  for (const { key, value } of rowsBelow(ctx, votesOf(id))) {
    const { voter, options } = Vote.decode(value)
    const vote = { voter: parseAddress(ctx, voter), options }
    count(vote)
    votes.push(vote)
    keys.push(key)
  }
  for (const key of keys) ctx.store(GOV_STORE).delete(key)
  return votes
}

function countDelegations(
  keeper: GovKeeper,
  ctx: Context,
  { voter, options }: { readonly voter: Uint8Array; readonly options: readonly WeightedVoteOption[] },
  validators: ReadonlyMap<string, Voting>,
  add: (power: bigint, options: readonly WeightedVoteOption[]) => void,
): void {
  for (const { validatorAddress, shares } of keeper.staking.delegations(ctx, voter)) {
    const validator = validators.get(validatorAddress)
    if (validator === undefined) continue
    validator.deducted += shares
    add(divideDecimals(shares * validator.tokens, validator.shares), options)
  }
}

/** @param power `total` of those who voted, `bonded` of all */
function verdict(
  ctx: Context,
  proposal: Proposal,
  { total, bonded }: { readonly total: bigint; readonly bonded: bigint },
  of: (option: VoteOption) => bigint,
): { readonly passes: boolean; readonly burnDeposits: boolean } {
  const rejected = (burnDeposits = false) => ({ passes: false, burnDeposits })
  if (bonded === 0n) return rejected()
  const params = getParams(ctx)
  if (divideDecimals(total, decimalOf(bonded)) < paramDecimal(params.quorum)) return rejected(params.burnVoteQuorum)
  const decided = total - of(VoteOption.VOTE_OPTION_ABSTAIN)
  if (decided === 0n) return rejected()
  if (divideDecimals(of(VoteOption.VOTE_OPTION_NO_WITH_VETO), total) > paramDecimal(params.vetoThreshold))
    return rejected(params.burnVoteVeto)
  const threshold = paramDecimal(proposal.expedited ? params.expeditedThreshold : params.threshold)
  return { passes: divideDecimals(of(VoteOption.VOTE_OPTION_YES), decided) > threshold, burnDeposits: false }
}
