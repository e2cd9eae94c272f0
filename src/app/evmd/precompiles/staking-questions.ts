import * as types from 'cosmjs-types/cosmos/staking/v1beta1/query'
import { ChainError, NO_BYTES } from '../../../base/index.js'
import { addressText, operatorText, parseValAddress, plainError, type Context } from '../../../chain/index.js'
import { protoMessage, protoMessages, protoString, readProto } from '../../../codec/index.js'
import type { AbiValue } from '../../../codec/abi/index.js'
import { ethAddressText } from '../../../crypto/index.js'
import {
  consensusKeyOf,
  decodeDelegation,
  decodeEntry,
  decodeRedelegation,
  decodeUnbonding,
  decodeValidator,
  findRedelegation,
  getParams,
  type Entry,
  type Redelegation,
  type Validator,
} from '../../../modules/staking/index.js'
import { question, type NativeMethod } from './contract.js'
import type { Handlers } from './handlers.js'
import {
  assertSomebody,
  isNobody,
  NEXT_PAGE,
  nextPage,
  PAGE,
  pageRequest,
  secondsOf,
  validatorText,
  type PageValue,
} from './values.js'

const SERVICE = '/cosmos.staking.v1beta1.Query'
const VALIDATOR =
  '(string operatorAddress, string consensusPubkey, bool jailed, uint8 status, uint256 tokens, uint256 delegatorShares, (string moniker, string identity, string website, string securityContact, string details) description, int64 unbondingHeight, int64 unbondingTime, uint256 commission, uint256 minSelfDelegation)'
const ENTRY = '(int64 creationHeight, int64 completionTime, uint256 initialBalance, uint256 sharesDst)'
const REDELEGATION = `(string delegatorAddress, string validatorSrcAddress, string validatorDstAddress, ${ENTRY}[] entries)`
const UNBONDING =
  '(string delegatorAddress, string validatorAddress, (int64 creationHeight, int64 completionTime, uint256 initialBalance, uint256 balance, uint64 unbondingId, int64 unbondingOnHoldRefCount)[] entries)'

/** Source: cosmos/evm v0.7.3 precompiles/staking/query.go, types.go. */
export const stakingQuestions = (handlers: Handlers): readonly NativeMethod[] => [
  question<readonly [Uint8Array, string]>(
    'delegation(address delegatorAddress, string validatorAddress) returns (uint256 shares, (string denom, uint256 amount) balance)',
    ({ ctx }, [delegator, validatorAddr]) => {
      const request = types.QueryDelegationRequest.encode(ofPair(ctx, delegator, validatorAddr)).finish()
      const answer = found(() => handlers.ask(ctx, `${SERVICE}/Delegation`, request), 'delegation with delegator')
      if (answer === undefined) return [0n, [getParams(ctx).bondDenom, 0n]]
      const fields = readProto(protoMessage(readProto(answer), 1)!)
      const balance = readProto(protoMessage(fields, 2)!)
      return [
        decodeDelegation(protoMessage(fields, 1)!).shares,
        [protoString(balance, 1), BigInt(protoString(balance, 2))],
      ]
    },
  ),
  question<readonly [Uint8Array, string]>(
    `unbondingDelegation(address delegatorAddress, string validatorAddress) returns (${UNBONDING} unbondingDelegation)`,
    ({ ctx }, [delegator, validatorAddr]) => {
      const request = types.QueryUnbondingDelegationRequest.encode(ofPair(ctx, delegator, validatorAddr)).finish()
      const answer = found(
        () => handlers.ask(ctx, `${SERVICE}/UnbondingDelegation`, request),
        'unbonding delegation with delegator',
      )
      if (answer === undefined) return [['', '', []]]
      const { delegatorAddress, validatorAddress, entries } = decodeUnbonding(protoMessage(readProto(answer), 1)!)
      return [[delegatorAddress, validatorAddress, entries.map(unbondingEntry)]]
    },
  ),
  question<readonly [Uint8Array]>(
    `validator(address validatorAddress) returns (${VALIDATOR} validator)`,
    ({ ctx }, [validator]) => {
      assertSomebody(validator, 'invalid validator address')
      const validatorAddr = operatorText(ctx.prefix, validator)
      const request = types.QueryValidatorRequest.encode({ validatorAddr }).finish()
      const answer = found(() => handlers.ask(ctx, `${SERVICE}/Validator`, request), `validator ${validatorAddr}`)
      if (answer === undefined) return [NO_VALIDATOR]
      return [validatorValue(ctx, decodeValidator(protoMessage(readProto(answer), 1)!))]
    },
  ),
  question<readonly [string, PageValue]>(
    `validators(string status, ${PAGE} pageRequest) returns (${VALIDATOR}[] validators, ${NEXT_PAGE} pageResponse)`,
    ({ ctx }, [status, page]) => {
      const pagination = pageRequest(page)
      const isNone = pagination.key.length === 1 && pagination.key[0] === 0
      const request = types.QueryValidatorsRequest.encode({
        status,
        pagination: isNone ? { ...pagination, key: NO_BYTES } : pagination,
      }).finish()
      const fields = readProto(handlers.ask(ctx, `${SERVICE}/Validators`, request))
      return [
        protoMessages(fields, 1).map((bytes) => validatorValue(ctx, decodeValidator(bytes))),
        nextPage(protoMessage(fields, 2)),
      ]
    },
  ),
  question<readonly [Uint8Array, string, string]>(
    `redelegation(address delegatorAddress, string srcValidatorAddress, string dstValidatorAddress) returns (${REDELEGATION} redelegation)`,
    ({ ctx }, [delegator, source, destination]) => {
      assertSomebody(delegator, 'invalid delegator address')
      const [from, to] = [source, destination].map((text) => parseValAddress(ctx.prefix, text)) as [
        Uint8Array,
        Uint8Array,
      ]
      const redelegation = findRedelegation(ctx, delegator, from, to)
      return [redelegation === undefined ? ['', '', '', []] : redelegationValue(redelegation)]
    },
  ),
  question<readonly [Uint8Array, string, string, PageValue]>(
    `redelegations(address delegatorAddress, string srcValidatorAddress, string dstValidatorAddress, ${PAGE} pageRequest) returns ((${REDELEGATION} redelegation, (${ENTRY} redelegationEntry, uint256 balance)[] entries)[] response, ${NEXT_PAGE} pageResponse)`,
    ({ ctx }, [delegator, srcValidatorAddr, dstValidatorAddr, page]) => {
      const delegatorAddr = isNobody(delegator) ? '' : addressText(ctx.prefix, delegator)
      if (delegatorAddr === '' && srcValidatorAddr === '')
        throw plainError('invalid query. Need to specify at least a source validator address or delegator address')
      const request = types.QueryRedelegationsRequest.encode({
        delegatorAddr,
        srcValidatorAddr,
        dstValidatorAddr,
        pagination: pageRequest(page),
      }).finish()
      const fields = readProto(handlers.ask(ctx, `${SERVICE}/Redelegations`, request))
      return [protoMessages(fields, 1).map(redelegationResponse), nextPage(protoMessage(fields, 2))]
    },
  ),
]

