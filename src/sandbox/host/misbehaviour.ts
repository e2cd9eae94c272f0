import type { Evidence } from 'cosmjs-types/tendermint/types/evidence'
import { SignedMsgType, type Vote } from 'cosmjs-types/tendermint/types/types'
import { equalBytes, NO_BYTES, UsageError } from '../../base/index.js'
import {
  setHash,
  signAs,
  signedHeader,
  voteBytes,
  type Misbehaviour,
  type Node,
  type SignedBlock,
  type Validator,
} from '../../chain/index.js'
import { momentOf } from '../../codec/index.js'
import { validatorAddress } from '../../crypto/index.js'
import { validatorSet } from '../../modules/ibc/relay.js'
import type { ChainHost } from './chain-host.js'

/** The block that carries the evidence. */
export interface EvidenceBlock {
  readonly height: bigint
  /** Names of the validators that it accuses. */
  readonly accused: readonly string[]
}

/**
 * Validators sign another header than that of the last block, so that light clients that trust them would accept its state as the chain's: a lunatic
 * attack. The next block, which this makes, has the evidence. Source: cometbft v0.38.21 light/detector.go, types/evidence.go.
 * @param names by default the fewest that suffice, strongest first @throws UsageError for those who have too little power, or are not in the set
 */
export function attackLightClients(host: ChainHost, names: readonly string[] | undefined): EvidenceBlock {
  const { baseApp: app } = host.app
  const common = app.last.height - 1
  if (app.block(common) === undefined)
    throw new UsageError(`an attack needs two blocks of ${host.key}`, { details: ['right: make a block first'] })
  const trusted = app.validatorsAt(common)
  const total = totalOf(trusted)
  const signers = names?.map((name) => memberNamed(host, name, trusted)) ?? fewest(trusted, total)
  if (totalOf(signers) * 3n <= total)
    throw new UsageError(
      `validators with ${totalOf(signers)} of ${total} voting power cannot deceive a light client: more than a third is needed`,
      {
        details: [`validators: ${trusted.map((one) => `${nodeOf(host, one).name} has ${one.votingPower}`).join(', ')}`],
      },
    )
  const { header } = app.block(app.last.height)!.signed
  const content = {
    ...header,
    appHash: header.appHash.with(0, header.appHash[0]! ^ 1),
    validatorsHash: setHash(signers),
  }
  const set = validatorSet(signers)
  const { time } = app.block(common)!
  const evidence: Evidence = {
    lightClientAttackEvidence: {
      conflictingBlock: { signedHeader: signedHeader(content, signers), validatorSet: set },
      commonHeight: BigInt(common),
      byzantineValidators: set.validators,
      totalVotingPower: total,
      timestamp: momentOf(time),
    },
  }
  const infraction = { type: 'lightClientAttack', height: common, time, totalPower: total } as const
  return accuse(host, evidence, signers, infraction)
}

/**
 * A validator signs two blocks at the height of the last one. The next block, which this makes, has the evidence.
 * Source: cometbft v0.38.21 types/evidence.go `DuplicateVoteEvidence`. @throws UsageError for one that did not sign that block
 */
export function doubleSign(host: ChainHost, name: string): EvidenceBlock {
  const { baseApp: app } = host.app
  const { signed, time, height, chainId } = app.block(app.last.height)!
  const validator = memberNamed(host, name, signed.validators)
  const index = signed.validators.findIndex(({ address }) => equalBytes(address, validator.address))
  const real = signed.commit.signatures[index]!
  if (real.signature.length === 0) throw new UsageError(`${name} did not sign block ${height}: it is stopped`)
  const voted = time + 1_000_000n
  const vote = (blockId: SignedBlock['blockId']): Vote => ({
    type: SignedMsgType.SIGNED_MSG_TYPE_PRECOMMIT,
    height: BigInt(height),
    round: signed.commit.round,
    blockId,
    timestamp: momentOf(voted),
    validatorAddress: validator.address,
    validatorIndex: index,
    signature: signAs(validator, voteBytes({ chainId, height, time }, blockId, voted, signed.commit.round)),
    extension: NO_BYTES,
    extensionSignature: NO_BYTES,
  })
  const { blockId } = signed
  const other = { ...blockId, hash: blockId.hash.with(0, blockId.hash[0]! ^ 1) }
  const [voteA, voteB] = [blockId, other].sort((a, b) => Buffer.compare(a.hash, b.hash)).map(vote)
  const total = totalOf(signed.validators)
  const evidence: Evidence = {
    duplicateVoteEvidence: {
      voteA: voteA!,
      voteB: voteB!,
      totalVotingPower: total,
      validatorPower: validator.votingPower,
      timestamp: momentOf(time),
    },
  }
  return accuse(host, evidence, [validator], { type: 'duplicateVote', height, time, totalPower: total })
}

function accuse(
  host: ChainHost,
  evidence: Evidence,
  validators: readonly Validator[],
  infraction: Omit<Misbehaviour, 'address' | 'power'>,
): EvidenceBlock {
  const { baseApp: app } = host.app
  const nodes = validators.map((one) => nodeOf(host, one))
  const misbehaviour = validators.map((one, i) => ({
    ...infraction,
    address: validatorAddress({ type: 'ed25519', bytes: nodes[i]!.id }),
    power: one.votingPower,
  }))
  const before = app.consensus
  app.consensus = before.withEvidence({ evidence, misbehaviour })
  try {
    host.app.nextBlock()
  } catch (error) {
    app.consensus = before
    throw error
  }
  return { height: BigInt(app.last.height), accused: nodes.map(({ name }) => name) }
}

const totalOf = (validators: readonly Validator[]): bigint =>
  validators.reduce((sum, { votingPower }) => sum + votingPower, 0n)

/** The strongest validators that have more than a third together. */
function fewest(validators: readonly Validator[], total: bigint): readonly Validator[] {
  let count = 1
  while (totalOf(validators.slice(0, count)) * 3n <= total) count++
  return validators.slice(0, count)
}

const nodeOf = ({ app }: ChainHost, { publicKey }: Validator): Node =>
  app.baseApp.consensus.nodes.all.find(({ signer }) => equalBytes(signer.publicKey, publicKey))!

/** @throws UsageError for one that is not in the set */
function memberNamed(host: ChainHost, name: string, set: readonly Validator[]): Validator {
  const signer = host.app.baseApp.consensus.nodes.named(name)?.signer
  const member = signer && set.find(({ publicKey }) => equalBytes(publicKey, signer.publicKey))
  if (member !== undefined) return member
  const known = set.map((one) => nodeOf(host, one).name)
  throw new UsageError(`${host.key} has no validator "${name}" in its set`, {
    details: [`validators: ${known.join(', ')}`],
  })
}
