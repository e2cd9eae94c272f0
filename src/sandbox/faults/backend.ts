import type { ChainError } from '../../base/index.js'
import { BackendError, type Backend } from '../../vm/internal.js'
import type { HostCall } from './actions.js'

/** The functions of a backend by the name under which a contract calls them. */
const FUNCTIONS = {
  storage: {
    get: 'db_read',
    set: 'db_write',
    remove: 'db_remove',
    scan: 'db_scan',
    next: 'db_next',
    nextKey: 'db_next_key',
    nextValue: 'db_next_value',
  },
  api: { validate: 'addr_validate', canonicalize: 'addr_canonicalize', humanize: 'addr_humanize' },
  querier: { query: 'query_chain' },
} as const satisfies { readonly [Part in keyof Backend]: { readonly [Name in keyof Backend[Part]]: HostCall } }

type Anything = (...args: unknown[]) => unknown

/**
 * The backend, except that its n-th call (of one function, or of all) fails with an unknown error of the chain, for which no gas is charged.
 * @param strike called at that point; returns the error
 */
export function failingBackend(
  backend: Backend,
  { name, nth }: { readonly name?: HostCall | undefined; readonly nth: number },
  strike: (text: string) => ChainError,
): Backend {
  let left = nth
  const part = <P extends keyof Backend>(of: P): Backend[P] => {
    const inner = backend[of] as unknown as Readonly<Record<string, Anything>>
    const counted = Object.entries(FUNCTIONS[of]).map(([method, hostCall]): [string, Anything] => [
      method,
      (...args) => {
        if ((name ?? hostCall) === hostCall && --left === 0) {
          const error = strike(`${hostCall} ${nth}`)
          throw new BackendError('unknown', error.log, error)
        }
        return inner[method]!(...args)
      },
    ])
    return Object.fromEntries(counted) as unknown as Backend[P]
  }
  return { storage: part('storage'), api: part('api'), querier: part('querier') }
}
