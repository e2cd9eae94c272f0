import { appendFileSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { threadId } from 'node:worker_threads'
import { join } from 'node:path'
import { fromBase64, toBase64, toHex } from '../../base/bytes.js'
import { UsageError } from '../../base/errors.js'
import { writeAtomically } from '../../base/files.js'
import { sha256 } from '../../crypto/hash.js'
import { keyBytes, keyOf, type Key } from '../../store/key.js'
import type { Facts } from '../rows/remote-store.js'
import { checkedLine, readLines } from './lines.js'

/** One line of a cache: a span of a store with its rows, or a response of the node. */
type Entry =
  | {
      readonly store: string
      readonly from: string
      /** null: to the end of the store. */
      readonly to: string | null
      readonly rows: readonly (readonly [key: string, value: string])[]
      /** Whether the rows were checked against the app hash. */
      readonly proven: boolean
    }
  | { readonly document: string; readonly value: unknown }

/** What is known of a chain at one height, wherever it is kept. */
export interface ForkCache {
  /** Facts of a store that earlier runs read. */
  facts(store: string): readonly Facts[]
  keep(store: string, facts: readonly Facts[]): void
  document(name: string): unknown
  keepDocument(name: string, value: unknown): void
  /** @param checksum in hex */
  code(checksum: string): Uint8Array | undefined
  keepCode(wasm: Uint8Array): void
}

/**
 * A cache in a folder: lines with checksums, in one file for each process that wrote, so that processes never write the same file and one that is killed
 * leaves at most a broken line in a file of its own, which is passed over. Codes are files named by their hashes.
 */
export class FolderCache implements ForkCache {
  readonly #folder: string
  readonly #codes: string
  readonly #proven: boolean
  readonly #facts = new Map<string, Facts[]>()
  readonly #documents = new Map<string, unknown>()
  #file: string | undefined

  /** @param codes the folder of codes, which forks at all heights share @param proven whether only facts count that were checked against the app hash */
  constructor(folder: string, codes: string, proven: boolean) {
    this.#folder = folder
    this.#codes = codes
    this.#proven = proven
    for (const entry of entriesOf(folder)) this.#learn(entry)
  }

  facts(store: string): readonly Facts[] {
    return this.#facts.get(store) ?? []
  }

  keep(store: string, facts: readonly Facts[]): void {
    this.#write(
      facts.map(({ span, rows }) => ({
        store,
        from: textOf(span.from),
        to: span.to === undefined ? null : textOf(span.to),
        rows: rows.map(({ key, value }) => [textOf(key), toBase64(value)] as const),
        proven: this.#proven,
      })),
    )
  }

  document(name: string): unknown {
    return this.#documents.get(name)
  }

  keepDocument(name: string, value: unknown): void {
    this.#documents.set(name, value)
    this.#write([{ document: name, value }])
  }

  code(checksum: string): Uint8Array | undefined {
    const file = join(this.#codes, `${checksum}.wasm`)
    if (!existsSync(file)) return undefined
    const wasm = new Uint8Array(readFileSync(file))
    return toHex(sha256(wasm)) === checksum ? wasm : undefined
  }

  keepCode(wasm: Uint8Array): void {
    writeAtomically(join(this.#codes, `${toHex(sha256(wasm))}.wasm`), wasm)
  }

  #learn(entry: Entry): void {
    if ('document' in entry) {
      this.#documents.set(entry.document, entry.value)
      return
    }
    const { store, from, to, rows, proven } = entry
    if (this.#proven && !proven) return
    const facts = this.#facts.get(store) ?? []
    this.#facts.set(store, facts)
    facts.push({
      span: { from: keyText(from), to: to === null ? undefined : keyText(to) },
      rows: rows.map(([key, value]) => ({ key: keyText(key), value: fromBase64(value) })),
    })
  }

  /** In one call, so that lines of one reading stand together. */
  #write(entries: readonly Entry[]): void {
    if (entries.length === 0) return
    try {
      this.#file ??= newFile(this.#folder)
      appendFileSync(this.#file, entries.map((entry) => checkedLine(JSON.stringify(entry))).join(''))
    } catch (cause) {
      throw new UsageError(`cannot write the cache of the fork: ${(cause as Error).message}`, {
        details: ['right: another folder, or `cache: false`'],
        cause,
      })
    }
  }
}

/** Keeps what this process reads, and nothing beyond it. */
export class MemoryCache implements ForkCache {
  readonly #documents = new Map<string, unknown>()
  readonly #codes = new Map<string, Uint8Array>()

  facts(): readonly Facts[] {
    return []
  }
  keep(): void {}
  document(name: string): unknown {
    return this.#documents.get(name)
  }
  keepDocument(name: string, value: unknown): void {
    this.#documents.set(name, value)
  }
  code(checksum: string): Uint8Array | undefined {
    return this.#codes.get(checksum)
  }
  keepCode(wasm: Uint8Array): void {
    this.#codes.set(toHex(sha256(wasm)), wasm)
  }
}

const SUFFIX = '.jsonl'

/** A file that no other process writes to, or wrote to. */
function newFile(folder: string): string {
  mkdirSync(folder, { recursive: true })
  for (let count = 0; ; count++) {
    const file = join(folder, `${process.pid}-${threadId}-${count}${SUFFIX}`)
    try {
      closeSync(openSync(file, 'ax'))
      return file
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/** The valid entries of all files of a folder, in the order of their names. */
function* entriesOf(folder: string): Generator<Entry> {
  if (!existsSync(folder)) return
  const files = readdirSync(folder).filter((name) => name.endsWith(SUFFIX))
  for (const name of files.sort())
    for (const line of readLines(readFileSync(join(folder, name), 'utf8'))) yield JSON.parse(line) as Entry
}

const textOf = (key: string): string => toBase64(keyBytes(key as Key))
const keyText = (text: string): Key => keyOf(fromBase64(text))
