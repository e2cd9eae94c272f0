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
import { STOP, verdictOf, type ValueParser, type Verdict } from './verdict.js'
import { WholeParser } from './whole-parser.js'

/** Entry points whose message type the contract defines. */
export type MessageEntry = Extract<EntryPoint, 'instantiate' | 'execute' | 'query' | 'migrate' | 'sudo'>

/** Enough for every parser. A contract may also never end. */
const GAS = 10n ** 11n

/** The error of sylvia for an object that is not one message. */
const ONE_MESSAGE = /: Expected exactly one message\. Received 0/

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
    return verdictOf(beginning, this.#errorFor(entry, beginning + STOP))
  }

  /** The contract's error for a message; empty if there is none. */
  #errorFor(entry: MessageEntry, message: string): string {
    const info = entry === 'instantiate' || entry === 'execute' ? [MOCK_INFO] : []
    const { data } = this.#vm.call(this.#checksum, entry, [MOCK_ENV, ...info, message].map(toUtf8), {
      backend: mockBackend(),
      gasLimit: GAS,
    })
    return data === undefined ? '' : errorOf(data)
  }

  /** The parser of one entry point's messages. */
  of(entry: MessageEntry): ValueParser {
    if (ONE_MESSAGE.test(this.#errorFor(entry, '{}')))
      return new WholeParser(this.words, (message) => this.#errorFor(entry, message))
    const count = (): number => this.asked
    return {
      words: this.words,
      unfit: 'null',
      get asked() {
        return count()
      },
      ask: (beginning) => this.ask(entry, beginning),
    }
  }
}

/** The capabilities that the contract requires. All are granted, since none matters for parsing. */
function requiredBy(wasm: Uint8Array): readonly string[] {
  if (!WebAssembly.validate(wasm)) return []
  return WebAssembly.Module.exports(new WebAssembly.Module(wasm)).flatMap(
    ({ name }) => /^requires_(.+)$/.exec(name)?.[1] ?? [],
  )
}

function errorOf(data: Uint8Array): string {
  try {
    const { error } = JSON.parse(fromUtf8(data)) as { readonly error?: unknown }
    return typeof error === 'string' ? error : ''
  } catch {
    return ''
  }
}
