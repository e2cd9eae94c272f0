import { getInstance } from '../../modules/wasm/index.js'
import type { SandboxChain } from '../../sandbox/index.js'
import { reachedByExports } from '../../vm/tools/call-graph.js'

/** Which code of a contract ran, block by block. */
export interface CodeRun {
  /** Of each block, 1 when it ran. */
  readonly ran: Uint8Array
  /** The blocks that each entry point can get to by direct calls, its own first block first. */
  readonly entryPoints: readonly { readonly name: string; readonly blocks: Uint32Array }[]
}

/** How much of the code behind an entry point ran. */
export interface EntryPointReach {
  readonly name: string
  /** Whether the entry point itself was called: others may have run what it shares with them. */
  readonly called: boolean
  readonly blocks: number
  readonly ran: number
}

/**
 * What ran of a contract's code since it was stored, whichever contract of the process has that code.
 *
 * @throws UsageError when the sandbox counts nothing
 */
export function codeRunOf({ host }: SandboxChain, address: string): CodeRun {
  const { vm, context } = host.app
  const { checksum } = getInstance(context, host.app.address(address))
  const { blocks, counters } = vm.coverage(checksum)
  const reached = reachedByExports(vm.wasm(checksum))
  const byFunction = new Map<number, number[]>()
  for (const [i, block] of blocks.entries()) {
    if (!byFunction.has(block.function)) byFunction.set(block.function, [])
    byFunction.get(block.function)!.push(i)
  }
  return {
    ran: Uint8Array.from(counters, (count) => (count === 0 ? 0 : 1)),
    entryPoints: [...vm.report(checksum).entryPoints].map((name) => ({
      name,
      blocks: Uint32Array.from([...(reached.get(name) ?? [])].flatMap((index) => byFunction.get(index) ?? [])),
    })),
  }
}

/** What ran here or there, of the same code. */
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

/** Of all code behind entry points together. */
export function wholeReach({ ran, entryPoints }: CodeRun): { readonly blocks: number; readonly ran: number } {
  const blocks = new Set(entryPoints.flatMap((entry) => [...entry.blocks]))
  return { blocks: blocks.size, ran: [...blocks].reduce((sum, block) => sum + ran[block]!, 0) }
}
