import { isBlank } from '../../../codec/index.js'
import {
  MsgModuleQuerySafe,
  MsgModuleQuerySafeResponse,
  MsgUpdateParams,
  MsgUpdateParamsResponse,
} from 'cosmjs-types/ibc/applications/interchain_accounts/host/v1/tx'
import type { Params } from 'cosmjs-types/ibc/applications/interchain_accounts/host/v1/host'
import { assertSignedBy, message, plainError, type Context, type Messages } from '../../../chain/index.js'
import { ErrIbcInvalidRequest, ErrIbcUnauthorized } from '../errors.js'
import type { Queries } from '../expected.js'
import { validateSigner } from '../signer.js'
import { ALL_MESSAGES, type HostKeeper } from './keeper.js'
import { SAFE_QUERIES } from './safe-queries.js'

const MAX_ALLOWED = 500

/** Why params are invalid; undefined when they are valid. Source: ibc-go v10 host/types/params.go `Validate` */
export function paramsProblem({ allowMessages }: Params): string | undefined {
  if (allowMessages.length > MAX_ALLOWED) return `allow list length must not exceed ${MAX_ALLOWED} items`
  if (allowMessages.includes(ALL_MESSAGES) && allowMessages.length > 1)
    return `allow list must have only one element because the allow all host messages wildcard (${ALL_MESSAGES}) is present`
  if (allowMessages.some((typeUrl) => isBlank(typeUrl)))
    return `parameter must not contain empty strings: [${allowMessages.join(' ')}]`
  return undefined
}

/** Source: ibc-go v10.5.0 apps/27-interchain-accounts/host/types/msgs.go, keeper/msg_server.go. */
export const hostMessages = (keeper: HostKeeper, queries: () => Queries): Messages =>
  Object.fromEntries([
    message<MsgUpdateParams>({
      typeUrl: MsgUpdateParams.typeUrl,
      decode: (value) => MsgUpdateParams.decode(value),
      signers: ({ signer }) => [signer],
      validateBasic: ({ signer, params }, prefix) => {
        validateSigner(signer, prefix)
        const problem = paramsProblem(params)
        if (problem !== undefined) throw plainError(problem)
      },
      handle: (ctx, { signer, params }) => {
        assertSignedBy(ctx, keeper.authority, signer, () =>
          ErrIbcUnauthorized.error(`expected ${keeper.authority}, got ${signer}`),
        )
        keeper.setParams(ctx, params)
        return MsgUpdateParamsResponse.encode({}).finish()
      },
    }),
    message<MsgModuleQuerySafe>({
      typeUrl: MsgModuleQuerySafe.typeUrl,
      decode: (value) => MsgModuleQuerySafe.decode(value),
      signers: ({ signer }) => [signer],
      validateBasic: ({ signer, requests }, prefix) => {
        validateSigner(signer, prefix)
        if (requests.length === 0) throw ErrIbcInvalidRequest.error('no queries provided')
      },
      handle: (ctx, { requests }) => {
        const responses = requests.map(({ path, data }) => safeQuery(ctx, queries(), path, data))
        return MsgModuleQuerySafeResponse.encode({ responses, height: BigInt(ctx.block.height) }).finish()
      },
    }),
  ])

/** Answers a query that is deterministic across nodes. */
function safeQuery(ctx: Context, queries: Queries, path: string, data: Uint8Array): Uint8Array {
  if (!SAFE_QUERIES.has(path)) throw ErrIbcInvalidRequest.error(`not module query safe: ${path}`)
  const handler = queries.handler(path)
  if (handler === undefined) throw ErrIbcInvalidRequest.error(`no route to query: ${path}`)
  return handler(ctx, data)
}
