import { amountOf, coinsProblem, decodeCoin, encodeCoin, isBlank, trimSpace } from '../../../codec/index.js'
import { type Allocation, TransferAuthorization } from 'cosmjs-types/ibc/applications/transfer/v1/authz'
import { MsgTransfer } from 'cosmjs-types/ibc/applications/transfer/v1/tx'
import { KV_GAS, lessCoins, type Context } from '../../../chain/index.js'
import { channelIdProblem, portIdProblem } from '../../../codec/ibc/index.js'
import {
  ErrIbcInsufficientFunds,
  ErrIbcInvalidAddress,
  ErrIbcInvalidCoins,
  ErrIbcInvalidType,
  ErrIbcNotFound,
  ErrInvalidChannel,
  ErrInvalidId,
  ErrInvalidTransfer,
} from '../errors.js'
import { ACCEPTED, updatedTo, USED_UP, type AuthorizationType } from './authorization.js'

/** An amount that is no limit. */
const UNBOUNDED = (1n << 256n) - 1n

/** Allows every memo. */
const ANY_MEMO = '*'

const charge = (ctx: Context): void => ctx.gasMeter.consume(KV_GAS.iterNextFlat, 'transfer authorization')

/** Transfers over listed channels. Source: ibc-go v10.5.0 apps/transfer/types/transfer_authorization.go. */
export const transferAuthorization: AuthorizationType = {
  typeUrl: TransferAuthorization.typeUrl,
  read: (value) => {
    const { allocations } = TransferAuthorization.decode(value)
    return {
      msgTypeUrl: MsgTransfer.typeUrl,
      validateBasic: () => {
        if (allocations.length === 0) throw ErrInvalidTransfer.error('allocations cannot be empty')
        for (const [at, allocation] of allocations.entries()) {
          const { sourceChannel } = allocation
          if (allocations.slice(0, at).some((one) => one.sourceChannel === sourceChannel))
            throw ErrInvalidChannel.error(`duplicate source channel ID: ${sourceChannel}`)
          validateAllocation(allocation)
        }
      },
      accept: (ctx, message) => {
        if (message.typeUrl !== MsgTransfer.typeUrl) throw ErrIbcInvalidType.error('type mismatch')
        const transfer = MsgTransfer.decode(message.value)
        const allocation = allocations.find(
          (one) => one.sourceChannel === transfer.sourceChannel && one.sourcePort === transfer.sourcePort,
        )
        if (allocation === undefined) throw ErrIbcNotFound.error('requested port and channel allocation does not exist')
        assertReceiver(ctx, transfer.receiver, allocation.allowList)
        assertMemo(ctx, transfer.memo, allocation.allowedPacketData)
        const limit = allocation.spendLimit.map(decodeCoin)
        const token = decodeCoin(transfer.token)
        const isBounded = amountOf(limit, token.denom) !== UNBOUNDED
        const left = isBounded ? lessCoins(limit, [token]) : limit
        if (left === undefined)
          throw ErrIbcInsufficientFunds.error(`requested amount of token ${token.denom} is more than spend limit`)
        const rest = allocations.flatMap((one) =>
          one !== allocation ? [one] : left.length === 0 ? [] : [{ ...one, spendLimit: left.map(encodeCoin) }],
        )
        if (rest.length === 0) return USED_UP
        return isBounded ? updatedTo(TransferAuthorization, { allocations: rest }) : ACCEPTED
      },
    }
  },
}

/** @throws ChainError */
function validateAllocation({ spendLimit, sourcePort, sourceChannel, allowList }: Allocation): void {
  if (spendLimit.length === 0) throw ErrIbcInvalidCoins.error('spend limit cannot be nil')
  const problem = coinsProblem(spendLimit.map(decodeCoin))
  if (problem !== undefined) throw ErrIbcInvalidCoins.error(`invalid spend limit: ${problem}`)
  checkId('port', portIdProblem(sourcePort))
  checkId('channel', channelIdProblem(sourceChannel))
  const twice = allowList.find((address, at) => allowList.indexOf(address) < at)
  if (twice !== undefined) throw ErrInvalidTransfer.error(`duplicate entry in allow list ${twice}`)
}

/** @throws ChainError host/2 */
function checkId(what: string, problem: string | undefined): void {
  if (problem !== undefined) throw ErrInvalidId.error(`invalid source ${what} ID: ${problem}`)
}

/** @throws ChainError ibc/5 for a receiver that is not in the list */
function assertReceiver(ctx: Context, receiver: string, allowed: readonly string[]): void {
  const isListed = allowed.some((one) => {
    charge(ctx)
    return one === receiver
  })
  if (allowed.length > 0 && !isListed) throw ErrIbcInvalidAddress.error('not allowed receiver address for transfer')
}

/** @throws ChainError transfer/10 for a memo that is not in the list */
function assertMemo(ctx: Context, memo: string, allowed: readonly string[]): void {
  if (allowed.length === 0 && !isBlank(memo))
    throw ErrInvalidTransfer.error('memo must be empty because allowed packet data in allocation is empty')
  if (allowed.length === 0 || (allowed.length === 1 && allowed[0] === ANY_MEMO)) return
  const isListed = allowed.some((one) => {
    charge(ctx)
    return trimSpace(one) === trimSpace(memo)
  })
  if (!isListed) throw ErrInvalidTransfer.error(`not allowed memo: ${memo}`)
}
