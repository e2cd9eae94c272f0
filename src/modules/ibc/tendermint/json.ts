import { HashOp, LengthOp } from 'cosmjs-types/cosmos/ics23/v1/proofs'
import type { Json } from '../../../base/json-value.js'
import { fromBase64, NO_BYTES, toBase64 } from '../../../base/index.js'
import { consensusStateFields, readConsensusFields } from '../../../chain/ibc/index.js'
import type { GenesisReader } from '../../../chain/index.js'
import { durationText, nanosOf, type Any, type Moment } from '../../../codec/index.js'
import type { ProofSpec } from '../../../store/ics23/index.js'
import { heightJson, readEnum, readHeight } from '../json.js'
import { CLIENT_STATE, ClientState, CONSENSUS_STATE } from './types.js'

/** Client and consensus states in the chain's JSON. Source: gogoproto jsonpb over ibc.lightclients.tendermint.v1. */

const spanJson = (span: Moment): string => durationText(nanosOf(span))

function readSpan(json: GenesisReader): Moment {
  const match = /^(\d{1,15})(?:\.(\d{1,9}))?s$/.exec(json.string())
  if (match === null) throw json.error('expected a duration such as "10s"')
  return { seconds: BigInt(match[1]!), nanos: Number((match[2] ?? '').padEnd(9, '0')) }
}

export function clientStateJson({ typeUrl, value }: Any): Json {
  const state = ClientState.decode(value)
  return {
    '@type': typeUrl,
    chain_id: state.chainId,
    trust_level: {
      numerator: String(state.trustLevel.numerator),
      denominator: String(state.trustLevel.denominator),
    },
    trusting_period: spanJson(state.trustingPeriod),
    unbonding_period: spanJson(state.unbondingPeriod),
    max_clock_drift: spanJson(state.maxClockDrift),
    frozen_height: heightJson(state.frozenHeight),
    latest_height: heightJson(state.latestHeight),
    proof_specs: state.proofSpecs.map(specJson),
    upgrade_path: state.upgradePath,
    allow_update_after_expiry: state.allowUpdateAfterExpiry,
    allow_update_after_misbehaviour: state.allowUpdateAfterMisbehaviour,
  }
}

/** @throws UsageError for a client of another kind */
export function readClientState(json: GenesisReader): Any {
  assertType(json, CLIENT_STATE)
  const trust = json.at('trust_level')
  const value = ClientState.encode({
    chainId: json.at('chain_id').string(),
    trustLevel: { numerator: trust.at('numerator').integer(), denominator: trust.at('denominator').integer() },
    trustingPeriod: readSpan(json.at('trusting_period')),
    unbondingPeriod: readSpan(json.at('unbonding_period')),
    maxClockDrift: readSpan(json.at('max_clock_drift')),
    frozenHeight: readHeight(json.at('frozen_height')),
    latestHeight: readHeight(json.at('latest_height')),
    proofSpecs: json.at('proof_specs').list().map(readSpec),
    upgradePath: json
      .at('upgrade_path')
      .list()
      .map((key) => key.string()),
    allowUpdateAfterExpiry: json.at('allow_update_after_expiry').boolean(),
    allowUpdateAfterMisbehaviour: json.at('allow_update_after_misbehaviour').boolean(),
  }).finish()
  return { typeUrl: CLIENT_STATE, value }
}

export const consensusStateJson = ({ typeUrl, value }: Any): Json => ({
  '@type': typeUrl,
  ...consensusStateFields(value),
})

/** @throws UsageError for a state of another kind */
export function readConsensusState(json: GenesisReader): Any {
  assertType(json, CONSENSUS_STATE)
  return { typeUrl: CONSENSUS_STATE, value: readConsensusFields(json) }
}

const bytesJson = (bytes: Uint8Array): Json => (bytes.length === 0 ? null : toBase64(bytes))
const readBytes = (json: GenesisReader): Uint8Array => (json.isAbsent ? NO_BYTES : fromBase64(json.string()))

const specJson = (spec: ProofSpec): Json => ({
  leaf_spec: spec.leafSpec
    ? {
        hash: HashOp[spec.leafSpec.hash],
        prehash_key: HashOp[spec.leafSpec.prehashKey],
        prehash_value: HashOp[spec.leafSpec.prehashValue],
        length: LengthOp[spec.leafSpec.length],
        prefix: bytesJson(spec.leafSpec.prefix),
      }
    : null,
  inner_spec: spec.innerSpec
    ? {
        child_order: spec.innerSpec.childOrder,
        child_size: spec.innerSpec.childSize,
        min_prefix_length: spec.innerSpec.minPrefixLength,
        max_prefix_length: spec.innerSpec.maxPrefixLength,
        empty_child: bytesJson(spec.innerSpec.emptyChild),
        hash: HashOp[spec.innerSpec.hash],
      }
    : null,
  max_depth: spec.maxDepth,
  min_depth: spec.minDepth,
  prehash_key_before_comparison: spec.prehashKeyBeforeComparison ?? false,
})

const readHash = (json: GenesisReader): HashOp => (json.isAbsent ? HashOp.NO_HASH : readEnum(json, HashOp))
const readNumber = (json: GenesisReader): number => Number(json.integer())

const readSpec = (json: GenesisReader): ProofSpec => ({
  ...present('leafSpec', json.at('leaf_spec'), (leaf) => ({
    hash: readHash(leaf.at('hash')),
    prehashKey: readHash(leaf.at('prehash_key')),
    prehashValue: readHash(leaf.at('prehash_value')),
    length: leaf.at('length').isAbsent ? LengthOp.NO_PREFIX : readEnum(leaf.at('length'), LengthOp),
    prefix: readBytes(leaf.at('prefix')),
  })),
  ...present('innerSpec', json.at('inner_spec'), (inner) => ({
    childOrder: inner.at('child_order').list().map(readNumber),
    childSize: readNumber(inner.at('child_size')),
    minPrefixLength: readNumber(inner.at('min_prefix_length')),
    maxPrefixLength: readNumber(inner.at('max_prefix_length')),
    emptyChild: readBytes(inner.at('empty_child')),
    hash: readHash(inner.at('hash')),
  })),
  maxDepth: readNumber(json.at('max_depth')),
  minDepth: readNumber(json.at('min_depth')),
})

/** An object with the member, or an empty one when it is absent. */
const present = <K extends string, T>(
  name: K,
  json: GenesisReader,
  read: (json: GenesisReader) => T,
): Partial<Record<K, T>> => (json.isAbsent ? {} : ({ [name]: read(json) } as Record<K, T>))

function assertType(json: GenesisReader, expected: string): void {
  const type = json.at('@type').string()
  if (type !== expected) throw json.error(`expected ${expected}, got ${JSON.stringify(type)}`)
}
