import { ChainError, textOf, NO_BYTES, toUtf8 } from '../../base/index.js'
import { addressText, event, parseAccAddress, wrapping, type Context } from '../../chain/index.js'
import {
  encodePacketData,
  hasAckError,
  memoObject,
  readable,
  readPacketData,
  type Packet,
} from '../../chain/ibc/index.js'
import { goBytes, goValue } from '../../codec/go-json/index.js'
import { textKey, type Key } from '../../store/index.js'
import type { ContractHooks } from './expected.js'

/** Which contract is called at the end of a packet that was sent. Source: ibc-apps modules/ibc-hooks v10.0.0 keeper/keeper.go. */

export const STORE = 'hooks-for-ibc'

const callbackKey = (channelId: string, sequence: bigint): Key => textKey(`${channelId}::${sequence}`)

const callbackOf = (ctx: Context, { sourceChannel, sequence }: Packet): string =>
  textOf(ctx.store(STORE).get(callbackKey(sourceChannel, sequence)) ?? NO_BYTES)

const forget = (ctx: Context, { sourceChannel, sequence }: Packet): void =>
  ctx.store(STORE).delete(callbackKey(sourceChannel, sequence))

/**
 * Takes `ibc_callback` out of the memo of a transfer, and stores the contract that it names. The packet of a memo that names none is sent as well, but
 * its sequence is reported as 0. Source: ibc-apps modules/ibc-hooks v10.0.0 wasm_hook.go `SendPacketOverride`
 * @param send sends packet data and returns the sequence
 */
export function sendWithCallback(
  ctx: Context,
  channelId: string,
  bytes: Uint8Array,
  send: (bytes: Uint8Array) => bigint,
): bigint {
  const data = readable(() => readPacketData(bytes))
  const memo = data && memoObject(data.memo)
  if (data === undefined || memo === undefined || !Object.hasOwn(memo, 'ibc_callback')) return send(bytes)
  const { ibc_callback: contract, ...rest } = memo
  const sequence = send(encodePacketData({ ...data, memo: Object.keys(rest).length === 0 ? '' : goValue(rest) }))
  if (typeof contract !== 'string' || !isAddress(ctx, contract)) return 0n
  ctx.store(STORE).set(callbackKey(channelId, sequence), toUtf8(contract))
  return sequence
}

function isAddress(ctx: Context, text: string): boolean {
  try {
    parseAccAddress(ctx.prefix, text)
    return true
  } catch (error) {
    if (error instanceof ChainError) return false
    throw error
  }
}

/** The contract's error fails the acknowledgement, which can be delivered again. Source: `OnAcknowledgementPacketOverride` */
export function acknowledged(
  ctx: Context,
  packet: Packet,
  acknowledgement: Uint8Array,
  contracts: Pick<ContractHooks, 'sudo'>,
): void {
  const contract = callbackOf(ctx, packet)
  if (contract === '') return
  const message =
    `{"ibc_lifecycle_complete": {"ibc_ack": {"channel": "${packet.sourceChannel}", "sequence": ${packet.sequence}, ` +
    `"ack": ${goBytes(acknowledgement)}, "success": ${!hasAckError(acknowledgement)}}}}`
  wrapping('Ack callback error', () => contracts.sudo(ctx, parseAccAddress(ctx.prefix, contract), toUtf8(message)))
  forget(ctx, packet)
}

/** The contract's error is only reported in an event. Source: `OnTimeoutPacketOverride` */
export function timedOut(ctx: Context, packet: Packet, contracts: Pick<ContractHooks, 'sudo'>): void {
  const contract = callbackOf(ctx, packet)
  if (contract === '') return
  const address = wrapping('Timeout callback error', () => parseAccAddress(ctx.prefix, contract))
  const message = `{"ibc_lifecycle_complete": {"ibc_timeout": {"channel": "${packet.sourceChannel}", "sequence": ${packet.sequence}}}}`
  try {
    contracts.sudo(ctx, address, toUtf8(message))
  } catch (error) {
    if (!(error instanceof ChainError)) throw error
    ctx.events.emit(
      event(
        'ibc-timeout-callback-error',
        ['contract', addressText(ctx.prefix, address)],
        ['message', message],
        ['error', error.log],
      ),
    )
  }
  forget(ctx, packet)
}
