import { ConsensusParams as ConsensusParamsMessage } from 'cosmjs-types/tendermint/types/params'
import { QueryParamsRequest } from 'cosmjs-types/cosmos/consensus/v1/query'
import { concatBytes } from '../../base/index.js'
import { writtenQuery, type ConsensusParams, type Module, type Release } from '../../chain/index.js'
import { momentOf, ProtoWriter } from '../../codec/index.js'
import { textKey } from '../../store/index.js'

const CONSENSUS_STORE = 'consensus'
const PARAMS_KEY = textKey('Consensus')
/** `authority` of `ConsensusParams`, which is empty. Source: cometbft v0.39.0 proto/tendermint/types/params.proto. */
const NO_AUTHORITY = Uint8Array.of(0x32, 0)

/** The params as the chain stores them. */
function encodeParams({ block, evidence }: ConsensusParams, release: Release): Uint8Array {
  const params = ConsensusParamsMessage.fromPartial({
    block,
    evidence: {
      maxAgeNumBlocks: evidence.maxAgeBlocks,
      maxAgeDuration: momentOf(evidence.maxAgeNanoseconds),
      maxBytes: evidence.maxBytes,
    },
    validator: { pubKeyTypes: ['ed25519'] },
    version: {},
    abci: {},
  })
  const bytes = ConsensusParamsMessage.encode(params).finish()
  return release.hasConsensusAuthority ? concatBytes(bytes, NO_AUTHORITY) : bytes
}

/**
 * Keeps the consensus params of the genesis, which stay as they are: `MsgUpdateParams` is not implemented. Source: cosmos-sdk v0.53 x/consensus.
 * @param params those of the chain
 */
export const consensusModule = (params: () => ConsensusParams): Module => ({
  name: 'consensus',
  stores: [CONSENSUS_STORE],
  defaultGenesis: () => ({}),
  initGenesis: (ctx) => ctx.store(CONSENSUS_STORE).set(PARAMS_KEY, encodeParams(params(), ctx.release)),
  queries: {
    '/cosmos.consensus.v1.Query/Params': writtenQuery(QueryParamsRequest, (ctx) =>
      new ProtoWriter().message(1, encodeParams(params(), ctx.release)),
    ),
  },
})
