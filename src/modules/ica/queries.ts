import * as controllerTypes from 'cosmjs-types/ibc/applications/interchain_accounts/controller/v1/query'
import * as hostTypes from 'cosmjs-types/ibc/applications/interchain_accounts/host/v1/query'
import { GrpcError, query, rethrowing, type Module } from '../../chain/index.js'
import type { ControllerKeeper } from './controller/keeper.js'
import type { HostKeeper } from './host/keeper.js'
import { CONTROLLER_STORE } from './keys.js'
import { accountAddress, controllerPort } from './state.js'

const CONTROLLER = '/ibc.applications.interchain_accounts.controller.v1.Query'
const HOST = '/ibc.applications.interchain_accounts.host.v1.Query'

/** Source: ibc-go v10.5.0 apps/27-interchain-accounts/{controller,host}/keeper/grpc_query.go. */
export const icaQueries = (controller: ControllerKeeper, host: HostKeeper): NonNullable<Module['queries']> => ({
  [`${CONTROLLER}/InterchainAccount`]: query(
    controllerTypes.QueryInterchainAccountRequest,
    controllerTypes.QueryInterchainAccountResponse,
    (ctx, { owner, connectionId }) => {
      const portId = portOf(owner)
      const address = accountAddress(ctx, CONTROLLER_STORE, connectionId, portId)
      if (address === undefined)
        throw new GrpcError(
          'NotFound',
          `failed to retrieve account address for ${portId} on connection ${connectionId}`,
        )
      return { address }
    },
  ),
  [`${CONTROLLER}/Params`]: query(controllerTypes.QueryParamsRequest, controllerTypes.QueryParamsResponse, (ctx) => ({
    params: controller.params(ctx),
  })),
  [`${HOST}/Params`]: query(hostTypes.QueryParamsRequest, hostTypes.QueryParamsResponse, (ctx) => ({
    params: host.params(ctx),
  })),
})

function portOf(owner: string): string {
  return rethrowing(
    (error) => new GrpcError('InvalidArgument', `failed to generate portID from owner address: ${error.log}`),
    () => controllerPort(owner),
  )
}
