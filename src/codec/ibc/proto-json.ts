import { GoJsonError, jsonSyntaxError } from '../go-json/index.js'
import { GoJsonDecoder } from '../go-json/decoder.js'

/**
 * The members of the first JSON value in a text, as gogoproto's jsonpb reads a message.
 * @throws GoJsonError with Go's text
 */
export function protoJsonMembers(json: Uint8Array): readonly (readonly [name: string, raw: Uint8Array])[] {
  const first = firstValue(json)
  const reader = new GoJsonDecoder(first)
  if (reader.kind() === 'null') return []
  if (reader.kind() !== 'object')
    throw new GoJsonError(`json: cannot unmarshal ${reader.kind()} into Go value of type map[string]json.RawMessage`)
  const members = new Map<string, Uint8Array>()
  reader.object((name) => members.set(name, reader.raw().slice()))
  return [...members]
}

/** Go's stream decoder reads one value and leaves the rest. */
function firstValue(json: Uint8Array): Uint8Array {
  const problem = jsonSyntaxError(json)
  if (problem === undefined) return json
  if (json.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d))
    throw new GoJsonError('EOF')
  const after = problem.endsWith(' after top-level value')
  if (!after) throw new GoJsonError(problem === 'unexpected end of JSON input' ? 'unexpected EOF' : problem)
  for (let end = json.length - 1; end > 0; end--)
    if (jsonSyntaxError(json.subarray(0, end)) === undefined) return json.subarray(0, end)
  throw new GoJsonError(problem)
}
