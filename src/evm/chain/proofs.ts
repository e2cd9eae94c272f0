import type { ChainBlock } from './blockchain.js'
import type { EvmChain } from './evm-chain.js'
import { EMPTY_CODE_HASH } from '../crypto/hash.js'
import { hex, quantity, type Hex } from '../hex.js'
import { trieGet, trieProof, trieRoot } from '../state/trie.js'

/**
 * An account and slots of it with the proofs that `eth_getProof` returns: Merkle proofs against the block's state root.
 * Source: EIP-1186.
 */
export function proofOf(chain: EvmChain, block: ChainBlock, address: Hex, slots: readonly bigint[]) {
  const { state } = chain
  const view = chain.view(block)
  const trie = chain.trie(block)
  const key = state.roots.key(address)
  const account = view.account(address)
  const storage = trieGet(trie, key)?.data.storage
  return {
    address,
    balance: quantity(view.balance(address)),
    nonce: quantity(account?.nonce ?? 0n),
    codeHash: account?.codeHash ?? hex(EMPTY_CODE_HASH),
    storageHash: hex(trieRoot(storage)),
    accountProof: trieProof(trie, key).map(hex),
    storageProof: slots.map((slot) => ({
      key: quantity(slot),
      value: quantity(view.storage(address, slot)),
      proof: trieProof(storage, state.roots.key(slot)).map(hex),
    })),
  }
}
