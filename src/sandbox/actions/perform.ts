import { jsonValue } from './json-value.js'
import { fromBase64 } from '../../base/bytes.js'
import type { Action, ActionOf } from './schema.js'
import type { Engine } from '../host/chain-host.js'
import { faultPerformers } from '../faults/perform.js'
import { headOf } from './head.js'
import { request } from '../host/evm-link/request.js'
import type { QueryCourier } from '../query-relayer/courier.js'
import { queryRelayerPerformers } from '../query-relayer/perform.js'
import type { Courier } from '../relayer/courier.js'
import { relayerPerformers } from '../relayer/perform.js'
import type { Outcome, Outcomes } from './outcome.js'
import { repeat } from './repeat.js'
import { sudo } from './sudo.js'
import { upgradeOf } from './upgrade.js'
import type { WasmFiles } from '../host/wasm-files.js'

/** What actions work on. */
export interface World {
  readonly engines: ReadonlyMap<string, Engine>
  /** @throws UsageError for a name that no chain has. */
  readonly engine: (key: string) => Engine
  readonly files: WasmFiles
  readonly relayer: Courier
  readonly queryRelayer: QueryCourier
  /** Runs one action with all that follows from it, not in the log. */
  readonly perform: (action: Action) => Outcome | Promise<Outcome>
}

export interface Performer<Name extends Action['action']> {
  /** Whether it belongs into the log: reading actions do not. */
  readonly changes: boolean
  readonly run: (world: World, action: ActionOf<Name>) => Outcomes[Name] | Promise<Outcomes[Name]>
}

/** How each action is run; the one place. */
export const performers: { readonly [Name in Action['action']]: Performer<Name> } = {
  account: {
    changes: true,
    run: ({ engine }, { chain, name, funds, key }) => ({ address: engine(chain).fund(name, funds, key) }),
  },
  tx: {
    changes: true,
    run: ({ engine, files }, action) => engine(action.chain).deliver(action, files),
  },
  rawTx: {
    changes: true,
    run: ({ engine }, { chain, bytes }) => engine(chain).deliverRaw(fromBase64(bytes)),
  },
  callback: {
    changes: true,
    run: ({ engine }, { chain, contract, message, gasLimit }) => engine(chain).callback(contract, message, gasLimit),
  },
  block: {
    changes: true,
    run: ({ engine }, { chain, count }) => engine(chain).nextBlocks(count),
  },
  advance: {
    changes: true,
    run: ({ engines }, { seconds }) => {
      const heights = [...engines].map(([key, engine]) => [key, engine.advance(seconds).height] as const)
      return { heights: Object.fromEntries(heights) }
    },
  },
  params: {
    changes: true,
    run: ({ engine }, { chain, module, params }) => ({ params: engine(chain).setParams(module, params) }),
  },
  putRecord: {
    changes: true,
    run: ({ engine }, { chain, module, kind, record }) => {
      const { app } = engine(chain)
      app.putRecord(module, kind, record)
      return { height: BigInt(app.height) }
    },
  },
  upgrade: {
    changes: true,
    run: ({ engine, engines }, { chain, revision }) => upgradeOf(engine(chain), revision, engines.values()),
  },
  query: {
    changes: false,
    run: ({ engine }, { chain, contract, msg, msgText }) => ({
      data: jsonValue(engine(chain).query(contract, msgText ?? JSON.stringify(msg))),
    }),
  },
  failures: {
    changes: false,
    run: ({ engine }, { chain, contract }) => ({ failures: engine(chain).failures(contract) }),
  },
  balances: {
    changes: false,
    run: ({ engine }, { chain, address }) => ({ coins: engine(chain).balances(address) }),
  },
  evm: {
    // Those that change something come to the log by themselves, wherever they come from.
    changes: false,
    run: async ({ engine }, action) => ({ result: await request(engine(action.chain), action, false) }),
  },
  sudo: {
    changes: true,
    run: ({ engine }, action) => sudo(engine(action.chain), action),
  },
  head: {
    changes: false,
    run: ({ engine }, { chain }) => headOf(engine(chain)),
  },
  ...relayerPerformers,
  ...queryRelayerPerformers,
  ...faultPerformers,
  repeat: {
    changes: true,
    run: ({ engine, perform }, action) =>
      repeat(action, async (part) => ({ result: await request(engine(part.chain), part, true) }), perform),
  },
}
