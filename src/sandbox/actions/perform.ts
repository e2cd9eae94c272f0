import { jsonValue } from '../values/json-value.js'
import { fromBase64 } from '../../base/index.js'
import type { Action, ActionOf } from './schema.js'
import type { ChainHost } from '../host/chain-host.js'
import { faultPerformers } from './faults.js'
import { headOf } from './head.js'
import { request } from '../host/evm-link/request.js'
import type { QueryRelayerHost } from '../query-relayer/query-relayer-host.js'
import { queryRelayerPerformers } from './query-relayer.js'
import type { RelayerHost } from '../relayer/relayer-host.js'
import { relayerPerformers } from './relayer.js'
import type { Outcome, Outcomes } from './outcome.js'
import { repeat } from './repeat.js'
import { withRuns } from '../tx/block-runs.js'
import { deliverCallback } from '../tx/callback.js'
import { deliverTx } from '../tx/deliver.js'
import { callEthereum, deliverClientTx, deliverEthereum } from '../tx/ethereum/deliver.js'
import { deliverDouble } from '../tx/double.js'
import { produceBlocks } from '../tx/produce.js'
import { deliverSudo } from '../tx/sudo.js'
import { attackLightClients, doubleSign } from '../host/misbehaviour.js'
import { setValidator } from '../host/validators.js'
import { advanced } from './advance.js'
import { upgradeOf } from './upgrade.js'
import type { WasmFiles } from '../host/wasm-files.js'

/** What actions work on. */
export interface World {
  readonly hosts: ReadonlyMap<string, ChainHost>
  /** @throws UsageError when no chain has that name. */
  readonly host: (key: string) => ChainHost
  readonly files: WasmFiles
  readonly relayer: RelayerHost
  readonly queryRelayer: QueryRelayerHost
  /**
   * Whether actions take the light path: the same state, calls of contracts, gas and events of messages, but transactions are not charged for their
   * bytes and signatures, and errors have no details.
   */
  readonly light: boolean
  /** Runs one action and everything that follows from it, without logging it. */
  readonly perform: (action: Action) => Outcome | Promise<Outcome>
}

export interface Performer<Name extends Action['action']> {
  /** Whether it is logged; actions that only read are not. */
  readonly changes: boolean
  readonly run: (world: World, action: ActionOf<Name>) => Outcomes[Name] | Promise<Outcomes[Name]>
}

/** How each action is run. */
export const performers: { readonly [Name in Action['action']]: Performer<Name> } = {
  account: {
    changes: true,
    run: ({ host }, { chain, name, funds, key }) => ({ address: host(chain).fund(name, funds, key) }),
  },
  label: {
    changes: true,
    run: ({ host }, { chain, address, label }) => ({ address: host(chain).nameAddress(address, label) }),
  },
  tx: {
    changes: true,
    run: ({ host, files, light }, action) => deliverTx(host(action.chain), action, files, light),
  },
  rawTx: {
    changes: true,
    run: ({ host }, { chain, bytes }) => deliverClientTx(host(chain), fromBase64(bytes)),
  },
  ethereumTx: {
    changes: true,
    run: ({ host, files }, action) => deliverEthereum(host(action.chain), action, files),
  },
  ethereumCall: {
    changes: false,
    run: ({ host }, action) => callEthereum(host(action.chain), action),
  },
  callback: {
    changes: true,
    run: ({ host }, action) => deliverCallback(host(action.chain), action),
  },
  block: {
    changes: true,
    run: ({ host }, { chain, count }) => withRuns([host(chain)], () => host(chain).nextBlocks(count)),
  },
  advance: {
    changes: true,
    run: ({ hosts }, { seconds }) => withRuns([...hosts.values()], () => ({ heights: advanced(hosts, seconds) })),
  },
  produce: {
    changes: true,
    run: ({ hosts }, action) => withRuns([...hosts.values()], () => produceBlocks(hosts, action)),
  },
  blockInterval: {
    changes: true,
    run: ({ hosts }, { nanoseconds }) => {
      for (const { app } of hosts.values()) app.baseApp.blockInterval = nanoseconds
      return { nanoseconds }
    },
  },
  params: {
    changes: true,
    run: ({ host }, { chain, module, params }) => ({ params: host(chain).setParams(module, params) }),
  },
  putRecord: {
    changes: true,
    run: ({ host }, { chain, module, kind, record }) => {
      const { app } = host(chain)
      app.putRecord(module, kind, record)
      return { height: BigInt(app.height) }
    },
  },
  price: {
    changes: true,
    run: ({ host }, { chain, pair, price }) => host(chain).setPrice(pair, price),
  },
  upgrade: {
    changes: true,
    run: ({ host, hosts }, { chain, ...wanted }) => upgradeOf(host(chain), wanted, hosts.values()),
  },
  startValidator: {
    changes: true,
    run: ({ host }, { chain, name }) => setValidator(host(chain), name, true),
  },
  stopValidator: {
    changes: true,
    run: ({ host }, { chain, name }) => setValidator(host(chain), name, false),
  },
  lightClientAttack: {
    changes: true,
    run: ({ host }, { chain, by }) => attackLightClients(host(chain), by),
  },
  doubleSign: {
    changes: true,
    run: ({ host }, { chain, name }) => doubleSign(host(chain), name),
  },
  query: {
    changes: false,
    run: ({ host }, { chain, contract, msg, msgText }) => ({
      data: jsonValue(host(chain).query(contract, msgText ?? JSON.stringify(msg))),
    }),
  },
  failures: {
    changes: false,
    run: ({ host }, { chain, contract }) => ({ failures: host(chain).failures(contract) }),
  },
  balances: {
    changes: false,
    run: ({ host }, { chain, address }) => ({ coins: host(chain).balances(address) }),
  },
  evm: {
    // Requests that change something log themselves, wherever they come from.
    changes: false,
    run: async ({ host }, action) => ({ result: await request(host(action.chain), action, false) }),
  },
  sudo: {
    changes: true,
    run: ({ host }, action) => deliverSudo(host(action.chain), action),
  },
  double: {
    changes: true,
    run: ({ host }, action) => deliverDouble(host(action.chain), action),
  },
  head: {
    changes: false,
    run: ({ host }, { chain }) => headOf(host(chain)),
  },
  ...relayerPerformers,
  ...queryRelayerPerformers,
  ...faultPerformers,
  repeat: {
    changes: true,
    run: ({ host, perform }, action) =>
      repeat(action, async (part) => ({ result: await request(host(part.chain), part, true) }), perform),
  },
}

/** Requests over a port are logged as they arrive, also those that are repeated. */
export const isLogged = (action: Action): boolean =>
  performers[action.action].changes &&
  !(action.action === 'repeat' && action.do.action === 'evm' && action.do.over === 'http')
