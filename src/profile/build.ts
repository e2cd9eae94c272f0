import { basename } from 'node:path'
import { PlacesOfCode, type Frames } from './places-of-code.js'
import {
  ARGUMENTS,
  type FrameOf,
  type ProfileContract,
  type ProfileFunction,
  type ProfileNode,
  type ProfilePlace,
  type ProfileTree,
} from './profile.js'
import type { RawCode, RawNode, RawProfile } from './raw.js'
import { own } from '../base/index.js'

/** Adds names and places from debug information to a profile, and joins functions of the same name. */
export function buildProfile({ codes, nodes }: RawProfile): ProfileTree {
  const tree = new Tree()
  const contracts = new ProfiledContracts(codes)
  const known = new Map<number, PlacesOfCode>()
  const placesOf = (code: number): PlacesOfCode => {
    let places = known.get(code)
    if (places === undefined) known.set(code, (places = new PlacesOfCode(codes[code]!)))
    return places
  }
  /** Where each node of a profile is in the tree; undefined for what is left out. */
  const found: (number | undefined)[] = []
  for (const node of nodes) {
    const root = node.setup ? SETUP : ROOT
    const above = node.parent < 0 ? root : found[node.parent]
    if (above === undefined || node.kind === 'ignored') {
      found.push(undefined)
      continue
    }
    if (node.kind !== 'function') {
      // Nobody pays for it: it is not part of the call that made it.
      const at = tree.child(node.kind === 'free' ? root : above, frameOf(node))
      tree.add(at, node.self)
      tree.called(frameOf(node), node)
      found.push(at)
      continue
    }
    found.push(addFunction(tree, node, above, nodes, contracts, placesOf))
  }
  const { functions, places } = tree
  const settled = tree.settled()
  return {
    contracts: contracts.list,
    functions,
    places,
    nodes: settled,
    total: settled.reduce((sum, { self }) => sum + self, 0),
    notes: [...new Set(codes.flatMap((code, i) => (known.has(i) ? noteOf(code, known.get(i)!) : [])))],
  }
}

const ROOT = -1
/** The parent of what ran before the first callback. */
const SETUP = -2

/** @returns where it is in the tree */
function addFunction(
  tree: Tree,
  node: RawNode & { readonly kind: 'function' },
  above: number,
  nodes: readonly RawNode[],
  contracts: ProfiledContracts,
  placesOf: (code: number) => PlacesOfCode,
): number {
  const places = placesOf(node.code)
  const contract = contracts.of(node.code)
  const { importedFunctions } = places.module
  const caller = nodes[node.parent]
  let at = above
  // Within its caller it is at the line of the call, and in what was inlined there.
  if (caller?.kind === 'function' && caller.function !== undefined && caller.function >= importedFunctions)
    at = tree.way(
      above,
      node.site?.function === caller.function
        ? places.at(caller.function, node.site.offset)
        : places.whole(caller.function),
      contract,
    )
  if (node.function === undefined) {
    // The call of an entry point, and within it each call that the host makes for it.
    if (caller?.kind === 'function' && caller.function === undefined && caller.code === node.code) {
      tree.add(above, node.self)
      return above
    }
    const what = node.site === undefined ? ARGUMENTS : ': an import called through a table'
    const frame: Frame = { name: `${contracts.list[contract]!.name}${what}`, of: 'host', contract }
    const host = tree.child(at, frame)
    tree.add(host, node.self)
    tree.called(frame, node)
    return host
  }
  const [{ function: name, of }] = places.whole(node.function) as [Frames[number]]
  tree.called({ name, of, contract }, node)
  if (node.function < importedFunctions) {
    const host = tree.way(at, places.whole(node.function), contract)
    tree.add(host, node.self)
    return host
  }
  let left = node.self
  for (const [charge, count] of node.charges)
    for (const { frames, gas } of places.sharesOf(charge)) {
      tree.add(tree.way(at, frames, contract), gas * count)
      left -= gas * count
    }
  // What was left when it ran out of gas in the middle of a run.
  if (left !== 0) tree.add(tree.way(at, places.whole(node.function), contract), left)
  return at
}

type Frame = Omit<ProfileFunction, 'calls' | 'callsInSetup'>

const frameOf = ({ kind, name }: Extract<RawNode, { readonly name: string }>): Frame => ({
  ...(kind === 'chain' ? { name: own(CHAIN, name) ?? `chain: ${name}`, of: 'chain' } : { name, of: 'call' }),
  contract: undefined,
})

/** The codes of a profile, each once however many VMs and processes ran it. */
class ProfiledContracts {
  readonly list: readonly ProfileContract[]
  readonly #numbers: readonly number[]

  constructor(codes: readonly RawCode[]) {
    const unique = [...new Map(codes.map((code) => [code.checksum, code])).values()]
    const names = unique.map(nameOf)
    this.list = unique.map(({ checksum, file }, i) => ({
      name:
        names.indexOf(names[i]!) === names.lastIndexOf(names[i]!) ? names[i]! : `${names[i]!} ${checksum.slice(0, 8)}`,
      file,
      checksum,
    }))
    const numbers = new Map(unique.map(({ checksum }, i) => [checksum, i]))
    this.#numbers = codes.map(({ checksum }) => numbers.get(checksum)!)
  }

