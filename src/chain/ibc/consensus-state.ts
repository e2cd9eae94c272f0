import { ConsensusState } from 'cosmjs-types/ibc/lightclients/tendermint/v1/tendermint'
import type { Json } from '../../base/json-value.js'
import { fromBase64, fromHex, NO_BYTES, toBase64, toHex } from '../../base/index.js'
import { momentOf, parseRfc3339, rfc3339, type Moment } from '../../codec/index.js'
import { WireReader } from '../../store/ics23/index.js'
import type { GenesisReader } from '../genesis-json.js'

/** A light client's record of a block, in the chain's JSON. Source: gogoproto jsonpb over ibc.lightclients.tendermint.v1 `ConsensusState`. */
export function consensusStateFields(bytes: Uint8Array): { readonly [name: string]: Json } {
  const { timestamp, root, nextValidatorsHash } = ConsensusState.decode(bytes)
  return {
    timestamp: timeJson(timestamp),
    root: { hash: root.hash.length === 0 ? null : toBase64(root.hash) },
    next_validators_hash: toHex(nextValidatorsHash).toUpperCase(),
  }
}

/** The root in a consensus state. @throws ProtoError with gogoproto's text */
export function rootOf(bytes: Uint8Array): Uint8Array {
  let root = NO_BYTES
  const state = new WireReader('ConsensusState', bytes)
  for (let field = state.next(); field !== 0; field = state.next()) {
    if (field === 1) state.bytes('Timestamp')
    else if (field === 2) root = hashOf(state.bytes('Root')) ?? root
    else if (field === 3) state.bytes('NextValidatorsHash')
    else state.skip()
  }
  return root
}

function hashOf(bytes: Uint8Array): Uint8Array | undefined {
  let hash: Uint8Array | undefined
  const root = new WireReader('MerkleRoot', bytes)
  for (let field = root.next(); field !== 0; field = root.next()) {
    if (field === 1) hash = root.bytes('Hash')
    else root.skip()
  }
  return hash
}

/** The bytes of a consensus state. @throws UsageError that names the place */
export const readConsensusFields = (json: GenesisReader): Uint8Array =>
  ConsensusState.encode({
    timestamp: readTime(json.at('timestamp')),
    root: { hash: json.at('root').at('hash').parsed(fromBase64) },
    nextValidatorsHash: json.at('next_validators_hash').parsed((text) => fromHex(text.toLowerCase())),
  }).finish()

function readTime(json: GenesisReader): Moment {
  try {
    return momentOf(parseRfc3339(json.string()))
  } catch (cause) {
    throw json.error('expected a time such as "2020-01-02T00:00:00Z"', cause)
  }
}

/** With no fraction of a second, or with three, six or nine digits of it. */
function timeJson({ seconds, nanos }: Moment): string {
  const digits = String(nanos)
    .padStart(9, '0')
    .replace(/(?:000){1,3}$/, '')
  return rfc3339(seconds * 1_000_000_000n).replace('Z', digits === '' ? 'Z' : `.${digits}Z`)
}
