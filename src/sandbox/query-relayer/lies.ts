import { UsageError } from '../../base/index.js'
import type { Proof, QueryResult, StorageValue, TxValue } from '../../codec/neutron/interchainqueries.js'
import { flipBit } from '../relayer/forge.js'

/** A false result, which the chain has to refuse. */
export function falsified(result: QueryResult, lie: 'value' | 'proof'): QueryResult {
  const { block, kvResults } = result
  if (block?.tx !== undefined) return { ...result, block: { ...block, tx: falseTx(block.tx, lie) } }
  const [first, ...rest] = kvResults
  if (first === undefined) throw new UsageError('a result without values cannot be falsified')
  return { ...result, kvResults: [falseValue(first, lie), ...rest] }
}

function falseValue(value: StorageValue, lie: 'value' | 'proof'): StorageValue {
  if (lie === 'value') return { ...value, value: value.value.length === 0 ? Uint8Array.of(1) : flipBit(value.value, 0) }
  // The last bits of a proof's first step belong to a hash.
  const proof = value.proof!.map((op, i) => (i === 0 ? { ...op, data: flipBit(op.data, op.data.length * 8 - 1) } : op))
  return { ...value, proof }
}

function falseTx(tx: TxValue, lie: 'value' | 'proof'): TxValue {
  if (lie === 'value') return { ...tx, data: flipBit(tx.data, tx.data.length * 8 - 1) }
  const falseProof = (proof: Proof): Proof => ({ ...proof, leafHash: flipBit(proof.leafHash, 0) })
  return { ...tx, inclusionProof: falseProof(tx.inclusionProof!) }
}
