import type { Key } from '../key.js'
import { IavlNode } from './node.js'

/**
 * Setting and removing in a persistent, balanced tree. The given `node` stays unchanged for everyone who holds it, unless it was created
 * for the same version. The order of balancing is that of iavl v1.2, since it decides the hashes.
 */

export function lookup(root: IavlNode | undefined, key: Key): IavlNode | undefined {
  let node = root
  if (node === undefined) return undefined
  while (node.height > 0) node = key < node.key ? node.left! : node.right!
  return node.key === key ? node : undefined
}

const leafOf = (version: number, key: Key, value: Uint8Array): IavlNode =>
  new IavlNode(0, 1, version, key, value, undefined, undefined)

/** The node itself if it may be edited, else an editable copy. */
const own = (node: IavlNode, version: number): IavlNode =>
  node.version === version
    ? node
    : new IavlNode(node.height, node.size, version, node.key, undefined, node.left, node.right)

/** Source: iavl v1.2 `recursiveSet`. */
export function setKey(node: IavlNode | undefined, version: number, key: Key, value: Uint8Array): IavlNode {
  if (node === undefined) return leafOf(version, key, value)
  if (node.height === 0) {
    if (key === node.key) return leafOf(version, key, value)
    const leaf = leafOf(version, key, value)
    return key < node.key
      ? new IavlNode(1, 2, version, node.key, undefined, leaf, node)
      : new IavlNode(1, 2, version, key, undefined, node, leaf)
  }
  const self = own(node, version)
  const { size } = self
  if (key < self.key) self.left = setKey(self.left, version, key, value)
  else self.right = setKey(self.right, version, key, value)
  measure(self)
  // An update of a value leaves the shape, and with it the balance, as it was.
  return self.size === size ? self : balance(self, version)
}

/** The remaining tree, and the new key for an ancestor whose right part began with the removed key. */
interface Removal {
  readonly node: IavlNode | undefined
  readonly lowest: Key | undefined
}

/** The root after a key that is there was removed. Source: iavl v1.2 `recursiveRemove`. */
export const removeKey = (root: IavlNode, version: number, key: Key): IavlNode | undefined =>
  remove(root, version, key).node

function remove(node: IavlNode, version: number, key: Key): Removal {
  if (node.height === 0) return { node: undefined, lowest: undefined }
  if (key < node.key) {
    const { node: left, lowest } = remove(node.left!, version, key)
    if (left === undefined) return { node: node.right, lowest: node.key }
    const self = own(node, version)
    self.left = left
    measure(self)
    return { node: balance(self, version), lowest }
  }
  const { node: right, lowest } = remove(node.right!, version, key)
  if (right === undefined) return { node: node.left, lowest: undefined }
  const self = own(node, version)
  self.right = right
  if (lowest !== undefined) self.key = lowest
  measure(self)
  return { node: balance(self, version), lowest: undefined }
}

function measure(node: IavlNode): void {
  const left = node.left!
  const right = node.right!
  node.height = Math.max(left.height, right.height) + 1
  node.size = left.size + right.size
}

const tilt = (node: IavlNode): number => node.left!.height - node.right!.height

/** Source: iavl v1.2 `balance`. */
function balance(node: IavlNode, version: number): IavlNode {
  const lean = tilt(node)
  if (lean > 1) {
    if (tilt(node.left!) < 0) node.left = rotateLeft(node.left!, version)
    return rotateRight(node, version)
  }
  if (lean < -1) {
    if (tilt(node.right!) > 0) node.right = rotateRight(node.right!, version)
    return rotateLeft(node, version)
  }
  return node
}

function rotateRight(node: IavlNode, version: number): IavlNode {
  const self = own(node, version)
  const top = own(self.left!, version)
  self.left = top.right
  top.right = self
  measure(self)
  measure(top)
  return top
}

function rotateLeft(node: IavlNode, version: number): IavlNode {
  const self = own(node, version)
  const top = own(self.right!, version)
  self.right = top.left
  top.left = self
  measure(self)
  measure(top)
  return top
}
