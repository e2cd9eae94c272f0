import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { equalBytes, readPlain, toHex, toUtf8 } from '../../base/index.js'
import { sha256 } from '../../crypto/index.js'
import { rewriterRelease } from './rewriter-release.js'

/** Bytes of all files: some hundred contracts. */
const MAX_BYTES = 256 * 1024 * 1024
/** Bytes of a rewritten module below which it is made again sooner than read. */
const MIN_BYTES = 64 * 1024
const DIGEST_BYTES = 32

/** What a rewritten module depends on. */
export interface CodeKey {
  /** SHA-256 of the original module, in hex. */
  readonly checksum: string
  /** The release of cosmwasm-vm whose rules it was checked and rewritten by. */
  readonly version: string
}

/**
 * Rewritten contracts in a folder, so that each is checked and rewritten once per machine, not once per process. A file has the name of what it is made
 * of, and begins with the digest of its name and its content: one that is cut off, damaged or renamed is passed over, as is everything that is no plain
 * file. A folder that others may write to is not used. Files appear whole or not at all, so any number of processes may use the folder at once. Whatever
 * fails here, the contract is rewritten.
 */
export class CodeFiles {
  readonly #folder: string
  readonly #release: string
  readonly #most: number
  #written = 0

  /** @param release of the rewriter: what another one made is not read @param most bytes of all files */
  constructor(folder: string, release: string, most = MAX_BYTES) {
    this.#folder = folder
    this.#release = release
    this.#most = most
  }

  read(key: CodeKey): Uint8Array<ArrayBuffer> | undefined {
    if (!isOwnFolder(this.#folder)) return undefined
    const name = this.#nameOf(key)
    const file = readPlain(this.#folder, name)
    if (file === undefined || file.length <= DIGEST_BYTES) return undefined
    const content = new Uint8Array(file.subarray(DIGEST_BYTES))
    return equalBytes(file.subarray(0, DIGEST_BYTES), digestOf(name, content)) ? content : undefined
  }

  write(key: CodeKey, content: Uint8Array): void {
    if (content.length < MIN_BYTES || content.length > this.#most) return
    const name = this.#nameOf(key)
    const temporary = join(this.#folder, `${name}-${process.pid}-${threadId}-${this.#written++}.tmp`)
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      if (!isOwnFolder(this.#folder)) return
      const file = Buffer.concat([digestOf(name, content), content])
      this.#makeRoom(file.length)
      // Not synced to the disk: the digest says what a crash has left incomplete.
      writeFileSync(temporary, file, { flag: 'wx', mode: 0o600 })
      renameSync(temporary, join(this.#folder, name))
    } catch (error) {
      if (!isOfSystem(error)) throw error
      attempt(() => rmSync(temporary, { force: true }))
    }
  }

  #nameOf({ checksum, version }: CodeKey): string {
    return toHex(sha256(toUtf8([this.#release, version, checksum].join('\n'))))
  }

  /** Removes the oldest files, those of writers that were killed too. */
  #makeRoom(bytes: number): void {
    const files = readdirSync(this.#folder).flatMap((name) => {
      const path = join(this.#folder, name)
      // Another process may have removed it.
      const found = statSync(path, { throwIfNoEntry: false })
      return found?.isFile() === true ? [{ path, size: found.size, time: found.mtimeMs }] : []
    })
    let total = files.reduce((sum, { size }) => sum + size, bytes)
    for (const { path, size } of files.sort((a, b) => a.time - b.time)) {
      if (total <= this.#most) return
      rmSync(path, { force: true })
      total -= size
    }
  }
}

/** A folder, and no link to one, to which nobody else may write. */
function isOwnFolder(path: string): boolean {
  const found = attempt(() => lstatSync(path, { throwIfNoEntry: false }))
  if (found?.isDirectory() !== true) return false
  // Windows has neither, and its users' folders are their own.
  const user = process.getuid?.()
  return user === undefined || (found.uid === user && (found.mode & 0o022) === 0)
}

const digestOf = (name: string, content: Uint8Array): Uint8Array => sha256(Buffer.concat([toUtf8(name), content]))

/** Undefined where the system refuses. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (isOfSystem(error)) return undefined
    throw error
  }
}

const isOfSystem = (error: unknown): boolean => error instanceof Error && 'code' in error

/** Undefined for a user without a home. Source: XDG Base Directory Specification, which ignores paths that are not absolute. */
function usualFolder(): string | undefined {
  const named = process.env['XDG_CACHE_HOME']
  const home = named !== undefined && isAbsolute(named) ? undefined : attempt(() => homedir())
  const caches = home === undefined ? named : join(home, '.cache')
  return caches === undefined || !isAbsolute(caches) ? undefined : join(caches, 'sudobox', 'codes')
}

let usual: CodeFiles | undefined

/** Those of the user; undefined with `SUDOBOX_CODE_CACHE=off`, and for sources that may change before the next run. */
export function usualCodeFiles(): CodeFiles | undefined {
  const release = rewriterRelease()
  if (release === undefined || process.env['SUDOBOX_CODE_CACHE'] === 'off') return undefined
  const folder = usualFolder()
  return folder === undefined ? undefined : (usual ??= new CodeFiles(folder, release))
}
