import { callEntryPoint } from '../calls.js'
import { checkAndCompile } from '../check.js'
import { codeCache, codeKey } from '../codes/code-cache.js'
import { readCode, reopenCode, type CompiledCode } from '../codes/code.js'
import { DEFAULT_MEMORY_LIMIT, pagesOf } from '../create-vm.js'
import { ENTRY_POINTS } from '../entry-points.js'
import { VmError } from '../errors.js'
import type { HostCall } from '../host/host-calls.js'
import { Instance, NO_BACKEND } from '../instance.js'
import type { MadeCall } from '../operands.js'
import { scheduleOf, twinSchedule, type Schedule } from '../schedules.js'
import { NOT_INSTRUMENTED, type FunctionSteps } from '../tools/instrument.js'
import { Observer } from '../tools/observer.js'
import type { Probes } from '../tools/table-functions.js'
import { fromBackend } from '../vm-errors.js'

/** What a step sees of the running module. */
export interface StepView {
  /** The memory, until it grows. */
  readonly memory: Uint8Array
  /** VM gas that was used so far, the chain's charges included. */
  readonly gasUsed: bigint
  /** How many steps were passed and reported so far. */
  readonly steps: number
  /** Ends the run from within a callback. */
  stop(): never
}

/** The callbacks of a run. */
export type StepProbes = Partial<Pick<Probes, 'step' | 'keep32' | 'keep64' | 'kept' | 'site'>> & {
  readonly hostCall?: ((call: HostCall) => void) | undefined
}

/** How a run ended. */
export interface StepRun {
  readonly isStopped: boolean
  readonly data: Uint8Array | undefined
  readonly error: VmError | undefined
  readonly gasUsed: bigint
  readonly steps: number
}

class Stopped extends Error {}

/** A module with steps: the contract itself or a twin. */
export interface Stepping {
  readonly wasm: Uint8Array
  /** By the index of their function. */
  readonly steps: ReadonlyMap<number, FunctionSteps>
  /** What the rewriter made of both before. */
  readonly rewritten?: Uint8Array<ArrayBuffer> | undefined
  /** Is given what the rewriter makes of both. */
  readonly keep?: ((rewritten: Uint8Array) => void) | undefined
}

function steppedCode(call: MadeCall, schedule: Schedule, stepping: Stepping): CompiledCode {
  const { wasm, steps, rewritten, keep } = stepping
  const known = rewritten && reopenCode(wasm, rewritten, schedule, { steps })
  if (known !== undefined) return known
  return checkAndCompile(readCode(wasm, schedule), schedule, new Set(call.capabilities), { steps }, keep)
}

/** The code as the VM that made the call has it. */
function contractOf({ checksum, version, wasm, capabilities }: MadeCall, schedule: Schedule): CompiledCode {
  const known = codeCache.get(codeKey(version, NOT_INSTRUMENTED, checksum))
  return known ?? checkAndCompile(readCode(wasm(), schedule), schedule, new Set(capabilities), NOT_INSTRUMENTED)
}

/** Makes a call again, any number of times, on one module, with the answers that it got. */
export class SteppedCall {
  readonly #call: MadeCall
  readonly #schedule: Schedule
  readonly #code: CompiledCode

  /** @param stepping what runs in place of the contract itself @throws VmError if the VM refuses the module */
  constructor(call: MadeCall, stepping?: Stepping) {
    this.#call = call
    const schedule = scheduleOf(call.version)
    this.#schedule = stepping === undefined ? schedule : twinSchedule(schedule)
    this.#code = stepping === undefined ? contractOf(call, this.#schedule) : steppedCode(call, this.#schedule, stepping)
  }

  /** @param pass how many steps are not reported; they cost next to nothing */
  run(callbacks: (view: StepView) => StepProbes, pass = 0): StepRun {
    const code = this.#code
    const { entry, args, gasLimit, answers } = this.#call
    const hasSteps = code.names.steps !== undefined
    let isStopped = false
    let instance: Instance | undefined
    const steps = (): number => (instance && hasSteps ? pass - Number(instance.stepsToPass) : 0)
    const gasUsed = (): bigint => (instance ? gasLimit - instance.gas.left : 0n)
    const { hostCall, ...probes } = callbacks({
      get memory() {
        return instance!.memory.content
      },
      get gasUsed() {
        return gasUsed()
      },
      get steps() {
        return steps()
      },
      stop() {
        isStopped = true
        throw new Stopped()
      },
    })
    let data: Uint8Array | undefined
    let error: VmError | undefined
    try {
      const observer = hasSteps ? new Observer(code.module, code.map, {}, undefined, probes) : undefined
      instance = new Instance(code, this.#schedule, pagesOf(DEFAULT_MEMORY_LIMIT), observer)
      const { readOnly } = ENTRY_POINTS[entry]
      instance.context = { backend: NO_BACKEND, readOnly, debug: undefined, answers: answers.again(), hostCall }
      instance.begin(gasLimit)
      if (hasSteps) instance.passSteps(BigInt(pass))
      data = callEntryPoint(instance, entry, args)
    } catch (cause) {
      if (!isStopped) error = fromBackend(cause)
    }
    return { isStopped, data, error, gasUsed: gasUsed(), steps: steps() }
  }
}
