import { encodeAcknowledgement, errorAcknowledgement, type Acknowledgement } from '../../codec/ibc/index.js'
import { string, struct, unmarshal } from '../../codec/go-json/index.js'
import type { Context } from '../context.js'
import { event, type Attribute } from '../events.js'
import { readable } from './memo.js'
import type { AcknowledgementBytes } from './port.js'

export const acknowledgementBytes = (ack: Acknowledgement): AcknowledgementBytes => ({
  success: 'result' in ack,
  bytes: encodeAcknowledgement(ack),
})

/**
 * An error acknowledgement whose cause is only in an event. Source: neutron x/ibc-hooks/utils `NewEmitErrorAcknowledgement` (06e81b9f)
 * @param contexts further attributes in addition to its text
 */
export function refused(
  ctx: Context,
  error: { readonly code: number; readonly text: string },
  ...contexts: readonly string[]
): AcknowledgementBytes {
  const details = contexts.map((context): Attribute => ['error-context', context])
  ctx.events.emit(event('ibc-acknowledgement-error', ['error', error.text], ...details))
  return acknowledgementBytes(errorAcknowledgement(error))
}

const AckError = struct('Acknowledgement_Error', { error: string })

/** Whether Go's JSON reads an error in it. Source: ibc-apps modules/ibc-hooks `IsJsonAckError`, neutron x/ibc-hooks/utils `IsAckError`. */
export const hasAckError = (acknowledgement: Uint8Array): boolean =>
  (readable(() => unmarshal(AckError, acknowledgement))?.error ?? '') !== ''
