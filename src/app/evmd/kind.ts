import type { Kind } from '../kind.js'
import { EvmdApp } from './app.js'
import { evmdGenesis, evmdParams } from './genesis.js'

export const evmd: Kind = {
  about:
    'the example app of cosmos/evm v0.7: contracts in Solidity, which reach bank, staking and IBC, and no CosmWasm contracts',
  // Source: cosmos/evm v0.7.3 local_node.sh. The VM is that of CosmWasm contracts, which it does not run.
  defaults: { name: 'evmd', prefix: 'cosmos', denom: 'atest', vm: '', wasmd: 'stock', txContracts: false },
  takes: [],
  contracts: 'solidity',
  hasEvm: false,
  programs: [],
  build: (options) => new EvmdApp({ ...options, genesis: evmdGenesis(options), params: evmdParams(options) }),
}
