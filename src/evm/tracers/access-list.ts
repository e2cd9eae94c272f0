import type { AccessListEntry } from '../execution/message.js'
import { OP, isCall } from '../execution/watch/opcodes.js'
import type { Step } from '../execution/watch/watcher.js'
import { word, type Hex } from '../hex.js'
import { addressIn, READS_ACCOUNT } from './reading.js'
import type { Tracer } from './tracer.js'

/** The accounts and slots that an execution reads, except those that are warm anyway. Source: go-ethereum eth/tracers/logger/access_list_tracer.go. */
export class AccessListTracer implements Tracer {
  readonly #warm: ReadonlySet<Hex>
  readonly #slots = new Map<Hex, Set<Hex>>()

  constructor(warm: ReadonlySet<Hex>, start: readonly AccessListEntry[]) {
    this.#warm = warm
    for (const { address, storageKeys } of start) {
      if (warm.has(address)) continue
      this.#touch(address)
      for (const key of storageKeys) this.#touch(address).add(key)
    }
  }

  opcode({ opcode, stack, address }: Step): void {
    const top = stack.at(-1)
    if ((opcode === OP.SLOAD || opcode === OP.SSTORE) && top !== undefined) this.#touch(address).add(word(top))
    const target = READS_ACCOUNT.has(opcode) ? top : isCall(opcode) && stack.length >= 5 ? stack.at(-2) : undefined
    if (target === undefined) return
    const other = addressIn(target)
    if (!this.#warm.has(other)) this.#touch(other)
  }

  result(): AccessListEntry[] {
    return [...this.#slots]
      .map(([address, keys]) => ({ address, storageKeys: [...keys].sort() }))
      .sort((a, b) => (a.address < b.address ? -1 : 1))
  }

  #touch(address: Hex): Set<Hex> {
    let slots = this.#slots.get(address)
    if (slots === undefined) this.#slots.set(address, (slots = new Set()))
    return slots
  }
}
