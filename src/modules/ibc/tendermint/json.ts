import { HashOp, LengthOp } from 'cosmjs-types/cosmos/ics23/v1/proofs'
import { fromBase64, fromHex, toBase64 } from '../../../base/bytes.js'
import type { GenesisReader } from '../../../chain/genesis-json.js'
import type { Json } from '../../../chain/module.js'
import type { Any } from '../../../codec/any.js'
import type { ProofSpec } from '../../../store/ics23/index.js'
import { heightJson, readEnum, readHeight } from '../json.js'
import { rfc3339 } from './time.js'
import { CLIENT_STATE, ClientState, CONSENSUS_STATE, ConsensusState } from './types.js'
import { upperHex } from './validators.js'

/** Client and consensus states in the chain's JSON. Source: gogoproto jsonpb over ibc.lightclients.tendermint.v1. */

type Span = { readonly seconds: bigint; readonly nanos: number }

const spanJson = ({ seconds, nanos }: Span): string => `${seconds}${fraction(nanos)}s`

/** A fraction of a second: none, three, six or nine digits. */
const fraction = (nanos: number): string =>
  nanos === 0
    ? ''
    : `.${String(nanos)
        .padStart(9, '0')
        .replace(/(?:000){1,2}$/, '')}`

const timeJson = ({ seconds, nanos }: Span): string =>
  rfc3339(seconds * 1_000_000_000n).replace('Z', `${fraction(nanos)}Z`)
function readSpan(json: GenesisReader): Span {
  const match = /^(\d{1,15})(?:\.(\d{1,9}))?s$/.exec(json.string())
  if (match === null) throw json.error('a span of time such as "10s" is wanted')
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

export function consensusStateJson({ typeUrl, value }: Any): Json {
  const { timestamp, root, nextValidatorsHash } = ConsensusState.decode(value)
  return {
    '@type': typeUrl,
    timestamp: timeJson(timestamp),
    root: { hash: toBase64(root.hash) },
    next_validators_hash: upperHex(nextValidatorsHash),
  }
}

/** @throws UsageError for a state of another kind */
export function readConsensusState(json: GenesisReader): Any {
  assertType(json, CONSENSUS_STATE)
  const value = ConsensusState.encode({
    timestamp: readTime(json.at('timestamp')),
    root: { hash: fromBase64(json.at('root').at('hash').string()) },
    nextValidatorsHash: fromHex(json.at('next_validators_hash').string().toLowerCase()),
  }).finish()
  return { typeUrl: CONSENSUS_STATE, value }
}

function readTime(json: GenesisReader): Span {
  const match = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?Z$/.exec(json.string())
  if (match === null) throw json.error('a time such as "2020-01-02T00:00:00Z" is wanted')
  const [year, month, day, hours, minutes, seconds] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const total = ((dayOf(year, month, day) * 24 + hours) * 60 + minutes) * 60 + seconds
  return { seconds: BigInt(total), nanos: Number((match[7] ?? '').padEnd(9, '0')) }
}

/** A date as a day counted from 1970-01-01, by the proleptic Gregorian calendar (eras of 400 years, years from March). */
function dayOf(year: number, month: number, day: number): number {
  const from = month <= 2 ? year - 1 : year
  const era = Math.floor(from / 400)
  const yearOfEra = from - era * 400
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
}

const bytesJson = (bytes: Uint8Array): Json => (bytes.length === 0 ? null : toBase64(bytes))
const readBytes = (json: GenesisReader): Uint8Array => (json.isAbsent ? new Uint8Array(0) : fromBase64(json.string()))

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
