import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { FixtureError } from '../../base/errors.js'
import { writeAtomically } from '../../base/files.js'
import { MOST_BYTES } from '../../base/reach.js'

/** What {@link writeAtomically} leaves of a file when its process is ended: with the number of the process. */
const TEMPORARY = /^\..+-(\d+)-\d+-\d+\.tmp$/

/**
 * A folder whose files come into being whole or not at all, whenever the process ends: {@link writeAtomically}.
 * Any number of processes and threads of one machine may use it at once.
 */
export class Folder {
  readonly path: string

  /** Makes the folder, and removes what processes left that were ended while they wrote. @throws FixtureError when it cannot be used */
  constructor(path: string) {
    this.path = path
    this.#try('', 'cannot be used as a folder', () => mkdirSync(path, { recursive: true }))
    for (const name of this.names()) {
      const writer = TEMPORARY.exec(name)?.[1]
      if (writer !== undefined && !isAlive(Number(writer))) rmSync(join(path, name), { force: true })
    }
  }

  /** In the order of their names. */
  names(): readonly string[] {
    return this.#try('', 'cannot be read', () => readdirSync(this.path)).sort()
  }

  /** Undefined for what is gone or not a regular file: a campaign writes no links, and reading a pipe could wait for ever. */
  read(name: string): string | undefined {
    try {
      const found = lstatSync(join(this.path, name))
      if (!found.isFile() || found.size > MOST_BYTES) return undefined
      return readFileSync(join(this.path, name), 'utf8')
    } catch {
      return undefined
    }
  }

  /** @throws UsageError when it cannot be written; nothing is left then */
  write(name: string, text: string): void {
    writeAtomically(join(this.path, name), text)
  }

  remove(name: string): void {
    rmSync(join(this.path, name), { force: true })
  }

  #try<T>(name: string, what: string, work: () => T): T {
    try {
      return work()
    } catch (cause) {
      const message = `${what}: ${cause instanceof Error ? cause.message : String(cause)}`
      throw new FixtureError({ file: join(this.path, name), pointer: '', message, cause })
    }
  }
}

/** Whether a process of that number runs; one of another user does, too. */
function isAlive(process_: number): boolean {
  try {
    process.kill(process_, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
