import { GenesisReader, type Module } from '../../chain/index.js'
import { consensusStateFields, readConsensusFields } from '../../chain/ibc/index.js'
import { allStates, saveState, setState, STORE } from './keeper.js'
import { stateVerifierQueries } from './queries.js'

/** Keeps the app hash of each block, so that contracts can verify values from the chain's own stores. Source: neutron x/state-verifier (06e81b9f). */
export const stateVerifierModule: Module = {
  name: 'state-verifier',
  stores: [STORE],
  queries: stateVerifierQueries,
  defaultGenesis: () => ({ states: [] }),
  initGenesis: (ctx, genesis) => {
    for (const item of new GenesisReader(genesis, 'state-verifier').at('states').list())
      setState(ctx, { height: item.at('height').integer(), state: readConsensusFields(item.at('cs')) })
  },
  exportGenesis: (ctx) => ({
    states: allStates(ctx).map(({ height, state }) => ({ height: String(height), cs: consensusStateFields(state) })),
  }),
  beginBlock: saveState,
}
