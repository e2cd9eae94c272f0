import { VmError } from './errors.js'
import type { GasMeter } from './gas-meter.js'
import { readRegionHead, regionOutside, regionTooBig, regionTooSmall, type Region, type TooBig } from './region.js'
import type { Schedule } from './schedules.js'
import type { Segment } from './wasm/module.js'

export const PAGE_BYTES = 65_536
const ZEROS = new Uint8Array(PAGE_BYTES)
const LARGE_REGION = 8_000_000

/** The memory of an instance with the regions in it. Source: cosmwasm-vm `memory.rs`. */
export class LinearMemory {
  readonly #memory: WebAssembly.Memory
  readonly #pagesGlobal: WebAssembly.Global
  readonly #gas: GasMeter
  readonly #schedule: Schedule
  /** Views are cached; they become empty when the memory grows. */
  #bytes = new Uint8Array(0)
  #view = new DataView(new ArrayBuffer(0))

  constructor(memory: WebAssembly.Memory, pagesGlobal: WebAssembly.Global, gas: GasMeter, schedule: Schedule) {
    this.#memory = memory
    this.#pagesGlobal = pagesGlobal
    this.#gas = gas
    this.#schedule = schedule
  }

  /** Pages as the contract sees them. */
  get pages(): number {
    return this.#pagesGlobal.value as number
  }

  /** Pages that the engine holds; a recycled instance may hold more than the contract sees. */
  get realPages(): number {
    this.#refresh()
    return this.#bytes.length / PAGE_BYTES
  }

  /** For observers: all of it, as long as it does not grow. */
  get content(): Uint8Array {
    this.#refresh()
    return this.#bytes
  }

  /** The content of a new instance's memory, in the size at hand, where it has that below `from`. */
  clean(data: readonly Segment[], from: number): void {
    this.#refresh()
    this.#bytes.fill(0, from)
    for (const { offset, bytes } of data) if (offset !== undefined) this.#bytes.set(bytes, offset)
  }

  isZeroBelow(end: number): boolean {
    for (let at = 0; at < end; at += ZEROS.length) {
      const part = this.#bytes.subarray(at, Math.min(at + ZEROS.length, end))
      if (Buffer.compare(part, ZEROS.subarray(0, part.length)) !== 0) return false
    }
    return true
  }

  /** A copy of the region's content. @throws VmError; `tooBig` makes the one for a region longer than `limit`. */
  read(pointer: number, limit: number, tooBig: TooBig = regionTooBig): Uint8Array {
    const { offset, length } = this.payRead(pointer, limit, tooBig)
    return this.#bytes.slice(offset, offset + length)
  }

  /** Checks and charges for {@link read} without the copy. @throws VmError */
  payRead(pointer: number, limit: number, tooBig: TooBig = regionTooBig): Region {
    const region = this.#region(pointer)
    const { offset, length } = region
    const { readRegion, readLargeRegion } = this.#schedule
    this.#gas.payLinear(length <= LARGE_REGION ? readRegion : readLargeRegion, length)
    if (length > limit) throw tooBig(length, limit)
    if (offset + length > this.#bytes.length) throw regionOutside(region, this.#bytes.length)
    return region
  }

  /** For observers: costs no gas. Undefined where {@link read} would fail. */
  peek(pointer: number, limit: number): Uint8Array | undefined {
    try {
      const { offset, length } = this.#region(pointer)
      return length > limit || offset + length > this.#bytes.length
        ? undefined
        : this.#bytes.slice(offset, offset + length)
    } catch (error) {
      if (error instanceof VmError) return undefined
      throw error
    }
  }

  /** Undefined for the null pointer. @throws VmError */
  maybeRead(pointer: number, limit: number): Uint8Array | undefined {
    return pointer === 0 ? undefined : this.read(pointer, limit)
  }

  /** @throws VmError */
  write(pointer: number, data: Uint8Array): void {
    const region = this.#region(pointer)
    this.#gas.payLinear(this.#schedule.writeRegion, data.length)
    if (data.length > region.capacity) throw regionTooSmall(region.capacity, data.length)
    if (region.offset + data.length > this.#bytes.length) throw regionOutside(region, this.#bytes.length)
    this.#bytes.set(data, region.offset)
    this.#view.setUint32(pointer, region.offset, true)
    this.#view.setUint32(pointer + 4, region.capacity, true)
    this.#view.setUint32(pointer + 8, data.length, true)
  }

  /**
   * The host looks at memory only after the first `allocate` of a call; from there on the real size is the size that the contract
   * sees, since the pool reuses an instance only if that holds.
   */
  #region(pointer: number): Region {
    this.#refresh()
    return readRegionHead(this.#view, this.#bytes.length, pointer)
  }

  #refresh(): void {
    if (this.#bytes.length !== 0) return
    this.#bytes = new Uint8Array(this.#memory.buffer)
    this.#view = new DataView(this.#memory.buffer)
  }
}
