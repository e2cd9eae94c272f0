import type { Module } from '../../chain/index.js'
import { defaultGenesis, exportGenesis, initGenesis } from './genesis.js'
import type { CircuitKeeper } from './keeper.js'
import { CIRCUIT_STORE } from './keys.js'
import { circuitMessages } from './messages.js'
import { circuitQueries } from './queries.js'

/** The circuit breaker: switches messages off. Source: cosmossdk.io/x/circuit v0.1.1. */
export const circuitModule = (keeper: CircuitKeeper): Module => ({
  name: 'circuit',
  stores: [CIRCUIT_STORE],
  messages: circuitMessages(keeper),
  queries: circuitQueries(keeper),
  defaultGenesis,
  initGenesis: (ctx, state) => initGenesis(keeper, ctx, state),
  exportGenesis: (ctx) => exportGenesis(keeper, ctx),
})
