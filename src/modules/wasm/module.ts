import type { Module } from '../../chain/index.js'
import { defaultGenesis, exportGenesis, initGenesis } from './genesis.js'
import { getParams, setParams } from './keeper.js'
import { STORE } from './keys.js'
import { wasmMessages } from './messages.js'
import { paramsFromJson, paramsJson } from './params.js'
import { wasmWriters } from './put.js'
import { wasmQueries } from './queries.js'
import type { WasmKeeper } from './wasm.js'

/** Contracts. Source: wasmd v0.61.12 x/wasm. */
export const wasmModule = (keeper: WasmKeeper): Module => ({
  name: 'wasm',
  stores: [STORE],
  messages: wasmMessages(keeper),
  queries: wasmQueries(keeper),
  params: {
    get: (ctx) => paramsJson(getParams(ctx)),
    set: (ctx, json) => setParams(ctx, paramsFromJson(ctx.prefix, json)),
  },
  put: wasmWriters,
  defaultGenesis,
  initGenesis: (ctx, state) => initGenesis(keeper, ctx, state),
  exportGenesis: (ctx) => exportGenesis(keeper, ctx),
})
