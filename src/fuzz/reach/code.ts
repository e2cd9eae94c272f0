import { EvmdApp } from '../../app/index.js'
import { NO_BYTES } from '../../base/index.js'
import { getInstance } from '../../modules/wasm/index.js'
import type { Sandbox, SandboxChain } from '../../sandbox/internal.js'
import { reachedByExports } from '../../vm/tools/index.js'

/** Which basic blocks of a contract's code ran. */
export interface CodeRun {
  /** For each block, 1 if it ran, else 0. */
  readonly ran: Uint8Array
  /** The blocks that each entry point can reach by direct calls. The first is the entry point's own first block. */
  readonly entryPoints: readonly { readonly name: string; readonly blocks: Uint32Array }[]
}

/** How many of the blocks that an entry point can reach ran. */
export interface EntryPointReach {
  readonly name: string
  /** Whether the entry point itself was called. Others may have run blocks that they share with it. */
  readonly called: boolean
  readonly blocks: number
  readonly ran: number
}

/**
 * The blocks of a contract's code that ran since it was stored, for all contracts of the process with that code, those on the sandbox's other chains
 * included; none of a double, which has no code.
 *
 * @throws UsageError if the sandbox does not count coverage, or has no such chain
 */
export function codeRunOf(sandbox: Sandbox, chain: string, address: string): CodeRun {
  const { host } = sandbox.chain(chain)!
  if (host.app instanceof EvmdApp) return ofSolidity(host.app.countersOf(host.app.address(address)))
  if (host.isDouble(address)) return { ran: NO_BYTES, entryPoints: [] }
  const { vm, context } = host.app
  const { checksum } = getInstance(context, host.app.address(address))
  const { counters } = vm.coverage(checksum)
  let entryPoints = known.get(counters)
  if (entryPoints === undefined) known.set(counters, (entryPoints = entryPointsOf(vm, checksum)))
  // Chains with other capabilities have VMs, and counters, of their own.
  const everywhere = sandbox.coverage().filter((one) => one.checksum === checksum)
  const ran = Uint8Array.from(counters, (_, block) => (everywhere.some((one) => one.counters[block] !== 0) ? 1 : 0))
  return { ran, entryPoints }
}

/** A contract in Solidity has one entry point, which calls its functions. */
const ofSolidity = (counters: Uint32Array): CodeRun => ({
  ran: Uint8Array.from(counters, (count) => (count === 0 ? 0 : 1)),
  entryPoints: [{ name: 'call', blocks: Uint32Array.from(counters.keys()) }],
})

/** Per code: a process has one set of counters for each. */
const known = new WeakMap<Uint32Array, CodeRun['entryPoints']>()

function entryPointsOf(vm: SandboxChain['host']['app']['vm'], checksum: string): CodeRun['entryPoints'] {
  const { blocks } = vm.coverage(checksum)
  const reached = reachedByExports(vm.wasm(checksum))
  const byFunction = new Map<number, number[]>()
  for (const [i, block] of blocks.entries()) {
    if (!byFunction.has(block.function)) byFunction.set(block.function, [])
    byFunction.get(block.function)!.push(i)
  }
  return [...vm.report(checksum).entryPoints].map((name) => ({
    name,
    blocks: Uint32Array.from([...(reached.get(name) ?? [])].flatMap((index) => byFunction.get(index) ?? [])),
  }))
}

/** The union of two runs of the same code. */
export const joinedRun = (one: CodeRun, other: CodeRun): CodeRun => ({
  ...one,
  ran: one.ran.map((ran, i) => ran | (other.ran[i] ?? 0)),
})

export const entryPointReach = ({ ran, entryPoints }: CodeRun): readonly EntryPointReach[] =>
  entryPoints.map(({ name, blocks }) => ({
    name,
    called: blocks.length > 0 && ran[blocks[0]!] === 1,
    blocks: blocks.length,
    ran: blocks.reduce((sum, block) => sum + ran[block]!, 0),
  }))

/** The coverage of all entry points together. */
export function wholeReach({ ran, entryPoints }: CodeRun): { readonly blocks: number; readonly ran: number } {
  const blocks = new Set(entryPoints.flatMap((entry) => [...entry.blocks]))
  return { blocks: blocks.size, ran: [...blocks].reduce((sum, block) => sum + ran[block]!, 0) }
}
