import { requiredCapabilities } from '../vm/internal.js'
import { wordsOf } from '../vm/tools/index.js'
import { readModule, type Module } from '../vm/wasm/index.js'

/** What a contract can ask of its chain, by its bytes. */
export interface Uses {
  /** gRPC paths. */
  readonly queries: readonly string[]
  /** Type URLs of messages. */
  readonly messages: readonly string[]
  readonly imports: readonly string[]
  readonly exports: readonly string[]
  readonly capabilities: readonly string[]
}

const PACKAGE = String.raw`/[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)+\.`
const QUERY = String.raw`(?:Query|Service)/[A-Z]\w*`
const MESSAGE = String.raw`Msg[A-Z]\w*`
const NAME = new RegExp(`^${PACKAGE}(?:${QUERY}|${MESSAGE})$`)
const NAMES = new RegExp(`${PACKAGE}(?:${QUERY}|${MESSAGE})`, 'g')
/** Characters of a path. */
const MAX_LENGTH = 128

/**
 * Reads what a contract can ask of its chain, without running it. A name that the contract puts together while it runs is not seen, and one that it holds
 * need not be sent to the chain itself.
 * @param known names that exist: where a text goes on after one, as texts in Rust do without a separator, the name ends there
 * @throws UsageError for bytes that cannot be read
 */
export function usesOf(bytes: Uint8Array, known: ReadonlySet<string>): Uses {
  const module = readModule(bytes)
  const names = namesIn(bytes, module, known)
  const isMessage = (name: string): boolean => !name.includes('/', 1)
  return {
    queries: names.filter((name) => !isMessage(name)),
    messages: names.filter((name) => isMessage(name) && !name.endsWith('Response')),
    imports: [...new Set(module.imports.map((one) => `${one.module}.${one.name}`))].sort(),
    exports: module.exports.map(({ name }) => name).sort(),
    capabilities: requiredCapabilities(module),
  }
}

/** The code refers to a text by its address and length; where that is not found, a known name in the data is taken. */
function namesIn(bytes: Uint8Array, { data }: Module, known: ReadonlySet<string>): readonly string[] {
  const runs = data.flatMap((segment) => Buffer.from(segment.bytes).toString('latin1').match(NAMES) ?? [])
  if (runs.length === 0) return []
  const words = wordsOf(bytes, NAME, MAX_LENGTH)
  const found = new Set<string>()
  for (const run of new Set(runs)) {
    const cuts = words.filter((word) => run.startsWith(word))
    const exact = longest(cuts.filter((word) => known.has(word)))
    found.add(exact ?? longest([...cuts, ...beginnings(run, known)]) ?? run)
  }
  return [...found].sort()
}

const beginnings = (run: string, known: ReadonlySet<string>): readonly string[] =>
  Array.from(run, (_, i) => run.slice(0, i + 1)).filter((text) => known.has(text))

const longest = (texts: readonly string[]): string | undefined => texts.toSorted((a, b) => b.length - a.length)[0]
