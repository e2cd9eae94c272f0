import { BlockIDFlag } from 'cosmjs-types/tendermint/types/validator'
import type { Commit, CommitSig } from 'cosmjs-types/tendermint/types/types'
import type { Validator } from '../../chain/index.js'
import { nanosOf, rfc3339Nano } from '../../codec/index.js'
import { HEX, validatorView, type View } from './views.js'

/** The validators of a height, as a node lists them. */
export interface ValidatorRows {
  readonly rows: readonly { readonly validator: Validator; readonly priority: bigint }[]
  /** The place of the one whose turn it is. */
  readonly proposer: number
}

/** What a node knows between two blocks: the next height waits for its first round. */
export interface Rest {
  /** Height of the next block. */
  readonly height: number
  /** Nanoseconds since 1970 at which the last block had its signatures. */
  readonly commitTime: bigint
  /** Nanoseconds from there to the next height's first round. */
  readonly timeoutCommit: bigint
  readonly validators: ValidatorRows
  readonly last: { readonly validators: ValidatorRows; readonly commit: Commit }
}

const NIL_VOTE = 'nil-Vote'
const STEP_NEW_HEIGHT = 1
/** Bytes that identify a hash or a signature in a text. Source: cometbft v0.38.21 libs/bytes `Fingerprint` */
const FINGERPRINT = 6
const NO_FINGERPRINT = '0'.repeat(2 * FINGERPRINT)

const fingerprint = (bytes: Uint8Array): string => HEX(bytes.subarray(0, FINGERPRINT))

/** Source: types/vote.go `Vote.String`. */
function voteText({ height, round, blockId }: Commit, signature: CommitSig, index: number): string {
  const { blockIdFlag, validatorAddress, timestamp } = signature
  if (blockIdFlag === BlockIDFlag.BLOCK_ID_FLAG_ABSENT) return NIL_VOTE
  const hash = blockIdFlag === BlockIDFlag.BLOCK_ID_FLAG_COMMIT ? fingerprint(blockId.hash) : NO_FINGERPRINT
  const step = `${height}/${String(round).padStart(2, '0')}/SIGNED_MSG_TYPE_PRECOMMIT(Precommit)`
  const time = rfc3339Nano(nanosOf(timestamp))
  return `Vote{${index}:${fingerprint(validatorAddress)} ${step} ${hash} ${fingerprint(signature.signature)} ${NO_FINGERPRINT} @ ${time}}`
}

/** Who of the validators voted, and their part of the power. Source: types/vote_set.go `bitArrayString` */
function bitArray({ rows }: ValidatorRows, voted: readonly boolean[]): string {
  const powerOf = (counts: (place: number) => boolean): bigint =>
    rows.reduce((sum, { validator }, place) => (counts(place) ? sum + validator.votingPower : sum), 0n)
  const [power, total] = [powerOf((place) => voted[place]!), powerOf(() => true)]
  const bits = voted.map((one) => (one ? 'x' : '_')).join('')
  return `BA{${rows.length}:${bits}} ${power}/${total} = ${(Number(power) / Number(total)).toFixed(2)}`
}

/** Source: consensus/types/height_vote_set.go `toAllRoundVotes`. */
function noVotes(validators: ValidatorRows): View {
  const votes = validators.rows.map(() => NIL_VOTE)
  const bits = bitArray(
    validators,
    votes.map(() => false),
  )
  return [{ round: 0, prevotes: votes, prevotes_bit_array: bits, precommits: votes, precommits_bit_array: bits }]
}

function lastCommitView({ validators, commit }: Rest['last']): View {
  const voted = commit.signatures.map(({ blockIdFlag }) => blockIdFlag !== BlockIDFlag.BLOCK_ID_FLAG_ABSENT)
  return {
    votes: commit.signatures.map((signature, index) => voteText(commit, signature, index)),
    votes_bit_array: bitArray(validators, voted),
    peer_maj_23s: {},
  }
}

function setView({ rows, proposer }: ValidatorRows): View {
  const validators = rows.map(({ validator, priority }) => validatorView(validator, priority))
  return { validators, proposer: validators[proposer]! }
}

const startTime = ({ commitTime, timeoutCommit }: Rest): string => rfc3339Nano(commitTime + timeoutCommit)

/** The answer to `consensus_state`. Source: cometbft v0.38.21 consensus/types/round_state.go `RoundStateSimple` */
export function briefState(rest: Rest): View {
  const { rows, proposer } = rest.validators
  return {
    'height/round/step': `${rest.height}/0/${STEP_NEW_HEIGHT}`,
    start_time: startTime(rest),
    proposal_block_hash: '',
    locked_block_hash: '',
    valid_block_hash: '',
    height_vote_set: noVotes(rest.validators),
    proposer: { address: HEX(rows[proposer]!.validator.address), index: proposer },
  }
}

/** The answer to `dump_consensus_state`. Source: consensus/types/round_state.go `RoundState` */
export const fullState = (rest: Rest): View => ({
  height: String(rest.height),
  round: 0,
  step: STEP_NEW_HEIGHT,
  start_time: startTime(rest),
  commit_time: rfc3339Nano(rest.commitTime),
  validators: setView(rest.validators),
  proposal: null,
  proposal_block: null,
  proposal_block_parts: null,
  locked_round: -1,
  locked_block: null,
  locked_block_parts: null,
  valid_round: -1,
  valid_block: null,
  valid_block_parts: null,
  votes: noVotes(rest.validators),
  commit_round: -1,
  last_commit: lastCommitView(rest.last),
  last_validators: setView(rest.last.validators),
  triggered_timeout_precommit: false,
})
