/**
 * A copy-on-write B+tree over string keys: the data structure of all state. A root is a value: it never changes,
 * provided that each writer stops using its owner token once it has returned a root. A node is edited in place only by the owner that created it.
 */
export interface Owner {
  readonly owner: true
}

export const newOwner = (): Owner => ({ owner: true })

interface Leaf<V> {
  readonly owner: Owner
  readonly keys: string[]
  readonly values: V[]
  readonly children: undefined
}

/** `keys[i]` bounds `children[i]` from below; `keys[0]` is never read. */
interface Branch<V> {
  readonly owner: Owner
  readonly keys: string[]
  readonly children: TreeNode<V>[]
}

type TreeNode<V> = Leaf<V> | Branch<V>

/** Opaque outside this file. */
export type Root<V> = TreeNode<V>

/** Maximum entries of a node, and the minimum below which it is merged with a neighbour. */
const MAX = 32
const FEW = 8

export const emptyRoot = <V>(): Root<V> => ({ owner: newOwner(), keys: [], values: [], children: undefined })

/** Position of the first key that is not below `key`. */
function lowerBound(keys: readonly string[], key: string): number {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (keys[middle]! < key) low = middle + 1
    else high = middle
  }
  return low
}

/** Position of the child that holds `key`. */
function childIndex(keys: readonly string[], key: string): number {
  let low = 1
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (keys[middle]! <= key) low = middle + 1
    else high = middle
  }
  return low - 1
}

export function get<V>(root: Root<V>, key: string): V | undefined {
  let node = root
  while (node.children !== undefined) node = node.children[childIndex(node.keys, key)]!
  const at = lowerBound(node.keys, key)
  return node.keys[at] === key ? node.values[at] : undefined
}

function own<V>(node: Leaf<V>, owner: Owner): Leaf<V>
function own<V>(node: Branch<V>, owner: Owner): Branch<V>
function own<V>(node: TreeNode<V>, owner: Owner): TreeNode<V> {
  if (node.owner === owner) return node
  const keys = node.keys.slice()
  return node.children === undefined
    ? { owner, keys, values: node.values.slice(), children: undefined }
    : { owner, keys, children: node.children.slice() }
}

/** Splits an overfull, editable node: the left part stays in place, the right one is returned. A node that grew at its end stays full, since keys often come in order. */
function split<V>(node: TreeNode<V>, grewAt: number): TreeNode<V> {
  const from = grewAt === node.keys.length - 1 ? MAX : node.keys.length >>> 1
  const keys = node.keys.splice(from)
  return node.children === undefined
    ? { owner: node.owner, keys, values: node.values.splice(from), children: undefined }
    : { owner: node.owner, keys, children: node.children.splice(from) }
}

function insert<V>(
  node: TreeNode<V>,
  key: string,
  value: V,
  owner: Owner,
): { node: TreeNode<V>; right: TreeNode<V> | undefined } {
  if (node.children === undefined) {
    const leaf = own(node, owner)
    const at = lowerBound(leaf.keys, key)
    if (leaf.keys[at] === key) {
      leaf.values[at] = value
      return { node: leaf, right: undefined }
    }
    leaf.keys.splice(at, 0, key)
    leaf.values.splice(at, 0, value)
    return { node: leaf, right: leaf.keys.length > MAX ? split<V>(leaf, at) : undefined }
  }
  const branch = own(node, owner)
  const at = childIndex(branch.keys, key)
  const child = insert(branch.children[at]!, key, value, owner)
  branch.children[at] = child.node
  if (child.right === undefined) return { node: branch, right: undefined }
  branch.keys.splice(at + 1, 0, lowestOf(child.right))
  branch.children.splice(at + 1, 0, child.right)
  return { node: branch, right: branch.keys.length > MAX ? split<V>(branch, at + 1) : undefined }
}

/** The lower bound of a node just split off, which is its first key: exact for leaves, the separator for branches. */
const lowestOf = <V>(node: TreeNode<V>): string => node.keys[0]!

/** The root after `key` was set; nodes that `owner` made may have been edited in place. */
export function set<V>(root: Root<V>, key: string, value: V, owner: Owner): Root<V> {
  const { node, right } = insert(root, key, value, owner)
  return right === undefined ? node : { owner, keys: ['', lowestOf(right)], children: [node, right] }
}

