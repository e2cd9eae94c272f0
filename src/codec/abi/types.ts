import { UsageError } from '../../base/index.js'

/** A type of Solidity's ABI. */
export type AbiType =
  | { readonly kind: 'uint' | 'int'; readonly bits: number }
  | { readonly kind: 'address' | 'bool' | 'string' | 'bytes' }
  | { readonly kind: 'fixed'; readonly size: number }
  | { readonly kind: 'list'; readonly of: AbiType }
  | { readonly kind: 'array'; readonly of: AbiType; readonly size: number }
  | { readonly kind: 'tuple'; readonly of: readonly AbiType[] }

/** Integers are bigints, addresses and bytes are bytes; lists, arrays and tuples are lists. */
export type AbiValue = bigint | boolean | string | Uint8Array | readonly AbiValue[]

/** The name of a type in signatures. */
export function typeName(type: AbiType): string {
  switch (type.kind) {
    case 'uint':
    case 'int':
      return `${type.kind}${type.bits}`
    case 'fixed':
      return `bytes${type.size}`
    case 'list':
      return `${typeName(type.of)}[]`
    case 'array':
      return `${typeName(type.of)}[${type.size}]`
    case 'tuple':
      return `(${type.of.map(typeName).join(',')})`
    default:
      return type.kind
  }
}

export const isDynamic = (type: AbiType): boolean =>
  type.kind === 'string' ||
  type.kind === 'bytes' ||
  type.kind === 'list' ||
  (type.kind === 'array' && isDynamic(type.of)) ||
  (type.kind === 'tuple' && type.of.some(isDynamic))

/** Bytes that a value takes in place of what it points to. */
export function headSize(type: AbiType): number {
  if (isDynamic(type)) return 32
  if (type.kind === 'array') return type.size * headSize(type.of)
  return type.kind === 'tuple' ? type.of.reduce((sum, one) => sum + headSize(one), 0) : 32
}

/** A parameter, with what stands after its type: `indexed`, or a name. */
export interface AbiParameter {
  readonly type: AbiType
  readonly isIndexed: boolean
}

/** Parameters as Solidity declares them, `(address owner, (string denom, uint256 amount)[] coins)`. @throws UsageError */
export function parseParameters(text: string): readonly AbiParameter[] {
  const inner = text.slice(1, -1)
  return inner === '' ? [] : splitParts(inner).map(parseParameter)
}

function parseParameter(text: string): AbiParameter {
  const at = text.startsWith('(') ? closing(text) + 1 : 0
  const [rest = ''] = text.slice(at).split(' ', 1)
  const type = parseType(text.slice(0, at) + rest)
  return {
    type,
    isIndexed: text
      .slice(at + rest.length)
      .split(' ')
      .includes('indexed'),
  }
}

/** @throws UsageError */
export function parseType(text: string): AbiType {
  if (text.endsWith('[]')) return { kind: 'list', of: parseType(text.slice(0, -2)) }
  const sized = /^(.*)\[(\d{1,9})\]$/.exec(text)
  if (sized !== null) return { kind: 'array', of: parseType(sized[1]!), size: Number(sized[2]) }
  if (text.startsWith('(')) return { kind: 'tuple', of: parseParameters(text).map(({ type }) => type) }
  const number = /^(uint|int)(\d+|)$/.exec(text)
  const bits = Number(number?.[2] || 256)
  if (number !== null && bits % 8 === 0 && bits > 0 && bits <= 256) return { kind: number[1] as 'uint' | 'int', bits }
  const fixed = Number(/^bytes(\d+)$/.exec(text)?.[1] ?? 0)
  if (fixed > 0 && fixed <= 32) return { kind: 'fixed', size: fixed }
  if (text === 'address' || text === 'bool' || text === 'string' || text === 'bytes') return { kind: text }
  throw new UsageError(`expected a type such as uint256, address or (string,uint256)[], got ${JSON.stringify(text)}`)
}

/** Position of the bracket that ends what the first one begins. */
function closing(text: string): number {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '(') depth++
    else if (text[i] === ')' && --depth === 0) return i
  }
  throw new UsageError(`expected a closing bracket in ${JSON.stringify(text)}`)
}

/** Parts between commas outside of brackets. */
function splitParts(text: string): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let i = 0; i <= text.length; i++) {
    if (text[i] === '(') depth++
    else if (text[i] === ')') depth--
    else if (i === text.length || (text[i] === ',' && depth === 0)) {
      parts.push(text.slice(start, i).replace(/^ +/, ''))
      start = i + 1
    }
  }
  return parts
}
