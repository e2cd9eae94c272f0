import { AuthorizationType as StakeType, StakeAuthorization } from 'cosmjs-types/cosmos/staking/v1beta1/authz'
import {
  MsgBeginRedelegate,
  MsgCancelUnbondingDelegation,
  MsgDelegate,
  MsgUndelegate,
} from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import { ErrInvalidRequest, ErrUnauthorized, GoPanic, plainError } from '../../../chain/index.js'
import { coinText, decodeCoin, encodeCoin, equalFold, type Any, type Coin } from '../../../codec/index.js'
import { ErrNegativeMaxTokens, ErrUnknownAuthorizationType } from '../errors.js'
import { updatedTo, USED_UP, type AuthorizationType } from './authorization.js'

const GAS_PER_VALIDATOR = 10

const MESSAGES: Readonly<Partial<Record<StakeType, string>>> = {
  [StakeType.AUTHORIZATION_TYPE_DELEGATE]: MsgDelegate.typeUrl,
  [StakeType.AUTHORIZATION_TYPE_UNDELEGATE]: MsgUndelegate.typeUrl,
  [StakeType.AUTHORIZATION_TYPE_REDELEGATE]: MsgBeginRedelegate.typeUrl,
  [StakeType.AUTHORIZATION_TYPE_CANCEL_UNBONDING_DELEGATION]: MsgCancelUnbondingDelegation.typeUrl,
}

/** The validator and the coin of a message. @throws ChainError for a message of another type */
function staked({ typeUrl, value }: Any): { readonly validator: string; readonly coin: Coin } {
  if (typeUrl === MsgBeginRedelegate.typeUrl) {
    const { validatorDstAddress, amount } = MsgBeginRedelegate.decode(value)
    return { validator: validatorDstAddress, coin: decodeCoin(amount) }
  }
  const type = [MsgDelegate, MsgUndelegate, MsgCancelUnbondingDelegation].find((one) => one.typeUrl === typeUrl)
  if (type === undefined) throw ErrInvalidRequest.error('unknown msg type')
  const { validatorAddress, amount } = type.decode(value)
  return { validator: validatorAddress, coin: decodeCoin(amount) }
}

/** Source: cosmos-sdk types/coin.go `Coin.SafeSub`. @throws ChainError */
function lessCoin(limit: Coin, spent: Coin): Coin {
  if (limit.denom !== spent.denom) throw plainError(`invalid coin denoms: ${limit.denom}, ${spent.denom}`)
  const left = { denom: limit.denom, amount: limit.amount - spent.amount }
  if (left.amount < 0n) throw plainError(`negative coin amount: ${coinText(left)}`)
  return left
}

/** Delegations of one kind, with listed validators or without them, up to an amount if there is one. Source: cosmos-sdk v0.53.6 x/staking/types/authz.go. */
export const stakeAuthorization: AuthorizationType = {
  typeUrl: StakeAuthorization.typeUrl,
  read: (value) => {
    const held = StakeAuthorization.decode(value)
    const { authorizationType, maxTokens, allowList, denyList } = held
    const limit = maxTokens && decodeCoin(maxTokens)
    return {
      get msgTypeUrl() {
        const typeUrl = MESSAGES[authorizationType]
        if (typeUrl !== undefined) return typeUrl
        throw new GoPanic('cannot normalize authz type with types.AuthorizationType: unknown authorization type')
      },
      validateBasic: () => {
        if (limit !== undefined && limit.amount < 0n)
          throw ErrNegativeMaxTokens.error(`negative coin amount: ${coinText(limit)}`)
        if (authorizationType === StakeType.AUTHORIZATION_TYPE_UNSPECIFIED) throw ErrUnknownAuthorizationType.error()
      },
      accept: (ctx, message) => {
        const { validator, coin } = staked(message)
        const isIn = (list: readonly string[]): boolean =>
          list.some((one) => {
            ctx.gasMeter.consume(GAS_PER_VALIDATOR, 'stake authorization')
            return one === validator || (ctx.release.ignoresCaseOfValidators && equalFold(one, validator))
          })
        const refused = () => ErrUnauthorized.error(`cannot delegate/undelegate to ${validator} validator`)
        const allowed = allowList?.address ?? []
        const isAllowed = isIn(allowed)
        if (isIn(denyList?.address ?? [])) throw refused()
        if (allowed.length > 0 && !isAllowed) throw refused()
        if (limit === undefined) return updatedTo(StakeAuthorization, held)
        const left = lessCoin(limit, coin)
        return left.amount === 0n ? USED_UP : updatedTo(StakeAuthorization, { ...held, maxTokens: encodeCoin(left) })
      },
    }
  },
}
