import { toUtf8 } from '../../base/index.js'
import { parseAccAddress, plainError, rethrowing, wrapping, type Context } from '../../chain/index.js'
import { encodePacketData, readPacketData, type Packet } from '../../chain/ibc/index.js'
import { GoJsonError, goObject, goString } from '../../codec/go-json/index.js'
import { ErrContractError, ErrRateLimitExceeded } from './errors.js'
import type { ContractSudo } from './expected.js'

/** Asks the contract whether a packet may pass. @throws ChainError rate-limited-ibc/2 if it refuses. Source: neutron x/ibc-rate-limit/rate_limit.go `CheckAndUpdateRateLimits` */
export function checkLimit(
  ctx: Context,
  contracts: ContractSudo,
  contract: string,
  kind: 'send_packet' | 'recv_packet',
  packet: Packet,
): void {
  const address = parseAccAddress(ctx.prefix, contract)
  const message = wrapping('failed to CheckAndUpdateRateLimits', () => sudoMessage(kind, packet))
  rethrowing(
    (error) => ErrRateLimitExceeded.error(error.log),
    () => contracts.sudo(ctx, address, message),
  )
}

/** Tells the contract that a packet did not arrive. @throws ChainError rate-limited-ibc/4 if it fails. Source: `UndoSendRateLimit` */
export function undoSend(ctx: Context, contracts: ContractSudo, contract: string, packet: Packet): void {
  const [address, message] = wrapping('failed to UndoSendRateLimit', () => [
    parseAccAddress(ctx.prefix, contract),
    sudoMessage('undo_send', packet),
  ])
  rethrowing(
    (error) => ErrContractError.error(error.log),
    () => contracts.sudo(ctx, address, message),
  )
}

/** @throws ChainError undefined/1 with Go's text. Source: `BuildWasmExecMsg`, `unwrapPacket` */
const sudoMessage = (kind: string, packet: Packet): Uint8Array =>
  toUtf8(goObject({ [kind]: goObject({ packet: packetJson(packet) }) }))

const packetJson = (packet: Packet): string =>
  goObject({
    sequence: String(packet.sequence),
    source_port: goString(packet.sourcePort),
    source_channel: goString(packet.sourceChannel),
    destination_port: goString(packet.destinationPort),
    destination_channel: goString(packet.destinationChannel),
    data: transferJson(packet.data),
    timeout_height: goObject({
      revision_number: String(packet.timeoutHeight.revisionNumber),
      revision_height: String(packet.timeoutHeight.revisionHeight),
    }),
    timeout_timestamp: packet.timeoutTimestamp === 0n ? undefined : String(packet.timeoutTimestamp),
  })

function transferJson(data: Uint8Array): string {
  try {
    return Buffer.from(encodePacketData(readPacketData(data))).toString()
  } catch (error) {
    if (error instanceof GoJsonError) throw plainError(error.shortMessage)
    throw error
  }
}
