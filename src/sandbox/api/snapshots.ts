import { UsageError } from '../../base/index.js'
import type { ActionLog, LogEntry } from '../actions/log.js'
import type { World } from '../actions/perform.js'
import { restoreHost, snapshotOf, type ChainHostSnapshot } from '../host/snapshot.js'
import type { QueryRelayerSnapshot } from '../query-relayer/query-relayer-host.js'
import type { RelayerSnapshot } from '../relayer/relayer-host.js'

/** Everything of a sandbox at one time. */
interface Saved {
  readonly hosts: ReadonlyMap<string, ChainHostSnapshot>
  readonly relayer: RelayerSnapshot
  readonly queryRelayer: QueryRelayerSnapshot
  readonly log: LogEntry | undefined
}

type Parts = Pick<World, 'hosts' | 'relayer' | 'queryRelayer'>

/** The snapshots of a sandbox, by the numbers that it gave them. */
export class Snapshots {
  readonly #saved = new Map<number, Saved>()
  readonly #log: ActionLog
  #next = 1

  constructor(log: ActionLog) {
    this.#log = log
  }

  /** @returns the number of the new one */
  take({ hosts, relayer, queryRelayer }: Parts): number {
    const id = this.#next++
    this.#saved.set(id, {
      hosts: new Map([...hosts].map(([key, host]) => [key, snapshotOf(host)])),
      relayer: relayer.snapshot(),
      queryRelayer: queryRelayer.snapshot(),
      log: this.#log.snapshot(),
    })
    return id
  }

  /** @throws UsageError for an unknown number */
  find(id: number): Saved {
    const saved = this.#saved.get(id)
    if (saved !== undefined) return saved
    throw new UsageError(`there is no snapshot ${id}`, {
      details: [`snapshots: ${[...this.#saved.keys()].join(', ')}`],
    })
  }

  restore({ hosts, relayer, queryRelayer }: Parts, saved: Saved): void {
    for (const [key, host] of hosts) restoreHost(host, saved.hosts.get(key)!)
    relayer.restore(saved.relayer)
    queryRelayer.restore(saved.queryRelayer)
    this.#log.restore(saved.log)
  }

  /** @throws UsageError for an unknown number */
  forget(id: number): void {
    if (!this.#saved.delete(id)) throw new UsageError(`there is no snapshot ${id}`)
  }

  /** What the explorer lists. */
  list(): { readonly id: number; readonly heights: Record<string, number> }[] {
    return [...this.#saved].map(([id, { hosts }]) => ({
      id,
      heights: Object.fromEntries([...hosts].map(([key, { app }]) => [key, app.last.height])),
    }))
  }
}
