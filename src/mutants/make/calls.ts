import { demangle } from '../../vm/tools/index.js'
import { KIND, Kind, readU32, skipOperator, typeOf, type Module } from '../../vm/wasm/index.js'
import { CALLS } from './operators.js'
import type { OwnCode } from '../../vm/debug/index.js'
import type { Target } from './target.js'

const WRITES: readonly string[] = ['db_write', 'db_remove']

/** A direct call of an import that changes the storage. */
export interface HostWrite {
  readonly function: number
  readonly position: number
  readonly end: number
  readonly callee: number
}

/** What functions of a module call, and how they may be called otherwise. */
export class Calls {
  readonly #target: Target
  readonly writes: readonly HostWrite[]
  /** Functions that may reach the storage, and types of those that are called indirectly. */
  readonly #writers: ReadonlySet<number>
  readonly #writerTypes: ReadonlySet<number>
  readonly #names = new Map<string, number>()

  readonly #own: ReadonlySet<number>

  constructor(target: Target, own: OwnCode) {
    this.#target = target
    const { module, symbols } = target
    const imports = new Set(module.imports.flatMap(({ name }, i) => (WRITES.includes(name) ? [i] : [])))
    const callees = module.bodies.map((body) => calledBy(module, body))
    this.writes = callees.flatMap((calls, i) =>
      calls.direct
        .filter(({ callee }) => imports.has(callee))
        .map((call) => ({ function: i + module.importedFunctions, ...call })),
    )
    this.#own = new Set(
      module.bodies.flatMap(({ code }, i) => {
        const whole = symbols.frames(code).at(-1)
        return whole !== undefined && own.has(whole) ? [i + module.importedFunctions] : []
      }),
    )
    const writers = new Set<number>(this.writes.map((write) => write.function))
    // Storage is a trait: it is written to through a table.
    const types = new Set([...writers].map((index) => module.functions[index]!))
    for (let size = -1; size !== writers.size;) {
      size = writers.size
      for (const [i, { direct, types: called }] of callees.entries())
        if (
          direct.some(({ callee }) => writers.has(callee) || imports.has(callee)) ||
          called.some((type) => types.has(type))
        )
          writers.add(i + module.importedFunctions)
    }
    this.#writers = new Set([...writers, ...imports])
    this.#writerTypes = types
    for (let index = module.importedFunctions; index < module.functions.length; index++) {
      const name = symbols.functionName(index)
      if (name !== undefined) this.#names.set(demangle(name), index)
    }
  }

  nameOf(index: number): string | undefined {
    const name = this.#target.symbols.functionName(index)
    return name === undefined ? undefined : demangle(name)
  }

  isOwn(callee: number): boolean {
    return this.#own.has(callee)
  }

  /** Whether a call may write to the storage. */
  mayWrite(callee: number): boolean {
    return this.#writers.has(callee)
  }

  mayWriteByType(type: number): boolean {
    return this.#writerTypes.has(type)
  }

  /** A function of the same type that does the opposite, and its sign. */
  opposite(callee: number): { readonly index: number; readonly sign: string } | undefined {
    const name = this.nameOf(callee)
    const rule = CALLS.find(([from]) => name?.endsWith(from) === true)
    if (name === undefined || rule === undefined) return undefined
    const [from, to, sign] = rule
    const index = this.#names.get(name.slice(0, -from.length) + to)
    const { functions } = this.#target.module
    return index === undefined || functions[index] !== functions[callee] ? undefined : { index, sign }
  }

  /** How many values a call takes; undefined if it gives any. */
  consumed(callee: number): number | undefined {
    const { params, results } = typeOf(this.#target.module, callee)
    return results.length === 0 ? params.length : undefined
  }
}

interface Called {
  readonly direct: readonly { readonly callee: number; readonly position: number; readonly end: number }[]
  readonly types: readonly number[]
}

function calledBy({ bytes }: Module, { code, end: last }: Module['bodies'][number]): Called {
  const direct: { callee: number; position: number; end: number }[] = []
  const types: number[] = []
  for (let position = code; position < last;) {
    const end = skipOperator(bytes, position)
    const kind = KIND[bytes[position]!]
    if (kind === Kind.call) direct.push({ callee: readU32(bytes, position + 1), position, end })
    if (kind === Kind.callIndirect) types.push(readU32(bytes, position + 1))
    position = end
  }
  return { direct, types }
}
