import { NO_BYTES } from '../../base/index.js'
import { savedClass } from '../../base/object-graph/index.js'
import { digestBytes, sha256Digest, type Digest } from '../../crypto/index.js'
import type { Change } from '../change-set.js'
import type { Key } from '../key.js'
import { bytesOf } from '../lazy-bytes.js'
import { lookup, removeKey, setKey } from './edit.js'
import { nodeHash, type IavlNode } from './node.js'
import { proofOf } from './proof.js'

const EMPTY = sha256Digest(NO_BYTES)

/**
 * One version of an IAVL tree: a value that never changes. Making the next one costs only the tree work; hashes are computed when the first
 * root or proof of a version asks for them, once for all versions that share the nodes. Hashes and proofs equal iavl v1.2's.
 */
export class IavlTree {
  static readonly empty = new IavlTree(undefined, 0)
  static readonly saved = savedClass({
    name: 'IavlTree',
    type: IavlTree as unknown as new () => IavlTree,
    write: (tree: IavlTree) => ({ version: tree.version, root: tree.#root }),
    read: ({ version, root }) => new IavlTree(root, version),
  })

  readonly version: number
  readonly #root: IavlNode | undefined

  private constructor(root: IavlNode | undefined, version: number) {
    this.#root = root
    this.version = version
  }

  /** The tree after the changes of one version, applied in their order. Removing a key that is absent changes nothing. */
  next(version: number, changes: readonly Change[]): IavlTree {
    let root = this.#root
    for (const [key, value] of changes) {
      if (value !== undefined) root = setKey(root, version, key, bytesOf(value))
      else if (root !== undefined && lookup(root, key) !== undefined) root = removeKey(root, version, key)
    }
    return new IavlTree(root, version)
  }

  get size(): number {
    return this.#root?.size ?? 0
  }
  get(key: Key): Uint8Array | undefined {
    return lookup(this.#root, key)?.value
  }

  /** An empty tree has the hash of empty input. */
  get digest(): Digest {
    return this.#root === undefined ? EMPTY : nodeHash(this.#root)
  }
  get hash(): Uint8Array {
    return digestBytes(this.digest)
  }

  /**
   * `CommitmentProof` bytes that prove the key with its value, or that it is absent. ICS23 accepts neither empty keys nor empty values:
   * a proof that needs such an entry is built, as the reference does, and verifies nowhere.
   */
  proof(key: Key): Uint8Array {
    return proofOf(this.#root, key)
  }
}
