import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { toHex } from '../../../src/base/bytes.js'
import type { Change } from '../../../src/store/change-set.js'
import { IavlTree } from '../../../src/store/iavl/tree.js'
import { keyOf, type Key } from '../../../src/store/key.js'
import { GoRandom } from './go-random.js'

const fixture = JSON.parse(
  readFileSync(new URL('../../../fixtures/store/iavl-tree-hash.json', import.meta.url), 'utf8'),
) as {
  versions: number
  operations: number
  updateRatio: number
  deleteRatio: number
  roots: string[]
  first: string[]
}

/** The changes of each version, drawn as the published test draws them. */
function published(): Change[][] {
  const random = new GoRandom(fixture.first)
  const keys: Key[] = []
  const operation = (): Change => {
    if (keys.length > 0 && random.float64() <= fixture.deleteRatio)
      return [keys.splice(random.intn(keys.length), 1)[0]!, undefined]
    if (keys.length > 0 && random.float64() <= fixture.updateRatio)
      return [keys[random.intn(keys.length)]!, random.bytes(16)]
    const key = keyOf(random.bytes(16))
    keys.push(key)
    return [key, random.bytes(16)]
  }
  return Array.from({ length: fixture.versions }, () => Array.from({ length: fixture.operations }, operation))
}

test('the roots that iavl publishes are computed, hashed version by version', () => {
  let tree = IavlTree.empty
  const roots = published().map((changes, i) => toHex((tree = tree.next(i + 1, changes)).hash))
  expect(roots).toEqual(fixture.roots)
})

test('they are the same when nothing is hashed before the last version, and when the newest is hashed first', () => {
  let tree = IavlTree.empty
  const trees = published().map((changes, i) => (tree = tree.next(i + 1, changes)))
  const roots = trees.toReversed().map(({ hash }) => toHex(hash))
  expect(roots.toReversed()).toEqual(fixture.roots)
})