function ofPair(ctx: Context, delegator: Uint8Array, validatorAddr: string) {
  assertSomebody(delegator, 'invalid delegator address')
  return { delegatorAddr: addressText(ctx.prefix, delegator), validatorAddr: validatorText(validatorAddr) }
}

/** Undefined for what is not there. @param what of which the text of the error says so */
function found(ask: () => Uint8Array, what: string): Uint8Array | undefined {
  try {
    return ask()
  } catch (error) {
    if (error instanceof ChainError && error.log.includes(what) && error.log.includes('not found')) return undefined
    throw error
  }
}

const NO_VALIDATOR: AbiValue = ['', '', false, 0n, 0n, 0n, ['', '', '', '', ''], 0n, 0n, 0n, 0n]

function validatorValue(ctx: Context, validator: Validator): AbiValue {
  const { moniker, identity, website, securityContact, details } = validator.description
  return [
    ethAddressText(parseValAddress(ctx.prefix, validator.operatorAddress)),
    Buffer.from(consensusKeyOf(validator.consensusPubkey)).toString('base64'),
    validator.jailed,
    BigInt(validator.status),
    validator.tokens,
    validator.delegatorShares,
    [moniker, identity, website, securityContact, details],
    validator.unbondingHeight,
    secondsOf(validator.unbondingTime),
    validator.commission.rate,
    validator.minSelfDelegation,
  ]
}

const unbondingEntry = (entry: Entry): AbiValue => [
  entry.creationHeight,
  secondsOf(entry.completionTime),
  entry.initialBalance,
  entry.value,
  entry.unbondingId,
  entry.unbondingOnHoldRefCount,
]

const redelegationEntry = ({ creationHeight, completionTime, initialBalance, value }: Entry): AbiValue => [
  creationHeight,
  secondsOf(completionTime),
  initialBalance,
  value,
]

const redelegationValue = (redelegation: Redelegation): AbiValue => [
  redelegation.delegatorAddress,
  redelegation.validatorSrcAddress,
  redelegation.validatorDstAddress,
  redelegation.entries.map(redelegationEntry),
]

function redelegationResponse(bytes: Uint8Array): AbiValue {
  const fields = readProto(bytes)
  const entries = protoMessages(fields, 2).map((one) => {
    const entry = readProto(one)
    return [redelegationEntry(decodeEntry(protoMessage(entry, 1)!)), BigInt(protoString(entry, 4))]
  })
  return [redelegationValue(decodeRedelegation(protoMessage(fields, 1)!)), entries]
}
