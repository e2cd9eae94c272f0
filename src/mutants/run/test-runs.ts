import { spawn, type ChildProcess } from 'node:child_process'
import { UsageError } from '../../base/index.js'
import type { JobFolder, Note } from './job.js'
import { MUTANTS_JOB, MUTANTS_SHARE } from './variables.js'

/** Milliseconds between two looks at what a process reports. */
const PAUSE = 50
/** Milliseconds that a step may take beyond what it said, on a busy machine. */
const GRACE = 5000
/** What is kept of what a run prints, for errors. */
const KEPT = 4000

/** How a test run ended. */
export interface EndedRun {
  readonly started: boolean
  /** The step during which the process hung or died. */
  readonly lost: { readonly step: string | number; readonly hung: boolean } | undefined
  readonly printed: string
}

/** Runs the command of the tests once, with a job. @param onNote receives what its process reports */
export async function runTests(
  command: readonly string[],
  { folder, share, cwd }: { readonly folder: JobFolder; readonly share: string; readonly cwd?: string },
  onNote: (note: Note) => void,
): Promise<EndedRun> {
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Tests that fail with a mutant must write no snapshots.
    env: { ...process.env, [MUTANTS_JOB]: folder.path, [MUTANTS_SHARE]: share, CI: '1' },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed = (printed + chunk.toString()).slice(-KEPT)))
  const watch = new Watch(folder, share, onNote)
  const timer = setInterval(() => watch.look(), PAUSE)
  try {
    await ended(child, program)
  } finally {
    clearInterval(timer)
  }
  watch.look()
  return { started: watch.pid !== undefined, lost: watch.lost, printed }
}

function ended(child: ChildProcess, program: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.on('error', (cause) => reject(new UsageError(`${program} does not start: ${cause.message}`, { cause })))
    child.on('close', () => resolve())
  })
}

/** Follows what a process reports, and ends it when a step takes too long. */
class Watch {
  readonly #folder: JobFolder
  readonly #share: string
  readonly #onNote: (note: Note) => void
  #read: number
  #step: { readonly step: string | number; readonly until: number } | undefined
  #hung = false
  pid: number | undefined

  constructor(folder: JobFolder, share: string, onNote: (note: Note) => void) {
    this.#folder = folder
    this.#share = share
    this.#onNote = onNote
    this.#read = folder.notes(share, 0).to
  }

  get lost(): EndedRun['lost'] {
    return this.#step && { step: this.#step.step, hung: this.#hung }
  }

  look(): void {
    const { notes, to } = this.#folder.notes(this.#share, this.#read)
    this.#read = to
    for (const note of notes) {
      if ('pid' in note) this.pid = note.pid
      this.#step = 'begin' in note ? { step: note.begin, until: performance.now() + note.ms + GRACE } : undefined
      this.#onNote(note)
    }
    if (this.#step === undefined || this.#hung || performance.now() < this.#step.until) return
    this.#hung = true
    if (this.pid !== undefined) process.kill(this.pid, 'SIGKILL')
  }
}
