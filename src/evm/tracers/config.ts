import { refuse } from '../errors.js'

/** What a member of a tracer's configuration may be, as Go names its type. */
export type Kind = 'bool' | 'int' | '[]hexutil.Uint64'

const READERS: Readonly<Record<Kind, (value: unknown) => unknown>> = {
  bool: (value) => (typeof value === 'boolean' ? value : undefined),
  int: (value) => (Number.isSafeInteger(value) ? value : undefined),
  '[]hexutil.Uint64': (value) =>
    Array.isArray(value) &&
    value.every((item) => typeof item === 'string' && /^0x(?:0|[1-9a-f][0-9a-f]{0,15})$/i.test(item))
      ? value.map(Number)
      : undefined,
}

/**
 * A tracer's configuration as go-ethereum reads it: unknown members are ignored, and names are not case-sensitive.
 * @param name what go-ethereum calls the structure
 * @throws RpcError in Go's words when a member is of another type
 */
export function configOf<K extends string>(
  value: unknown,
  name: string,
  members: Readonly<Record<K, Kind>>,
): Partial<Record<K, never>> {
  const read: Record<string, unknown> = {}
  for (const [key, item] of entriesOf(value, `native.${name}`)) {
    const member = (Object.keys(members) as K[]).find((known) => known.toLowerCase() === key.toLowerCase())
    if (member === undefined || item === null) continue
    const kind = members[member]
    const found = READERS[kind](item)
    if (found === undefined)
      throw refuse(`json: cannot unmarshal ${kindOf(item)} into Go struct field ${name}.${member} of type ${kind}`)
    read[member] = found
  }
  return read as Partial<Record<K, never>>
}

/** The members of an object; none if it is left out. @throws RpcError for anything else */
export function entriesOf(value: unknown, type: string): [string, unknown][] {
  if (value === undefined || value === null) return []
  if (typeof value !== 'object' || Array.isArray(value))
    throw refuse(`json: cannot unmarshal ${kindOf(value)} into Go value of type ${type}`)
  return Object.entries(value)
}

/** What Go calls a value of JSON. */
const kindOf = (value: unknown): string =>
  Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value
