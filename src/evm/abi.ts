import { own } from '../base/index.js'
/** One entry of an ABI in its JSON form. */
export interface AbiItem {
  readonly type: string
  readonly name?: string
  readonly inputs?: readonly AbiParameter[]
  readonly outputs?: readonly AbiParameter[]
}

/** A parameter of a function, an event or an error. */
export interface AbiParameter {
  readonly name?: string
  readonly type: string
  readonly indexed?: boolean
  readonly components?: readonly AbiParameter[]
}

/** Arguments as `micro-eth-signer` returns them: a single one as is, several by name, or in a list if one has no name. */
export function argumentList(value: unknown, inputs: readonly AbiParameter[], isEvent = false): readonly unknown[] {
  if (inputs.length === 0) return []
  if (Array.isArray(value) && (inputs.length > 1 || isEvent)) return value.map(plainArgument)
  if (inputs.length === 1 && !isEvent) return [plainArgument(value)]
  const named = value as Readonly<Record<string, unknown>>
  return inputs.map(({ name = '' }) => plainArgument(own(named, name)))
}

/** An argument with whole numbers as bigints, bytes in hex and addresses in lower case. */
export function plainArgument(value: unknown): unknown {
  if (typeof value === 'number') return BigInt(value)
  if (typeof value === 'string') return /^0x[0-9a-fA-F]{40}$/.test(value) ? value.toLowerCase() : value
  if (value instanceof Uint8Array) return `0x${Buffer.from(value).toString('hex')}`
  if (Array.isArray(value)) return value.map(plainArgument)
  if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plainArgument(member)]))
  return value
}