/** Removes a key that is there. */
function erase<V>(node: TreeNode<V>, key: string, owner: Owner): TreeNode<V> {
  if (node.children === undefined) {
    const leaf = own(node, owner)
    const at = lowerBound(leaf.keys, key)
    leaf.keys.splice(at, 1)
    leaf.values.splice(at, 1)
    return leaf
  }
  const branch = own(node, owner)
  const at = childIndex(branch.keys, key)
  const child = erase(branch.children[at]!, key, owner)
  branch.children[at] = child
  // A branch that grew at its end may have a single child, so an empty node may leave its parent empty too.
  if (child.keys.length === 0) cut(branch, at)
  else if (child.keys.length < FEW && !join(branch, at, owner) && at > 0) join(branch, at - 1, owner)
  return branch
}

function cut<V>(branch: Branch<V>, at: number): void {
  branch.keys.splice(at, 1)
  branch.children.splice(at, 1)
}

/** Merges the child at `at` with the next one when both fit into one node. */
function join<V>(branch: Branch<V>, at: number, owner: Owner): boolean {
  const left = branch.children[at]!
  const right = branch.children[at + 1]
  if (right === undefined || left.keys.length + right.keys.length > MAX) return false
  if (left.children === undefined) {
    const leaf = own(left, owner)
    leaf.keys.push(...right.keys)
    leaf.values.push(...(right as Leaf<V>).values)
    branch.children[at] = leaf
  } else {
    const joined = own(left, owner)
    joined.keys.push(branch.keys[at + 1]!, ...right.keys.slice(1))
    joined.children.push(...(right as Branch<V>).children)
    branch.children[at] = joined
  }
  cut(branch, at + 1)
  return true
}

/** The root after `key` was removed; the same root when it was not there. */
export function remove<V>(root: Root<V>, key: string, owner: Owner): Root<V> {
  if (get(root, key) === undefined) return root
  let node = erase(root, key, owner)
  while (node.children?.length === 1) node = node.children[0]!
  return node.keys.length === 0 ? emptyRoot() : node
}

/** An iterator over `start <= key < end` of one root, which must no longer be edited. An absent bound is open. */
export class Cursor<V> {
  readonly #step: 1 | -1
  readonly #bound: string | undefined
  readonly #path: { readonly node: Branch<V>; at: number }[] = []
  #leaf: Leaf<V>
  #at: number
  #valid: boolean

  constructor(root: Root<V>, start: string | undefined, end: string | undefined, reverse: boolean) {
    this.#step = reverse ? -1 : 1
    this.#bound = reverse ? start : end
    const from = reverse ? end : start
    let node = root
    while (node.children !== undefined) {
      const at: number = from === undefined ? (reverse ? node.children.length - 1 : 0) : childIndex(node.keys, from)
      this.#path.push({ node, at })
      node = node.children[at]!
    }
    this.#leaf = node
    const at = from === undefined ? (reverse ? node.keys.length : 0) : lowerBound(node.keys, from)
    this.#at = reverse ? at - 1 : at
    this.#valid = true
    this.#settle()
  }

  get valid(): boolean {
    return this.#valid
  }
  /** Undefined when not valid, like {@link value}. */
  get key(): string | undefined {
    return this.#valid ? this.#leaf.keys[this.#at] : undefined
  }
  get value(): V | undefined {
    return this.#valid ? this.#leaf.values[this.#at] : undefined
  }
  next(): void {
    if (!this.#valid) return
    this.#at += this.#step
    this.#settle()
  }
  close(): void {
    this.#valid = false
  }

  /** Moves to the next leaf at the end of this one, and checks the bound. */
  #settle(): void {
    if (this.#at < 0 || this.#at >= this.#leaf.keys.length) {
      if (!this.#nextLeaf()) {
        this.#valid = false
        return
      }
      this.#at = this.#step === 1 ? 0 : this.#leaf.keys.length - 1
    }
    if (this.#bound === undefined) return
    const key = this.#leaf.keys[this.#at]!
    this.#valid = this.#step === 1 ? key < this.#bound : key >= this.#bound
  }

  #nextLeaf(): boolean {
    for (let depth = this.#path.length - 1; depth >= 0; depth--) {
      const { node, at } = this.#path[depth]!
      if (node.children[at + this.#step] === undefined) continue
      this.#path[depth]!.at = at + this.#step
      let below = node.children[at + this.#step]!
      while (below.children !== undefined) {
        this.#path[++depth] = { node: below, at: this.#step === 1 ? 0 : below.children.length - 1 }
        below = below.children[this.#step === 1 ? 0 : below.children.length - 1]!
      }
      this.#leaf = below
      return true
    }
    return false
  }
}
