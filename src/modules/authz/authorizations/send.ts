import { SendAuthorization } from 'cosmjs-types/cosmos/bank/v1beta1/authz'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import {
  ErrInsufficientFunds,
  ErrInvalidCoins,
  ErrInvalidType,
  ErrUnauthorized,
  lessCoins,
} from '../../../chain/index.js'
import { decodeCoin, encodeCoin } from '../../../codec/index.js'
import { ErrDuplicateEntry } from '../errors.js'
import { updatedTo, USED_UP, type AuthorizationType } from './authorization.js'

const GAS_PER_ADDRESS = 10

/** Coins up to a limit, to listed accounts if there is a list. Source: cosmos-sdk v0.53.6 x/bank/types/send_authorization.go. */
export const sendAuthorization: AuthorizationType = {
  typeUrl: SendAuthorization.typeUrl,
  read: (value) => {
    const { spendLimit, allowList } = SendAuthorization.decode(value)
    const limit = spendLimit.map(decodeCoin)
    return {
      msgTypeUrl: MsgSend.typeUrl,
      validateBasic: () => {
        if (limit.length === 0) throw ErrInvalidCoins.error('spend limit cannot be nil')
        if (limit.some(({ amount }) => amount <= 0n)) throw ErrInvalidCoins.error('spend limit must be positive')
        if (new Set(allowList).size < allowList.length) throw ErrDuplicateEntry.error()
      },
      accept: (ctx, message) => {
        if (message.typeUrl !== MsgSend.typeUrl) throw ErrInvalidType.error('type mismatch')
        const { amount, toAddress } = MsgSend.decode(message.value)
        const left = lessCoins(limit, amount.map(decodeCoin))
        if (left === undefined) throw ErrInsufficientFunds.error('requested amount is more than spend limit')
        const at = allowList.indexOf(toAddress)
        const looked = at < 0 ? allowList.length : at + 1
        for (let n = 0; n < looked; n++) ctx.gasMeter.consume(GAS_PER_ADDRESS, 'send authorization')
        if (allowList.length > 0 && at < 0) throw ErrUnauthorized.error(`cannot send to ${toAddress} address`)
        return left.length === 0
          ? USED_UP
          : updatedTo(SendAuthorization, { spendLimit: left.map(encodeCoin), allowList })
      },
    }
  },
}
