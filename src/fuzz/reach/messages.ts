/** How a kind of message fared. */
export interface MessageReach {
  readonly name: string
  readonly tried: number
  readonly accepted: number
  /** What it was refused with, most often first. */
  readonly refusals: readonly Refusal[]
}

/** An error that a kind of message was refused with, and how often. */
export interface Refusal {
  /** One of those that differ in numbers and addresses alone. */
  readonly text: string
  readonly times: number
}

/** Errors that are told apart for each message. */
const MOST_REFUSALS = 16

/** What the chain puts around what a contract says. */
const AROUND =
  /^failed to execute message; message index: \d+: |: (?:execute|instantiate) wasm contract failed[\s\S]*$/g

/** Texts that differ in numbers and addresses alone are one. */
export const shapeOf = (text: string): string => text.replaceAll(/[a-z]+1[02-9ac-hj-np-z]{8,}|\d+/g, '#')

/** The first line of an error, without what the chain puts around it. */
const refusalText = (error: string): string => error.split('\n')[0]!.replaceAll(AROUND, '')

/** Counts how the messages of one contract fare. */
export class MessageCount {
  readonly #counts = new Map<string, { tried: number; accepted: number; readonly refusals: Map<string, Refusal> }>()

  /** @param names all kinds of messages: one that is never tried counts as well */
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

  /** Adds what was counted elsewhere. */
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
    if (known === undefined && refusals.size >= MOST_REFUSALS) return
    refusals.set(key, { text: known?.text ?? text, times: (known?.times ?? 0) + times })
  }
}
