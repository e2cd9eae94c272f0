import type { ActionOf } from './schema.js'
import type { Outcomes } from './outcome.js'
import type { World } from './perform.js'
import type { QueryRelayerOutcomes } from '../query-relayer/outcome.js'

type Performers = {
  readonly [Name in keyof QueryRelayerOutcomes]: {
    readonly changes: boolean
    readonly run: (world: World, action: ActionOf<Name>) => Outcomes[Name]
  }
}

/** How the query relayer's actions are run. */
export const queryRelayerPerformers: Performers = {
  deliverQueries: {
    changes: true,
    run: ({ queryRelayer, host, light }, action) => ({
      delivered: queryRelayer.deliver(host(action.chain), { ...action, light }),
    }),
  },
  pendingQueries: {
    changes: false,
    run: ({ queryRelayer, host }, { chain }) => ({ queries: queryRelayer.pending(host(chain)) }),
  },
  queryRelayer: {
    changes: true,
    run: ({ queryRelayer }, { automatic, late }) => {
      queryRelayer.set(automatic, late)
      return { automatic, late }
    },
  },
}
