import type { Json } from '../../base/json-value.js'
import { UsageError } from '../../base/index.js'
import {
  parseAccAddress,
  plainError,
  rethrowing,
  type Context,
  type GenesisReader,
  type ReleaseTexts,
} from '../../chain/index.js'
import {
  amountOf,
  coinsAreValid,
  coinsText,
  DECIMAL_ONE,
  decimalFromString,
  decimalText,
  durationText,
  goDurationText,
  parseDuration,
  type Coin,
} from '../../codec/index.js'
import { coinsOf, coinTexts, decimalOfText, momentOf, nanosOf, paramDecimal, type Params } from './records.js'

const DAY = 86_400n * 1_000_000_000n

/** Two days each for voting and for deposits, which must reach 10,000,000. Source: cosmos-sdk x/gov/types/v1/params.go `DefaultParams`. */
export const defaultParams = (denom: string): Params => ({
  minDeposit: [{ denom, amount: '10000000' }],
  maxDepositPeriod: momentOf(2n * DAY),
  votingPeriod: momentOf(2n * DAY),
  quorum: '0.334000000000000000',
  threshold: '0.500000000000000000',
  vetoThreshold: '0.334000000000000000',
  minInitialDepositRatio: '0.000000000000000000',
  proposalCancelRatio: '0.500000000000000000',
  proposalCancelDest: '',
  expeditedVotingPeriod: momentOf(DAY),
  expeditedThreshold: '0.667000000000000000',
  expeditedMinDeposit: [{ denom, amount: '50000000' }],
  burnVoteQuorum: false,
  burnProposalDepositPrevote: false,
  burnVoteVeto: true,
  minDepositRatio: '0.010000000000000000',
})

/** A rate in the params: what the error texts call it where it is no decimal, too small and too large, and the smallest one. */
type Rate = readonly [
  member:
    | 'quorum'
    | 'threshold'
    | 'expeditedThreshold'
    | 'vetoThreshold'
    | 'minInitialDepositRatio'
    | 'proposalCancelRatio',
  unread: string,
  low: string,
  high: string,
  lowest: bigint,
]

const OF_VOTES: readonly Rate[] = [
  ['quorum', 'invalid quorum string', 'quorom cannot be negative', 'quorom too large', 0n],
  ['threshold', 'invalid threshold string', 'vote threshold must be positive', 'vote threshold too large', 1n],
  [
    'expeditedThreshold',
    'invalid expedited threshold string',
    'expedited vote threshold must be positive',
    'expedited vote threshold too large',
    1n,
  ],
  ['vetoThreshold', 'invalid vetoThreshold string', 'veto threshold must be positive', 'veto threshold too large', 1n],
]

const ofDeposits = ({ minimum }: ReleaseTexts): readonly Rate[] => [
  [
    'minInitialDepositRatio',
    `invalid ${minimum} initial deposit ratio of proposal`,
    `${minimum} initial deposit ratio of proposal must be positive`,
    `${minimum} initial deposit ratio of proposal is too large`,
    0n,
  ],
  [
    'proposalCancelRatio',
    'invalid burn rate of cancel proposal',
    'burn rate of cancel proposal must be positive',
    'burn rate of cancel proposal is too large',
    0n,
  ],
]

/** @throws ChainError undefined/1 with Go's text, for the first problem in its order. Source: `Params.ValidateBasic`. */
export function validateParams(prefix: string, params: Params, texts: ReleaseTexts): void {
  const problem =
    coinsProblem(params) ??
    depositPeriodProblem(params) ??
    ratesProblem(params, OF_VOTES) ??
    votingPeriodsProblem(params, texts) ??
    ratesProblem(params, ofDeposits(texts))
  if (problem !== undefined) throw plainError(problem)
  const destination = params.proposalCancelDest
  if (destination === '') return
  try {
    parseAccAddress(prefix, destination)
  } catch {
    throw plainError(`deposits destination address is invalid: ${destination}`)
  }
}

function coinsProblem(params: Params): string | undefined {
  const [regular, expedited] = [coinsOf(params.minDeposit), coinsOf(params.expeditedMinDeposit)]
  const isNone = (coins: readonly Coin[]) => coins.length === 0 || !coinsAreValid(coins)
  if (isNone(regular)) return `invalid minimum deposit: ${coinsText(regular)}`
  if (isNone(expedited)) return `invalid expedited minimum deposit: ${coinsText(expedited)}`
  if (expedited.every(({ denom, amount }) => amount <= amountOf(regular, denom)))
    return `expedited minimum deposit must be greater than minimum deposit: ${coinsText(expedited)}`
  return undefined
}

