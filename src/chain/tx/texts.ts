import { plainError, readProto, type Any } from '../../codec/index.js'
import { fieldsOf, messageFields } from '../../codec/proto-json/index.js'
import { textOf } from '../../base/index.js'

const SURROGATE = /\p{Surrogate}/u

/**
 * Refuses a text that is not UTF-8 in a message whose signers the SDK reads by its descriptor. Messages of the SDK itself have code that
 * accepts any bytes.
 * @throws ChainError undefined/1. Source: cosmossdk.io/x/tx signing/context.go `GetSigners`, google.golang.org/protobuf types/dynamicpb
 */
export function checkTexts({ typeUrl, value }: Any): void {
  const type = typeUrl.slice(1)
  if (type.startsWith('cosmos.') || messageFields(type) === undefined) return
  const field = invalidField(type, value)
  if (field !== undefined)
    throw plainError(`cannot unmarshal msg ${typeUrl}: proto: field ${field} contains invalid UTF-8`)
}

/** The full name of the first text that is not UTF-8. */
function invalidField(type: string, bytes: Uint8Array): string | undefined {
  const fields = fieldsOf(type)
  for (const entry of readProto(bytes)) {
    const field = fields.find(({ number }) => number === entry.field)
    if (field === undefined || entry.wire !== 2) continue
    if (field.type === 'string' && SURROGATE.test(textOf(entry.bytes))) return `${type}.${field.name}`
    if (field.kind !== 'message' || messageFields(field.type) === undefined) continue
    const inner = invalidField(field.type, entry.bytes)
    if (inner !== undefined) return inner
  }
  return undefined
}
