import type { ConsensusStateWithHeight, IdentifiedClientState } from 'cosmjs-types/ibc/core/client/v1/client'
import * as client from 'cosmjs-types/ibc/core/client/v1/query'
import { NO_BYTES } from '../../../base/index.js'
import {
  addressText,
  below,
  filteredPaginate,
  GrpcError,
  query,
  type Context,
  type Module,
  type PageRequest,
} from '../../../chain/index.js'
import { decodeAny } from '../../../codec/index.js'
import { ErrClientNotFound, ErrConsensusStateNotFound } from '../errors.js'
import { check, notFound } from '../grpc.js'
import { height, heightText, parseHeight, selfHeight, type Height } from '../height.js'
import { checkClientId } from '../identifiers.js'
import { clientKey, CLIENTS_PREFIX, STORE } from '../keys.js'
import type { Clients } from './clients.js'
import { verifyMembership } from './membership.js'
import { getClientParams } from './params.js'

const CLIENT = '/ibc.core.client.v1.Query'

/** Source: ibc-go v10.5.0 02-client/keeper/grpc_query.go. */
export function clientQueries(clients: Clients): NonNullable<Module['queries']> {
  /** Rows of a client's consensus states, without keys nested below them. */
  const heights = (
    ctx: Context,
    clientId: string,
    pagination: PageRequest | undefined,
    onRow: (at: Height, value: Uint8Array) => void,
  ) => {
    check(() => checkClientId(clientId))
    const store = below(ctx.store(STORE), clientKey(clientId, 'consensusStates/'))
    return filteredPaginate(store, pagination, (key, value) => {
      if (key.includes('/')) return false
      onRow(parseHeight(key), value)
      return true
    })
  }
  return {
    [`${CLIENT}/ClientState`]: query(
      client.QueryClientStateRequest,
      client.QueryClientStateResponse,
      (ctx, { clientId }) => {
        check(() => checkClientId(clientId))
        const clientState = clients.clientState(ctx, clientId)
        if (clientState === undefined) throw notFound(ErrClientNotFound, clientId)
        return { clientState, proof: NO_BYTES, proofHeight: selfHeight(ctx) }
      },
    ),
    [`${CLIENT}/ClientStates`]: query(
      client.QueryClientStatesRequest,
      client.QueryClientStatesResponse,
      (ctx, { pagination }) => {
        const clientStates: IdentifiedClientState[] = []
        const page = filteredPaginate(below(ctx.store(STORE), CLIENTS_PREFIX), pagination, (key, value) => {
          const parts = key.split('/')
          if (parts.at(-1) !== 'clientState') return false
          clientStates.push({ clientId: parts[1]!, clientState: decodeAny(value) })
          return true
        })
        return { clientStates, pagination: page }
      },
    ),
    [`${CLIENT}/ConsensusState`]: query(
      client.QueryConsensusStateRequest,
      client.QueryConsensusStateResponse,
      (ctx, { clientId, revisionNumber, revisionHeight, latestHeight }) => {
        check(() => checkClientId(clientId))
        const at = height(revisionNumber, revisionHeight)
        if (!latestHeight && revisionHeight === 0n)
          throw new GrpcError('InvalidArgument', 'consensus state height cannot be 0')
        const consensusState = latestHeight
          ? clients.latestConsensusState(ctx, clientId)
          : clients.consensusState(ctx, clientId, at)
        if (consensusState === undefined)
          throw notFound(ErrConsensusStateNotFound, `client-id: ${clientId}, height: ${heightText(at)}`)
        return { consensusState, proof: NO_BYTES, proofHeight: selfHeight(ctx) }
      },
    ),
    [`${CLIENT}/ConsensusStates`]: query(
      client.QueryConsensusStatesRequest,
      client.QueryConsensusStatesResponse,
      (ctx, { clientId, pagination }) => {
        const consensusStates: ConsensusStateWithHeight[] = []
        const page = heights(ctx, clientId, pagination, (at, value) =>
          consensusStates.push({ height: at, consensusState: decodeAny(value) }),
        )
        return { consensusStates, pagination: page }
      },
    ),
    [`${CLIENT}/ConsensusStateHeights`]: query(
      client.QueryConsensusStateHeightsRequest,
      client.QueryConsensusStateHeightsResponse,
      (ctx, { clientId, pagination }) => {
        const consensusStateHeights: Height[] = []
        const page = heights(ctx, clientId, pagination, (at) => consensusStateHeights.push(at))
        return { consensusStateHeights, pagination: page }
      },
    ),
    [`${CLIENT}/ClientStatus`]: query(
      client.QueryClientStatusRequest,
      client.QueryClientStatusResponse,
      (ctx, { clientId }) => {
        check(() => checkClientId(clientId))
        return { status: clients.status(ctx, clientId) }
      },
    ),
    [`${CLIENT}/ClientCreator`]: query(
      client.QueryClientCreatorRequest,
      client.QueryClientCreatorResponse,
      (ctx, { clientId }) => {
        check(() => checkClientId(clientId))
        return { creator: addressText(ctx.prefix, clients.creator(ctx, clientId) ?? NO_BYTES) }
      },
    ),
    // The harness upgrades without a plan, between two blocks.
    [`${CLIENT}/UpgradedClientState`]: () => {
      throw new GrpcError('NotFound', 'upgrade plan not found')
    },
    [`${CLIENT}/UpgradedConsensusState`]: (ctx) => {
      throw new GrpcError('NotFound', `upgraded consensus state not found, height ${ctx.block.height}`)
    },
    [`${CLIENT}/VerifyMembership`]: query(
      client.QueryVerifyMembershipRequest,
      client.QueryVerifyMembershipResponse,
      (ctx, request) => ({ success: verifyMembership(clients, ctx, request) }),
    ),
    [`${CLIENT}/ClientParams`]: query(client.QueryClientParamsRequest, client.QueryClientParamsResponse, (ctx) => ({
      params: getClientParams(ctx),
    })),
  }
}
