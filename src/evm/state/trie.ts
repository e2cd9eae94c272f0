import { RLP } from '@ethereumjs/rlp'
import { NO_BYTES } from '../../base/index.js'
import { keccak256 } from '../crypto/hash.js'
import { rlpBytes, rlpHeadLength, writeRlpHead } from './rlp.js'

/**
 * A Merkle Patricia trie whose nodes are immutable: a change gives a new root and shares what it did not touch, so an old
 * root stays readable. Keys must be prefix-free (hashes, or the RLP of indices), so no branch holds a value.
 * Source: Ethereum yellow paper, appendix D.
 */
export type TrieNode<T> = Leaf<T> | Extension<T> | Branch<T>

/** What a leaf holds: the bytes that are hashed, and any data of the owner for the key. */
export interface TrieValue<T> {
  readonly bytes: Uint8Array
  readonly data: T
}

interface Cached {
  /**
   * How a parent names this node, in RLP: the node itself when shorter than 32 bytes, its hash otherwise. A character for each byte, since
   * there is one for each node of each version, and an array takes five times as much.
   */
  ref: string | undefined
}

interface Leaf<T> extends Cached {
  readonly kind: 'leaf'
  readonly path: Nibbles
  readonly value: TrieValue<T>
}

interface Extension<T> extends Cached {
  readonly kind: 'extension'
  readonly path: Nibbles
  readonly child: TrieNode<T>
}

interface Branch<T> extends Cached {
  readonly kind: 'branch'
  readonly children: readonly (TrieNode<T> | undefined)[]
}

/** Hexadecimal digits: a part of one is a view of the whole. */
type Nibbles = string

/** Hash of the empty trie. */
export const EMPTY_TRIE_ROOT = keccak256(RLP.encode(NO_BYTES))

export function trieGet<T>(root: TrieNode<T> | undefined, key: Uint8Array): TrieValue<T> | undefined {
  let node = root
  let path = nibblesOf(key)
  while (node !== undefined) {
    if (node.kind === 'leaf') return common(node.path, path) === path.length ? node.value : undefined
    if (node.kind === 'branch') {
      node = node.children[digit(path)]
      path = path.slice(1)
    } else {
      if (common(node.path, path) < node.path.length) return undefined
      path = path.slice(node.path.length)
      node = node.child
    }
  }
  return undefined
}

export function triePut<T>(root: TrieNode<T> | undefined, key: Uint8Array, value: TrieValue<T>): TrieNode<T> {
  return put(root, nibblesOf(key), value)
}

export function trieDelete<T>(root: TrieNode<T> | undefined, key: Uint8Array): TrieNode<T> | undefined {
  return remove(root, nibblesOf(key))
}

export const trieRoot = <T>(root: TrieNode<T> | undefined): Uint8Array =>
  root === undefined ? EMPTY_TRIE_ROOT : isInside(root) ? keccak256(encode(root)) : bytesOf(refOf(root).slice(1))

/** The nodes on the way to the key, root first, as `eth_getProof` gives them; for an absent key the nodes that prove its absence. */
export function trieProof<T>(root: TrieNode<T> | undefined, key: Uint8Array): Uint8Array[] {
  const proof: Uint8Array[] = []
  let node = root
  let path = nibblesOf(key)
  while (node !== undefined) {
    // A node that is embedded in its parent is not a separate proof element.
    if (proof.length === 0 || !isInside(node)) proof.push(rlpOf(node))
    if (node.kind === 'leaf') break
    if (node.kind === 'branch') {
      node = node.children[digit(path)]
      path = path.slice(1)
    } else {
      if (common(node.path, path) < node.path.length) break
      path = path.slice(node.path.length)
      node = node.child
    }
  }
  return proof
}

/** Leaves in the order of their keys (hashes), from the given key on. */
export function* trieEntries<T>(
  root: TrieNode<T> | undefined,
  prefix: Nibbles = '',
): Generator<{ key: Uint8Array; value: TrieValue<T> }> {
  if (root === undefined) return
  if (root.kind === 'leaf') yield { key: new Uint8Array(Buffer.from(prefix + root.path, 'hex')), value: root.value }
  else if (root.kind === 'extension') yield* trieEntries(root.child, prefix + root.path)
  else for (const [nibble, child] of root.children.entries()) yield* trieEntries(child, prefix + DIGITS[nibble]!)
}

/** Root of a trie of a list under the RLP of the index: transactions, receipts, withdrawals of a block. */
export function listRoot(items: readonly Uint8Array[]): Uint8Array {
  let root: TrieNode<undefined> | undefined
  for (const [index, bytes] of items.entries()) root = triePut(root, RLP.encode(index), { bytes, data: undefined })
  return trieRoot(root)
}

function put<T>(node: TrieNode<T> | undefined, path: Nibbles, value: TrieValue<T>): TrieNode<T> {
  if (node === undefined) return { kind: 'leaf', path, value, ref: undefined }
  if (node.kind === 'branch') {
    const nibble = digit(path)
    return withChild(node, nibble, put(node.children[nibble], path.slice(1), value))
  }
  const shared = common(node.path, path)
  if (shared === node.path.length) {
    if (node.kind === 'leaf') return { kind: 'leaf', path: node.path, value, ref: undefined }
    return { kind: 'extension', path: node.path, child: put(node.child, path.slice(shared), value), ref: undefined }
  }
  const children: (TrieNode<T> | undefined)[] = Array.from({ length: 16 }, () => undefined)
  const rest = node.path.slice(shared + 1)
  children[digit(node.path, shared)] =
    node.kind === 'leaf' ? { kind: 'leaf', path: rest, value: node.value, ref: undefined } : extend(rest, node.child)
  children[digit(path, shared)] = { kind: 'leaf', path: path.slice(shared + 1), value, ref: undefined }
  return extend(node.path.slice(0, shared), { kind: 'branch', children, ref: undefined })
}

