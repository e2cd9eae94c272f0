import { constants, type Stats } from 'node:fs'
import { lstat, open, writeFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { refuse } from '../errors.js'

const MAX_NAME = 1024
/** The largest file that is read, in bytes. */
const MAX_READ = 256 * 1024 * 1024

/**
 * The files that JSON-RPC methods write and read: all below one directory that the options name, and none without it.
 * Names are relative; absolute ones, `..` and links are refused, so that a client reaches nothing else.
 */
export class Files {
  /** Undefined: none is configured. */
  readonly directory: string | undefined

  constructor(directory: string | undefined) {
    this.directory = directory
  }

  /** Writes a whole file. @param fresh refuses an existing file. @throws RpcError (-32000) when it may not be written. */
  async write(name: string, content: string | Uint8Array | Readable, fresh = false): Promise<void> {
    await this.check(name)
    const { O_CREAT, O_WRONLY, O_EXCL } = constants
    const file = await this.#open(name, O_CREAT | O_WRONLY | (fresh ? O_EXCL : 0))
    try {
      await file.truncate(0)
      await writeFile(file, content)
    } finally {
      await file.close()
    }
  }

  /** Reads a whole file. @throws RpcError (-32000) when it may not be read, or does not exist. */
  async read(name: string): Promise<Uint8Array> {
    const file = await this.#open(name, constants.O_RDONLY)
    try {
      const { size } = await file.stat()
      if (size > MAX_READ) throw refuse(`${name}: larger than ${MAX_READ} bytes`)
      return await file.readFile()
    } finally {
      await file.close()
    }
  }

  /** @throws RpcError (-32000) when the file may not be written. Nothing is made. */
  async check(name: string): Promise<void> {
    const parts = this.#parts(name)
    for (let depth = 1; depth <= parts.length; depth++) {
      const found = await look(join(this.directory!, ...parts.slice(0, depth)))
      if (found === undefined) {
        if (depth < parts.length)
          throw refuse(`${name}: the directory ${parts.slice(0, depth).join('/')} does not exist`)
        return
      }
      if (found.isSymbolicLink()) throw refuse(`${name}: links are not followed`)
      if (depth < parts.length ? !found.isDirectory() : !found.isFile()) throw refuse(`${name}: not a plain file`)
      // A link to a file elsewhere.
      if (depth === parts.length && found.nlink > 1) throw refuse(`${name}: links are not followed`)
    }
  }

  #parts(name: string): string[] {
    if (this.directory === undefined)
      throw refuse('no directory for files is configured (dataDir): methods that write or read files are refused')
    const parts = name.split(/[/\\]/)
    const shown = JSON.stringify(name.slice(0, 100))
    if (name === '' || name.length > MAX_NAME || name.includes('\0')) throw refuse(`${shown}: not a valid file name`)
    if (/^(?:[/\\]|[a-z]:)/i.test(name)) throw refuse(`${shown}: absolute paths are refused`)
    if (parts.some((part) => part === '..')) throw refuse(`${shown}: ".." is refused`)
    if (parts.some((part) => part === '' || part === '.')) throw refuse(`${shown}: not a valid file name`)
    return parts
  }

  async #open(name: string, flags: number): Promise<FileHandle> {
    await this.check(name)
    try {
      return await open(join(this.directory!, ...this.#parts(name)), flags | constants.O_NOFOLLOW, 0o600)
    } catch (error) {
      throw failed(name, error)
    }
  }
}

async function look(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw failed(path.slice(path.lastIndexOf('/') + 1), error)
  }
}

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code)

/** Why a file could not be opened, without the path of the directory. */
const failed = (name: string, error: unknown): Error => {
  const code = codeOf(error)
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'no such file',
    EEXIST: 'location would overwrite an existing file',
    EISDIR: 'not a plain file',
    ELOOP: 'links are not followed',
    EACCES: 'permission denied',
    ENAMETOOLONG: 'not a valid file name',
  }
  return refuse(`${name.slice(0, 100)}: ${reasons[code] ?? code}`)
}
