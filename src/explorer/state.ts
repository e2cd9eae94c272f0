import { randomUUID } from 'node:crypto'
import { version } from '../base/index.js'
import type { Explored } from './explored.js'
import type { ExplorerState } from './model.js'

/** What all pages of an explorer share: the state of the sandbox, and the listeners. */
export class Announcer {
  readonly #explored: Explored
  /** Distinguishes this server from another one at the same address. */
  readonly #server = randomUUID()
  readonly #listeners = new Set<(state: ExplorerState) => void>()
  readonly #ends: (() => void)[]
  #restores = 0
  #revision = 0
  #waiting = false
  /** Seconds between blocks that are made by themselves. */
  #every: number | null = null
  #stopped: string | null = null

  constructor(explored: Explored) {
    this.#explored = explored
    const { history } = explored
    this.#ends = [
      history.onAdded(() => this.changed()),
      explored.onChange((change) => {
        if (change === 'restore') this.#restores++
        this.changed()
      }),
    ]
    // The EVM may have blocks already.
    this.changed()
  }

  get epoch(): string {
    return `${this.#server} ${this.#restores}`
  }

  get revision(): number {
    return this.#revision
  }

  get state(): ExplorerState {
    const { hosts, history, automatic, actions, snapshots } = this.#explored
    const [relayer, queryRelayer] = automatic()
    return {
      epoch: this.epoch,
      revision: this.#revision,
      by: `Sudobox ${version()}`,
      chains: [...hosts].map(([key, host]) => ({
        key,
        chainId: host.app.chainId,
        name: host.app.name,
        prefix: host.app.prefix,
        denom: host.app.denom,
        height: host.app.height,
        time: String(host.app.time),
        ...(host.evmLink && { evm: Number(host.evmLink.started?.blockNumber ?? 0n) }),
        hasFailures: host.hasFailures,
        failures: host.hasFailures ? host.failures(undefined).length : 0,
      })),
      rows: history.entries.length,
      actions: actions(),
      automatic: { relayer, queryRelayer },
      every: this.#every,
      stopped: this.#stopped,
      snapshots: snapshots(),
    }
  }

  /** Blocks are made every so many seconds from now on; null: no longer. @param stopped why they had to end */
  pace(every: number | null, stopped: string | null = null): void {
    this.#every = every
    this.#stopped = stopped
    this.changed()
  }

  /** Notifies all pages, once for everything that happens in a row. */
  changed(): void {
    this.#revision++
    if (this.#waiting) return
    this.#waiting = true
    setImmediate(() => void this.#notify())
  }

  async #notify(): Promise<void> {
    this.#waiting = false
    for (const host of this.#explored.hosts.values())
      await this.#explored.history.followEvm(host).catch(() => undefined)
    if (this.#listeners.size === 0) return
    const { state } = this
    for (const listener of this.#listeners) listener(state)
  }

  /** Calls the listener with each new state. @returns a function that ends it */
  listen(listener: (state: ExplorerState) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  close(): void {
    for (const end of this.#ends) end()
    this.#listeners.clear()
  }
}