function remove<T>(node: TrieNode<T> | undefined, path: Nibbles): TrieNode<T> | undefined {
  if (node === undefined) return undefined
  if (node.kind === 'leaf') return common(node.path, path) === path.length ? undefined : node
  if (node.kind === 'extension') {
    if (common(node.path, path) < node.path.length) return node
    const child = remove(node.child, path.slice(node.path.length))
    if (child === node.child) return node
    return child && extend(node.path, child)
  }
  const nibble = digit(path)
  const child = remove(node.children[nibble], path.slice(1))
  if (child === node.children[nibble]) return node
  const changed = withChild(node, nibble, child)
  const left = changed.children.flatMap((child, index) => (child === undefined ? [] : [{ child, index }]))
  return left.length === 1 ? extend(DIGITS[left[0]!.index]!, left[0]!.child) : changed
}

function withChild<T>(node: Branch<T>, nibble: number, child: TrieNode<T> | undefined): Branch<T> {
  const children = node.children.slice()
  children[nibble] = child
  return { kind: 'branch', children, ref: undefined }
}

/** The node reached by `path` and then `child`, with paths joined as the rules of the trie demand. */
function extend<T>(path: Nibbles, child: TrieNode<T>): TrieNode<T> {
  if (path.length === 0) return child
  if (child.kind === 'branch') return { kind: 'extension', path, child, ref: undefined }
  const joined = path + child.path
  return child.kind === 'leaf'
    ? { kind: 'leaf', path: joined, value: child.value, ref: undefined }
    : { kind: 'extension', path: joined, child: child.child, ref: undefined }
}

/** Scratch space for encoding nodes: few of the encodings are needed again. A branch has at most 532 bytes. */
const scratch = Buffer.alloc(1024)

/** The node's encoding, in the scratch if it fits there. */
function encode<T>(node: TrieNode<T>): Buffer {
  if (node.kind === 'leaf') return encodeParts(rlpBytes(hexPrefix(node.path, true)), rlpBytes(node.value.bytes))
  if (node.kind === 'extension') {
    const ref = Buffer.from(refOf(node.child), 'latin1')
    return encodeParts(rlpBytes(hexPrefix(node.path, false)), ref)
  }
  // Child nodes use the scratch themselves, so they come first. One string is one call of the engine, which copies it.
  let text = ''
  for (const child of node.children) text += child === undefined ? NOTHING : (child.ref ?? refOf(child))
  text += NOTHING
  const at = writeRlpHead(scratch, 0xc0, text.length)
  return scratch.subarray(0, at + scratch.write(text, at, 'latin1'))
}

function encodeParts(first: Uint8Array, second: Uint8Array): Buffer {
  const length = first.length + second.length
  const head = rlpHeadLength(length)
  const into = head + length <= scratch.length ? scratch : Buffer.alloc(head + length)
  writeRlpHead(into, 0xc0, length)
  into.set(first, head)
  into.set(second, head + first.length)
  return into.subarray(0, head + length)
}

/** The encoding of no bytes. */
const NOTHING = '\u0080'

const rlpOf = <T>(node: TrieNode<T>): Uint8Array => new Uint8Array(encode(node))

/** A node shorter than a hash is embedded in its parent. */
const isInside = <T>(node: TrieNode<T>): boolean => refOf(node)[0] !== HASH_HEAD || refOf(node).length !== 33

/** How a string of 32 bytes begins; no node that is shorter than a hash does. */
const HASH_HEAD = '\u00a0'

function refOf<T>(node: TrieNode<T>): string {
  if (node.ref !== undefined) return node.ref
  const rlp = encode(node)
  if (rlp.length < 32) return (node.ref = rlp.toString('latin1'))
  hashed.set(keccak256(rlp), 1)
  return (node.ref = hashed.toString('latin1'))
}

/** The encoding of a hash, to be filled in. */
const hashed = Buffer.from(HASH_HEAD.padEnd(33), 'latin1')

const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'))

/** Yellow paper, appendix C. */
function hexPrefix(path: Nibbles, leaf: boolean): Uint8Array {
  const odd = path.length % 2
  return Buffer.from(`${DIGITS[(leaf ? 2 : 0) + odd]}${odd === 1 ? '' : '0'}${path}`, 'hex')
}

const DIGITS = '0123456789abcdef'

/** The digit at an index. */
function digit(path: Nibbles, at = 0): number {
  const code = path.charCodeAt(at)
  return code < 0x3a ? code - 0x30 : code - 0x57
}

const nibblesOf = (key: Uint8Array): Nibbles => Buffer.from(key.buffer, key.byteOffset, key.length).toString('hex')

function common(a: Nibbles, b: Nibbles): number {
  const end = Math.min(a.length, b.length)
  let i = 0
  while (i < end && a.charCodeAt(i) === b.charCodeAt(i)) i++
  return i
}
