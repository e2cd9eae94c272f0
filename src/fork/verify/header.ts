import type { Header } from 'cosmjs-types/tendermint/types/types'
import type { Validator } from 'cosmjs-types/tendermint/types/validator'
import { ChainError, equalBytes, toHex } from '../../base/index.js'
import { durationText, nanosOf, rfc3339 } from '../../codec/index.js'
import {
  checkSignedHeader,
  commitProblem,
  readValidatorSet,
  trustingCommitProblem,
  validateSignedHeader,
  type SignedHeader,
  type ValidatorSet,
} from '../../modules/ibc/relay.js'
import { ForkError } from '../errors.js'
import type { GivenBlock } from '../node/blocks.js'

/** A header whose signatures are for it, and the validators that it names. Nothing says yet that these are the chain's. */
export interface LightBlock extends SignedHeader {
  readonly set: ValidatorSet
}

/** A trusted block. */
export interface TrustedBlock {
  readonly height: number
  /** In hex. */
  readonly hash: string
}

/** Reads the block of a height with its validators. */
export type ReadBlock = (height: number) => LightBlock

/** The share of a known set that must have signed a later block. Source: cometbft v0.38 light/verifier.go `DefaultTrustLevel`. */
const TRUST_LEVEL = { numerator: 1n, denominator: 3n }

/** How far a header may be from the trusted one, by the chain's own time: two weeks, as relayers have it, less than the three of unbonding. */
const TRUSTING_PERIOD = 14n * 86_400n * 1_000_000_000n

/** The maximum number of intermediate headers; a set of validators changes by two thirds much less often. */
const MAX_STEPS = 100

/** A header with the hash that its commit is for. @throws ForkError `forged` */
const checkedHeader = (given: GivenBlock): SignedHeader =>
  forged(given, () => {
    checkSignedHeader(given)
    return validateSignedHeader(given, given.header.chainId)
  })

/** A light block with the validators that its header names. @throws ForkError `forged` */
export const lightBlock = (given: GivenBlock, validators: readonly Validator[]): LightBlock => ({
  ...checkedHeader(given),
  set: forged(given, () => namedSet(validators, given.header)),
})

/** @throws ForkError `forged` for a block that fewer than two thirds of the validators that it names have signed */
export function verifyAlone(block: LightBlock): void {
  const { header, commit, set } = block
  const problem = commitProblem(header.chainId, set, commit)
  if (problem !== undefined) throw notSigned(block, problem.error)
}

/**
 * Verifies a later header from a trusted one, by headers in between if too little of a known set signed.
 * Source: cometbft v0.38 light/client.go `verifySkipping`, light/verifier.go.
 * @throws ForkError `forged`; `refused` for one that is too far from the trusted one
 */
export function verifyFrom(trusted: TrustedBlock, target: LightBlock, read: ReadBlock): void {
  let known = readTrusted(trusted, target, read)
  const waiting = [target]
  for (let steps = 0; waiting.length > 0; steps++) {
    if (steps === MAX_STEPS)
      throw new ForkError('forged', `more than ${MAX_STEPS} headers would be needed from the trusted block on`, {
        details: [RIGHT],
      })
    const block = waiting.at(-1)!
    if (isVerified(known, block)) {
      known = waiting.pop()!
      continue
    }
    waiting.push(read(Math.floor((Number(known.header.height) + Number(block.header.height)) / 2)))
  }
}

function readTrusted({ height, hash }: TrustedBlock, { header }: LightBlock, read: ReadBlock): LightBlock {
  const block = read(height)
  if (toHex(block.commit.blockId.hash) !== hash.toLowerCase())
    throw new ForkError('forged', `the node has another block of height ${height} than the trusted one`, {
      details: [`trusted: ${hash.toLowerCase()}`, `received: ${toHex(block.commit.blockId.hash)}`],
    })
  const [from, to] = [nanosOf(block.header.time), nanosOf(header.time)]
  if (to - from >= TRUSTING_PERIOD)
    throw new ForkError('refused', `the trusted block is too old for height ${header.height}`, {
      details: [
        `trusted: ${rfc3339(from)}, height ${header.height}: ${rfc3339(to)}; at most ${durationText(TRUSTING_PERIOD)} in between`,
        RIGHT,
      ],
    })
  return block
}

/** False when too little of the known set signed, and a header in between may help. @throws ForkError `forged` */
function isVerified(known: LightBlock, block: LightBlock): boolean {
  const { header, commit } = block
  const before = known.header
  if (header.height === before.height && equalBytes(commit.blockId.hash, known.commit.blockId.hash)) return true
  if (header.chainId !== before.chainId || nanosOf(header.time) <= nanosOf(before.time))
    throw new ForkError('forged', `the block of height ${header.height} does not follow that of ${before.height}`, {
      details: [before, header].map(({ chainId, time }) => `${chainId} at ${rfc3339(nanosOf(time))}`),
    })
  if (header.height === before.height + 1n) {
    if (!equalBytes(header.validatorsHash, before.nextValidatorsHash))
      throw new ForkError('forged', `the block of height ${header.height} has other validators than were chosen`, {
        details: [`chosen: ${toHex(before.nextValidatorsHash)}`, `received: ${toHex(header.validatorsHash)}`],
      })
  } else {
    const problem = trustingCommitProblem(header.chainId, known.set, commit, TRUST_LEVEL)
    if (problem?.tooLittle === true) return false
    if (problem !== undefined) throw notSigned(block, problem.error)
  }
  verifyAlone(block)
  return true
}

function namedSet(validators: readonly Validator[], { height, validatorsHash: hash }: Header): ValidatorSet {
  const [proposer] = validators
  const set = readValidatorSet({ validators: [...validators], proposer: proposer!, totalVotingPower: 0n })
  if (equalBytes(set.hash, hash)) return set
  throw new ForkError('forged', `the node names other validators than the chain has at height ${height}`, {
    details: [`expected: ${toHex(hash)}`, `received: ${toHex(set.hash)}`],
  })
}

const RIGHT = 'right: a trusted block nearer to the height of the fork'

const notSigned = ({ header }: LightBlock, cause: ChainError): ForkError =>
  new ForkError('forged', `the block of height ${header.height} is not signed by the validators of the chain`, {
    details: [cause.log],
    cause,
  })

/** Runs checks of the light client. */
function forged<T>({ header }: GivenBlock, check: () => T): T {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof ChainError)) throw error
    throw new ForkError('forged', `what the node sent as the block of height ${header.height} is none`, {
      details: [error.log],
      cause: error,
    })
  }
}
