import { addressText } from '../../chain/index.js'
import { homeOf } from '../chains/home.js'
import { createdByContracts } from '../chains/rows.js'
import { isDeepStrictEqual } from 'node:util'
import { LRUCache } from 'lru-cache'
import type { Claims } from '../config.js'
import type { Start } from '../setup.js'
import { storageOfAll } from './storage.js'

type AllClaims = ReadonlyMap<string, Claims>

/** The number of times that cached claims are queried again at another block time and compared, before they are assumed not to depend on it. */
const CHECKS = 32
const MAX = 4096

/**
 * A cache of claims by state. Querying the claims of every actor costs more than most steps, and action sequences return to the same states. If a check
 * shows that claims depend on time, the cache is no longer used.
 */
export class RememberedClaims {
  readonly #start: Start
  readonly #query: () => Promise<AllClaims>
  readonly #known = new LRUCache<string, { readonly time: bigint; readonly claims: AllClaims }>({ max: MAX })
  #checks = CHECKS
  #trusted: boolean

  constructor(start: Start, query: () => Promise<AllClaims>) {
    this.#start = start
    this.#query = query
    // It is not known which state a function reads.
    this.#trusted = start.subjects.every(({ config }) => typeof config.claims !== 'function')
  }

  async now(): Promise<AllClaims> {
    const state = this.#trusted ? this.#state() : undefined
    if (state === undefined) return this.#query()
    const { time } = homeOf(this.#start.sandbox, this.#start.config)
    const known = this.#known.get(state)
    if (known !== undefined && (this.#checks === 0 || known.time === time)) return known.claims
    const claims = await this.#query()
    if (known === undefined) this.#known.set(state, { time, claims })
    else {
      this.#checks--
      this.#trusted = isDeepStrictEqual(claims, known.claims)
    }
    return claims
  }

  /** The state that responses of contracts depend on, without the time; undefined if it is too large to hash. */
  #state(): string | undefined {
    const { sandbox, subjects } = this.#start
    const storage = storageOfAll(this.#start)
    if (storage === undefined) return undefined
    const own = subjects.map(({ config, address }) => [sandbox.chain(config.chain)!.host.app, address] as const)
    const theirs = Object.values(sandbox.chains).flatMap(({ host }) =>
      createdByContracts(host).map((address) => [host.app, addressText(host.app.prefix, address)] as const),
    )
    const balances = [...own, ...theirs].map(([app, address]) =>
      app.balances(address).map(({ denom, amount }) => `${amount}${denom}`),
    )
    return `${storage} ${balances.join(' ')}`
  }
}
