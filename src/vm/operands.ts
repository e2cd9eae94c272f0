import { LRUCache } from 'lru-cache'
import { callEntryPoint } from './calls.js'
import { checkAndCompile } from './check.js'
import { readCode, type CompiledCode } from './codes/code.js'
import { DEFAULT_MEMORY_LIMIT, pagesOf } from './create-vm.js'
import type { NotedAnswers } from './debug/answers.js'
import { ENTRY_POINTS, type EntryPoint } from './entry-points.js'
import { Instance, NO_BACKEND } from './instance.js'
import { scheduleOf } from './schedules.js'
import { Observer } from './tools/observer.js'
import type { Checksum } from './vm.js'
import { VmError } from './errors.js'

/** A call of a contract with all answers that it received, so that it can be made again, for example on a VM that profiles. */
export interface MadeCall {
  readonly checksum: Checksum
  readonly wasm: () => Uint8Array
  /** Release of the VM. */
  readonly version: string
  readonly capabilities: readonly string[]
  readonly entry: EntryPoint
  readonly args: readonly Uint8Array[]
  /** VM gas. */
  readonly gasLimit: bigint
  readonly answers: NotedAnswers
}

/** How many codes are kept compiled, and how many operands are noted for one number. */
const MAX_CODES = 8
const MAX_OPERANDS = 64
const HALF = 2n ** 32n

/** Repeats calls to see what their code compares numbers with. It affects nothing, and replays the chain's answers. */
export class OperandReader {
  readonly #codes = new LRUCache<string, CompiledCode>({ max: MAX_CODES })

  /** @returns for each of the numbers, which are below 2^64, the other integers that the call compares it with */
  read(call: MadeCall, numbers: readonly bigint[]): ReadonlyMap<bigint, ReadonlySet<bigint>> {
    const schedule = scheduleOf(call.version)
    const code = this.#compiled(call)
    const found = new Map(numbers.map((number) => [number, new Set<bigint>()]))
    const halves = numbers.map((number) => ({
      others: found.get(number)!,
      low: Number(BigInt.asIntN(32, number)),
      high: Number(BigInt.asIntN(32, number / HALF)),
    }))
    const note = (low: number, high: number, lowOther: number, highOther: number): void => {
      for (const known of halves)
        if (known.low === low && known.high === high && known.others.size < MAX_OPERANDS)
          known.others.add(BigInt(highOther >>> 0) * HALF + BigInt(lowOther >>> 0))
    }
    const observer = new Observer(code.module, code.map, {}, undefined, {
      compare: (low, high, lowOther, highOther) => {
        note(low, high, lowOther, highOther)
        note(lowOther, highOther, low, high)
      },
    })
    try {
      const instance = new Instance(code, schedule, pagesOf(DEFAULT_MEMORY_LIMIT), observer)
      const { readOnly } = ENTRY_POINTS[call.entry]
      instance.context = { backend: NO_BACKEND, readOnly, debug: undefined, answers: call.answers.again() }
      instance.begin(call.gasLimit)
      callEntryPoint(instance, call.entry, call.args)
    } catch (error) {
      // It fails as it did the first time.
      if (!(error instanceof VmError)) throw error
    }
    return found
  }

  #compiled({ checksum, version, wasm, capabilities }: MadeCall): CompiledCode {
    const key = `${version} ${checksum}`
    let code = this.#codes.get(key)
    if (code === undefined) {
      const schedule = scheduleOf(version)
      code = checkAndCompile(readCode(wasm(), schedule), schedule, new Set(capabilities), { operands: true })
      this.#codes.set(key, code)
    }
    return code
  }
}
