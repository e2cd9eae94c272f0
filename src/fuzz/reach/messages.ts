/** How often a kind of message was tried, accepted and refused. */
export interface MessageReach {
  readonly name: string
  readonly tried: number
  readonly accepted: number
  /** The most frequent first. */
  readonly refusals: readonly Refusal[]
}

/** An error with which a kind of message was refused, and how often. */
export interface Refusal {
  /** One of the texts that are equal except for numbers and addresses. */
  readonly text: string
  readonly times: number
}

/** The maximum number of different errors per kind of message. */
const MAX_REFUSALS = 16

/** Text that the chain adds around a contract's error. */
const AROUND =
  /^failed to execute message; message index: \d+: |: (?:execute|instantiate) wasm contract failed[\s\S]*$/g

/** A text with numbers, lists of bytes and addresses replaced by `#`. */
export const shapeOf = (text: string): string =>
  text.replaceAll(/\[[0-9A-F]{2}(?:, [0-9A-F]{2})+\]|(?<![a-z])[a-z]+1[02-9ac-hj-np-z]{8,}|\d+/g, '#')

/** The first line of an error, without what the chain adds. */
const refusalText = (error: string): string => error.split('\n')[0]!.replaceAll(AROUND, '')

/** Counts how often the messages of one contract are accepted and refused. */
export class MessageCount {
  readonly #counts = new Map<string, { tried: number; accepted: number; readonly refusals: Map<string, Refusal> }>()

  /** @param names all kinds of messages, so that those that are never tried are listed too */
  constructor(names: readonly string[]) {
    for (const name of names) this.#of(name)
  }

  has(name: string): boolean {
    return this.#counts.has(name)
  }

  /** @param error undefined: it was accepted */
  note(name: string, error: string | undefined): void {
    const count = this.#of(name)
    count.tried++
    if (error === undefined) count.accepted++
    else this.#refused(count.refusals, refusalText(error), 1)
  }

  /** Adds the counts of another worker. */
  add({ name, tried, accepted, refusals }: MessageReach): void {
    const count = this.#of(name)
    count.tried += tried
    count.accepted += accepted
    for (const { text, times } of refusals) this.#refused(count.refusals, text, times)
  }

  get messages(): readonly MessageReach[] {
    return [...this.#counts].map(([name, { tried, accepted, refusals }]) => ({
      name,
      tried,
      accepted,
      refusals: [...refusals.values()].sort((a, b) => b.times - a.times),
    }))
  }

  #of(name: string) {
    let count = this.#counts.get(name)
    if (count === undefined) this.#counts.set(name, (count = { tried: 0, accepted: 0, refusals: new Map() }))
    return count
  }

  #refused(refusals: Map<string, Refusal>, text: string, times: number): void {
    const key = shapeOf(text)
    const known = refusals.get(key)
    if (known === undefined && refusals.size >= MAX_REFUSALS) return
    refusals.set(key, { text: known?.text ?? text, times: (known?.times ?? 0) + times })
  }
}