function ratesProblem(params: Params, rates: readonly Rate[]): string | undefined {
  for (const [member, unread, low, high, lowest] of rates) {
    const value = rethrowing(
      (error) => plainError(`${unread}: ${error.log}`),
      () => decimalFromString(params[member]),
    )
    if (value < lowest) return `${low}: ${decimalText(value)}`
    if (value > DECIMAL_ONE) return `${high}: ${member === 'quorum' ? params.quorum : decimalText(value)}`
    if (member !== 'expeditedThreshold') continue
    const threshold = paramDecimal(params.threshold)
    if (value <= threshold)
      return (
        `expedited vote threshold ${decimalText(value)}, must be greater than the regular threshold ` +
        decimalText(threshold)
      )
  }
  return undefined
}

/** The SDK prints the address of a period that is not positive. */
function depositPeriodProblem({ maxDepositPeriod }: Params): string | undefined {
  if (maxDepositPeriod === undefined) return 'maximum deposit period must not be nil: %!d(*time.Duration=<nil>)'
  return nanosOf(maxDepositPeriod) <= 0n
    ? `maximum deposit period must be positive: ${nanosOf(maxDepositPeriod)}`
    : undefined
}

function votingPeriodsProblem(
  { votingPeriod, expeditedVotingPeriod }: Params,
  texts: ReleaseTexts,
): string | undefined {
  if (votingPeriod === undefined) return texts.noVotingPeriod
  if (nanosOf(votingPeriod) <= 0n) return `voting period must be positive: ${goDurationText(nanosOf(votingPeriod))}`
  if (expeditedVotingPeriod === undefined) return 'expedited voting period must not be nil: %!d(*time.Duration=<nil>)'
  if (nanosOf(expeditedVotingPeriod) <= 0n)
    return `expedited voting period must be positive: ${goDurationText(nanosOf(expeditedVotingPeriod))}`
  if (nanosOf(expeditedVotingPeriod) >= nanosOf(votingPeriod))
    return (
      `expedited voting period ${goDurationText(nanosOf(expeditedVotingPeriod))} must be ${texts.strictlyLess} ` +
      `the regular voting period ${goDurationText(nanosOf(votingPeriod))}`
    )
  return undefined
}

const coinsJson = (coins: Params['minDeposit']): Json => coins.map(({ denom, amount }) => ({ denom, amount }))
const periodJson = (period: Params['votingPeriod']): Json =>
  period === undefined ? null : durationText(nanosOf(period))

export const paramsJson = (params: Params): Json => ({
  min_deposit: coinsJson(params.minDeposit),
  max_deposit_period: periodJson(params.maxDepositPeriod),
  voting_period: periodJson(params.votingPeriod),
  quorum: params.quorum,
  threshold: params.threshold,
  veto_threshold: params.vetoThreshold,
  min_initial_deposit_ratio: params.minInitialDepositRatio,
  proposal_cancel_ratio: params.proposalCancelRatio,
  proposal_cancel_dest: params.proposalCancelDest,
  expedited_voting_period: periodJson(params.expeditedVotingPeriod),
  expedited_threshold: params.expeditedThreshold,
  expedited_min_deposit: coinsJson(params.expeditedMinDeposit),
  burn_vote_quorum: params.burnVoteQuorum,
  burn_proposal_deposit_prevote: params.burnProposalDepositPrevote,
  burn_vote_veto: params.burnVoteVeto,
  min_deposit_ratio: params.minDepositRatio,
})

/** @throws UsageError that names the place */
export function readParams(ctx: Context, json: GenesisReader, otherwise: Params): Params {
  if (json.isAbsent) return otherwise
  const text = (name: string) => json.at(name).string()
  const period = (name: string) => momentOf(duration(json.at(name)))
  const params: Params = {
    minDeposit: coinTexts(json.at('min_deposit').coins()),
    maxDepositPeriod: period('max_deposit_period'),
    votingPeriod: period('voting_period'),
    quorum: text('quorum'),
    threshold: text('threshold'),
    vetoThreshold: text('veto_threshold'),
    minInitialDepositRatio: text('min_initial_deposit_ratio'),
    proposalCancelRatio: text('proposal_cancel_ratio'),
    proposalCancelDest: text('proposal_cancel_dest'),
    expeditedVotingPeriod: period('expedited_voting_period'),
    expeditedThreshold: text('expedited_threshold'),
    expeditedMinDeposit: coinTexts(json.at('expedited_min_deposit').coins()),
    burnVoteQuorum: json.at('burn_vote_quorum').boolean(),
    burnProposalDepositPrevote: json.at('burn_proposal_deposit_prevote').boolean(),
    burnVoteVeto: json.at('burn_vote_veto').boolean(),
    minDepositRatio: text('min_deposit_ratio'),
  }
  try {
    validateParams(ctx.prefix, params, ctx.release.texts)
    if (decimalOfText(params.minDepositRatio) === undefined)
      throw new UsageError(`min_deposit_ratio is not a decimal: ${params.minDepositRatio}`)
  } catch (cause) {
    throw json.error((cause as Error).message, cause)
  }
  return params
}

function duration(json: GenesisReader): bigint {
  try {
    return parseDuration(json.string())
  } catch (cause) {
    throw json.error((cause as Error).message, cause)
  }
}
