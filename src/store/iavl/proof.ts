import { putLatin1 } from '../../crypto/index.js'
import { keyBytes, type Key } from '../key.js'
import { HASH_LENGTH, nodeHash, putHeader, putUvarint, type IavlNode } from './node.js'

/**
 * ICS23 proofs of a tree, written straight to protobuf bytes (`cosmos.ics23.v1.CommitmentProof`): a twentieth of the time that
 * objects and a codec take. Source: iavl v1.2 `proof_ics23.go`.
 */

/** Most bytes of an inner op: three varints, two hashes with their lengths, tags; and of a leaf op with the tags and lengths of key and value. */
const MAX_PER_STEP = 112
const MAX_OF_LEAF_OP = 64

/** Tags of the fields of `ExistenceProof`, `LeafOp` and `InnerOp`, all below 128. */
const [KEY, VALUE, LEAF, PATH] = [0x0a, 0x12, 0x1a, 0x22]
const LEAF_OP = [0x08, 1, 0x18, 1, 0x20, 1] // SHA-256, value hashed before with SHA-256, lengths as varints
const LEAF_PREFIX = 0x2a
const INNER_OP = [0x08, 1] // SHA-256
const [INNER_PREFIX, INNER_SUFFIX] = [0x12, 0x1a]
const [EXIST, NONEXIST] = [0x0a, 0x12]
const [MISSING_KEY, LEFT, RIGHT] = [0x0a, 0x12, 0x1a]

/**
 * Proof that the key is there with its value; or that it is absent, since its neighbours are there and are next to each other.
 * In an empty tree there are no neighbours, and no verifier accepts the proof.
 */
export function proofOf(root: IavlNode | undefined, key: Key): Uint8Array {
  const absence: [tag: number, bytes: Uint8Array][] = key.length > 0 ? [[MISSING_KEY, keyBytes(key)]] : []
  if (root !== undefined) {
    nodeHash(root)
    const rank = rankOf(root, key)
    const right = rank < root.size ? new Leaf(root, rank) : undefined
    if (right?.node.key === key) return message([EXIST, existence(right)])
    if (rank > 0) absence.push([LEFT, existence(new Leaf(root, rank - 1))])
    if (right !== undefined) absence.push([RIGHT, existence(right)])
  }
  return message([NONEXIST, message(...absence)])
}

/** How many keys are less than `key`. */
function rankOf(root: IavlNode, key: Key): number {
  let rank = 0
  let node = root
  while (node.height > 0) {
    if (key < node.key) node = node.left!
    else {
      rank += node.left!.size
      node = node.right!
    }
  }
  return node.key < key ? rank + 1 : rank
}

/** A leaf by its index, and the path of nodes from the root to it. */
class Leaf {
  readonly node: IavlNode
  readonly path: IavlNode[] = []
  /** Whether the step down from each node went to the left. */
  readonly wentLeft: boolean[] = []

  constructor(root: IavlNode, index: number) {
    let node = root
    let rest = index
    while (node.height > 0) {
      this.path.push(node)
      const { size } = node.left!
      const left = rest < size
      this.wentLeft.push(left)
      if (!left) rest -= size
      node = left ? node.left! : node.right!
    }
    this.node = node
  }
}

let scratch = Buffer.alloc(4096)

function existence({ node, path, wentLeft }: Leaf): Uint8Array {
  const { key } = node
  const value = node.value!
  const most = key.length + value.length + MAX_OF_LEAF_OP + path.length * MAX_PER_STEP
  if (scratch.length < most) scratch = Buffer.alloc(most * 2)
  let at = 0
  if (key.length > 0) at = putLatin1(scratch, key, putTag(at, KEY, key.length))
  if (value.length > 0) {
    at = putTag(at, VALUE, value.length)
    scratch.set(value, at)
    at += value.length
  }
  at = putLeafOp(at, node)
  for (let i = path.length - 1; i >= 0; i--) at = putInnerOp(at, path[i]!, wentLeft[i]!)
  return new Uint8Array(scratch.subarray(0, at))
}

function putTag(at: number, tag: number, length: number): number {
  scratch[at] = tag
  return putUvarint(scratch, at + 1, length)
}

function putLeafOp(start: number, leaf: IavlNode): number {
  scratch[start] = LEAF
  let at = start + 2
  for (const byte of LEAF_OP) scratch[at++] = byte
  scratch[at] = LEAF_PREFIX
  const end = putHeader(scratch, at + 2, leaf)
  scratch[at + 1] = end - at - 2
  scratch[start + 1] = end - start - 2
  return end
}

function putInnerOp(start: number, node: IavlNode, fromLeft: boolean): number {
  scratch[start] = PATH
  let at = start + 2
  for (const byte of INNER_OP) scratch[at++] = byte
  scratch[at] = INNER_PREFIX
  const prefix = at + 2
  at = putHeader(scratch, prefix, node)
  if (!fromLeft) at = putHash(at, node.left!)
  scratch[at++] = HASH_LENGTH
  scratch[prefix - 1] = at - prefix
  if (fromLeft) {
    scratch[at++] = INNER_SUFFIX
    scratch[at++] = 33
    at = putHash(at, node.right!)
  }
  scratch[start + 1] = at - start - 2
  return at
}

function putHash(at: number, node: IavlNode): number {
  scratch[at] = HASH_LENGTH
  return putLatin1(scratch, nodeHash(node), at + 1)
}

/** A message of length-delimited fields; an empty one is written too, as gogoproto does for messages. */
function message(...fields: readonly (readonly [tag: number, bytes: Uint8Array])[]): Uint8Array {
  const bytes = new Uint8Array(fields.reduce((sum, [, { length }]) => sum + 10 + length, 0))
  let at = 0
  for (const [tag, field] of fields) {
    bytes[at] = tag
    at = putUvarint(bytes, at + 1, field.length)
    bytes.set(field, at)
    at += field.length
  }
  return bytes.subarray(0, at)
}
