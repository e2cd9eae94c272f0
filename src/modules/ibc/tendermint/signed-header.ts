import { BlockIDFlag } from 'cosmjs-types/tendermint/types/validator'
import {
  type BlockID,
  type Commit,
  type CommitSig,
  type Header,
  type SignedHeader as WireSignedHeader,
} from 'cosmjs-types/tendermint/types/types'
import { equalBytes, NO_BYTES } from '../../../base/index.js'
import { plainError } from '../../../chain/index.js'
import { headerHash } from '../../../crypto/index.js'
import { upperHex } from './validators.js'

export type { BlockID, Commit, CommitSig, WireSignedHeader }

/** A header and its commit, both present and well-formed. */
export interface SignedHeader {
  readonly header: Header
  readonly commit: Commit
}

const BLOCK_PROTOCOL = 11n
const MAX_CHAIN_ID = 50
const MAX_SIGNATURE = 64
const SECOND = 1_000_000_000n

/** A protobuf timestamp in nanoseconds since 1970. */
export const nanoseconds = ({ seconds, nanos }: { readonly seconds: bigint; readonly nanos: number }): bigint =>
  seconds * SECOND + BigInt(nanos)

/** Reads the parts that are present. @throws ChainError undefined/1. Source: cometbft v0.38.21 types/light.go `SignedHeaderFromProto` */
export function checkSignedHeader({ header, commit }: WireSignedHeader): void {
  if (header !== undefined) fail(headerProblem(header))
  if (commit !== undefined) fail(blockIdProblem(commit.blockId) ?? signatureProblem(commit) ?? commitProblem(commit))
}

/** Checks that header and commit match each other and the chain. @throws ChainError undefined/1. Source: types/light.go `SignedHeader.ValidateBasic` */
export function validateSignedHeader({ header, commit }: WireSignedHeader, chainId: string): SignedHeader {
  if (header === undefined) throw plainError('missing header')
  if (commit === undefined) throw plainError('missing commit')
  fail(headerProblem(header), 'invalid header: ')
  fail(commitProblem(commit), 'invalid commit: ')
  if (header.chainId !== chainId)
    throw plainError(
      `header belongs to another chain ${JSON.stringify(header.chainId)}, not ${JSON.stringify(chainId)}`,
    )
  if (commit.height !== header.height)
    throw plainError(`header and commit height mismatch: ${header.height} vs ${commit.height}`)
  const hash = header.validatorsHash.length === 0 ? NO_BYTES : headerHash(header)
  if (!equalBytes(hash, commit.blockId.hash))
    throw plainError(`commit signs block ${upperHex(commit.blockId.hash)}, header is block ${upperHex(hash)}`)
  return { header, commit }
}

function fail(problem: string | undefined, prefix = ''): void {
  if (problem !== undefined) throw plainError(`${prefix}${problem}`)
}

/** Source: types/block.go `Header.ValidateBasic`. */
function headerProblem(header: Header): string | undefined {
  const early = blockIdProblem(header.lastBlockId)
  if (early !== undefined) return early
  if (header.version.block !== BLOCK_PROTOCOL)
    return `block protocol is incorrect: got: ${header.version.block}, want: ${BLOCK_PROTOCOL} `
  const length = Buffer.byteLength(header.chainId)
  if (length > MAX_CHAIN_ID) return `chainID is too long; got: ${length}, max: ${MAX_CHAIN_ID}`
  if (header.height < 0n) return 'negative Height'
  if (header.height === 0n) return 'zero Height'
  const hashes: readonly (readonly [name: string, hash: Uint8Array])[] = [
    ['LastCommitHash', header.lastCommitHash],
    ['DataHash', header.dataHash],
    ['EvidenceHash', header.evidenceHash],
  ]
  const later: typeof hashes = [
    ['ValidatorsHash', header.validatorsHash],
    ['NextValidatorsHash', header.nextValidatorsHash],
    ['ConsensusHash', header.consensusHash],
    ['LastResultsHash', header.lastResultsHash],
  ]
  const proposer =
    header.proposerAddress.length === 20
      ? undefined
      : `invalid ProposerAddress length; got: ${header.proposerAddress.length}, expected: 20`
  return wrongHash(hashes) ?? proposer ?? wrongHash(later)
}

function wrongHash(hashes: readonly (readonly [name: string, hash: Uint8Array])[]): string | undefined {
  for (const [name, hash] of hashes) {
    const problem = hashProblem(hash)
    if (problem !== undefined) return `wrong ${name}: ${problem}`
  }
  return undefined
}

/** An empty hash is valid. Source: types/validation.go `ValidateHash`. */
export const hashProblem = ({ length }: Uint8Array): string | undefined =>
  length === 0 || length === 32 ? undefined : `expected size to be 32 bytes, got ${length} bytes`

function blockIdProblem({ hash, partSetHeader }: BlockID): string | undefined {
  const parts = hashProblem(partSetHeader.hash)
  if (parts !== undefined) return `wrong Hash: ${parts}`
  return hashProblem(hash) === undefined ? undefined : 'wrong Hash'
}

const signatureProblem = ({ signatures }: Commit): string | undefined =>
  signatures.map(commitSigProblem).find((problem) => problem !== undefined)

/** Without the signatures, which were checked when the commit was read. Source: types/block.go `Commit.ValidateBasic`. */
function commitProblem({ height, round, blockId, signatures }: Commit): string | undefined {
  if (height < 0n) return 'negative Height'
  if (round < 0) return 'negative Round'
  if (height === 0n) return undefined
  if (isNil(blockId)) return 'commit cannot be for nil block'
  return signatures.length === 0 ? 'no signatures in commit' : undefined
}

export const isNil = ({ hash, partSetHeader }: BlockID): boolean =>
  hash.length === 0 && partSetHeader.total === 0 && partSetHeader.hash.length === 0

/** Go's zero time in seconds since 1970. */
const ZERO_TIME = -62_135_596_800n

/** Source: types/block.go `CommitSig.ValidateBasic`. */
function commitSigProblem({ blockIdFlag, validatorAddress, timestamp, signature }: CommitSig): string | undefined {
  if (blockIdFlag === BlockIDFlag.BLOCK_ID_FLAG_ABSENT) {
    if (validatorAddress.length !== 0) return 'validator address is present'
    if (timestamp.seconds !== ZERO_TIME || timestamp.nanos !== 0) return 'time is present'
    return signature.length === 0 ? undefined : 'signature is present'
  }
  if (blockIdFlag !== BlockIDFlag.BLOCK_ID_FLAG_COMMIT && blockIdFlag !== BlockIDFlag.BLOCK_ID_FLAG_NIL)
    return `unknown BlockIDFlag: ${blockIdFlag}`
  if (validatorAddress.length !== 20)
    return `expected ValidatorAddress size to be 20 bytes, got ${validatorAddress.length} bytes`
  if (signature.length === 0) return 'signature is missing'
  return signature.length > MAX_SIGNATURE ? `signature is too big (max: ${MAX_SIGNATURE})` : undefined
}
