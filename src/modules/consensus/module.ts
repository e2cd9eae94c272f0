import { QueryParamsRequest, QueryParamsResponse } from 'cosmjs-types/cosmos/consensus/v1/query'
import { decoding, type ConsensusParams, type Module } from '../../chain/index.js'
import { momentOf } from '../../codec/index.js'

/**
 * Answers queries for the consensus params, which stay those of the genesis: `MsgUpdateParams` is not implemented. Source: cosmos-sdk v0.53 x/consensus.
 * @param params those of the chain
 */
export const consensusModule = (params: () => ConsensusParams): Module => ({
  name: 'consensus',
  queries: {
    '/cosmos.consensus.v1.Query/Params': (_, bytes) => {
      decoding(() => QueryParamsRequest.decode(bytes))
      const { block, evidence } = params()
      return QueryParamsResponse.encode(
        QueryParamsResponse.fromPartial({
          params: {
            block,
            evidence: {
              maxAgeNumBlocks: evidence.maxAgeBlocks,
              maxAgeDuration: momentOf(evidence.maxAgeNanoseconds),
              maxBytes: evidence.maxBytes,
            },
            validator: { pubKeyTypes: ['ed25519'] },
            version: {},
            abci: {},
          },
        }),
      ).finish()
    },
  },
})
