import { ErrInvalidRequest, query, rethrowing, type Context, type Module } from '../../chain/index.js'
import {
  AccountAddressRequest,
  AccountAddressResponse,
  IctxParamsRequest,
  IctxParamsResponse,
} from '../../codec/neutron/interchaintxs.js'
import { ErrInterchainAccountNotFound } from './errors.js'
import type { InterchainTxsKeeper } from './keeper.js'
import { ownerAddress, ownerText } from './owner.js'

const service = ({ release }: InterchainTxsKeeper): string => `/${release}.interchaintxs.v1.Query`

/** Source: neutron x/interchaintxs/keeper/grpc_query_*.go. */
export const interchainTxsQueries = (keeper: InterchainTxsKeeper): NonNullable<Module['queries']> => ({
  [`${service(keeper)}/Params`]: query(IctxParamsRequest, IctxParamsResponse, (ctx) => ({
    params: keeper.params(ctx),
  })),
  [`${service(keeper)}/InterchainAccountAddress`]: query(
    AccountAddressRequest,
    AccountAddressResponse,
    (ctx, request) => ({
      interchainAccountAddress: queryAccountAddress(keeper, ctx, request),
    }),
  ),
})

/** The account's address on the other chain. @throws ChainError sdk/18, interchaintxs/1102 */
export function queryAccountAddress(
  { controller }: InterchainTxsKeeper,
  ctx: Context,
  { ownerAddress: owner, interchainAccountId, connectionId }: AccountAddressRequest,
): string {
  const contract = invalid('failed to create ica owner', () => ownerAddress(ctx.prefix, owner))
  const portId = invalid('failed to get controller portID', () =>
    controller.portOf(ownerText(ctx.prefix, contract, interchainAccountId)),
  )
  const address = controller.accountAddress(ctx, connectionId, portId)
  if (address === undefined)
    throw ErrInterchainAccountNotFound.error(`no interchain account found for portID ${portId}`)
  return address
}

function invalid<T>(description: string, step: () => T): T {
  return rethrowing((error) => ErrInvalidRequest.error(`${description}: ${error.log}`), step)
}
