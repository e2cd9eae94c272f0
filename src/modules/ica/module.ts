import { GenesisReader, type Module } from '../../chain/index.js'
import type { ControllerKeeper } from './controller/keeper.js'
import { controllerMessages } from './controller/messages.js'
import type { Queries } from './expected.js'
import {
  controllerParamsJson,
  defaultGenesis,
  exportGenesis,
  hostParamsJson,
  initGenesis,
  readControllerParams,
  readHostParams,
} from './genesis.js'
import type { HostKeeper } from './host/keeper.js'
import { hostMessages } from './host/messages.js'
import { CONTROLLER_STORE, HOST_STORE, ICA_MODULE } from './keys.js'
import { icaQueries } from './queries.js'

/** Interchain accounts: controller and host. Source: ibc-go v10.5.0 apps/27-interchain-accounts. */
export const icaModule = (controller: ControllerKeeper, host: HostKeeper, queries: () => Queries): Module => ({
  name: ICA_MODULE,
  stores: [CONTROLLER_STORE, HOST_STORE],
  messages: { ...controllerMessages(controller), ...hostMessages(host, queries) },
  queries: icaQueries(controller, host),
  defaultGenesis,
  initGenesis: (ctx, state) => initGenesis(controller, host, ctx, state),
  exportGenesis: (ctx) => exportGenesis(controller, host, ctx),
  // Controller and host params in one object; their names do not collide.
  params: {
    get: (ctx) => ({
      ...(controllerParamsJson(controller.params(ctx)) as object),
      ...(hostParamsJson(host.params(ctx)) as object),
    }),
    set: (ctx, params) => {
      const json = new GenesisReader(params, `${ICA_MODULE}/params`)
      controller.setParams(ctx, readControllerParams(json))
      host.setParams(ctx, readHostParams(json))
    },
  },
})
