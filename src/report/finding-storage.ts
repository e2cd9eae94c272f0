import type { Sandbox } from '../sandbox/internal.js'
import type { FindingSubject, StorageChange, StoredSeries } from './model.js'

/** Keys that are shown of a finding. */
const MAX_KEYS = 8

interface Stored {
  readonly contract: string
  readonly key: string
  /** By the number of the step, from 1; 0 is the start. */
  readonly values: (readonly [step: number, value: string | null])[]
}

/** What contracts stored, over the steps of an action sequence. */
export class FindingStorage {
  readonly #keys = new Map<string, Stored>()

  /** @param step from 1 */
  note(step: number, changes: readonly StorageChange[]): void {
    for (const { chain, contract, key, before, after } of changes) {
      const id = `${chain} ${contract} ${key}`
      let stored = this.#keys.get(id)
      if (stored === undefined) this.#keys.set(id, (stored = { contract, key, values: [[0, before ?? null]] }))
      stored.values.push([step, after ?? null])
    }
  }

  /** The keys that a finding is about: those of the map that it names, those with the account's address, or else what the wrong step changed. */
  about({ key, account, asset }: FindingSubject, sandbox: Sandbox, wrong: number | undefined): readonly StoredSeries[] {
    const all = [...this.#keys.values()]
    const [label, map] = key?.split(' ')[0]!.split('/') ?? []
    const ofMap = map === undefined ? [] : all.filter((one) => one.contract === label && one.key.split('/')[0] === map)
    if (ofMap.length > 0) return ofMap.slice(0, MAX_KEYS)
    const names = account === undefined ? [] : addressesOf(sandbox, account)
    const ofAccount = all.filter((one) => names.some((name) => one.key.includes(name)))
    if (ofAccount.length > 0 || asset !== undefined) return ofAccount.slice(0, MAX_KEYS)
    return all.filter(({ values }) => values.some(([step]) => step === wrong)).slice(0, MAX_KEYS)
  }
}

/** On each chain that knows the account. */
const addressesOf = ({ chains }: Sandbox, account: string): readonly string[] =>
  Object.values(chains).flatMap(({ host }) => {
    if (host.accounts.keyTypes.has(account)) return [host.keyOf(account).address]
    return host.addressOf(account) ?? []
  })