  of(code: number): number {
    return this.#numbers[code]!
  }
}

/** Plain names of the charges of the chain's stores. */
const CHAIN: Readonly<Record<string, string>> = {
  Has: 'storage: has',
  ReadFlat: 'storage: read',
  ReadPerByte: 'storage: read',
  WriteFlat: 'storage: write',
  WritePerByte: 'storage: write',
  Delete: 'storage: remove',
  IterNextFlat: 'storage: iterate',
  ValuePerByte: 'storage: iterate',
  // What the contract's own functions use is not charged under this name.
  'wasm contract': 'chain: compiling code',
  txSize: 'chain: size of the transaction',
  double: 'double',
}

const nameOf = ({ file, checksum }: RawCode): string =>
  file === undefined ? `code ${checksum.slice(0, 12)}` : basename(file)

function noteOf(code: RawCode, places: PlacesOfCode): readonly string[] {
  const name = nameOf(code)
  if (code.isTwin)
    return [
      `${name}: its debug twin ran in its place, to count lines. It is other code, so gas differs from a run without coverage`,
    ]
  if (places.hasLines) return []
  if (code.twin !== undefined)
    return [
      `${name}: its debug twin is other code; ${places.sameAsTwin} of its ${places.module.bodies.length} functions are instruction by instruction those of the twin, and have its names and lines`,
    ]
  return [
    `${name}: ${places.hasNames ? 'no debug information, so no lines' : 'neither names nor debug information'}. Right: build it with debug = "line-tables-only" and strip = "none", as ${name.replace(/(?:\.wasm)?$/, '.debug.wasm')} next to it`,
  ]
}

/** A function that a macro wrote is the contract's in one place, and a library's in another. */
const groupOf = (of: FrameOf): string => (of === 'own' || of === 'library' ? 'rust' : of)

/** Builds a profile; equal call paths are one. */
class Tree {
  readonly functions: (ProfileFunction & { calls: number; callsInSetup: number })[] = []
  readonly places: ProfilePlace[] = []
  readonly #nodes: { readonly parent: number; readonly place: number; readonly setup: boolean; self: number }[] = []
  readonly #functions = new Map<string, number>()
  readonly #places = new Map<string, number>()
  readonly #children = new Map<string, number>()
  readonly #placesOfFrames = new WeakMap<Frames, readonly number[]>()

  add(node: number, gas: number): void {
    this.#nodes[node]!.self += gas
  }

  called(frame: Frame, { calls, setup }: Pick<RawNode, 'calls' | 'setup'>): void {
    const called = this.functions[this.#function(frame)]!
    called.calls += calls
    if (setup) called.callsInSetup += calls
  }

  child(parent: number, frame: Frame): number {
    return this.#child(parent, this.#place(frame, undefined, 0))
  }

  /** The node at the end of frames, the outermost of which is below another node. */
  way(parent: number, frames: Frames, contract: number): number {
    let places = this.#placesOfFrames.get(frames)
    if (places === undefined) {
      places = frames.map(({ function: name, of, file, line }) => this.#place({ name, of, contract }, file, line ?? 0))
      this.#placesOfFrames.set(frames, places)
    }
    let at = parent
    for (const place of places) at = this.#child(at, place)
    return at
  }

  /**
   * No amount may be negative: what a call spent beyond the gas that was left was not charged, and is taken from the largest of its parts,
   * or of those next to it.
   */
  settled(): readonly ProfileNode[] {
    const nodes = this.#nodes
    for (const [i, node] of nodes.entries())
      for (let around = i; node.self < 0 && around >= 0; around = nodes[around]!.parent) {
        const parts = nodes.filter((part, at) => part.self > 0 && this.#isBelow(at, around))
        for (const part of parts.sort((a, b) => b.self - a.self)) {
          const taken = Math.min(part.self, -node.self)
          part.self -= taken
          node.self += taken
        }
      }
    return nodes
  }

  #isBelow(node: number, above: number): boolean {
    let at = node
    while (at > above) at = this.#nodes[at]!.parent
    return at === above
  }

  #child(parent: number, place: number): number {
    const key = `${parent} ${place}`
    let node = this.#children.get(key)
    if (node === undefined) {
      const setup = parent < 0 ? parent === SETUP : this.#nodes[parent]!.setup
      node = this.#nodes.push({ parent: Math.max(parent, ROOT), place, setup, self: 0 }) - 1
      this.#children.set(key, node)
    }
    return node
  }

  #place(frame: Frame, file: string | undefined, line: number): number {
    const function_ = this.#function(frame)
    const key = `${function_} ${file ?? ''}:${line}`
    let place = this.#places.get(key)
    if (place === undefined) {
      place = this.places.push({ function: function_, file, line }) - 1
      this.#places.set(key, place)
    }
    return place
  }

  #function({ name, of, contract }: Frame): number {
    const key = `${groupOf(of)} ${contract ?? ''} ${name}`
    let found = this.#functions.get(key)
    if (found === undefined) {
      found = this.functions.push({ name, of, contract, calls: 0, callsInSetup: 0 }) - 1
      this.#functions.set(key, found)
    }
    return found
  }
}
