import { decoding, ErrInvalidRequest, rethrowing, type Context, type Module } from '../../chain/index.js'
import { AccountAddressRequest, IctxParams } from '../../codec/neutron/interchaintxs.js'
import { ProtoWriter } from '../../codec/index.js'
import { ErrInterchainAccountNotFound } from './errors.js'
import type { InterchainTxsKeeper } from './keeper.js'
import { ownerAddress, ownerText } from './owner.js'

const service = ({ release }: InterchainTxsKeeper): string => `/${release}.interchaintxs.v1.Query`

/** Source: neutron x/interchaintxs/keeper/grpc_query_*.go. */
export const interchainTxsQueries = (keeper: InterchainTxsKeeper): NonNullable<Module['queries']> => ({
  [`${service(keeper)}/Params`]: (ctx) => new ProtoWriter().message(1, IctxParams.encode(keeper.params(ctx))).finish(),
  [`${service(keeper)}/InterchainAccountAddress`]: (ctx, bytes) => {
    const request = decoding(() => AccountAddressRequest.decode(bytes))
    return new ProtoWriter().string(1, queryAccountAddress(keeper, ctx, request)).finish()
  },
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
