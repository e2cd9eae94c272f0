import { fromUtf8, toUtf8 } from '../../base/index.js'
import { acceptingReleases } from '../accepting.js'
import {
  createVm,
  MOCK_ENV,
  MOCK_INFO,
  mockBackend,
  VmError,
  type Checksum,
  type CodeReport,
  type EntryPoint,
  type Vm,
} from '../index.js'
import { wordsOf } from '../tools/words.js'

/** Entry points whose message type the contract defines. */
export type MessageEntry = Extract<EntryPoint, 'instantiate' | 'execute' | 'query' | 'migrate' | 'sudo'>

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
  /** How many times it was called. */
  readonly asked: number
  /** @param beginning the beginning of a value, up to the end of the part in question */
  ask(beginning: string): Verdict
}

/** An invalid character after the value. A parser that reaches it has accepted the value, and stops there, so the contract itself never runs. */
export const STOP = '\u0001'

const GAS = 10n ** 13n

/** The beginning of a parser's error, in different releases of cosmwasm-std. */
const PARSING = /(?:Error parsing into type [\s\S]*?(?<!:):(?!:) |kind: (?:Serialization|Parsing), error: )/

/** Errors of the two parsers (serde-json-wasm, serde_json) for a character that cannot follow a value. */
const BEHIND_VALUE =
  /^(?:Expected this character to be either a |JSON has non-whitespace trailing characters|expected `,` or |trailing characters)/

/** Their errors for one after the payload of an enum, and for one where an enum should begin. */
const AT_ENUM = /^(?:Expected this character to start a JSON value|expected value)/

/** A VM with the code. A contract's parser answers the same in every release, so it is one that accepts the file. @throws VmError if none does */
function storedBySome(wasm: Uint8Array): readonly [Vm, CodeReport] {
  const capabilities = requiredBy(wasm)
  const stored = (version?: string): readonly [Vm, CodeReport] => {
    const vm = createVm({ capabilities, cleaning: 'touched', ...(version !== undefined && { version }) })
    return [vm, vm.store(wasm)]
  }
  try {
    return stored()
  } catch (error) {
    const [release] = error instanceof VmError ? acceptingReleases(wasm, new Set(capabilities)).slice(-1) : []
    if (release === undefined) throw error
    return stored(release)
  }
}

/**
 * The message parsers of one contract. serde reads a message from its beginning and names what it expects, so the errors for invalid messages reveal
 * the schema.
 */
export class MessageParser {
  readonly #vm: Vm
  readonly #checksum: Checksum
  readonly entryPoints: ReadonlySet<string>
  /** Words in its data section, among them the names that its parser compares with. */
  readonly words: readonly string[]
  /** How many times it was called. */
  asked = 0

  /** @throws VmError for code that is not a contract */
  constructor(wasm: Uint8Array) {
    const [vm, { checksum, entryPoints }] = storedBySome(wasm)
    this.#vm = vm
    this.#checksum = checksum
    this.entryPoints = entryPoints
    this.words = wordsOf(wasm)
  }

  /** @param beginning the beginning of a message, up to the end of the value in question */
  ask(entry: MessageEntry, beginning: string): Verdict {
    this.asked++
    const info = entry === 'instantiate' || entry === 'execute' ? [MOCK_INFO] : []
    const { data } = this.#vm.call(this.#checksum, entry, [MOCK_ENV, ...info, beginning + STOP].map(toUtf8), {
      backend: mockBackend(),
      gasLimit: GAS,
    })
    return verdictOf(beginning, data === undefined ? '' : errorOf(data))
  }

  /** The parser of one entry point's messages. */
  of(entry: MessageEntry): ValueParser {
    const count = (): number => this.asked
    return {
      words: this.words,
      get asked() {
        return count()
      },
      ask: (beginning) => this.ask(entry, beginning),
    }
  }
}

/** Whether an error comes from a parser. */
export const isParseError = (error: string): boolean => PARSING.test(error)

/** What an error says about the beginning of a value that a parser read, with {@link STOP} behind it. */
export function verdictOf(beginning: string, error: string): Verdict {
  const parsing = PARSING.exec(error)
  if (parsing === null) return { kind: 'refused', text: error }
  const text = error.slice(parsing.index + parsing[0].length)
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

/** The capabilities that the contract requires. All are granted, since none matters for parsing. */
function requiredBy(wasm: Uint8Array): readonly string[] {
  if (!WebAssembly.validate(wasm)) return []
  return WebAssembly.Module.exports(new WebAssembly.Module(wasm)).flatMap(
    ({ name }) => /^requires_(.+)$/.exec(name)?.[1] ?? [],
  )
}

/** "expected `a` or `b`", "expected one of `a`, `b`, `c`", "there are no fields". */
const namesIn = (text: string): readonly string[] =>
  [...text.slice(text.indexOf('`, ')).matchAll(/`([^`,][^`]*)`/g)].map(([, name]) => name!)

function errorOf(data: Uint8Array): string {
  try {
    const { error } = JSON.parse(fromUtf8(data)) as { readonly error?: unknown }
    return typeof error === 'string' ? error : ''
  } catch {
    return ''
  }
}
