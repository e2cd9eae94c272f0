import { GenericAuthorization } from 'cosmjs-types/cosmos/authz/v1beta1/authz'
import { MsgExec, MsgGrant } from 'cosmjs-types/cosmos/authz/v1beta1/tx'
import { MsgCreateVestingAccount } from 'cosmjs-types/cosmos/vesting/v1beta1/tx'
import { ErrInvalidType, ErrUnauthorized, ErrUnknownExtensionOptions } from '../../../chain/index.js'
import type { AnteStep } from '../../../chain/ante/index.js'
import type { Any } from '../../../codec/index.js'
import { DYNAMIC_FEE_OPTION, ETHEREUM_TX } from '../types.js'

/** Source: cosmos/evm v0.7.3 ante/cosmos/reject_msgs.go. */
export const rejectEthereum: AnteStep = (ctx, { messages }) => {
  if (messages.some(({ typeUrl }) => typeUrl === ETHEREUM_TX))
    throw ErrInvalidType.error(
      "MsgEthereumTx needs to be contained within a tx with 'ExtensionOptionsEthereumTx' option",
    )
  return ctx
}

/** Source: ante/types/dynamic_fee.go, cosmos-sdk v0.54.3 x/auth/ante/ext.go. */
export const checkExtensions: AnteStep = (ctx, { extensionOptions }) => {
  if (extensionOptions.some(({ typeUrl }) => typeUrl !== DYNAMIC_FEE_OPTION)) throw ErrUnknownExtensionOptions.error()
  return ctx
}

/** Messages that nobody may grant, nor send for somebody else. Source: ante/cosmos.go. */
const UNGRANTED: ReadonlySet<string> = new Set([ETHEREUM_TX, MsgCreateVestingAccount.typeUrl])
/** Source: ante/cosmos/authz.go `maxNestedMsgs`. */
const MAX_LEVELS = 7

/** Source: ante/cosmos/authz.go `AuthzLimiterDecorator`. */
export const limitGrants: AnteStep = (ctx, { messages }) => {
  checkGrants(messages, false, 1)
  return ctx
}

/** @throws ChainError sdk/4 */
function checkGrants(messages: readonly Any[], isInner: boolean, outer: number): void {
  if (outer >= MAX_LEVELS)
    throw ErrUnauthorized.error(`found more nested msgs than permitted; got: ${outer}, expected: <${MAX_LEVELS}`)
  // Each one counts as a level for those after it, too.
  let level = outer
  for (const { typeUrl, value } of messages)
    if (typeUrl === MsgExec.typeUrl) checkGrants(MsgExec.decode(value).msgs, true, ++level)
    else if (typeUrl === MsgGrant.typeUrl) checkType(grantedType(MsgGrant.decode(value)))
    else if (isInner) checkType(typeUrl)
}

function checkType(typeUrl: string): void {
  if (UNGRANTED.has(typeUrl)) throw ErrUnauthorized.error(`found disabled msg type: ${typeUrl}`)
}

/** What a grant of any message is for; others are for messages that anybody may grant. */
const grantedType = ({ grant: { authorization } }: MsgGrant): string =>
  authorization?.typeUrl === GenericAuthorization.typeUrl ? GenericAuthorization.decode(authorization.value).msg : ''
