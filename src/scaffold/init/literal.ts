import type { Json } from '../../sandbox/internal.js'

/** Strings to replace, and their replacements. */
export type Names = ReadonlyMap<string, string>

/** A JSON value as a TypeScript expression. */
export function literal(value: Json, names: Names, indent = ''): string {
  if (typeof value === 'string') return names.get(value) ?? quoted(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((part: Json) => literal(part, names, inner))
    : Object.entries(value).map(([name, part]) => `${key(name)}: ${literal(part, names, inner)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }']
  if (parts.length === 0) return Array.isArray(value) ? '[]' : '{}'
  const line = `${open}${parts.join(', ')}${close}`
  if (line.length + indent.length <= 90 && !line.includes('\n')) return line
  return `${open.trim()}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close.trim()}`
}

/** `__proto__` sets the prototype unless it is computed. */
const key = (name: string): string =>
  name === '__proto__' ? `['__proto__']` : /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)

export const quoted = (text: string): string =>
  text.includes("'") || /[\\\p{Cc}\u2028\u2029]/u.test(text) ? JSON.stringify(text) : `'${text}'`

/** The value with all strings in `names` replaced. */
export function named(value: Json, names: Names): Json {
  if (typeof value === 'string') return names.get(value) ?? value
  if (Array.isArray(value)) return value.map((part: Json) => named(part, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, named(part, names)]))
}
