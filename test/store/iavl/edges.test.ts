import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { toHex } from '../../../src/base/bytes.js'
import { sha256 } from '../../../src/crypto/hash.js'
import type { Change } from '../../../src/store/change-set.js'
import { IavlTree } from '../../../src/store/iavl/tree.js'
import { keyOf, type Key } from '../../../src/store/key.js'

interface Story {
  name: string
  /** Number of the first version. */
  first: number
  versions: {
    /** A key is a byte many times over, a value as many times its length; -1 removes the key. */
    changes: { byte: number; length: number; value: number }[]
    root: string
    size: number
    /** Lengths of the values of all keys of the story, -1 for none. */
    values: number[]
    /** SHA-256 over the proofs of all keys of the story. */
    proofs: string
  }[]
}

/** Written by `reference/store/edges`. */
const { stories } = JSON.parse(
  readFileSync(new URL('../../../fixtures/store/iavl-edges.json', import.meta.url), 'utf8'),
) as { stories: Story[] }

const keyFrom = ({ byte, length }: { byte: number; length: number }): Key => keyOf(new Uint8Array(length).fill(byte))

test.each(stories)('$name: roots, sizes, values and proofs are those of the reference', ({ first, versions }) => {
  const asked = [...new Set(versions.flatMap(({ changes }) => changes.map(keyFrom)))]
  let tree = IavlTree.empty
  const ours = versions.map(({ changes }, i) => {
    tree = tree.next(
      first + i,
      changes.map((change): Change => {
        const { value } = change
        return [keyFrom(change), value < 0 ? undefined : new Uint8Array(value).fill(value)]
      }),
    )
    const { size } = tree
    return {
      root: toHex(tree.hash),
      size,
      values: asked.map((key) => tree.get(key)?.length ?? -1),
      // Of an empty tree the reference has no proofs.
      proofs: toHex(sha256(Buffer.concat(size === 0 ? [] : asked.map((key) => tree.proof(key))))),
    }
  })
  expect(ours).toEqual(versions.map(({ root, size, values, proofs }) => ({ root, size, values, proofs })))
})
