import type { Module } from '../../chain/module.js'
import { RATE_LIMIT_PARAMS_KEY, RATE_LIMIT_STORE } from './middleware.js'

export { rateLimit } from './middleware.js'

/** Source: neutron x/ibc-rate-limit (06e81b9f). */
export const rateLimitModule: Module = {
  name: 'rate-limited-ibc',
  stores: [RATE_LIMIT_STORE],
  defaultGenesis: () => ({ params: {} }),
  // No contract limits transfers.
  initGenesis: (ctx) => ctx.store(RATE_LIMIT_STORE).set(RATE_LIMIT_PARAMS_KEY, new Uint8Array(0)),
}
