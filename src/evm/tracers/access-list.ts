import type { InterpreterStep } from '@ethereumjs/evm'
import type { AccessListEntry } from '../execution/message.js'
import { hex, word, type Hex } from '../hex.js'
import { TOUCHING } from './prestate.js'
import type { Tracer } from './tracer.js'

/** The accounts and slots that an execution reads, but for those that are warm anyhow. Source: go-ethereum eth/tracers/logger/access_list_tracer.go. */
export class AccessListTracer implements Tracer {
  private readonly warm: ReadonlySet<Hex>
  private readonly slots = new Map<Hex, Set<Hex>>()

  constructor(warm: ReadonlySet<Hex>, start: readonly AccessListEntry[]) {
    this.warm = warm
    for (const { address, storageKeys } of start) {
      if (!warm.has(address)) this.touch(address)
      for (const key of storageKeys) this.touch(address).add(key)
    }
  }

  step({ opcode: { name }, stack, address }: InterpreterStep): void {
    const top = stack.at(-1)
    if ((name === 'SLOAD' || name === 'SSTORE') && top !== undefined) this.touch(address.toString()).add(word(top))
    const target = TOUCHING[name] === undefined ? undefined : stack.at(-1 - TOUCHING[name])
    if (target === undefined) return
    const other = hex(Buffer.from(word(target).slice(26), 'hex'))
    if (!this.warm.has(other)) this.touch(other)
  }

  result(): AccessListEntry[] {
    return [...this.slots]
      .map(([address, keys]) => ({ address, storageKeys: [...keys].sort() }))
      .sort((a, b) => (a.address < b.address ? -1 : 1))
  }

  private touch(address: Hex): Set<Hex> {
    let slots = this.slots.get(address)
    if (slots === undefined) this.slots.set(address, (slots = new Set()))
    return slots
  }
}
