import type { Json } from '../../base/json-value.js'
import { NO_BYTES } from '../../base/index.js'
import {
  assertAuthority,
  ErrInvalidRequest,
  GenesisReader,
  message,
  parseAccAddress,
  wrapping,
  type Context,
} from '../../chain/index.js'
import { protoBytes, protoString, ProtoWriter, readProto } from '../../codec/index.js'
import { byteKey } from '../../store/index.js'

/** Source: neutron x/ibc-rate-limit/types/keys.go. */
export const STORE = 'rate-limited-ibc'
const PARAMS_KEY = byteKey(1)

interface Params {
  /** Bech32 address of the contract that limits transfers; '' for none. */
  readonly contract: string
}

const encodeParams = ({ contract }: Params): Uint8Array => new ProtoWriter().string(1, contract).finish()
const decodeParams = (bytes: Uint8Array): Params => ({ contract: protoString(readProto(bytes), 1) })

/** Source: neutron x/ibc-rate-limit/keeper/keeper.go. */
export const getParams = (ctx: Context): Params => decodeParams(ctx.store(STORE).get(PARAMS_KEY) ?? NO_BYTES)
export const setParams = (ctx: Context, params: Params): void => ctx.store(STORE).set(PARAMS_KEY, encodeParams(params))

/** Source: neutron x/ibc-rate-limit/types/tx.go `Validate`, keeper/msg_server.go. @param expected bech32 address of the authority */
export const updateParams = (expected: string) =>
  message<{ readonly authority: string; readonly params: Params }>({
    typeUrl: '/neutron.ibcratelimit.v1beta1.MsgUpdateParams',
    decode: (value) => {
      const fields = readProto(value)
      return { authority: protoString(fields, 1), params: decodeParams(protoBytes(fields, 2)) }
    },
    signers: ({ authority }) => [authority],
    handle: (ctx, { authority, params }) => {
      wrapping('failed to validate MsgUpdateParams', () => {
        wrapping('authority is invalid', () => parseAccAddress(ctx.prefix, authority))
        if (params.contract !== '')
          wrapping('contract_address is invalid', () => parseAccAddress(ctx.prefix, params.contract))
      })
      assertAuthority(expected, authority, ErrInvalidRequest)
      setParams(ctx, params)
      return NO_BYTES
    },
  })

export const paramsQuery = (ctx: Context): Uint8Array =>
  new ProtoWriter().message(1, encodeParams(getParams(ctx))).finish()

export const paramsJson = ({ contract }: Params): Json => ({ contract_address: contract })

export const readParams = (json: GenesisReader): Params => ({ contract: json.at('contract_address').string() })
