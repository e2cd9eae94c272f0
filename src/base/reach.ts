import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { FixtureError } from './errors.js'
import { filesRead } from './files-read.js'

/** Maximum bytes read from a file that another file names. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024

/** How to lift the restriction, for error texts. */
const RIGHT = 'when you know who wrote the file: --trust lifts this (trust: true in code)'

/** Prefixes of URLs and network paths: even a lookup of these may open a connection. */
const FOREIGN = /^(?:(?:file|data|node|https?|ftps?):|[\\/]{2})/i

/**
 * Which files a file (fixture, campaign, recording, download) may refer to. What it names is read from its own folder and from the
 * working directory only, by real path, so `..`, absolute paths and links cannot escape; anything that touches the host is refused.
 * A trusted file may name anything, as code may.
 *
 * @example
 * new Reach('bug/fixture.yaml').read('lab.wasm', '/steps/0/do/messages/0/store/wasm/path')
 */
export class Reach {
  /** Its name in errors. */
  readonly file: string
  readonly trusted: boolean
  /** The base of relative paths. */
  readonly folder: string

  /** @param folder whose files it may name; its own when left out */
  constructor(file: string, trusted = false, folder: string = dirname(file)) {
    this.file = file
    this.trusted = trusted
    this.folder = resolve(folder)
  }

  /** The reach of code: paths are relative to the working directory and may lead anywhere. */
  static ofCode(): Reach {
    return new Reach(join(process.cwd(), '.'), true, process.cwd())
  }

  /** The absolute path, not yet checked. */
  pathOf(path: string): string {
    return resolve(this.folder, path)
  }

  /** A refusal that names the file, the place in it, and the flag. @param details circumstances @param right how to lift it */
  refusal(pointer: string, message: string, details: readonly string[] = [], right = RIGHT): FixtureError {
    return new FixtureError({ file: this.file, pointer, message, details: [...details, right] })
  }

  /** Refuses what only a trusted file may ask for. @throws FixtureError unless it is trusted */
  refuse(pointer: string, message: string, details: readonly string[] = []): void {
    if (!this.trusted) throw this.refusal(pointer, message, details)
  }

  /**
   * The real path of what the file names, even if it does not exist. Nothing is opened.
   * @param details lines of the refusal @throws FixtureError when it lies outside
   */
  real(path: string, pointer: string, details: readonly string[] = []): string {
    if (this.trusted) return this.pathOf(path)
    const shown = JSON.stringify(path.length > 200 ? `${path.slice(0, 200)}…` : path)
    if (path.includes('\0') || FOREIGN.test(path)) throw this.refusal(pointer, `${shown} is not a path of a file`)
    const found = realOf(this.pathOf(path))
    const roots = [realOf(this.folder), realOf(process.cwd())]
    if (roots.some((root) => isInside(root, found))) return found
    throw this.refusal(
      pointer,
      `${shown} lies outside the folder of the file and the working directory`,
      [`inside is: ${[...new Set(roots)].join(', ')}`, ...details],
      right(roots[0]!, found),
    )
  }

  /**
   * The real path of a file that others will read: a missing one is theirs to report. Nothing is opened.
   * @throws FixtureError when it lies outside, or is a folder, a pipe or a device
   */
  plainFile(path: string, pointer: string): string {
    const real = this.real(path, pointer)
    if (!this.trusted && isFile(real) === false)
      throw this.refusal(pointer, `${JSON.stringify(path)} is not a regular file`)
    return real
  }

  /**
   * The bytes of a file that the file names. It is opened without following links and compared with what its path leads to, so nobody can
   * exchange it in between. @throws FixtureError when it may not be read; the system's error when it cannot be
   */
  read(path: string, pointer: string): Uint8Array {
    // Does not block on a pipe, and opens only plain files: some devices act when opened.
    const real = this.plainFile(path, pointer)
    filesRead.publish(this.pathOf(path))
    if (this.trusted) return new Uint8Array(readFileSync(real))
    const refuse = (message: string): FixtureError => this.refusal(pointer, `${JSON.stringify(path)} ${message}`)
    const handle = openSync(real, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    try {
      const { dev, ino, size } = fstatSync(handle)
      const now = statSync(realOf(real))
      if (this.real(path, pointer) !== real || now.dev !== dev || now.ino !== ino || !now.isFile())
        throw refuse('was exchanged while it was read')
      if (size > MAX_FILE_BYTES) throw refuse(`is larger than ${MAX_FILE_BYTES} bytes`)
      return bytesOf(handle, size)
    } finally {
      closeSync(handle)
    }
  }

  /** Whether there is such a file, readable or not. */
  has(path: string): boolean {
    return existsSync(this.pathOf(path))
  }

  /** The names in a folder that the file names, sorted; undefined for anything else. @throws FixtureError when it may not be read */
  list(path: string, pointer: string): readonly string[] | undefined {
    const real = this.real(path, pointer)
    return statSync(real, { throwIfNoEntry: false })?.isDirectory() === true ? readdirSync(real).sort() : undefined
  }
}

/** Whether a path is outside the working directory, by real path. */
export const isElsewhere = (path: string): boolean => !isInside(realOf(process.cwd()), realOf(resolve(path)))

/** Undefined when the system does not tell: opening it will fail then, with the reason. */
function isFile(path: string): boolean | undefined {
  try {
    return statSync(path).isFile()
  } catch {
    return undefined
  }
}

/** Reads at most this many bytes: files in `/proc` report size 0 and may be endless. */
function bytesOf(handle: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  let at = 0
  for (let got = 1; got > 0 && at < size; at += got) got = readSync(handle, bytes, at, size - at, null)
  return bytes.subarray(0, at)
}

/** The real path; for a missing file, the real path of the nearest existing folder plus the rest. */
function realOf(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    const above = dirname(path)
    return above === path ? path : join(realOf(above), basename(path))
  }
}

/** How to lift the restriction for a path outside: also from the nearest folder with the file and what it names, unless that is the whole disk. */
function right(folder: string, named: string): string {
  let common = folder
  while (!isInside(common, named)) common = dirname(common)
  return common === dirname(common)
    ? RIGHT
    : `when you know who wrote the file: run the command in ${common}, or --trust lifts this (trust: true in code)`
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
