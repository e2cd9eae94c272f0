/** Signs that compare, and their boundaries. */
const BOUNDARIES: Readonly<Record<string, string>> = {
  '<=': '<',
  '>=': '>',
  '<': '<=',
  '>': '>=',
  '==': '!=',
  '!=': '==',
}

/** What a line says at a column, and where. */
export interface Found {
  /** From 1. */
  readonly column: number
  readonly text: string
}

/** No generic parameters, arrows or shifts: a sign that compares has blanks around it. */
const COMPARING = /(?<=\s)(?:<=|>=|==|!=|<|>)(?=\s|$)/g

/** The comparison at a place, and the sign of its boundary. */
export function comparisonAt(line: string, column: number): (Found & { readonly boundary: string }) | undefined {
  const found = [...line.matchAll(COMPARING)].map(({ index, 0: text }) => ({ column: index + 1, text }))
  const one = found.find((sign) => sign.column >= column) ?? (found.length === 1 ? found[0] : undefined)
  return one && { ...one, boundary: BOUNDARIES[one.text]! }
}

/** A sign of arithmetic at or after a place, such as `+` or `+=`. */
export function signAt(line: string, column: number, sign: string): Found | undefined {
  const pattern = new RegExp(`(?<=\\s)\\${sign}=?(?=\\s)`, 'g')
  const found = [...line.matchAll(pattern)].map(({ index, 0: text }) => ({ column: index + 1, text }))
  return found.find((one) => one.column >= column) ?? found[0]
}

/** A number in a line that has a value. */
export function literalOf(line: string, value: bigint): Found | undefined {
  for (const { index, 0: text } of line.matchAll(
    /(?<![\w.])(?:0x[\da-fA-F_]+|\d[\d_]*)(?:[ui](?:8|16|32|64|128|size))?(?![\w.])/g,
  )) {
    const digits = text.replace(/[ui](?:8|16|32|64|128|size)$/, '').replaceAll('_', '')
    if (BigInt(digits) === value) return { column: index + 1, text }
  }
  return undefined
}

/** Whether a call that begins at a column is a statement, whose result nobody takes. */
export const isStatement = (line: string, column: number): boolean => {
  const text = line.trim()
  if (!text.endsWith(';') || text.includes('?') || /^(?:let|return|const|static)\b/.test(text)) return false
  if (line.slice(0, Math.max(0, column - 1)).trim() !== '' && !/[+\-*/%]=/.test(text)) return false
  return !/(?<![=!<>+\-*/%])=(?!=)/.test(text)
}

/** The expression at a place, up to where a statement or a block begins. */
export function expressionAt(line: string, column: number): Found {
  const rest = line.slice(Math.max(0, column - 1))
  const text = rest
    .replace(/\s*\/\/.*$/, '')
    .replace(/\s*(?:\{|;|=>.*|,)\s*$/, '')
    .trimEnd()
  return { column: Math.max(1, column), text: text === '' ? rest.trimEnd() : text }
}
