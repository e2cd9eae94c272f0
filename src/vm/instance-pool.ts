import { Cleaning } from './cleaning.js'
import type { CompiledCode } from './codes/code.js'
import { Instance, NO_CALL } from './instance.js'
import { PAGE_BYTES } from './linear-memory.js'
import type { Schedule } from './schedules.js'
import type { Observer } from './tools/observer.js'
import { changesForGood } from './codes/lasting.js'

/** How many instances one module keeps for later calls: enough for nested calls, while memory stays bounded. */
const MAX_IDLE = 4
/** Pages of memory above which only one idle instance is kept. */
const MAX_IDLE_PAGES = 256

/**
 * Clean instances of one module. Used ones are cleaned and used again, since a new memory costs far more than the work of most calls.
 *
 * Memory cannot shrink, so an instance that grew would let the contract reach bytes that a new one does not have yet. Therefore only
 * instances of one real size are kept, the size after the first `allocate` of a call, and they are used only for calls whose first
 * allocation was once seen, on a new instance, to return at that size without calling the host. That part of a call is
 * deterministic; after it the size that the contract sees is the real one. Code that changes its tables gets a new instance for every call.
 */
export class InstancePool {
  readonly #code: CompiledCode
  readonly #schedule: Schedule
  readonly #memoryPages: number
  readonly #observer: Observer | undefined
  readonly #cleaning: Cleaning
  readonly #isReusable: boolean
  readonly #idle: Instance[] = []
  /** The real size of the instances that are kept. */
  #pages: number | undefined
  /** First allocations that were seen to end at that size. */
  readonly #known = new Set<number>()

  constructor(code: CompiledCode, schedule: Schedule, memoryPages: number, observer?: Observer) {
    this.#code = code
    this.#schedule = schedule
    this.#memoryPages = memoryPages
    this.#observer = observer
    this.#cleaning = new Cleaning(code)
    this.#isReusable = !changesForGood(code.module, schedule)
  }

  /** @param firstAllocation bytes of the first argument of the call @throws VmError of kind InstantiationErr or EngineStack */
  take(firstAllocation: number): Instance {
    const instance = this.#known.has(firstAllocation) ? this.#idle.pop() : undefined
    if (!instance) return new Instance(this.#code, this.#schedule, this.#memoryPages, this.#observer)
    this.#cleaning.clean(instance)
    return instance
  }

  /** Takes an instance back after its call, whether or not the call failed. */
  give(instance: Instance): void {
    const { probe } = instance
    if (probe) {
      this.#pages ??= probe.pages
      if (probe.pages === this.#pages) this.#known.add(probe.size)
      instance.probe = undefined
    }
    const { length } = this.#idle
    const { realPages } = instance.memory
    const room = length === 0 || (length < MAX_IDLE && (length + 1) * realPages <= MAX_IDLE_PAGES)
    if (!this.#isReusable || !room || realPages !== this.#pages) {
      countDropped(realPages)
      return
    }
    instance.context = NO_CALL
    this.#idle.push(instance)
  }
}

/**
 * Has V8 count the memory of a dropped instance. V8 14 (Node 26) does not count what a memory grew by, and would keep all of them until
 * the next turn of the event loop. A buffer of that size, which nobody touches, is counted and costs next to nothing.
 */
const countDropped = (pages: number): void => void new ArrayBuffer(pages * PAGE_BYTES)
