import { QueryParamsRequest } from 'cosmjs-types/cosmos/consensus/v1/query'
import { encodeConsensusParams, writtenQuery, type ConsensusParams, type Module } from '../../chain/index.js'
import { ProtoWriter } from '../../codec/index.js'
import { consensusMessages } from './messages.js'
import { CONSENSUS_STORE, getParams, setParams } from './params.js'

/**
 * Keeps the consensus params, first those of the genesis. Source: cosmos-sdk v0.53.6 and v0.54.0 x/consensus.
 * @param authority bech32, who may change them @param start those that the chain starts with
 */
export const consensusModule = (authority: string, start: () => ConsensusParams): Module => ({
  name: 'consensus',
  stores: [CONSENSUS_STORE],
  messages: consensusMessages(authority, start),
  defaultGenesis: () => ({}),
  initGenesis: (ctx) => setParams(ctx, start()),
  consensus: { store: CONSENSUS_STORE, params: (ctx) => getParams(ctx, start()) },
  queries: {
    '/cosmos.consensus.v1.Query/Params': writtenQuery(QueryParamsRequest, (ctx) =>
      new ProtoWriter().message(1, encodeConsensusParams(getParams(ctx, start()), ctx.release.hasConsensusAuthority)),
    ),
  },
})
