import { NO_BYTES } from '../../base/index.js'
import {
  assertAuthority,
  ErrInvalidAddress,
  ErrInvalidRequest,
  message,
  parseAccAddress,
  rethrowing,
  type Context,
  type Messages,
} from '../../chain/index.js'
import { isClientId } from '../../codec/ibc/index.js'
import {
  MsgAddRateLimit,
  MsgRemoveRateLimit,
  MsgResetRateLimit,
  MsgUpdateRateLimit,
} from '../../codec/messages/ratelimit.v1.js'
import type { RateLimitKeeper } from './keeper.js'

interface Path {
  readonly authority: string
  readonly denom: string
  readonly channelOrClientId: string
}

/** Source: rate-limiting v10.1.0 keeper/msg_server.go, types/msgs.go. */
export const rateLimitMessages = (keeper: RateLimitKeeper): Messages => {
  const decided = <T extends Path>(
    codec: { readonly typeUrl: string; readonly decode: (value: Uint8Array) => T },
    run: (ctx: Context, msg: T) => void,
    check: (msg: T) => void = () => undefined,
  ) =>
    message<T>({
      ...codec,
      signers: ({ authority }) => [authority],
      validateBasic: (msg, prefix) => {
        checkPath(msg, prefix)
        check(msg)
      },
      handle: (ctx, msg) => {
        assertAuthority(ctx, keeper.authority, msg.authority)
        run(ctx, msg)
        return NO_BYTES
      },
    })
  return Object.fromEntries([
    decided(MsgAddRateLimit, (ctx, msg) => keeper.add(ctx, msg), checkQuota),
    decided(MsgUpdateRateLimit, (ctx, msg) => keeper.update(ctx, msg), checkQuota),
    decided(MsgRemoveRateLimit, (ctx, { denom, channelOrClientId }) => keeper.remove(ctx, denom, channelOrClientId)),
    decided(MsgResetRateLimit, (ctx, { denom, channelOrClientId }) => keeper.reset(ctx, denom, channelOrClientId)),
  ])
}

function checkPath({ authority, denom, channelOrClientId }: Path, prefix: string): void {
  rethrowing(
    (error) => ErrInvalidAddress.error(`invalid authority address (${error.log})`),
    () => parseAccAddress(prefix, authority),
  )
  if (denom === '') throw ErrInvalidRequest.error('invalid denom ()')
  if (!/^channel-\d+$/.test(channelOrClientId) && !isClientId(channelOrClientId))
    throw ErrInvalidRequest.error(
      `invalid channel or client-id (${channelOrClientId}), must be of the format 'channel-{N}' or a valid client-id`,
    )
}

function checkQuota({ maxPercentSend, maxPercentRecv, durationHours }: MsgAddRateLimit): void {
  for (const [name, percent] of [
    ['send', maxPercentSend],
    ['recv', maxPercentRecv],
  ] as const)
    if (percent > 100n || percent < 0n)
      throw ErrInvalidRequest.error(
        `max-percent-${name} percent must be between 0 and 100 (inclusively), Provided: ${percent}`,
      )
  if (maxPercentRecv === 0n && maxPercentSend === 0n)
    throw ErrInvalidRequest.error('either the max send or max receive threshold must be greater than 0')
  if (durationHours === 0n) throw ErrInvalidRequest.error('duration can not be zero')
}
