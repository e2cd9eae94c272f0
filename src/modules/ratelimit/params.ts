import type { Json } from '../../base/json-value.js'
import { NO_BYTES } from '../../base/index.js'
import {
  assertAuthority,
  ErrInvalidRequest,
  GenesisReader,
  message,
  parseAccAddress,
  query,
  wrapping,
  type Context,
} from '../../chain/index.js'
import {
  MsgUpdateParams,
  Params,
  QueryParamsRequest,
  QueryParamsResponse,
} from '../../codec/messages/neutron.ibcratelimit.v1beta1.js'
import { byteKey } from '../../store/index.js'

/** Source: neutron x/ibc-rate-limit/types/keys.go. */
export const STORE = 'rate-limited-ibc'
const PARAMS_KEY = byteKey(1)

/** Source: neutron x/ibc-rate-limit/keeper/keeper.go. */
export const getParams = (ctx: Context): Params => Params.decode(ctx.store(STORE).get(PARAMS_KEY) ?? NO_BYTES)
export const setParams = (ctx: Context, params: Params): void =>
  ctx.store(STORE).set(PARAMS_KEY, Params.encode(params).finish())

/** Source: neutron x/ibc-rate-limit/types/tx.go `Validate`, keeper/msg_server.go. @param expected bech32 address of the authority */
export const updateParams = (expected: string) =>
  message<MsgUpdateParams>({
    ...MsgUpdateParams,
    signers: ({ authority }) => [authority],
    handle: (ctx, { authority, params }) => {
      wrapping('failed to validate MsgUpdateParams', () => {
        wrapping('authority is invalid', () => parseAccAddress(ctx.prefix, authority))
        if (params.contractAddress !== '')
          wrapping('contract_address is invalid', () => parseAccAddress(ctx.prefix, params.contractAddress))
      })
      assertAuthority(ctx, expected, authority, ErrInvalidRequest)
      setParams(ctx, params)
      return NO_BYTES
    },
  })

export const paramsQuery = query(QueryParamsRequest, QueryParamsResponse, (ctx) => ({ params: getParams(ctx) }))

export const paramsJson = ({ contractAddress }: Params): Json => ({ contract_address: contractAddress })

export const readParams = (json: GenesisReader): Params => ({ contractAddress: json.at('contract_address').string() })
