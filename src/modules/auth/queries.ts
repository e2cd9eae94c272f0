import { decodeAny, isBlank } from '../../codec/index.js'
import {
  AddressBytesToStringRequest,
  AddressBytesToStringResponse,
  AddressStringToBytesRequest,
  AddressStringToBytesResponse,
  Bech32PrefixRequest,
  Bech32PrefixResponse,
  QueryAccountAddressByIDRequest,
  QueryAccountAddressByIDResponse,
  QueryAccountInfoRequest,
  QueryAccountInfoResponse,
  QueryAccountRequest,
  QueryAccountResponse,
  QueryAccountsRequest,
  QueryAccountsResponse,
  QueryModuleAccountByNameRequest,
  QueryModuleAccountByNameResponse,
  QueryModuleAccountsRequest,
  QueryModuleAccountsResponse,
  QueryParamsRequest,
  QueryParamsResponse,
} from 'cosmjs-types/cosmos/auth/v1beta1/query'
import {
  below,
  collectionPaginate,
  GrpcError,
  parseAddress,
  plainError,
  query,
  type Context,
  type Module,
} from '../../chain/index.js'
import { accountAny, type Account } from './account.js'
import type { AccountKeeper } from './keeper.js'
import { ACCOUNTS_PREFIX, AUTH_STORE } from './keys.js'

const SERVICE = '/cosmos.auth.v1beta1.Query'

/** Source: cosmos-sdk x/auth/keeper/grpc_query.go. */
export function authQueries(keeper: AccountKeeper): NonNullable<Module['queries']> {
  const known = (ctx: Context, text: string): Account => {
    const account = keeper.get(ctx, parseAddress(ctx, text))
    if (account === undefined) throw new GrpcError('NotFound', `account ${text} not found`)
    return account
  }
  const moduleAccount = (ctx: Context, name: string) => {
    const account = keeper.moduleAccount(ctx, name)
    if (account === undefined) throw new GrpcError('NotFound', `account ${name} not found`)
    return accountAny(keeper.prefix, account)
  }
  return {
    [`${SERVICE}/Account`]: query(QueryAccountRequest, QueryAccountResponse, (ctx, { address }) => {
      if (address === '') throw new GrpcError('InvalidArgument', 'Address cannot be empty')
      return { account: accountAny(keeper.prefix, known(ctx, address)) }
    }),
    [`${SERVICE}/AccountInfo`]: query(QueryAccountInfoRequest, QueryAccountInfoResponse, (ctx, { address }) => {
      if (address === '') throw new GrpcError('InvalidArgument', 'address cannot be empty')
      const { publicKey, accountNumber, sequence } = known(ctx, address)
      return { info: { address, ...(publicKey && { pubKey: publicKey }), accountNumber, sequence } }
    }),
    [`${SERVICE}/Accounts`]: query(QueryAccountsRequest, QueryAccountsResponse, (ctx, { pagination }) => {
      const page = collectionPaginate(ctx, below(ctx.store(AUTH_STORE), ACCOUNTS_PREFIX), pagination, {
        row: (_, value) => decodeAny(value),
      })
      return { accounts: page.rows, pagination: page.pagination }
    }),
    [`${SERVICE}/AccountAddressByID`]: query(
      QueryAccountAddressByIDRequest,
      QueryAccountAddressByIDResponse,
      (ctx, { id, accountId }) => {
        if (id !== 0n)
          throw new GrpcError('InvalidArgument', "requesting with id isn't supported, try to request using account-id")
        const address = keeper.addressByNumber(ctx, accountId)
        if (address === undefined)
          throw new GrpcError('NotFound', `account address not found with account number ${accountId}`)
        return { accountAddress: keeper.text(address) }
      },
    ),
    [`${SERVICE}/Params`]: query(QueryParamsRequest, QueryParamsResponse, (ctx) => ({ params: keeper.params(ctx) })),
    [`${SERVICE}/ModuleAccounts`]: query(QueryModuleAccountsRequest, QueryModuleAccountsResponse, (ctx) => ({
      accounts: [...keeper.modules.keys()].sort().map((name) => moduleAccount(ctx, name)),
    })),
    [`${SERVICE}/ModuleAccountByName`]: query(
      QueryModuleAccountByNameRequest,
      QueryModuleAccountByNameResponse,
      (ctx, { name }) => {
        if (name === '') throw new GrpcError('InvalidArgument', 'module name is empty')
        return { account: moduleAccount(ctx, name) }
      },
    ),
    [`${SERVICE}/Bech32Prefix`]: query(Bech32PrefixRequest, Bech32PrefixResponse, () => ({
      bech32Prefix: keeper.prefix,
    })),
    [`${SERVICE}/AddressBytesToString`]: query(
      AddressBytesToStringRequest,
      AddressBytesToStringResponse,
      (_, { addressBytes }) => {
        if (addressBytes.length === 0) throw plainError('empty address bytes is not allowed')
        return { addressString: keeper.text(addressBytes) }
      },
    ),
    [`${SERVICE}/AddressStringToBytes`]: query(
      AddressStringToBytesRequest,
      AddressStringToBytesResponse,
      (ctx, { addressString }) => {
        if (isBlank(addressString)) throw plainError('empty address string is not allowed')
        return { addressBytes: parseAddress(ctx, addressString) }
      },
    ),
  }
}
