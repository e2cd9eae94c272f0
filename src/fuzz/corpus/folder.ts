import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { FixtureError, MAX_FILE_BYTES, writeAtomically } from '../../base/index.js'

/** The temporary file that {@link writeAtomically} leaves if its process is killed; it contains the process id. */
const TEMPORARY = /^\..+-(\d+)-\d+-\d+\.tmp$/

/**
 * A folder whose files are written atomically, without waiting for the disk: if the machine crashes, the newest may be lost or cut off. Any number of processes and threads of one machine may use it at the same time.
 */
export class Folder {
  readonly path: string

  /** Creates the folder, and removes temporary files of processes that were killed. @throws FixtureError if it cannot be used */
  constructor(path: string) {
    this.path = path
    this.#try('', 'cannot be used as a folder', () => mkdirSync(path, { recursive: true }))
    for (const name of this.names()) {
      const writer = TEMPORARY.exec(name)?.[1]
      if (writer !== undefined && !isAlive(Number(writer))) rmSync(join(path, name), { force: true })
    }
  }

  /** Sorted. */
  names(): readonly string[] {
    return this.#try('', 'cannot be read', () => readdirSync(this.path)).sort()
  }

  /** Undefined for a file that is gone, too large, or not a regular file: a campaign writes no links, and reading a pipe could block. */
  read(name: string): string | undefined {
    try {
      const found = lstatSync(join(this.path, name))
      if (!found.isFile() || found.size > MAX_FILE_BYTES) return undefined
      return readFileSync(join(this.path, name), 'utf8')
    } catch {
      return undefined
    }
  }

  /** @throws UsageError if it cannot be written; then nothing is left */
  write(name: string, text: string): void {
    writeAtomically(join(this.path, name), text, false)
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

/** Whether a process with this id runs. EPERM: it runs as another user. */
function isAlive(process_: number): boolean {
  try {
    process.kill(process_, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
