import { SignedMsgType } from 'cosmjs-types/tendermint/types/types'
import { BlockIDFlag } from 'cosmjs-types/tendermint/types/validator'
import { concatBytes, equalBytes, NO_BYTES, type ChainError } from '../../../base/index.js'
import { goTime } from '../../../chain/ante/index.js'
import { plainError } from '../../../chain/index.js'
import { ProtoWriter } from '../../../codec/index.js'
import { verifyValidatorSignature } from '../../../crypto/index.js'
import { isNil, nanoseconds, type Commit, type CommitSig } from './signed-header.js'
import { upperHex, validatorText, type Validator, type ValidatorSet } from './validators.js'

/** `2020-01-02T00:01:10.5Z`. @param time nanoseconds since 1970 */
const rfc3339 = (time: bigint): string => goTime(time).replace(' ', 'T').replace(' +0000 UTC', 'Z')

/** The share of the voting power that must have signed. */
export interface Fraction {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** An error of a commit; `tooLittle` when valid signatures were simply too few. */
export type CommitProblem = { readonly error: ChainError; readonly tooLittle: boolean }

const MAX_INT64 = (1n << 63n) - 1n

/**
 * Verifies that more than two thirds of a set signed a block. The caller has compared id and height with the commit's.
 * Source: cometbft v0.38.21 types/validation.go `VerifyCommitLight`.
 */
export function commitProblem(chainId: string, set: ValidatorSet, commit: Commit): CommitProblem | undefined {
  if (set.validators.length !== commit.signatures.length)
    return plain(`Invalid commit -- wrong set size: ${set.validators.length} vs ${commit.signatures.length}`)
  return tally(chainId, set, commit, (set.totalPower * 2n) / 3n, ({ validatorAddress: got }, i) => {
    const validator = set.validators[i]!
    if (equalBytes(got, validator.address)) return [i, validator]
    const expected = upperHex(validator.address)
    return plain(`validator address mismatch at index ${i}: expected ${expected}, got ${upperHex(got)}`)
  })
}

/** Verifies that more than a fraction of a previously trusted set signed it. Source: `VerifyCommitLightTrusting`. */
export function trustingCommitProblem(
  chainId: string,
  set: ValidatorSet,
  commit: Commit,
  { numerator, denominator }: Fraction,
): CommitProblem | undefined {
  if (denominator === 0n) return plain('trustLevel has zero Denominator')
  if (set.totalPower * numerator > MAX_INT64)
    return plain('int64 overflow while calculating voting power needed. please provide smaller trustLevel numerator')
  const positions = new Map(set.validators.map(({ address }, i) => [upperHex(address), i]))
  return tally(chainId, set, commit, (set.totalPower * numerator) / denominator, ({ validatorAddress }) => {
    const i = positions.get(upperHex(validatorAddress))
    return i === undefined ? undefined : [i, set.validators[i]!]
  })
}

/** Finds the validator of a signature; undefined for one that does not count. */
type Lookup = (
  signature: CommitSig,
  index: number,
) => readonly [position: number, validator: Validator] | CommitProblem | undefined

/** Checks signatures until those that count exceed the needed power. A batch is verified after its power is counted. */
function tally(
  chainId: string,
  set: ValidatorSet,
  commit: Commit,
  needed: bigint,
  lookup: Lookup,
): CommitProblem | undefined {
  const batched = isBatch(set, commit)
  const waiting: (() => CommitProblem | undefined)[] = []
  const seen = new Map<number, number>()
  let power = 0n
  for (const [i, signature] of commit.signatures.entries()) {
    if (signature.blockIdFlag !== BlockIDFlag.BLOCK_ID_FLAG_COMMIT) continue
    const found = lookup(signature, i)
    if (found === undefined) continue
    if ('error' in found) return found
    const [position, validator] = found
    const first = seen.get(position)
    if (first !== undefined) return plain(`double vote from ${validatorText(validator)} (${first} and ${i})`)
    seen.set(position, i)
    if (batched && signature.signature.length !== 64) return plain('invalid signature')
    const check = () =>
      verifyValidatorSignature(validator.key, voteBytes(chainId, commit, signature), signature.signature)
        ? undefined
        : plain(`wrong signature (#${i}): ${batched ? signatureText(signature) : upperHex(signature.signature)}`)
    if (batched) waiting.push(check)
    else {
      const problem = check()
      if (problem !== undefined) return problem
    }
    power += validator.votingPower
    if (power > needed) break
  }
  if (power <= needed) return tooLittle(power, needed)
  for (const check of waiting) {
    const problem = check()
    if (problem !== undefined) return problem
  }
  return undefined
}

/** Source: `shouldBatchVerify`. */
const isBatch = ({ validators, proposer }: ValidatorSet, { signatures }: Commit): boolean =>
  signatures.length >= 2 && proposer.key.type === 'ed25519' && validators.every(({ key }) => key.type === 'ed25519')

const plain = (text: string): CommitProblem => ({ error: plainError(text), tooLittle: false })
const tooLittle = (got: bigint, needed: bigint): CommitProblem => ({
  error: plainError(`invalid commit -- insufficient voting power: got ${got}, needed more than ${needed}`),
  tooLittle: true,
})

const fingerprint = (bytes: Uint8Array): string => upperHex(concatBytes(bytes, new Uint8Array(6)).slice(0, 6))

/** Go prints the signature of a batch as the hex of its description. */
function signatureText({ signature, validatorAddress, blockIdFlag, timestamp }: CommitSig): string {
  const time = rfc3339(nanoseconds(timestamp))
  const text = `CommitSig{${fingerprint(signature)} by ${fingerprint(validatorAddress)} on ${blockIdFlag} @ ${time}}`
  return upperHex(Buffer.from(text))
}

/** The bytes that a validator signed, length-prefixed. Source: cometbft types/vote.go `VoteSignBytes`, types/canonical.go. */
function voteBytes(chainId: string, { height, round, blockId }: Commit, { timestamp }: CommitSig): Uint8Array {
  const { seconds, nanos } = timestamp
  const parts = new ProtoWriter()
    .uint64(1, BigInt(blockId.partSetHeader.total))
    .bytes(2, blockId.partSetHeader.hash)
    .finish()
  const id = new ProtoWriter().bytes(1, blockId.hash).message(2, parts).finish()
  const rest = new ProtoWriter()
  if (!isNil(blockId)) rest.message(4, id)
  rest.message(5, new ProtoWriter().uint64(1, seconds).uint64(2, BigInt(nanos)).finish()).string(6, chainId)
  const type = new ProtoWriter().uint64(1, BigInt(SignedMsgType.SIGNED_MSG_TYPE_PRECOMMIT)).finish()
  const vote = concatBytes(type, fixed64(2, height), fixed64(3, BigInt(round)), rest.finish())
  const length = vote.length < 0x80 ? [vote.length] : [(vote.length & 0x7f) | 0x80, vote.length >> 7]
  return concatBytes(Uint8Array.from(length), vote)
}

function fixed64(field: number, value: bigint): Uint8Array {
  if (value === 0n) return NO_BYTES
  const bytes = new Uint8Array(9)
  bytes[0] = field * 8 + 1
  new DataView(bytes.buffer).setBigInt64(1, value, true)
  return bytes
}
