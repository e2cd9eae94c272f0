import { refuse } from '../errors.js'
import type { HostChain } from '../host/host.js'

/** Times of blocks are below this, as every client can hold them. */
const END = 1n << 63n

/** Latest time of an EVM alongside a chain, whose years have four digits. */
const HOST_END = 253_402_300_800n

/** Clock of the chain alongside which the node runs: its time, and that of its next block. */
export type HostClock = Pick<HostChain, 'now' | 'nextTime'>

/** The times of blocks: the injected clock, as adjusted by test-control methods. Seconds since 1970. */
export class BlockTime {
  readonly #clock: (() => bigint) | undefined
  readonly #host: HostClock | undefined
  readonly #end: bigint
  #offset = 0n
  #exact: bigint | undefined
  #interval: bigint | undefined

  constructor(clock: (() => bigint) | undefined, host?: HostClock) {
    this.#clock = clock ?? (host && (() => host.now()))
    this.#host = host
    this.#end = host === undefined ? END : HOST_END
  }

  /** Whether the next block's time is set already. */
  get isSet(): boolean {
    return this.#exact !== undefined
  }

  /** The time now, when the newest block is of `parent`. */
  now(parent: bigint): bigint {
    const time = (this.#clock?.() ?? parent) + this.#offset
    return time > parent ? time : parent
  }

  /** The time of the next block, which is later than its parent. */
  next(parent: bigint): bigint {
    if (this.#exact !== undefined) return this.#exact
    if (this.#interval !== undefined) return parent + this.#interval
    const time = (this.#host?.nextTime() ?? this.#clock?.() ?? parent) + this.#offset
    return time > parent ? time : parent + 1n
  }

  /** The next block was made: settings for it alone end, and the clock continues from its time. */
  taken(timestamp: bigint): void {
    // The block is the chain's too, so its clock has moved.
    if (this.#clock === undefined || this.#host !== undefined) this.#offset = 0n
    else if (timestamp > this.#clock() + this.#offset && this.#exact !== undefined)
      this.#offset = timestamp - this.#clock()
    this.#exact = undefined
  }

  /** A block of the chain was followed: a set time that is now in the past no longer applies. */
  followed(timestamp: bigint): void {
    if (this.#exact !== undefined && this.#exact <= timestamp) this.#exact = undefined
  }

  /** Moves the clock forward. Returns by how much in total. @throws RpcError beyond the end of time. */
  increase(seconds: bigint, parent: bigint): bigint {
    if (this.next(parent) + seconds >= this.#end) throw refuse(`there is no time ${seconds} seconds from now`)
    return (this.#offset += seconds)
  }

  /** Sets the clock to this time; blocks are still later than their parents. Returns by how much it moved forward. @throws RpcError beyond the end of time. */
  set(timestamp: bigint, parent: bigint): bigint {
    if (timestamp >= this.#end) throw refuse(`there is no time ${timestamp}`)
    const before = this.now(parent)
    this.#offset = timestamp - (this.#clock?.() ?? parent)
    this.#exact = undefined
    return timestamp > before ? timestamp - before : 0n
  }

  /** The next block gets exactly this time. @throws RpcError when it is not later than the parent's. */
  setNext(timestamp: bigint, parent: bigint): void {
    if (timestamp <= parent)
      throw refuse(`Timestamp ${timestamp} is lower than or equal to previous block's timestamp ${parent}`)
    if (timestamp >= this.#end) throw refuse(`there is no time ${timestamp}`)
    this.#exact = timestamp
  }

  /** From now on blocks are this far apart; undefined lets the clock decide again. Returns whether they were before. */
  setInterval(seconds: bigint | undefined): boolean {
    if (seconds !== undefined && seconds >= 1n << 40n) throw refuse(`blocks cannot be ${seconds} seconds apart`)
    const before = this.#interval !== undefined
    this.#interval = seconds
    return before
  }

  snapshot(): { offset: bigint; exact: bigint | undefined; interval: bigint | undefined } {
    return { offset: this.#offset, exact: this.#exact, interval: this.#interval }
  }

  restore(snapshot: ReturnType<BlockTime['snapshot']>): void {
    this.#offset = snapshot.offset
    this.#exact = snapshot.exact
    this.#interval = snapshot.interval
  }
}
