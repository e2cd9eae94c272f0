import { usesOf } from '../rehearse/index.js'
import { wordsOf } from '../vm/tools/index.js'
import { readModule, type Module } from '../vm/wasm/index.js'
import { ADVISORIES, type Advisory, type Trait } from './advisories.js'

/** What of a contract's file advisories are about. */
interface Traits extends Readonly<Record<Trait, readonly string[]>> {
  /** Releases of the crates that it names. */
  readonly crates: ReadonlyMap<string, string>
}

/** Why an advisory concerns a contract. */
export interface Evidence {
  /** Continues the sentence "it …". */
  readonly why: string
  /** The names in the file that show it, of one sort; none where every contract is concerned. */
  readonly by: Trait | 'crate' | 'any call'
  readonly uses: readonly string[]
}

/** A crate that the code names in its messages: `/serde-json-wasm-0.5.1/src/`. */
const CRATE = /\b(serde-json-wasm|cosmwasm-std)-(\d+\.\d+\.\d+)\//g

/** Names of messages and queries of cosmwasm-std, as JSON has them, that only contracts which use them hold. */
const VARIANTS = ADVISORIES.flatMap(({ concern }) => (concern.by === 'variants' ? concern.names : []))

/**
 * Reads a contract without running it. A crate that is compiled without its paths is not seen.
 * @param known names of messages and queries that exist
 * @throws UsageError for bytes that cannot be read
 */
export function traitsOf(bytes: Uint8Array, known: ReadonlySet<string>): Traits {
  const module = readModule(bytes)
  const { exports, imports, messages, queries } = usesOf(bytes, known)
  const texts = textsOf(module)
  return { exports, imports, messages, queries, variants: variantsIn(bytes, texts), crates: cratesIn(texts) }
}

const textsOf = ({ data }: Module): readonly string[] =>
  data.map((segment) => Buffer.from(segment.bytes).toString('latin1'))

/** The code refers to a word by its address and length, without which it may be a part of another. */
function variantsIn(bytes: Uint8Array, texts: readonly string[]): readonly string[] {
  const near = VARIANTS.filter((name) => texts.some((text) => text.includes(name)))
  return near.length === 0 ? [] : wordsOf(bytes, new RegExp(`^(?:${near.join('|')})$`))
}

/** What of the contract an advisory concerns; undefined for nothing. */
export function evidenceFor({ concern, component }: Advisory, traits: Traits): Evidence | undefined {
  const { by, why } = concern
  if (by === 'nothing') return undefined
  if (by === 'any call') return { why, by, uses: [] }
  if (by === 'crate') {
    const release = traits.crates.get(component)
    return release === undefined ? undefined : { why, by, uses: [`${component} ${release}`] }
  }
  const uses = traits[by].filter((name) => concern.names.some((one) => isMeant(name, one)))
  return uses.length === 0 ? undefined : { why, by, uses }
}

const isMeant = (name: string, one: string): boolean => (/[./]$/.test(one) ? name.startsWith(one) : name === one)

const cratesIn = (texts: readonly string[]): ReadonlyMap<string, string> =>
  new Map(texts.flatMap((text) => Array.from(text.matchAll(CRATE), ([, name, version]) => [name!, version!] as const)))
