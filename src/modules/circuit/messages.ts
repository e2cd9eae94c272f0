import {
  MsgAuthorizeCircuitBreaker,
  MsgAuthorizeCircuitBreakerResponse,
  MsgResetCircuitBreaker,
  MsgResetCircuitBreakerResponse,
  MsgTripCircuitBreaker,
  MsgTripCircuitBreakerResponse,
} from 'cosmjs-types/cosmos/circuit/v1/tx'
import { Permissions, Permissions_Level as Level } from 'cosmjs-types/cosmos/circuit/v1/types'
import { equalBytes } from '../../base/index.js'
import {
  ErrInvalidRequest,
  ErrUnauthorized,
  event,
  message,
  parseAddress,
  plainError,
  type Context,
  type Messages,
} from '../../chain/index.js'
import { protoText, type TextField } from '../../codec/index.js'
import type { CircuitKeeper } from './keeper.js'

const SERVICE = '/cosmos.circuit.v1'

/** Permissions as Go prints them. Source: gogoproto `CompactTextString`. */
function permissionsText({ level, limitTypeUrls }: Permissions): string {
  const urls = limitTypeUrls.map((url): TextField => ['limit_type_urls', url])
  return protoText(
    level === Level.LEVEL_NONE_UNSPECIFIED ? urls : [['level', { enum: Level[level] ?? String(level) }], ...urls],
  )
}

function authorize(keeper: CircuitKeeper, ctx: Context, msg: MsgAuthorizeCircuitBreaker): void {
  const { granter, grantee, permissions } = msg
  const address = parseAddress(ctx, granter)
  if (!isAuthority(keeper, ctx, address) && keeper.permissions(ctx, address)?.level !== Level.LEVEL_SUPER_ADMIN)
    throw ErrUnauthorized.error('only super admins can authorize users')
  const to = parseAddress(ctx, grantee)
  if (permissions === undefined) throw ErrInvalidRequest.error('permissions cannot be nil')
  keeper.setPermissions(ctx, to, permissions)
  ctx.events.emit(
    event(
      'authorize_circuit_breaker',
      ['granter', granter],
      ['grantee', grantee],
      ['permission', permissionsText(permissions)],
    ),
  )
}

const isAuthority = (keeper: CircuitKeeper, ctx: Context, address: Uint8Array): boolean =>
  equalBytes(address, parseAddress(ctx, keeper.authority))

interface Switching {
  readonly authority: string
  readonly msgTypeUrls: readonly string[]
}

/** Switches messages off (`trip`) or on again (`reset`). */
function switchMessages(keeper: CircuitKeeper, ctx: Context, what: 'trip' | 'reset', msg: Switching): void {
  const address = parseAddress(ctx, msg.authority)
  const permissions = keeper.permissions(ctx, address)
  for (const typeUrl of msg.msgTypeUrls) {
    if (keeper.isAllowed(ctx, typeUrl) !== (what === 'trip'))
      throw plainError(`message ${typeUrl} is ${what === 'trip' ? 'already' : 'not'} disabled`)
    assertMay(what, permissions, typeUrl, isAuthority(keeper, ctx, address))
    if (what === 'trip') keeper.disable(ctx, typeUrl)
    else keeper.enable(ctx, typeUrl)
  }
  ctx.events.emit(
    event(`${what}_circuit_breaker`, ['authority', msg.authority], ['msg_url', msg.msgTypeUrls.join(',')]),
  )
}

function assertMay(what: string, permissions: Permissions | undefined, typeUrl: string, isAuthority: boolean): void {
  const level = permissions?.level
  if (isAuthority || level === Level.LEVEL_SUPER_ADMIN || level === Level.LEVEL_ALL_MSGS) return
  if (level !== Level.LEVEL_SOME_MSGS)
    throw ErrUnauthorized.error(`account does not have permission to ${what} circuit breaker`)
  if (!permissions!.limitTypeUrls.includes(typeUrl))
    throw ErrUnauthorized.error(`account does not have permission to ${what} circuit breaker for message ${typeUrl}`)
}

const SUCCESS = { success: true } as const

/** Source: cosmossdk.io/x/circuit v0.1.1 keeper/msg_server.go. */
export const circuitMessages = (keeper: CircuitKeeper): Messages =>
  Object.fromEntries([
    message<MsgAuthorizeCircuitBreaker>({
      typeUrl: `${SERVICE}.MsgAuthorizeCircuitBreaker`,
      decode: (value) => MsgAuthorizeCircuitBreaker.decode(value),
      signers: ({ granter }) => [granter],
      handle: (ctx, msg) => {
        authorize(keeper, ctx, msg)
        return MsgAuthorizeCircuitBreakerResponse.encode(SUCCESS).finish()
      },
    }),
    message<Switching>({
      typeUrl: `${SERVICE}.MsgTripCircuitBreaker`,
      decode: (value) => MsgTripCircuitBreaker.decode(value),
      signers: ({ authority }) => [authority],
      handle: (ctx, msg) => {
        switchMessages(keeper, ctx, 'trip', msg)
        return MsgTripCircuitBreakerResponse.encode(SUCCESS).finish()
      },
    }),
    message<Switching>({
      typeUrl: `${SERVICE}.MsgResetCircuitBreaker`,
      decode: (value) => MsgResetCircuitBreaker.decode(value),
      signers: ({ authority }) => [authority],
      handle: (ctx, msg) => {
        switchMessages(keeper, ctx, 'reset', msg)
        return MsgResetCircuitBreakerResponse.encode(SUCCESS).finish()
      },
    }),
  ])
