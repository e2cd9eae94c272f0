import type { Vms } from '../app/index.js'
import { fileOf, sameCode, Symbols, twinFor, twinProblem } from '../vm/debug/index.js'
import type { BasicBlock, Instrument, MessageCalls } from '../vm/tools/index.js'
import type { Checksum } from '../vm/internal.js'
import { parseLeniently, type Module } from '../vm/wasm/index.js'

/** How much of a code ran, in one process or in all of a run. */
export interface CountedCode {
  readonly checksum: Checksum
  /** Absolute path of the file that it was read from. */
  readonly file: string | undefined
  /** The module that ran, and one with the debug information of the same code. */
  readonly ran: Uint8Array
  readonly information: Uint8Array
  /** Whether a debug twin with other code ran in its place. */
  readonly isTwin: boolean
  /** Why the debug twin next to it is not used. */
  readonly problem?: string
  readonly blocks: readonly BasicBlock[]
  readonly counts: readonly number[]
  /** By entry point and the name of the message. */
  readonly messages: ReadonlyMap<string, Readonly<MessageCalls>>
}

/** What VMs observe so that lines can be counted: debug twins with other code run in place of their contracts. */
export const COUNTS_LINES: Instrument = { coverage: true, twins: true }

/** All codes that were stored in the VMs that count. @param options `reset` begins anew after this */
export function countedCodes(
  { all }: Pick<Vms, 'all'>,
  { reset = false }: { readonly reset?: boolean } = {},
): readonly CountedCode[] {
  const counting = all.filter((vm) => vm.counts)
  return counting.flatMap((vm) =>
    vm.checksums().map((checksum): CountedCode => {
      const coverage = vm.coverage(checksum)
      const { wasm, blocks } = coverage
      const counts = Array.from(coverage.counters)
      const messages = new Map(Array.from(coverage.messages, ([name, calls]) => [name, { ...calls }]))
      if (reset) coverage.reset()
      const module = read(wasm)
      const twin = twinFor(checksum, module)
      const problem = twin === undefined ? twinProblem(checksum, module) : undefined
      return {
        checksum,
        file: fileOf(checksum),
        ran: wasm,
        information: twin && sameCode(module, twin) ? twin.bytes : wasm,
        isTwin: Buffer.compare(vm.wasm(checksum), wasm) !== 0,
        blocks,
        counts,
        messages,
        ...(problem !== undefined && { problem }),
      }
    }),
  )
}

const read = (bytes: Uint8Array): Module => parseLeniently(bytes)

/** The module that ran, and its debug information. */
export function openCode({ ran, information }: CountedCode): { readonly module: Module; readonly symbols: Symbols } {
  const module = read(ran)
  return { module, symbols: new Symbols(module, information === ran ? module : read(information)) }
}

/** The counts of all processes, each code once. */
export function joinCodes(all: readonly CountedCode[]): readonly CountedCode[] {
  const joined = new Map<string, CountedCode>()
  for (const code of all) {
    const key = `${code.checksum} ${code.isTwin} ${code.blocks.length}`
    const known = joined.get(key)
    joined.set(key, known === undefined ? code : join(known, code))
  }
  return [...joined.values()]
}

function join(one: CountedCode, other: CountedCode): CountedCode {
  const messages = new Map(one.messages)
  for (const [name, { calls, succeeded }] of other.messages) {
    const known = messages.get(name)
    messages.set(name, { calls: calls + (known?.calls ?? 0), succeeded: succeeded + (known?.succeeded ?? 0) })
  }
  return {
    ...one,
    file: one.file ?? other.file,
    counts: one.counts.map((count, i) => count + other.counts[i]!),
    messages,
  }
}
