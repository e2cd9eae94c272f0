import { MsgTransfer } from '../messages/neutron.transfer.js'
import { protoText, type TextField } from '../proto-text.js'
import { coinFields, feeText } from './feerefunder.js'
import type { NeutronRelease } from './release.js'

/** Neutron's transfer message: IBC's plus relayer fees. */
export { MsgTransfer, MsgTransferResponse } from '../messages/neutron.transfer.js'

export const MSG_TRANSFER = MsgTransfer.typeUrl
/** The type URL of `MsgTransfer` in a release. */
export const msgTransfer = (release: NeutronRelease): string => `/${release}.transfer.MsgTransfer`

/** A `MsgTransfer` as Go prints it. */
export function msgTransferText(msg: MsgTransfer): string {
  const text = (name: string, value: string): readonly TextField[] => (value === '' ? [] : [[name, value]])
  const number = (name: string, value: bigint): readonly TextField[] => (value === 0n ? [] : [[name, value]])
  const { revisionNumber, revisionHeight } = msg.timeoutHeight
  return protoText([
    ...text('source_port', msg.sourcePort),
    ...text('source_channel', msg.sourceChannel),
    ['token', coinFields(msg.token)],
    ...text('sender', msg.sender),
    ...text('receiver', msg.receiver),
    ['timeout_height', [...number('revision_number', revisionNumber), ...number('revision_height', revisionHeight)]],
    ...number('timeout_timestamp', msg.timeoutTimestamp),
    ...text('memo', msg.memo),
    ['fee', feeText(msg.fee)],
  ])
}
