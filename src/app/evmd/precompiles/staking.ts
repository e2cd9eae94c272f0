import {
  MsgBeginRedelegate,
  MsgCancelUnbondingDelegation,
  MsgDelegate,
  MsgUndelegate,
} from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import { addressText, parseValAddress, type Context } from '../../../chain/index.js'
import { decodeTime, protoMessage, readProto } from '../../../codec/index.js'
import { abiEvent } from '../../../codec/abi/index.js'
import { findValidator, getParams, sharesOfTokens } from '../../../modules/staking/index.js'
import { assertCaller, nativeContract, transaction, type NativeCall, type NativeContract } from './contract.js'
import type { Handlers } from './handlers.js'
import { stakingQuestions } from './staking-questions.js'
import { validatorTransactions } from './staking-validators.js'
import { assertSomebody, secondsOf, validatorText } from './values.js'

const DELEGATE = abiEvent(
  'Delegate(address indexed delegatorAddress, address indexed validatorAddress, uint256 amount, uint256 newShares)',
)
const UNBOND = abiEvent(
  'Unbond(address indexed delegatorAddress, address indexed validatorAddress, uint256 amount, uint256 completionTime)',
)
const REDELEGATE = abiEvent(
  'Redelegate(address indexed delegatorAddress, address indexed validatorSrcAddress, address indexed validatorDstAddress, uint256 amount, uint256 completionTime)',
)
const CANCEL = abiEvent(
  'CancelUnbondingDelegation(address indexed delegatorAddress, address indexed validatorAddress, uint256 amount, uint256 creationHeight)',
)

type Delegation = readonly [delegator: Uint8Array, validator: string, amount: bigint]

/** Delegations and validators. Source: cosmos/evm v0.7.3 precompiles/staking. */
export const stakingContract = (handlers: Handlers): NativeContract =>
  nativeContract({
    chargesRows: true,
    movesCoins: true,
    methods: [
      ...validatorTransactions(handlers),
      transaction<Delegation>(
        'delegate(address delegatorAddress, string validatorAddress, uint256 amount) returns (bool)',
        (call, [delegator, validator, amount]) => {
          const message = delegationOf(call, delegator, amount)
          handlers.run(call.ctx, {
            typeUrl: MsgDelegate.typeUrl,
            value: MsgDelegate.encode({ ...message, validatorAddress: validatorText(validator, true) }).finish(),
          })
          const operator = operatorOf(call.ctx, validator)
          const shares = sharesOfTokens(findValidator(call.ctx, operator)!, amount)
          call.log(DELEGATE, [delegator, operator, amount, shares])
          return [true]
        },
      ),
      transaction<Delegation>(
        'undelegate(address delegatorAddress, string validatorAddress, uint256 amount) returns (int64)',
        (call, [delegator, validator, amount]) => {
          const message = delegationOf(call, delegator, amount)
          const response = handlers.run(call.ctx, {
            typeUrl: MsgUndelegate.typeUrl,
            value: MsgUndelegate.encode({ ...message, validatorAddress: validatorText(validator, true) }).finish(),
          })
          const end = completion(response)
          call.log(UNBOND, [delegator, operatorOf(call.ctx, validator), amount, end])
          return [end]
        },
      ),
      transaction<readonly [Uint8Array, string, string, bigint]>(
        'redelegate(address delegatorAddress, string validatorSrcAddress, string validatorDstAddress, uint256 amount) returns (int64)',
        (call, [delegator, source, destination, amount]) => {
          const message = delegationOf(call, delegator, amount)
          const response = handlers.run(call.ctx, {
            typeUrl: MsgBeginRedelegate.typeUrl,
            value: MsgBeginRedelegate.encode({
              ...message,
              validatorSrcAddress: source,
              validatorDstAddress: destination,
            }).finish(),
          })
          const end = completion(response)
          const [from, to] = [source, destination].map((text) => operatorOf(call.ctx, text)) as [Uint8Array, Uint8Array]
          call.log(REDELEGATE, [delegator, from, to, amount, end])
          return [end]
        },
      ),
      transaction<readonly [Uint8Array, string, bigint, bigint]>(
        'cancelUnbondingDelegation(address delegatorAddress, string validatorAddress, uint256 amount, uint256 creationHeight) returns (bool)',
        (call, [delegator, validator, amount, given]) => {
          const creationHeight = BigInt.asIntN(64, given)
          const message = delegationOf(call, delegator, amount)
          handlers.run(call.ctx, {
            typeUrl: MsgCancelUnbondingDelegation.typeUrl,
            value: MsgCancelUnbondingDelegation.encode({
              ...message,
              validatorAddress: validatorText(validator, true),
              creationHeight,
            }).finish(),
          })
          call.log(CANCEL, [delegator, operatorOf(call.ctx, validator), amount, creationHeight])
          return [true]
        },
      ),
      ...stakingQuestions(handlers),
    ],
  })

/** What all messages of a delegator have. @throws ChainError for another one than the caller */
function delegationOf(call: NativeCall, delegator: Uint8Array, amount: bigint) {
  const { bondDenom: denom } = getParams(call.ctx)
  assertSomebody(delegator, 'invalid delegator address')
  assertCaller(call, delegator)
  return { delegatorAddress: addressText(call.ctx.prefix, delegator), amount: { denom, amount: String(amount) } }
}

const operatorOf = (ctx: Context, validator: string): Uint8Array => parseValAddress(ctx.prefix, validator)

/** The time in the first field of a response. */
const completion = (response: Uint8Array): bigint => secondsOf(decodeTime(protoMessage(readProto(response), 1)!))
