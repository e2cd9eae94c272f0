import type { Validator, ValidatorSet } from 'cosmjs-types/tendermint/types/validator'
import { protoText, type TextField } from '../../../codec/index.js'

/** A set of validators as Go prints its protobuf message. */
export const setText = ({ validators, proposer, totalVotingPower }: ValidatorSet): string =>
  protoText([
    ...validators.map((validator): TextField => ['validators', validatorFields(validator)]),
    ...(proposer === undefined ? [] : [['proposer', validatorFields(proposer)] as const]),
    ...(totalVotingPower === 0n ? [] : [['total_voting_power', totalVotingPower] as const]),
  ])

function validatorFields({ address, pubKey, votingPower, proposerPriority }: Validator): readonly TextField[] {
  const fields: TextField[] = []
  if (address.length > 0) fields.push(['address', address])
  const key: TextField[] = []
  if (pubKey?.ed25519 !== undefined) key.push(['ed25519', pubKey.ed25519])
  if (pubKey?.secp256k1 !== undefined) key.push(['secp256k1', pubKey.secp256k1])
  fields.push(['pub_key', key])
  if (votingPower !== 0n) fields.push(['voting_power', votingPower])
  if (proposerPriority !== 0n) fields.push(['proposer_priority', proposerPriority])
  return fields
}
