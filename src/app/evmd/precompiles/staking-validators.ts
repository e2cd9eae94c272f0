import { MsgCreateValidator, MsgEditValidator } from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import { addressText, operatorText, plainError } from '../../../chain/index.js'
import { ProtoWriter } from '../../../codec/index.js'
import { abiEvent } from '../../../codec/abi/index.js'
import { getParams } from '../../../modules/staking/index.js'
import { assertCaller, transaction, type NativeCall, type NativeMethod } from './contract.js'
import type { Handlers } from './handlers.js'
import { assertSomebody } from './values.js'

const CREATE = abiEvent('CreateValidator(address indexed validatorAddress, uint256 value)')
const EDIT = abiEvent(
  'EditValidator(address indexed validatorAddress, int256 commissionRate, int256 minSelfDelegation)',
)

const DESCRIPTION = '(string moniker, string identity, string website, string securityContact, string details)'
type Description = readonly [
  moniker: string,
  identity: string,
  website: string,
  securityContact: string,
  details: string,
]
type Rates = readonly [rate: bigint, maxRate: bigint, maxChangeRate: bigint]

/** Leaves a number of a validator as it is. */
const KEEP = -1n
const KEY_BYTES = 32

/** Source: cosmos/evm v0.7.3 precompiles/staking/tx.go. */
export const validatorTransactions = (handlers: Handlers): readonly NativeMethod[] => [
  transaction<readonly [Description, Rates, bigint, Uint8Array, string, bigint]>(
    `createValidator(${DESCRIPTION} description, (uint256 rate, uint256 maxRate, uint256 maxChangeRate) commissionRates, uint256 minSelfDelegation, address validatorAddress, string pubkey, uint256 value) returns (bool)`,
    (call, [description, [rate, maxRate, maxChangeRate], minSelfDelegation, validator, pubkey, value]) => {
      const { bondDenom: denom } = getParams(call.ctx)
      assertSomebody(validator, 'invalid validator address')
      const key = keyOf(pubkey)
      assertOwn(call, validator)
      const { prefix } = call.ctx
      const message = MsgCreateValidator.encode({
        description: descriptionOf(description),
        commission: { rate: String(rate), maxRate: String(maxRate), maxChangeRate: String(maxChangeRate) },
        minSelfDelegation: String(minSelfDelegation),
        delegatorAddress: addressText(prefix, validator),
        validatorAddress: operatorText(prefix, validator),
        pubkey: { typeUrl: '/cosmos.crypto.ed25519.PubKey', value: new ProtoWriter().bytes(1, key).finish() },
        value: { denom, amount: String(value) },
      }).finish()
      handlers.run(call.ctx, { typeUrl: MsgCreateValidator.typeUrl, value: message })
      call.log(CREATE, [validator, value])
      return [true]
    },
  ),
  transaction<readonly [Description, Uint8Array, bigint, bigint]>(
    `editValidator(${DESCRIPTION} description, address validatorAddress, int256 commissionRate, int256 minSelfDelegation) returns (bool)`,
    (call, [description, validator, commissionRate, minSelfDelegation]) => {
      assertSomebody(validator, 'invalid validator address')
      assertOwn(call, validator)
      const message = MsgEditValidator.encode({
        description: descriptionOf(description),
        validatorAddress: operatorText(call.ctx.prefix, validator),
        commissionRate: commissionRate === KEEP ? '' : String(commissionRate),
        minSelfDelegation: minSelfDelegation === KEEP ? '' : String(minSelfDelegation),
      }).finish()
      handlers.run(call.ctx, { typeUrl: MsgEditValidator.typeUrl, value: message })
      call.log(EDIT, [validator, commissionRate, minSelfDelegation])
      return [true]
    },
  ),
]

const descriptionOf = ([moniker, identity, website, securityContact, details]: Description) => ({
  moniker,
  identity,
  website,
  securityContact,
  details,
})

/** @throws ChainError. Source: precompiles/staking/types.go `NewMsgCreateValidator` */
function keyOf(text: string): Uint8Array {
  const key = new Uint8Array(Buffer.from(text, 'base64'))
  const valid = Buffer.from(key).toString('base64') === text
  if (!valid) throw plainError(`illegal base64 data at input byte ${firstIllegal(text)}`)
  if (key.length !== KEY_BYTES)
    throw plainError(`consensus pubkey len is invalid, got: ${key.length}, expected: ${KEY_BYTES}`)
  return key
}

function firstIllegal(text: string): number {
  const at = text.search(/[^A-Za-z0-9+/]/)
  return at < 0 ? text.length - (text.length % 4) : at
}

/** Contracts do not act for validators. @throws ChainError */
function assertOwn(call: NativeCall, validator: Uint8Array): void {
  if (call.callerIsContract)
    throw plainError('this method can only be called directly to the precompile, not from a smart contract')
  assertCaller(call, validator)
}
