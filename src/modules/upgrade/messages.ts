import { MsgCancelUpgrade, MsgSoftwareUpgrade } from 'cosmjs-types/cosmos/upgrade/v1beta1/tx'
import { NO_BYTES } from '../../base/index.js'
import { assertSignedBy, message, registerError, type Context, type Messages } from '../../chain/index.js'
import { protoMessage, readProto } from '../../codec/index.js'
import { clearPlan, NO_TIME, schedule } from './plans.js'

/** Source: cosmossdk.io/x/upgrade v0.2.0 types/errors.go. */
const ErrInvalidSigner = registerError('upgrade', 6, 'expected authority account as only signer for proposal message')

/** A plan without a time has Go's first one. */
function decodeSoftwareUpgrade(value: Uint8Array): MsgSoftwareUpgrade {
  const msg = MsgSoftwareUpgrade.decode(value)
  const plan = protoMessage(readProto(value), 2) ?? NO_BYTES
  const isTimed = protoMessage(readProto(plan), 2) !== undefined
  return isTimed ? msg : { ...msg, plan: { ...msg.plan, time: NO_TIME } }
}

/** Source: cosmossdk.io/x/upgrade v0.2.0 keeper/msg_server.go. @param authority bech32 */
export function upgradeMessages(authority: string): Messages {
  const assertSigned = (ctx: Context, given: string): void =>
    assertSignedBy(ctx, authority, given, () => ErrInvalidSigner.error(`expected ${authority} got ${given}`))
  return Object.fromEntries([
    message<MsgSoftwareUpgrade>({
      typeUrl: MsgSoftwareUpgrade.typeUrl,
      decode: decodeSoftwareUpgrade,
      signers: (msg) => [msg.authority],
      handle: (ctx, msg) => {
        assertSigned(ctx, msg.authority)
        schedule(ctx, msg.plan)
        return NO_BYTES
      },
    }),
    message<MsgCancelUpgrade>({
      typeUrl: MsgCancelUpgrade.typeUrl,
      decode: (value) => MsgCancelUpgrade.decode(value),
      signers: (msg) => [msg.authority],
      handle: (ctx, msg) => {
        assertSigned(ctx, msg.authority)
        clearPlan(ctx)
        return NO_BYTES
      },
    }),
  ])
}
