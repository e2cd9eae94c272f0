import { NO_BYTES, UsageError } from '../../base/index.js'
import type { TxOutcome } from '../../chain/index.js'
import type { Any } from '../../codec/index.js'
import type { Block, ExecTxResult, KVKey, Proof, StorageValue, TxValue } from '../../codec/neutron/interchainqueries.js'
import { resultProofs, txProofs, type MerkleProof } from '../../crypto/index.js'
import { keyOf } from '../../store/index.js'
import type { RemoteChain } from './expected.js'

/** Builds query results as a relayer does. Source: neutron-org/neutron-query-relayer. */

/**
 * The values of keys after a block, each with a proof of its presence or absence.
 * @param height of the block; the proofs verify against the header of the next one, which the client must know
 * @throws UsageError for a height that is not kept, or a store that the chain lacks
 */
export function provenValues(chain: RemoteChain, keys: readonly KVKey[], height: number): StorageValue[] {
  const { commitment } = chain.stores.version(height)
  return keys.map(({ path, key }) => {
    const { value, ops } = commitment.query(path, keyOf(key))
    return { storagePrefix: path, key, value: value ?? NO_BYTES, proof: ops }
  })
}

/**
 * A transaction with its result and proofs of both: the transaction against its block's header, the result against the next block's header.
 * @param place its block, and its position there
 * @throws UsageError when there is no such transaction
 */
function provenTx(chain: RemoteChain, { height, index }: { readonly height: number; readonly index: number }): TxValue {
  const txs = chain.block(height)?.txs ?? []
  const tx = txs[index]
  if (tx === undefined)
    throw new UsageError(`${chain.chainIdAt(height)} keeps no transaction ${index} of block ${height}`, {
      details: [txs.length === 0 ? 'the block has none, or is not kept' : `the block has ${txs.length}`],
    })
  const results = txs.map(({ code, data, gasWanted, gasUsed }) => ({
    code,
    data,
    gasWanted: BigInt(gasWanted),
    gasUsed: BigInt(gasUsed),
  }))
  return {
    data: tx.bytes,
    response: responseOf(tx),
    inclusionProof: wireProof(txProofs(txs.map(({ bytes }) => bytes))[index]!),
    deliveryProof: wireProof(resultProofs(results)[index]!),
  }
}

/** The result of a query of transactions. @param headers of the transaction's block and of the next, as headers of the light client */
export const txBlock = (
  chain: RemoteChain,
  place: { readonly height: number; readonly index: number },
  headers: { readonly header: Any; readonly next: Any },
): Block => ({ header: headers.header, nextBlockHeader: headers.next, tx: provenTx(chain, place) })

const wireProof = ({ total, index, leafHash, aunts }: MerkleProof): Proof => ({
  total: BigInt(total),
  index: BigInt(index),
  leafHash,
  aunts: [...aunts],
})

/** The whole result, of which only the deterministic part is proven. */
const responseOf = ({ code, data, log, gasWanted, gasUsed, events, codespace }: TxOutcome): ExecTxResult => ({
  code,
  data,
  log,
  info: '',
  gasWanted: BigInt(gasWanted),
  gasUsed: BigInt(gasUsed),
  events: events.map(({ type, attributes }) => ({
    type,
    attributes: attributes.map(([key, value]) => ({ key, value, index: true })),
  })),
  codespace,
})
