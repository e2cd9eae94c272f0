import type { Message } from '@ethereumjs/evm'
import { hex } from '../hex.js'
import type { Tracer } from './tracer.js'

/** How often which function was called with arguments of which size. Source: go-ethereum eth/tracers/native/4byte.go. */
export class FourBytes implements Tracer {
  private readonly counts = new Map<string, number>()

  enter({ to, data, isCompiled }: Message): void {
    if (to === undefined || isCompiled || data.length < 4) return
    const key = `${hex(data.subarray(0, 4))}-${data.length - 4}`
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1)
  }

  result(): unknown {
    return Object.fromEntries([...this.counts].sort(([a], [b]) => (a < b ? -1 : 1)))
  }
}
