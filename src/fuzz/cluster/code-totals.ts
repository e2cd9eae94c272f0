import type { CountedCode } from '../../coverage/counted-code.js'
import type { CodeCounts } from './result.js'

/** Adds up what slices counted. */
export class CodeTotals {
  readonly #sums = new Map<string, CodeCounts>()

  get sums(): readonly CodeCounts[] {
    return [...this.#sums.values()]
  }

  add(codes: readonly CodeCounts[]): void {
    for (const one of codes) {
      const known = this.#sums.get(one.checksum)
      this.#sums.set(one.checksum, known === undefined ? one : joined(known, one))
    }
  }

  /** The codes of this process with what the slices counted. Those that no slice ran in this form are left out. */
  of(codes: readonly CountedCode[]): readonly CountedCode[] {
    // A process may have several VMs that hold a code.
    const found = new Map<string, CountedCode>()
    for (const code of codes) {
      const sum = this.#sums.get(code.checksum)
      if (sum?.counts.length === code.blocks.length)
        found.set(code.checksum, { ...code, counts: sum.counts, messages: new Map(sum.messages) })
    }
    return [...found.values()]
  }
}

function joined(one: CodeCounts, other: CodeCounts): CodeCounts {
  if (one.counts.length !== other.counts.length) return one
  const messages = new Map(one.messages)
  for (const [name, { calls, succeeded }] of other.messages) {
    const known = messages.get(name) ?? { calls: 0, succeeded: 0 }
    messages.set(name, { calls: known.calls + calls, succeeded: known.succeeded + succeeded })
  }
  return { ...one, counts: one.counts.map((count, i) => count + other.counts[i]!), messages: [...messages] }
}
