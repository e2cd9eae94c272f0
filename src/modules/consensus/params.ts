import { decodeConsensusParams, encodeConsensusParams, type ConsensusParams, type Context } from '../../chain/index.js'
import { textKey } from '../../store/index.js'

export const CONSENSUS_STORE = 'consensus'
const PARAMS_KEY = textKey('Consensus')

/** @param absent those of a chain whose store has none */
export function getParams(ctx: Context, absent: ConsensusParams): ConsensusParams {
  const bytes = ctx.store(CONSENSUS_STORE).get(PARAMS_KEY)
  return bytes === undefined ? absent : decodeConsensusParams(bytes)
}

export const setParams = (ctx: Context, params: ConsensusParams): void =>
  ctx.store(CONSENSUS_STORE).set(PARAMS_KEY, encodeConsensusParams(params, ctx.release.hasConsensusAuthority))

/** Reads the params as the chain does for each transaction. */
export const readConsensus = (ctx: Context): void => void ctx.store(CONSENSUS_STORE).get(PARAMS_KEY)
