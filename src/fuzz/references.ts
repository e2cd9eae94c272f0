import type { ActionInput } from '../sandbox/internal.js'
import type { ExecutedStep } from './view.js'

/** The packet that a `sudo` message names. */
interface Request {
  readonly source_port?: string
  readonly source_channel?: string
  readonly sequence?: unknown
}

/**
 * Maps references to packets and heights from an action sequence to a shortened replay of it. Without some of the steps, packets have other sequences and
 * blocks other heights, and later actions have to name the new ones.
 */
export class References {
  readonly #packets = new Map<string, string>()
  readonly #heights: { readonly from: number; readonly to: number; readonly now: number }[] = []
  /** Packets that the replay did not send (so far). */
  readonly #gone: Set<string>
  readonly #chain: string

  /** @param original the steps of the original action sequence @param chain the chain whose heights `deliverQueries` names */
  constructor(original: readonly ExecutedStep[], chain: string) {
    this.#gone = new Set(original.flatMap(({ sent }) => sent))
    this.#chain = chain
  }

  /** Learns the new references from a replayed step. @param before the step before it in the original @param was the original @param is the replay */
  learn(before: ExecutedStep | undefined, was: ExecutedStep, is: ExecutedStep): void {
    for (const [i, packet] of was.sent.entries()) {
      const now = is.sent[i]
      if (now === undefined) continue
      this.#packets.set(packet, now)
      this.#gone.delete(packet)
    }
    this.#heights.push({
      from: before?.heights[this.#chain] ?? 0,
      to: was.heights[this.#chain]!,
      now: is.heights[this.#chain]!,
    })
  }

  /** The action with the new references; undefined if it names a packet that no longer exists. */
  renamed(action: ActionInput): ActionInput | undefined {
    if (action.action === 'repeat') {
      const done = this.renamed(action.do)
      return done === undefined ? undefined : { ...action, do: done as typeof action.do }
    }
    if ('filter' in action && action.filter?.sequence !== undefined) {
      const { from, port, channel, sequence } = action.filter
      const key = `${from}/${port}/${channel}/${String(sequence)}`
      const now = this.#packets.get(key)
      if (now === undefined) return this.#gone.has(key) ? undefined : action
      const [, newPort, newChannel, newSequence] = now.split('/')
      const filter = { ...action.filter, port: newPort!, channel: newChannel!, sequence: newSequence! }
      return { ...action, filter }
    }
    if (action.action === 'callback') {
      const [[kind, body] = ['', undefined]] = Object.entries(action.message) as [
        string,
        { readonly request?: Request },
      ][]
      const request = body?.request
      if (request === undefined) return action
      const key = `${action.chain}/${request.source_port}/${request.source_channel}/${String(request.sequence)}`
      const now = this.#packets.get(key)
      if (now === undefined) return this.#gone.has(key) ? undefined : action
      const [, source_port, source_channel, sequence] = now.split('/')
      const answer = { ...body, request: { ...request, source_port, source_channel, sequence } }
      return { ...action, message: { [kind]: answer } } as unknown as ActionInput
    }
    if (action.action === 'deliverQueries' && action.height !== undefined) {
      const height = Number(action.height)
      const at = this.#heights.findLast(({ from, to }) => height > from && height <= to)
      if (at === undefined) return action
      return { ...action, height: String(Math.max(1, at.now - (at.to - height))) }
    }
    return action
  }
}
