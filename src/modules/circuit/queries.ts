import * as types from 'cosmjs-types/cosmos/circuit/v1/query'
import { Permissions } from 'cosmjs-types/cosmos/circuit/v1/types'
import { toHex } from '../../base/index.js'
import {
  addressText,
  below,
  collectionPaginate,
  notInCollection,
  parseAddress,
  query,
  type Module,
} from '../../chain/index.js'
import { keyBytes } from '../../store/index.js'
import type { CircuitKeeper } from './keeper.js'
import { CIRCUIT_STORE, PERMISSIONS_PREFIX } from './keys.js'

const SERVICE = '/cosmos.circuit.v1.Query'

/** Source: cosmossdk.io/x/circuit v0.1.1 keeper/query.go. */
export const circuitQueries = (keeper: CircuitKeeper): NonNullable<Module['queries']> => ({
  [`${SERVICE}/Account`]: query(types.QueryAccountRequest, types.AccountResponse, (ctx, { address }) => {
    const bytes = parseAddress(ctx, address)
    const permission = keeper.permissions(ctx, bytes)
    if (permission === undefined) throw notInCollection(`hexBytes:${toHex(bytes)}`, 'cosmos.circuit.v1.Permissions')
    return { permission }
  }),
  [`${SERVICE}/Accounts`]: query(types.QueryAccountsRequest, types.AccountsResponse, (ctx, { pagination: request }) => {
    const store = below(ctx.store(CIRCUIT_STORE), PERMISSIONS_PREFIX)
    const { rows, pagination } = collectionPaginate(ctx, store, request, {
      row: (key, value) => ({
        address: addressText(ctx.prefix, keyBytes(key)),
        permissions: Permissions.decode(value),
      }),
    })
    return { accounts: rows, pagination }
  }),
  [`${SERVICE}/DisabledList`]: query(types.QueryDisabledListRequest, types.DisabledListResponse, (ctx) => ({
    disabledList: keeper.disabled(ctx),
  })),
})
