import type { ActionOf } from './schema.js'
import type { Outcomes } from './outcome.js'
import type { World } from './perform.js'
import { closeChannel, openChannel, openConnection } from '../relayer/handshakes.js'
import { misbehave, newClient, pairClients, updateClient } from '../relayer/client-actions.js'
import { upgradeClient } from '../relayer/upgrade-client.js'
import type { RelayerOutcomes } from '../relayer/outcome.js'

type Performers = {
  readonly [Name in keyof RelayerOutcomes]: {
    readonly changes: boolean
    readonly run: (world: World, action: ActionOf<Name>) => Outcomes[Name]
  }
}

/** Retries deliveries that may have failed only because the client was out of date. */
function retried<T>({ relayer, queryRelayer }: World, result: T): T {
  relayer.retryNow()
  queryRelayer.retryNow()
  return result
}

/** How the relayer's actions are run. */
export const relayerPerformers: Performers = {
  relay: { changes: true, run: ({ relayer, light }, action) => ({ delivered: relayer.relay({ ...action, light }) }) },
  pending: { changes: false, run: ({ relayer }, { filter }) => ({ packets: relayer.pending(filter) }) },
  dropPackets: {
    changes: true,
    run: ({ relayer }, { filter }) => ({ packets: relayer.hold(filter, 'dropped') }),
  },
  delayPackets: {
    changes: true,
    run: ({ relayer }, { filter, seconds }) => ({ packets: relayer.hold(filter, { seconds }) }),
  },
  releasePackets: {
    changes: true,
    run: ({ relayer }, { filter }) => ({ packets: relayer.hold(filter, undefined) }),
  },
  relayer: {
    changes: true,
    run: ({ relayer }, { automatic, late = 0n }) => {
      relayer.set(automatic, late)
      return { automatic }
    },
  },
  updateClient: {
    changes: true,
    run: (world, action) => retried(world, updateClient(world.relayer, world.host(action.chain), action)),
  },
  upgradeClient: {
    changes: true,
    run: (world, action) => retried(world, upgradeClient(world.relayer, world.host(action.chain), action)),
  },
  createClient: {
    changes: true,
    run: ({ relayer, host }, action) => newClient(relayer, host(action.chain), action),
  },
  pairClients: {
    changes: true,
    run: ({ relayer, host }, action) => pairClients(relayer, host(action.chain), action),
  },
  misbehaviour: {
    changes: true,
    run: ({ relayer, host }, action) => misbehave(relayer, host(action.chain), action),
  },
  openConnection: {
    changes: true,
    run: ({ relayer, host }, action) => openConnection(relayer, host(action.chain), action),
  },
  openChannel: {
    changes: true,
    run: ({ relayer, host }, action) => openChannel(relayer, host(action.chain), action),
  },
  closeChannel: {
    changes: true,
    run: ({ relayer, host }, action) => closeChannel(relayer, host(action.chain), action),
  },
  skipPastTimeout: {
    changes: true,
    run: ({ relayer, host }, { chain }) => relayer.skipPastTimeout(host(chain)),
  },
}
