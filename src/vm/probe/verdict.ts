/** The verdict of a contract's parser on the beginning of a message, up to the end of one value in it. */
export type Verdict =
  /** It accepted the value. */
  | { readonly kind: 'accepted' }
  | { readonly kind: 'missing field' | 'duplicate field'; readonly name: string }
  /** All accepted names. */
  | { readonly kind: 'unknown field' | 'unknown variant'; readonly names: readonly string[] }
  /** A tuple of this length. */
  | { readonly kind: 'length'; readonly length: number }
  | { readonly kind: 'refused'; readonly text: string }

/** A parser of a contract, for one type of value. */
export interface ValueParser {
  /** Words of the contract, among them the names that its parser compares with. */
  readonly words: readonly string[]
  /** A value that a known field refuses the second time, if not the first time. */
  readonly unfit: string
  /** How many times it was called. */
  readonly asked: number
  /** @param beginning the beginning of a value, up to the end of the part in question */
  ask(beginning: string): Verdict
}

/** An invalid character after the value. A parser that reaches it has accepted the value, and stops there, so the contract itself never runs. */
export const STOP = '\u0001'

/** The beginning of a parser's error, in different releases of cosmwasm-std. */
const PARSING = /(?:Error parsing into type [\s\S]*?(?<!:):(?!:) |kind: (?:Serialization|Parsing), error: )/

/** Errors of the two parsers (serde-json-wasm, serde_json) for a character that cannot follow a value. */
const BEHIND_VALUE =
  /^(?:Expected this character to be either a |JSON has non-whitespace trailing characters|expected `,` or |trailing characters)/

/** Their errors for one after the payload of an enum, and for one where an enum should begin. */
const AT_ENUM = /^(?:Expected this character to start a JSON value|expected value)/

/** Whether an error comes from a parser. */
export const isParseError = (error: string): boolean => PARSING.test(error)

/** What a parser's error says, without its beginning; undefined for other errors. */
export function parseErrorIn(error: string): string | undefined {
  const parsing = PARSING.exec(error)
  return parsing === null ? undefined : error.slice(parsing.index + parsing[0].length)
}

/** What an error says about the beginning of a value that a parser read, with {@link STOP} behind it. */
export function verdictOf(beginning: string, error: string): Verdict {
  const text = parseErrorIn(error)
  if (text === undefined) return { kind: 'refused', text: error }
  const [, fault, name] = /^(missing|duplicate) field `([^`]*)`/.exec(text) ?? []
  if (name !== undefined) return { kind: `${fault as 'missing' | 'duplicate'} field`, name }
  const [, what] = /^unknown (field|variant) `[^`]*`, (?:expected|there are no) /.exec(text) ?? []
  if (what !== undefined) return { kind: `unknown ${what as 'field' | 'variant'}`, names: namesIn(text) }
  const [, length] = /^invalid length 0, expected (?:a tuple|an array|tuple struct).*? (\d+)/.exec(text) ?? []
  if (length !== undefined) return { kind: 'length', length: Number(length) }
  return BEHIND_VALUE.test(text) || (AT_ENUM.test(text) && !beginning.endsWith('null'))
    ? { kind: 'accepted' }
    : { kind: 'refused', text }
}

/** "expected `a` or `b`", "expected one of `a`, `b`, `c`", "there are no fields". */
const namesIn = (text: string): readonly string[] =>
  [...text.slice(text.indexOf('`, ')).matchAll(/`([^`,][^`]*)`/g)].map(([, name]) => name!)
