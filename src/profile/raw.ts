import type { Vms } from '../app/index.js'
import { fileOf, sameCode, twinFor } from '../vm/debug/index.js'
import { checksumOf, type Checksum, type ScriptWatch, type Vm } from '../vm/internal.js'
import { GasTree, type CallSite, type Charge, type CodeProfiler, type FrameKind } from '../vm/tools/index.js'
import { parseLeniently, type Module } from '../vm/wasm/index.js'

/** A code whose functions are in a profile. */
export interface RawCode {
  readonly checksum: Checksum
  /** Absolute path of the file that it was read from. */
  readonly file: string | undefined
  /** Release of the VM that ran it, which sets its prices. */
  readonly version: string
  /** The module that ran, and one with the debug information of the same code. */
  readonly ran: Uint8Array
  readonly information: Uint8Array
  /** The debug twin next to it that is other code. */
  readonly twin: Uint8Array | undefined
  /** Whether a debug twin with other code ran in its place. */
  readonly isTwin: boolean
}

/** A node of the tree of calls. */
export type RawNode = {
  /** Its parent's number in the list; -1 for none. */
  readonly parent: number
  readonly calls: number
  /** VM gas. */
  readonly self: number
  /** Whether it ran before the first callback. */
  readonly setup: boolean
} & (
  | { readonly kind: FrameKind; readonly name: string }
  | {
      readonly kind: 'function'
      /** Its number in the list of codes. */
      readonly code: number
      /** Index in the module; undefined for the host, when it calls the module. */
      readonly function: number | undefined
      /** Where the function above it calls it. */
      readonly site: CallSite | undefined
      /** What was paid in it, and how often. */
      readonly charges: readonly (readonly [Charge, number])[]
    }
)

/** A profile as it was taken, before places in the source are looked up. */
export interface RawProfile {
  readonly codes: readonly RawCode[]
  /** A parent comes before its children. */
  readonly nodes: readonly RawNode[]
}

/** What the VMs that profile have seen. */
export const takeProfile = ({ all }: Pick<Vms, 'all'>): RawProfile =>
  joinRaw(all.filter(({ gasTree }) => gasTree !== undefined).map(rawProfile))

/** What a profiling VM has seen. */
export function rawProfile(vm: Vm): RawProfile {
  const profilers = vm.checksums().map((checksum) => ({ checksum, profiler: vm.profiler(checksum) }))
  return rawOf(vm.gasTree!, profilers, vm.version)
}

/** For a module that runs without a VM of its own: its observer, and what that has seen. */
export function watchedProfile(version: string): { readonly watch: ScriptWatch; readonly take: () => RawProfile } {
  const tree = new GasTree()
  const profilers: CodeProfiler[] = []
  return {
    watch: { tree, onProfiler: (profiler) => void profilers.push(profiler) },
    take: () => {
      const all = profilers.map((profiler) => ({ checksum: checksumOf(profiler.module.bytes), profiler }))
      return rawOf(tree, all, version)
    },
  }
}

/** A stored code, and what follows the module that runs for it. */
interface Followed {
  readonly checksum: Checksum
  readonly profiler: CodeProfiler
}

function rawOf(tree: GasTree, all: readonly Followed[], version: string): RawProfile {
  const frames = [...tree.nodes()].map(({ frame }) => frame)
  const followed = all.filter(({ profiler }) => frames.some((frame) => profiler.has(frame)))
  const profilers = followed.map(({ profiler }) => profiler)
  return { codes: followed.map((one) => rawCode(one, version)), nodes: rawNodes(tree, profilers) }
}

function rawNodes(tree: GasTree, profilers: readonly CodeProfiler[]): readonly RawNode[] {
  const nodes: RawNode[] = []
  for (const one of tree.nodes()) {
    const { frame, calls, self, site, setup } = one
    // The first node of a tree is not a frame.
    const base = { parent: one.parent - 1, calls, self, setup }
    const named = tree.named(frame)
    if (named !== undefined) {
      nodes.push({ ...base, ...named })
      continue
    }
    const code = profilers.findIndex((profiler) => profiler.has(frame))
    const profiler = profilers[code]!
    const { first, counts } = profiler.countsOf(one)
    nodes.push({
      ...base,
      kind: 'function',
      code,
      function: profiler.functionOf(frame),
      site: profiler.map.sites[site],
      charges: counts.flatMap((count, i) => (count === 0 ? [] : [[profiler.map.charges[first + i]!, count] as const])),
    })
  }
  return nodes
}

function rawCode({ checksum, profiler: { module } }: Followed, version: string): RawCode {
  const ran = module.bytes
  // With coverage, the twin itself may be what runs.
  const isTwin = checksumOf(ran) !== checksum
  const twin = isTwin ? undefined : twinFor(checksum, module)
  const isSame = twin !== undefined && sameCode(module, twin)
  return {
    checksum,
    file: fileOf(checksum),
    version,
    ran,
    information: isSame ? twin.bytes : ran,
    twin: isSame ? undefined : twin?.bytes,
    isTwin,
  }
}

export const readModule = (bytes: Uint8Array): Module => parseLeniently(bytes)

/** Several profiles as one; nodes that are the same by name are joined later. */
export function joinRaw(profiles: readonly RawProfile[]): RawProfile {
  const codes: RawCode[] = []
  const numbers = new Map<string, number>()
  const nodes: RawNode[] = []
  for (const profile of profiles) {
    const firstNode = nodes.length
    const codeOf = profile.codes.map((code) => {
      const key = `${code.checksum} ${code.version} ${code.isTwin}`
      let number = numbers.get(key)
      if (number === undefined) numbers.set(key, (number = codes.push(code) - 1))
      return number
    })
    for (const node of profile.nodes) {
      const parent = node.parent < 0 ? -1 : node.parent + firstNode
      nodes.push(node.kind === 'function' ? { ...node, parent, code: codeOf[node.code]! } : { ...node, parent })
    }
  }
  return { codes, nodes }
}

/** What was spent between two readings of one VM that was not reset between them: all of it was asked for, so that nothing is a set-up. */
export function rawSince(before: RawProfile, { codes, nodes }: RawProfile): RawProfile {
  return {
    codes,
    nodes: nodes.map((node, i) => {
      const was = before.nodes[i]
      if (was === undefined) return { ...node, setup: false }
      const rest = { ...node, setup: false, calls: node.calls - was.calls, self: node.self - was.self }
      if (rest.kind !== 'function' || was.kind !== 'function') return rest
      const counts = new Map(was.charges)
      return {
        ...rest,
        charges: rest.charges.flatMap(([charge, count]) => {
          const more = count - (counts.get(charge) ?? 0)
          return more === 0 ? [] : [[charge, more] as const]
        }),
      }
    }),
  }
}
