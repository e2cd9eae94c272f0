import { refuse } from './execution/refusal.js'

/** Times of blocks are below this, as every client can hold them. */
const END = 1n << 63n

/** The times of blocks: the injected clock, and what test-control methods make of it. Seconds since 1970. */
export class BlockTime {
  private readonly clock: (() => bigint) | undefined
  private offset = 0n
  private exact: bigint | undefined
  private interval: bigint | undefined

  constructor(clock: (() => bigint) | undefined) {
    this.clock = clock
  }

  /** The time now, when the newest block is of `parent`. */
  now(parent: bigint): bigint {
    const time = (this.clock?.() ?? parent) + this.offset
    return time > parent ? time : parent
  }

  /** The time of the next block, which is later than its parent. */
  next(parent: bigint): bigint {
    if (this.exact !== undefined) return this.exact
    if (this.interval !== undefined) return parent + this.interval
    const time = (this.clock?.() ?? parent) + this.offset
    return time > parent ? time : parent + 1n
  }

  /** The next block was made: what held for it alone is over, and the clock goes on from there. */
  taken(timestamp: bigint): void {
    if (this.clock === undefined) this.offset = 0n
    else if (timestamp > this.clock() + this.offset && this.exact !== undefined) this.offset = timestamp - this.clock()
    this.exact = undefined
  }

  /** Puts the clock forward. Returns by how much it has been in all. @throws RpcError beyond the end of time. */
  increase(seconds: bigint, parent: bigint): bigint {
    if (this.next(parent) + seconds >= END) throw refuse(`there is no time ${seconds} seconds from now`)
    return (this.offset += seconds)
  }

  /** The next block gets exactly this time. @throws RpcError when it is not later than the parent's. */
  setNext(timestamp: bigint, parent: bigint): void {
    if (timestamp <= parent)
      throw refuse(`Timestamp ${timestamp} is lower than or equal to previous block's timestamp ${parent}`)
    if (timestamp >= END) throw refuse(`there is no time ${timestamp}`)
    this.exact = timestamp
  }

  /** From now on blocks are this far apart; undefined lets the clock decide again. Returns whether they were before. */
  setInterval(seconds: bigint | undefined): boolean {
    if (seconds !== undefined && seconds >= 1n << 40n) throw refuse(`blocks cannot be ${seconds} seconds apart`)
    const before = this.interval !== undefined
    this.interval = seconds
    return before
  }

  snapshot(): { offset: bigint; exact: bigint | undefined; interval: bigint | undefined } {
    return { offset: this.offset, exact: this.exact, interval: this.interval }
  }

  restore(snapshot: ReturnType<BlockTime['snapshot']>): void {
    this.offset = snapshot.offset
    this.exact = snapshot.exact
    this.interval = snapshot.interval
  }
}
