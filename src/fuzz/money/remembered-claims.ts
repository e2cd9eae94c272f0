import { isDeepStrictEqual } from 'node:util'
import type { Claims } from '../config.js'
import type { Start } from '../setup.js'
import { storageOfAll } from './storage.js'

type AllClaims = ReadonlyMap<string, Claims>

/** How often claims that are known are asked for again at another time, before they are believed to depend on no time. */
const CHECKS = 32
const MOST = 4096

/**
 * Claims that were asked for before. To ask for those of every actor costs more than most steps, and stories come back to the same states.
 * Claims that grow with time are asked for each time, as soon as one of the first checks shows that they do.
 */
export class RememberedClaims {
  readonly #start: Start
  readonly #ask: () => Promise<AllClaims>
  readonly #known = new Map<string, { readonly time: bigint; readonly claims: AllClaims }>()
  #checks = CHECKS
  #trusted: boolean

  constructor(start: Start, ask: () => Promise<AllClaims>) {
    this.#start = start
    this.#ask = ask
    // What a function of the campaign's looks at is not known.
    this.#trusted = start.subjects.every(({ config }) => typeof config.claims !== 'function')
  }

  async now(): Promise<AllClaims> {
    const state = this.#trusted ? this.#state() : undefined
    if (state === undefined) return this.#ask()
    const { time } = this.#start.sandbox.chains.neutron
    const known = this.#known.get(state)
    if (known !== undefined && (this.#checks === 0 || known.time === time)) return known.claims
    const claims = await this.#ask()
    if (known === undefined) {
      if (this.#known.size >= MOST) this.#known.clear()
      this.#known.set(state, { time, claims })
    } else {
      this.#checks--
      this.#trusted = isDeepStrictEqual(claims, known.claims)
    }
    return claims
  }

  /** What contracts can make their answers of, other than the time; undefined where to look at it costs too much. */
  #state(): string | undefined {
    const { sandbox, subjects } = this.#start
    const storage = storageOfAll(this.#start)
    if (storage === undefined) return undefined
    const balances = subjects.map(({ config, address }) =>
      sandbox
        .chain(config.chain)!
        .host.app.balances(address)
        .map(({ denom, amount }) => `${amount}${denom}`),
    )
    return `${storage} ${balances.join(' ')}`
  }
}
