import * as types from 'cosmjs-types/cosmos/distribution/v1beta1/query'
import { addressText } from '../../../chain/index.js'
import {
  decodeDecimal,
  protoMessage,
  protoMessages,
  protoString,
  protoStrings,
  protoUint64,
  readProto,
  type Coin,
} from '../../../codec/index.js'
import type { AbiValue } from '../../../codec/abi/index.js'
import { question, type NativeCall, type NativeMethod } from './contract.js'
import type { Handlers } from './handlers.js'
import {
  assertSomebody,
  DEC_COINS,
  decCoinValues,
  decimalValue,
  NEXT_PAGE,
  nextPage,
  PAGE,
  pageRequest,
  type PageValue,
} from './values.js'

const SERVICE = '/cosmos.distribution.v1beta1.Query'

type Fields = ReturnType<typeof readProto>
type Encoder = { finish(): Uint8Array }

/** Coins with decimals in a field. */
const decCoins = (fields: Fields, field: number): AbiValue =>
  decCoinValues(
    protoMessages(fields, field).map((bytes): Coin => {
      const coin = readProto(bytes)
      return { denom: protoString(coin, 1), amount: decodeDecimal(protoString(coin, 2)) }
    }),
  )

/** Source: cosmos/evm v0.7.3 precompiles/distribution/query.go, types.go. */
export function distributionQuestions(handlers: Handlers): readonly NativeMethod[] {
  const ask = ({ ctx }: NativeCall, name: string, request: Encoder): Fields =>
    readProto(handlers.ask(ctx, `${SERVICE}/${name}`, request.finish()))
  const delegatorOf = ({ ctx }: NativeCall, delegator: Uint8Array): string => {
    assertSomebody(delegator, 'invalid delegator address')
    return addressText(ctx.prefix, delegator)
  }
  /** What a validator has, as coins within a message. */
  const ofValidator = (name: string, method: string, request: (validatorAddress: string) => Encoder) =>
    question<readonly [string]>(`${method}(string validatorAddress) returns (${DEC_COINS})`, (call, [validator]) => [
      decCoins(readProto(protoMessage(ask(call, name, request(validator)), 1)!), 1),
    ])
  return [
    question<readonly [string]>(
      `validatorDistributionInfo(string validatorAddress) returns ((string operatorAddress, ${DEC_COINS} selfBondRewards, ${DEC_COINS} commission))`,
      (call, [validatorAddress]) => {
        const request = types.QueryValidatorDistributionInfoRequest.encode({ validatorAddress })
        const fields = ask(call, 'ValidatorDistributionInfo', request)
        return [[protoString(fields, 1), decCoins(fields, 2), decCoins(fields, 3)]]
      },
    ),
    ofValidator('ValidatorOutstandingRewards', 'validatorOutstandingRewards', (validatorAddress) =>
      types.QueryValidatorOutstandingRewardsRequest.encode({ validatorAddress }),
    ),
    ofValidator('ValidatorCommission', 'validatorCommission', (validatorAddress) =>
      types.QueryValidatorCommissionRequest.encode({ validatorAddress }),
    ),
    question<readonly [string, bigint, bigint, PageValue]>(
      `validatorSlashes(string validatorAddress, uint64 startingHeight, uint64 endingHeight, ${PAGE} pageRequest) returns ((uint64 validatorPeriod, (uint256 value, uint8 precision) fraction)[] slashes, ${NEXT_PAGE} pageResponse)`,
      (call, [validatorAddress, startingHeight, endingHeight, page]) => {
        const pagination = pageRequest(page)
        const request = { validatorAddress, startingHeight, endingHeight, pagination }
        const fields = ask(call, 'ValidatorSlashes', types.QueryValidatorSlashesRequest.encode(request))
        const slashes = protoMessages(fields, 1).map((bytes) => {
          const slash = readProto(bytes)
          return [protoUint64(slash, 1), decimalValue(decodeDecimal(protoString(slash, 2)))]
        })
        return [slashes, nextPage(protoMessage(fields, 2))]
      },
    ),
    question<readonly [Uint8Array, string]>(
      `delegationRewards(address delegatorAddress, string validatorAddress) returns (${DEC_COINS})`,
      (call, [delegator, validatorAddress]) => {
        const request = { delegatorAddress: delegatorOf(call, delegator), validatorAddress }
        return [decCoins(ask(call, 'DelegationRewards', types.QueryDelegationRewardsRequest.encode(request)), 1)]
      },
    ),
    question<readonly [Uint8Array]>(
      `delegationTotalRewards(address delegatorAddress) returns ((string validatorAddress, ${DEC_COINS} reward)[] rewards, ${DEC_COINS} total)`,
      (call, [delegator]) => {
        const request = { delegatorAddress: delegatorOf(call, delegator) }
        const fields = ask(call, 'DelegationTotalRewards', types.QueryDelegationTotalRewardsRequest.encode(request))
        const rewards = protoMessages(fields, 1).map((bytes) => {
          const one = readProto(bytes)
          return [protoString(one, 1), decCoins(one, 2)]
        })
        return [rewards, decCoins(fields, 2)]
      },
    ),
    question<readonly [Uint8Array]>(
      'delegatorValidators(address delegatorAddress) returns (string[])',
      (call, [delegator]) => {
        const request = { delegatorAddress: delegatorOf(call, delegator) }
        return [
          protoStrings(ask(call, 'DelegatorValidators', types.QueryDelegatorValidatorsRequest.encode(request)), 1),
        ]
      },
    ),
    question<readonly [Uint8Array]>(
      'delegatorWithdrawAddress(address delegatorAddress) returns (string)',
      (call, [delegator]) => {
        const request = { delegatorAddress: delegatorOf(call, delegator) }
        const encoded = types.QueryDelegatorWithdrawAddressRequest.encode(request)
        return [protoString(ask(call, 'DelegatorWithdrawAddress', encoded), 1)]
      },
    ),
    question(`communityPool() returns (${DEC_COINS})`, (call) => [
      decCoins(ask(call, 'CommunityPool', types.QueryCommunityPoolRequest.encode({})), 1),
    ]),
  ]
}
