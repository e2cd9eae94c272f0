import type { Context } from '../../../chain/index.js'
import type { ClientStatus } from '../clients/light-client.js'
import {
  ErrClientNotFound,
  ErrConsensusStateNotFound,
  ErrInvalidClientType,
  ErrInvalidSubstitute,
  ErrUpdateClientFailed,
} from '../errors.js'
import { equalBytes } from '../../../base/index.js'
import { ZERO_HEIGHT } from '../height.js'
import { clientTypeOf, TENDERMINT } from '../identifiers.js'
import {
  getClientState,
  getConsensusState,
  processedHeight,
  processedTime,
  setClientState,
  setConsensusState,
  setMetadata,
} from './state.js'
import { ClientState } from './types.js'

/** Recovers a frozen or expired client with the state of another client of the same chain. Source: ibc-go v10 07-tendermint/proposal_handle.go */
export function recoverClient(
  ctx: Context,
  id: string,
  substituteId: string,
  statusOf: (ctx: Context, id: string, state: ClientState) => ClientStatus,
): void {
  const kind = clientTypeOf(substituteId)
  if (kind !== TENDERMINT) throw ErrInvalidClientType.error(`expected: ${TENDERMINT}, got: ${kind}`)
  const state = getClientState(ctx, id)
  if (state === undefined) throw ErrClientNotFound.error(id)
  const substitute = getClientState(ctx, substituteId)
  if (substitute === undefined) throw ErrClientNotFound.error(substituteId)
  if (!matches(state, substitute))
    throw ErrInvalidSubstitute.error('subject client state does not match substitute client state')
  const frozenHeight = statusOf(ctx, id, state) === 'Frozen' ? ZERO_HEIGHT : state.frozenHeight
  const at = substitute.latestHeight
  const consensus = getConsensusState(ctx, substituteId, at)
  if (consensus === undefined)
    throw ErrConsensusStateNotFound.error('unable to retrieve latest consensus state for substitute client')
  setConsensusState(ctx, id, at, consensus)
  const height = processedHeight(ctx, substituteId, at)
  if (height === undefined)
    throw ErrUpdateClientFailed.error('unable to retrieve processed height for substitute client latest height')
  const time = processedTime(ctx, substituteId, at)
  if (time === undefined)
    throw ErrUpdateClientFailed.error('unable to retrieve processed time for substitute client latest height')
  setMetadata(ctx, id, at, { height, time })
  const { chainId, trustingPeriod } = substitute
  setClientState(ctx, id, { ...state, frozenHeight, latestHeight: at, chainId, trustingPeriod })
}

/** Same in everything but the chain's id, heights and trusting period. Source: `IsMatchingClientState` */
function matches(a: ClientState, b: ClientState): boolean {
  const compared = (state: ClientState): Uint8Array =>
    ClientState.encode({
      ...state,
      chainId: '',
      latestHeight: ZERO_HEIGHT,
      frozenHeight: ZERO_HEIGHT,
      trustingPeriod: { seconds: 0n, nanos: 0 },
      allowUpdateAfterExpiry: true,
      allowUpdateAfterMisbehaviour: true,
    }).finish()
  return equalBytes(compared(a), compared(b))
}
