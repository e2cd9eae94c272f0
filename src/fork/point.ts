import { BlockIDFlag, type Validator } from 'cosmjs-types/tendermint/types/validator'
import { equalBytes, toHex, UsageError } from '../base/index.js'
import type { ValidatorUpdate, Vote } from '../chain/index.js'
import { nanosOf } from '../codec/index.js'
import { commitHash } from '../crypto/index.js'
import { ForkError } from './errors.js'
import { readBlocks, readValidators, type GivenBlock } from './node/blocks.js'
import type { LiveChain } from './node/live-chain.js'
import { lightBlock, verifyAlone, verifyFrom, type TrustedBlock } from './verify/header.js'

/** The block after which a fork starts. */
export interface ForkPoint {
  readonly chainId: string
  readonly height: number
  /** Hash of the block, in hex. */
  readonly hash: string
  /** Nanoseconds since 1970. */
  readonly time: bigint
  /** App hash of the state after the block, as the next header has it; undefined if it was not requested. */
  readonly appHash: Uint8Array | undefined
  /** Validators of the next block, as the chain orders them. */
  readonly validators: readonly ValidatorUpdate[]
  /** Who signed the block; undefined if that is not certain. */
  readonly votes: readonly Vote[] | undefined
}

/** @param verified whether the header after the block is read and verified, which commits to its state; from which block on @throws ForkError, UsageError */
export function readPoint(
  chain: LiveChain,
  height: number,
  verified: false | { readonly from: TrustedBlock | undefined },
): ForkPoint {
  const [block] = readBlocks(chain, [height])
  const { header, commit } = block!
  const point = {
    chainId: header.chainId,
    height,
    hash: toHex(commit.blockId.hash),
    time: nanosOf(header.time),
    appHash: undefined,
  }
  if (verified === false)
    return {
      ...point,
      validators: updatesOf(readValidators(chain, height + 1)),
      votes: votesOf(block!, readValidators(chain, height)),
    }
  const { from } = verified
  if (from !== undefined && from.height > height + 1)
    throw new UsageError(`headers are verified from earlier ones, and the trusted block is later than the fork`, {
      details: [`fork: height ${height}`, `trusted: height ${from.height}`, `right: a block of ${height + 1} at most`],
    })
  const read = (at: number) => lightBlock(readBlocks(chain, [at])[0]!, readValidators(chain, at))
  const next = read(height + 1)
  if (from === undefined) verifyAlone(next)
  else verifyFrom(from, next, read)
  // The id of a block is the hash of its header, which the next header has.
  const validators = readValidators(chain, height)
  const own = lightBlock(block!, validators)
  if (!equalBytes(own.commit.blockId.hash, next.header.lastBlockId.hash))
    throw new ForkError('forged', `the block of height ${height} is not the one before that of ${height + 1}`, {
      details: [`expected: ${toHex(next.header.lastBlockId.hash)}`, `received: ${point.hash}`],
    })
  // A node's commit of its last block may lack signatures that came later; only those in the next header are certain.
  const isCertain = equalBytes(commitHash(commit.signatures), next.header.lastCommitHash)
  return {
    ...point,
    appHash: next.header.appHash,
    validators: updatesOf(readValidators(chain, height + 1)),
    votes: isCertain ? votesOf(own, validators) : undefined,
  }
}

/** Whose signatures a block has; they are in the order of its validators. */
const votesOf = ({ commit }: GivenBlock, validators: readonly Validator[]): readonly Vote[] =>
  validators.map(({ address, votingPower: power }, i) => ({
    address,
    power,
    signed: commit.signatures[i]?.blockIdFlag !== BlockIDFlag.BLOCK_ID_FLAG_ABSENT,
  }))

const updatesOf = (validators: readonly Validator[]): readonly ValidatorUpdate[] =>
  validators.map(({ pubKey, votingPower }) => {
    if (pubKey?.ed25519?.length !== 32)
      throw new ForkError('unknown', 'a validator of the chain has another key than one of ed25519, 32 bytes')
    return { publicKey: pubKey.ed25519, power: votingPower }
  })
