import { appendFileSync, closeSync, existsSync, mkdirSync, openSync, readdirSync } from 'node:fs'
import { threadId } from 'node:worker_threads'
import { join } from 'node:path'
import { MAX_PLAIN_BYTES, readPlain, toHex, UsageError, writeAtomically } from '../../base/index.js'
import { sha256 } from '../../crypto/index.js'
import type { Facts } from '../rows/remote-store.js'
import { entryText, readEntry, type Entry } from './entry.js'
import { checkedLine, readLines } from './lines.js'

/** The known state of a chain at one height, wherever it is stored. */
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

/** Bytes after which a process continues in another file, so that none grows too large to be read. */
const FULL = MAX_PLAIN_BYTES / 4

/** How a cache in a folder is used. */
export interface FolderUse {
  /** Whether only lines written by a run with `verify` count. */
  readonly proven: boolean
  /** Whether nothing is written. */
  readonly readOnly?: boolean
}

/**
 * A cache in a folder: lines with checksums, in files of each process that wrote, so that processes never write the same file and one that is killed
 * leaves at most a broken line in a file of its own, which is skipped. Codes are files named by their hashes. Anybody may have written it: anything but plain
 * files and valid lines is skipped.
 */
export class FolderCache implements ForkCache {
  readonly #root: string
  readonly #folder: string
  readonly #codes: string
  readonly #use: FolderUse
  readonly #facts = new Map<string, Facts[]>()
  readonly #documents = new Map<string, unknown>()
  #file: string | undefined
  #written = 0

  /** @param folder below the root @param codes the folder of codes below the root, which forks at all heights share */
  constructor(root: string, folder: string, codes: string, use: FolderUse) {
    this.#root = root
    this.#folder = folder
    this.#codes = codes
    this.#use = use
    for (const entry of this.#entries()) this.#learn(entry)
  }

  facts(store: string): readonly Facts[] {
    return this.#facts.get(store) ?? []
  }

  keep(store: string, facts: readonly Facts[]): void {
    this.#write(facts.map((one) => ({ store, facts: one })))
  }

  document(name: string): unknown {
    return this.#documents.get(name)
  }

  keepDocument(name: string, value: unknown): void {
    this.#documents.set(name, value)
    this.#write([{ document: name, value }])
  }

  code(checksum: string): Uint8Array | undefined {
    const wasm = readPlain(this.#root, join(this.#codes, `${checksum}.wasm`))
    return wasm !== undefined && toHex(sha256(wasm)) === checksum ? wasm : undefined
  }

  keepCode(wasm: Uint8Array): void {
    if (this.#use.readOnly !== true) writeAtomically(join(this.#root, this.#codes, `${toHex(sha256(wasm))}.wasm`), wasm)
  }

  /** The valid entries of all files, in the order of their names. */
  *#entries(): Generator<Entry> {
    const folder = join(this.#root, this.#folder)
    if (!existsSync(folder)) return
    const files = readdirSync(folder).filter((name) => name.endsWith(SUFFIX))
    for (const name of files.sort()) {
      const bytes = readPlain(this.#root, join(this.#folder, name))
      for (const line of readLines(Buffer.from(bytes ?? []).toString('utf8'))) {
        const entry = readEntry(line, this.#use.proven)
        if (entry !== undefined) yield entry
      }
    }
  }

  #learn(entry: Entry): void {
    if ('document' in entry) {
      this.#documents.set(entry.document, entry.value)
      return
    }
    const facts = this.#facts.get(entry.store) ?? []
    this.#facts.set(entry.store, facts)
    facts.push(entry.facts)
  }

  /** In one call, so that lines of one reading stay together. */
  #write(entries: readonly Entry[]): void {
    if (entries.length === 0 || this.#use.readOnly === true) return
    const lines = entries.map((entry) => checkedLine(entryText(entry, this.#use.proven))).join('')
    try {
      if (this.#file === undefined || this.#written > FULL) {
        this.#file = newFile(join(this.#root, this.#folder))
        this.#written = 0
      }
      this.#written += lines.length
      appendFileSync(this.#file, lines)
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
