import { MsgCommunityPoolSpend, MsgFundCommunityPool } from 'cosmjs-types/cosmos/protocolpool/v1/tx'
import { NO_BYTES } from '../../base/index.js'
import {
  assertAuthority,
  ErrInvalidAddress,
  ErrInvalidCoins,
  message,
  parseAddress,
  plainError,
  registerError,
  rethrowing,
  type Context,
  type Messages,
} from '../../chain/index.js'
import { goTime } from '../../chain/ante/index.js'
import {
  coinsAreValid,
  coinsText,
  DECIMAL_ONE,
  decodeCoin,
  encodeTimestamp,
  protoMessage,
  protoString,
  ProtoWriter,
  readProto,
  type Coin,
} from '../../codec/index.js'
import { POOL, type PoolKeeper } from './keeper.js'
import {
  allFunds,
  decodeParams,
  hasFund,
  readFund,
  removeFund,
  setFund,
  setParams,
  validateFund,
  validateParams,
  type ContinuousFund,
} from './records.js'

const SERVICE = '/cosmos.protocolpool.v1'
const ErrInvalidSigner = registerError(
  POOL,
  2,
  'expected authority account as only signer for community pool spend message',
)

/** Source: cosmos-sdk v0.53.6 x/protocolpool/keeper/msg_server.go. */
export const poolMessages = (keeper: PoolKeeper): Messages =>
  Object.fromEntries([
    message({
      typeUrl: `${SERVICE}.MsgFundCommunityPool`,
      decode: (value) => {
        const { depositor, amount } = MsgFundCommunityPool.decode(value)
        return { depositor, amount: amount.map(decodeCoin) }
      },
      signers: ({ depositor }) => [depositor],
      handle: (ctx, { depositor, amount }) => {
        const from = addressOf('invalid depositor address', ctx, depositor)
        assertAmount(amount)
        keeper.bank.sendToModule(ctx, from, POOL, amount)
        return NO_BYTES
      },
    }),
    message({
      typeUrl: `${SERVICE}.MsgCommunityPoolSpend`,
      decode: (value) => {
        const { amount, ...rest } = MsgCommunityPoolSpend.decode(value)
        return { ...rest, amount: amount.map(decodeCoin) }
      },
      signers: ({ authority }) => [authority],
      handle: (ctx, { authority, recipient, amount }) => {
        validateAuthority(ctx, keeper, authority)
        assertAmount(amount)
        keeper.bank.sendFromModule(ctx, POOL, parseAddress(ctx, recipient), amount)
        return NO_BYTES
      },
    }),
    message<{ readonly authority: string; readonly fund: ContinuousFund }>({
      typeUrl: `${SERVICE}.MsgCreateContinuousFund`,
      decode: (value) => ({ authority: protoString(readProto(value), 1), fund: readFund(value, 2) }),
      signers: ({ authority }) => [authority],
      handle: (ctx, { authority, fund }) => {
        validateAuthority(ctx, keeper, authority)
        createFund(keeper, ctx, fund)
        return NO_BYTES
      },
    }),
    message<{ readonly authority: string; readonly recipient: string }>({
      typeUrl: `${SERVICE}.MsgCancelContinuousFund`,
      decode: (value) => {
        const fields = readProto(value)
        return { authority: protoString(fields, 1), recipient: protoString(fields, 2) }
      },
      signers: ({ authority }) => [authority],
      handle: (ctx, { authority, recipient }) => {
        validateAuthority(ctx, keeper, authority)
        const address = parseAddress(ctx, recipient)
        if (!hasFund(ctx, address))
          throw plainError(`cannot cancel continuous fund for recipient ${recipient} - does not exist`)
        removeFund(ctx, address)
        const { time, height } = ctx.block
        return new ProtoWriter()
          .message(1, encodeTimestamp(time))
          .uint64(2, BigInt(height))
          .string(3, recipient)
          .finish()
      },
    }),
    message({
      typeUrl: `${SERVICE}.MsgUpdateParams`,
      decode: (value) => {
        const fields = readProto(value)
        return {
          authority: protoString(fields, 1),
          params: decodeParams(protoMessage(fields, 2) ?? NO_BYTES),
        }
      },
      signers: ({ authority }) => [authority],
      handle: (ctx, { authority, params }) => {
        validateAuthority(ctx, keeper, authority)
        rethrowing(
          (error) => plainError(`invalid params: ${error.log}`),
          () => validateParams(params),
        )
        setParams(ctx, params)
        return NO_BYTES
      },
    }),
  ])

function createFund(keeper: PoolKeeper, ctx: Context, fund: ContinuousFund): void {
  const { recipient: text, expiry, percentage } = fund
  const recipient = parseAddress(ctx, text)
  if (keeper.bank.isBlocked(recipient)) throw plainError(`recipient is blocked in the bank keeper: ${text}`)
  if (hasFund(ctx, recipient)) throw plainError(`continuous fund already exists for recipient ${text}`)
  rethrowing(
    (error) => plainError(`invalid continuous fund: ${error.log}`),
    () => validateFund(fund),
  )
  if (expiry !== undefined && expiry < ctx.block.time)
    throw plainError(
      `expiry time ${goTime(expiry)} cannot be less than the current block time ${goTime(ctx.block.time)}`,
    )
  const sum = allFunds(ctx).reduce((total, [, known]) => total + known.percentage, 0n)
  if (sum + percentage > DECIMAL_ONE)
    throw plainError(
      `cannot set continuous fund proposal\ntotal funds percentage exceeds 100\ncurrent total percentage: ${(sum * 100n) / DECIMAL_ONE}`,
    )
  setFund(ctx, recipient, fund)
}

const addressOf = (what: string, ctx: Context, text: string): Uint8Array =>
  rethrowing(
    (error) => ErrInvalidAddress.error(`${what}: ${error.log}`),
    () => parseAddress(ctx, text),
  )

/** Source: x/protocolpool/keeper/keeper.go `validateAuthority`. */
function validateAuthority(ctx: Context, keeper: PoolKeeper, authority: string): void {
  if (ctx.release.authorityError === 'of its module') addressOf('invalid authority address', ctx, authority)
  assertAuthority(ctx, keeper.authority, authority, ErrInvalidSigner)
}

/** Source: x/protocolpool/keeper/validate.go; an absent list is Go's nil. */
function assertAmount(amount: readonly Coin[]): void {
  if (amount.length === 0) throw ErrInvalidCoins.error('amount cannot be nil')
  if (!coinsAreValid(amount)) throw ErrInvalidCoins.error(coinsText(amount))
}
