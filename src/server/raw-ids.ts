import { toUtf8 } from '../base/index.js'
import { GoJsonDecoder, goText } from '../codec/go-json/index.js'

/** The JSON of a request's id as it was written, which its response echoes; undefined for a notification, and where it is no id: an object or a list. */
export type RawId = string | undefined

/** Ids that `JSON.stringify` might write in other words than the request: fractions, large numbers, escapes. */
const UNUSUAL = /"id"\s*:\s*(?:-?\d+[.eE]|-0|-?\d{16}|"[^"]*\\)|\\u006[49]/

/**
 * The ids of a message, or of each message of a batch.
 * @param message the text as `JSON.parse` reads it
 * Source: go-ethereum rpc/json.go `jsonrpcMessage`, whose id is a `json.RawMessage`
 */
export function idsOf(text: string, message: unknown): readonly RawId[] {
  const messages: readonly unknown[] = Array.isArray(message) ? message : [message]
  return UNUSUAL.test(text) ? writtenIds(text, Array.isArray(message)) : messages.map(usualId)
}

function usualId(message: unknown): RawId {
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return undefined
  const { id } = message as { readonly id?: unknown }
  return id === undefined || (typeof id === 'object' && id !== null) ? undefined : JSON.stringify(id)
}

function writtenIds(text: string, isBatch: boolean): readonly RawId[] {
  const reader = new GoJsonDecoder(toUtf8(text))
  if (!isBatch) return [writtenId(reader)]
  const ids: RawId[] = []
  reader.array(() => ids.push(writtenId(reader)))
  return ids
}

function writtenId(reader: GoJsonDecoder): RawId {
  if (reader.kind() !== 'object') {
    reader.skip()
    return undefined
  }
  let id: RawId
  reader.object((name) => {
    const raw = goText(reader.raw())
    if (name === 'id') id = /^[[{]/.test(raw) ? undefined : raw
  })
  return id
}
