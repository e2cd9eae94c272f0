import { NO_BYTES, toBase64 } from '../../base/index.js'
import { checksum } from '../crypto/address.js'
import { hex, minimalBytes, word, type Hex } from '../hex.js'
import type { AccountTrie } from './roots.js'
import { trieEntries, trieRoot, type TrieNode } from './trie.js'
import { codeAt, type StateView } from './view.js'

/** Which accounts of a state a dump has, and how much of each. */
export interface DumpPart {
  /** It begins at this hash of an address, or at the next one. */
  readonly start: Uint8Array
  readonly max: number
  readonly code: boolean
  readonly storage: boolean
}

/** Accounts in the order of the hashes of their addresses. Source: go-ethereum v1.17.0 core/state/dump.go. */
export function dump(view: StateView, trie: AccountTrie, part: DumpPart): unknown {
  const accounts: Record<string, unknown> = {}
  let left = part.max
  let next: Uint8Array | undefined
  for (const { key, value } of trieEntries(trie)) {
    if (Buffer.compare(key, part.start) < 0) continue
    if (left === 0) {
      next = key
      break
    }
    left--
    const { address, storage } = value.data
    const account = view.account(address)
    const code = part.code ? codeAt(view, address) : NO_BYTES
    const slots = part.storage ? slotsOf(view, address, storage) : []
    accounts[checksum(address)] = {
      balance: view.balance(address).toString(),
      nonce: Number(account?.nonce ?? 0n),
      root: hex(trieRoot(storage)),
      codeHash: account?.codeHash,
      ...(code.length > 0 && { code: hex(code) }),
      ...(slots.length > 0 && { storage: Object.fromEntries(slots) as unknown }),
      address,
      key: hex(key),
    }
  }
  return { root: hex(trieRoot(trie)).slice(2), accounts, ...(next && { next: toBase64(next) }) }
}

const slotsOf = (view: StateView, address: Hex, storage: TrieNode<bigint> | undefined) =>
  Array.from(trieEntries(storage), ({ value: { data: slot } }) => [
    word(slot),
    hex(minimalBytes(view.storage(address, slot))).slice(2),
  ])
