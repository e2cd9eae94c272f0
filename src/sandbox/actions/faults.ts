import { UsageError } from '../../base/index.js'
import type { ActionOf } from './schema.js'
import type { ChainHost } from '../host/chain-host.js'
import type { Outcomes } from './outcome.js'
import type { World } from './perform.js'
import type { FaultOutcomes } from '../faults/outcome.js'

type Performers = {
  readonly [Name in keyof FaultOutcomes]: {
    readonly changes: boolean
    readonly run: (world: World, action: ActionOf<Name>) => Outcomes[Name]
  }
}

/** How faults are armed and disarmed. */
export const faultPerformers: Performers = {
  fault: {
    changes: true,
    run: ({ host }, action) => arm(host(action.chain), action),
  },
  clearFaults: {
    changes: true,
    run: ({ host }, { chain }) => {
      const { faults } = host(chain)
      const cleared = faults.waiting
      faults.waiting = []
      return { cleared }
    },
  },
  faults: {
    changes: false,
    run: ({ host }, { chain }) => ({ waiting: host(chain).faults.waiting }),
  },
}

function arm(host: ChainHost, { contract, entryPoint, fail }: ActionOf<'fault'>): Outcomes['fault'] {
  if ('gas' in fail && host.app.contractManager === undefined)
    throw new UsageError(`${host.key} has no contract manager: no call there has a limit of its own`)
  const address = contract === undefined ? undefined : host.contractAddress(contract)
  host.faults.waiting = [...host.faults.waiting, { contract: address, entryPoint, fail }]
  return { waiting: host.faults.waiting }
}
