import type { ValidatorSet as WireSet, Validator as WireValidator } from 'cosmjs-types/tendermint/types/validator'
import { equalBytes } from '../../../base/index.js'
import { plainError, wrapping } from '../../../chain/index.js'
import { validatorAddress, validatorsHash, type ValidatorKey } from '../../../crypto/index.js'

export type { WireSet }

export interface Validator {
  readonly address: Uint8Array
  readonly key: ValidatorKey
  readonly votingPower: bigint
  readonly proposerPriority: bigint
}

/** The validators that sign a block. Source: cometbft v0.38.21 types/validator_set.go. */
export interface ValidatorSet {
  readonly validators: readonly Validator[]
  readonly proposer: Validator
  readonly totalPower: bigint
  readonly hash: Uint8Array
}

/** Source: `MaxTotalVotingPower`. */
const MAX_POWER = ((1n << 63n) - 1n) / 8n

/** @throws ChainError undefined/1 with the reference's text. Source: `ValidatorSetFromProto` */
export function readValidatorSet(set: WireSet | undefined): ValidatorSet {
  if (set === undefined) throw plainError('nil validator set')
  const validators = set.validators.map(readValidator)
  const proposer = wrapping('fromProto: validatorSet proposer error', () => readValidator(set.proposer))
  let totalPower = 0n
  for (const { votingPower } of validators) {
    totalPower += votingPower
    if (totalPower > MAX_POWER) throw plainError(`total voting power ${totalPower} exceeds maximum ${MAX_POWER}`)
  }
  if (validators.length === 0) throw plainError('validator set is nil or empty')
  for (const [i, validator] of validators.entries()) {
    const problem = problemOf(validator)
    if (problem !== undefined) throw plainError(`invalid validator #${i}: ${problem}`)
  }
  const problem = problemOf(proposer)
  if (problem !== undefined) throw plainError(`proposer failed validate basic, error: ${problem}`)
  if (!validators.some(({ address }) => equalBytes(address, proposer.address)))
    throw plainError('proposer not in validator set')
  return { validators, proposer, totalPower, hash: hashOf(validators) }
}

const hashOf = (validators: readonly Validator[]): Uint8Array =>
  validatorsHash(validators.map(({ key, votingPower }) => ({ pubKey: { [key.type]: key.bytes }, votingPower })))

function readValidator(validator: WireValidator | undefined): Validator {
  if (validator === undefined) throw plainError('nil validator')
  const { address, votingPower, proposerPriority } = validator
  return { address, key: readKey(validator), votingPower, proposerPriority }
}

function readKey({ pubKey }: WireValidator): ValidatorKey {
  if (pubKey?.ed25519 !== undefined) return sized('ed25519', 'Ed25519', pubKey.ed25519, 32)
  if (pubKey?.secp256k1 !== undefined) return sized('secp256k1', 'Secp256k1', pubKey.secp256k1, 33)
  throw plainError('fromproto: key type <nil> is not supported')
}

function sized(type: ValidatorKey['type'], name: string, bytes: Uint8Array, length: number): ValidatorKey {
  if (bytes.length !== length)
    throw plainError(`invalid size for PubKey${name}. Got ${bytes.length}, expected ${length}`)
  return { type, bytes }
}

function problemOf({ votingPower, key, address }: Validator): string | undefined {
  if (votingPower < 0n) return 'validator has negative voting power'
  const derived = validatorAddress(key)
  if (equalBytes(address, derived)) return undefined
  return `validator address is incorrectly derived from pubkey. Exp: ${upperHex(derived)}, got ${upperHex(address)}`
}

export const upperHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').toUpperCase()

/** A validator as Go prints it. */
export function validatorText({ address, key, votingPower, proposerPriority }: Validator): string {
  const name = key.type === 'ed25519' ? 'PubKeyEd25519' : 'PubKeySecp256k1'
  return `Validator{${upperHex(address)} ${name}{${upperHex(key.bytes)}} VP:${votingPower} A:${proposerPriority}}`
}
