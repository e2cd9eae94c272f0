import { UsageError } from '../../base/errors.js'
import { NeutronApp } from '../../app/neutron/app.js'
import type { ActionOf } from '../actions/schema.js'
import type { Engine } from '../host/chain-host.js'
import type { Outcomes } from '../actions/outcome.js'
import type { World } from '../actions/perform.js'
import type { FaultOutcomes } from './outcome.js'

type Performers = {
  readonly [Name in keyof FaultOutcomes]: {
    readonly changes: boolean
    readonly run: (world: World, action: ActionOf<Name>) => Outcomes[Name]
  }
}

/** How faults are armed, and taken back. */
export const faultPerformers: Performers = {
  fault: {
    changes: true,
    run: ({ engine }, action) => arm(engine(action.chain), action),
  },
  clearFaults: {
    changes: true,
    run: ({ engine }, { chain }) => {
      const { faults } = engine(chain)
      const cleared = faults.waiting
      faults.waiting = []
      return { cleared }
    },
  },
  faults: {
    changes: false,
    run: ({ engine }, { chain }) => ({ waiting: engine(chain).faults.waiting }),
  },
}

function arm(engine: Engine, { contract, entryPoint, fail }: ActionOf<'fault'>): Outcomes['fault'] {
  if ('gas' in fail && !(engine.app instanceof NeutronApp))
    throw new UsageError(`${engine.key} has no contract manager: no call there has a limit of its own`)
  const address = contract === undefined ? undefined : engine.contractAddress(contract)
  engine.faults.waiting = [...engine.faults.waiting, { contract: address, entryPoint, fail }]
  return { waiting: engine.faults.waiting }
}
