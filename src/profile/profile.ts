/** What a frame of a profile is. */
export type FrameOf =
  /** A group of the chain: a transaction, a message, the call of an entry point. */
  | 'call'
  /** A function of the contract's own source. */
  | 'own'
  /** A function of a library, or one of which the source is not known. */
  | 'library'
  /** An import that the VM answers, or the VM itself. */
  | 'host'
  /** Gas that the chain charges: storage, loading code, the transaction's size. */
  | 'chain'

/** A function of a profile, or an entry in the place of one. */
export interface ProfileFunction {
  readonly name: string
  readonly of: FrameOf
  /** Its contract's number in the list of contracts; undefined for the chain's. Each contract has functions of its own. */
  readonly contract: number | undefined
  /** How often it was called; copies that were inlined are not. For what the chain charges, how often it did. */
  readonly calls: number
  /** How often of these before the first callback. */
  readonly callsInSetup: number
}

/** A code that ran. */
export interface ProfileContract {
  /** The name of its file, or the beginning of its checksum; no two are the same. */
  readonly name: string
  /** Absolute path of the file that it was read from. */
  readonly file: string | undefined
  /** SHA-256, in hex. */
  readonly checksum: string
}

/** A line of a function. */
export interface ProfilePlace {
  /** Its number in the list of functions. */
  readonly function: number
  /** Path of the file as the compiler noted it; undefined if it is not known. */
  readonly file: string | undefined
  /** From 1; 0 if it is not known. */
  readonly line: number
}

/** A place on one call path. */
export interface ProfileNode {
  /** Its parent's number in the list; -1 for none. */
  readonly parent: number
  /** Its number in the list of places. */
  readonly place: number
  /** VM gas that the place spent itself, without what it called. */
  readonly self: number
  /** Whether it ran before the first callback. */
  readonly setup: boolean
}

/** Where gas went: calls of the chain, functions of contracts, and their lines, as a tree. */
export interface ProfileTree {
  readonly contracts: readonly ProfileContract[]
  readonly functions: readonly ProfileFunction[]
  readonly places: readonly ProfilePlace[]
  /** A parent comes before its children. */
  readonly nodes: readonly ProfileNode[]
  /** VM gas of all nodes together. */
  readonly total: number
  /** Remarks, such as codes without names. */
  readonly notes: readonly string[]
}

/** What a function or a line spent. VM gas. */
export interface Spent {
  readonly self: number
  /** With all that it called; what calls itself counts once. */
  readonly total: number
}

/** Sums over a tree by some key of its nodes. @param keyOf undefined: the node is not counted */
export function spentBy<K>({ nodes }: Pick<ProfileTree, 'nodes'>, keyOf: (node: ProfileNode) => K): Map<K, Spent> {
  const totals = totalsOf(nodes)
  const found = new Map<K, { self: number; total: number }>()
  // The keys on the path to each node: a list that shares its end with its parent's.
  interface Above {
    readonly key: K
    readonly above: Above | undefined
  }
  const ways: Above[] = []
  for (const [i, node] of nodes.entries()) {
    const key = keyOf(node)
    const above: Above | undefined = ways[node.parent]
    let one = found.get(key)
    if (one === undefined) found.set(key, (one = { self: 0, total: 0 }))
    one.self += node.self
    let isWithin = false
    for (let at: Above | undefined = above; at !== undefined && !isWithin; at = at.above) isWithin = at.key === key
    if (!isWithin) one.total += totals[i]!
    ways.push({ key, above })
  }
  return found
}

/** What each node and all below it spent. */
function totalsOf(nodes: readonly { readonly parent: number; readonly self: number }[]): readonly number[] {
  const totals = nodes.map(({ self }) => self)
  for (let i = nodes.length - 1; i >= 0; i--) {
    const { parent } = nodes[i]!
    if (parent >= 0) totals[parent]! += totals[i]!
  }
  return totals
}

/** The profile from the first callback on; undefined where nothing ran before it, or there was none. */
export function withoutSetup(profile: ProfileTree): ProfileTree | undefined {
  if (!profile.nodes.some(({ setup }) => setup)) return undefined
  const nodes: ProfileNode[] = []
  /** The number of each node among those that are left. */
  const numbers: number[] = []
  for (const node of profile.nodes) {
    const parent = node.parent < 0 ? -1 : numbers[node.parent]!
    numbers.push(node.setup ? -1 : nodes.push({ ...node, parent }) - 1)
  }
  return {
    ...profile,
    functions: profile.functions.map((one) => ({ ...one, calls: one.calls - one.callsInSetup, callsInSetup: 0 })),
    nodes,
    total: nodes.reduce((sum, { self }) => sum + self, 0),
  }
}

/** The suffix of the name for the VM's own charges in a contract's calls. */
export const ARGUMENTS = ': arguments and answer'

/** How often the entry points of each contract were called. */
export function callsOf({ functions }: Pick<ProfileTree, 'functions'>): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  for (const { of, contract, name, calls } of functions)
    if (of === 'host' && contract !== undefined && name.endsWith(ARGUMENTS))
      found.set(contract, (found.get(contract) ?? 0) + calls)
  return found
}

/** What each contract spent; undefined is the chain. */
export const spentByContract = (profile: ProfileTree): ReadonlyMap<number | undefined, Spent> =>
  spentBy(profile, ({ place }) => profile.functions[profile.places[place]!.function]!.contract)
