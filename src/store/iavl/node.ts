import { savedClass } from '../../base/object-graph/index.js'
import { putLatin1, sha256Digest, type Digest } from '../../crypto/index.js'
import type { Key } from '../key.js'

/**
 * A node of an IAVL tree. Leaves have height 0, size 1 and a value; the key of an inner node is the lowest key of its right part.
 * While a version is being built, its tree edits the nodes of that version in place; afterwards a node never changes,
 * except that its hash is filled in when it is first needed. Source: iavl v1.2 `Node`.
 */
export class IavlNode {
  static readonly saved = savedClass({
    name: 'IavlNode',
    type: IavlNode,
    write: (node) => {
      const { height, size, version, key, value, left, right } = node
      return { height, size, version, key, value, left, right, hash: nodeHash(node) }
    },
    read: ({ height, size, version, key, value, left, right, hash }) =>
      Object.assign(new IavlNode(height, size, version, key, value, left, right), { hash }),
  })

  height: number
  size: number
  readonly version: number
  key: Key
  readonly value: Uint8Array | undefined
  left: IavlNode | undefined
  right: IavlNode | undefined
  hash: Digest | undefined = undefined

  constructor(
    height: number,
    size: number,
    version: number,
    key: Key,
    value: Uint8Array | undefined,
    left: IavlNode | undefined,
    right: IavlNode | undefined,
  ) {
    this.height = height
    this.size = size
    this.version = version
    this.key = key
    this.value = value
    this.left = left
    this.right = right
  }
}

/** A byte before each 32-byte string: its length. */
export const HASH_LENGTH = 0x20

/** Maximum number of bytes hashed for a node, without its key. */
const MAX_WITHOUT_KEY = 120

let scratch = Buffer.alloc(512)
/** Views of `scratch` by length, cached: creating a view costs more than hashing a few bytes. */
let cuts: Buffer[] = []

/** The hash of a node; computes missing hashes of the nodes below. Source: iavl v1.2 `writeHashBytes`. */
export function nodeHash(node: IavlNode): Digest {
  return (node.hash ??= node.height === 0 ? leafHash(node) : innerHash(node))
}

function leafHash(node: IavlNode): Digest {
  const { key } = node
  const valueHash = sha256Digest(node.value!)
  if (scratch.length < key.length + MAX_WITHOUT_KEY) {
    scratch = Buffer.alloc(key.length + MAX_WITHOUT_KEY)
    cuts = []
  }
  let at = putUvarint(scratch, putHeader(scratch, 0, node), key.length)
  at = putLatin1(scratch, key, at)
  scratch[at++] = HASH_LENGTH
  return digestTo(putLatin1(scratch, valueHash, at))
}

function innerHash(node: IavlNode): Digest {
  const left = nodeHash(node.left!)
  const right = nodeHash(node.right!)
  let at = putHeader(scratch, 0, node)
  scratch[at++] = HASH_LENGTH
  at = putLatin1(scratch, left, at)
  scratch[at++] = HASH_LENGTH
  return digestTo(putLatin1(scratch, right, at))
}

const digestTo = (length: number): Digest => sha256Digest((cuts[length] ??= scratch.subarray(0, length)))

/** Writes the start of a node's hash preimage: height, size and version as signed varints. Returns the next position. */
export function putHeader(target: Uint8Array, at: number, node: IavlNode): number {
  return putUvarint(
    target,
    putUvarint(target, putUvarint(target, at, node.height * 2), node.size * 2),
    node.version * 2,
  )
}

export function putUvarint(target: Uint8Array, at: number, value: number): number {
  let rest = value
  // The values may exceed 31 bits, the limit of JavaScript's shifts.
  for (; rest > 0x7fffffff; rest = Math.floor(rest / 128)) target[at++] = (rest % 128) | 0x80
  for (; rest > 0x7f; rest >>>= 7) target[at++] = (rest & 0x7f) | 0x80
  target[at++] = rest
  return at
}
