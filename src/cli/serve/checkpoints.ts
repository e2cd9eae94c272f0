import { createHash } from 'node:crypto'
import { SudoboxError } from '../../base/index.js'
import type { Recording, Sandbox } from '../../sandbox/internal.js'
import { checkpointFileOf, CheckpointFile, readCheckpoints, type Checkpoint } from './checkpoint-file.js'

/** Actions from one checkpoint to the next: at most so many are replayed at a restart. */
const EVERY = 100

/** A file with as many is written anew after a restart: each checkpoint replaces lists of the one before it. */
const MAX_CHECKPOINTS = 256

/** The checkpoints of a file of actions that is continued, and the actions after the last of them. */
export interface Resumable {
  readonly checkpoints: readonly Checkpoint[]
  /** The file without the steps before the last checkpoint. */
  readonly rest: string
}

/** Checkpoints of another network, or written by another program. The sandbox is of no use then. */
export class NotResumedError extends SudoboxError {
  readonly code = 'NOT_RESUMED'
}

/** What is to be replayed after the last checkpoint of a file of actions; undefined without a checkpoint that fits the file. */
export function resumable(state: string, bytes: Buffer): Resumable | undefined {
  const checkpoints = readCheckpoints(checkpointFileOf(state))
  const last = checkpoints.findLastIndex(({ actions }) => beginsWith(bytes, actions))
  if (last < 0) return undefined
  const steps = bytes.indexOf('\nsteps:\n') + 1
  if (steps === 0) return undefined
  const rest = bytes.toString('utf8', checkpoints[last]!.actions.length)
  return {
    checkpoints: checkpoints.slice(0, last + 1),
    rest: `${bytes.toString('utf8', 0, steps)}steps:${rest === '' ? ' []' : ''}\n${rest}`,
  }
}

const beginsWith = (bytes: Buffer, { length, sha256 }: Checkpoint['actions']): boolean =>
  bytes.length >= length && createHash('sha256').update(bytes.subarray(0, length)).digest().equals(sha256)

/** Saves the state of a sandbox next to the file of its actions, at intervals, so that a restart need not replay all of them. */
export class Checkpoints {
  readonly #sandbox: Sandbox
  readonly #state: string
  readonly #states: ReturnType<Sandbox['savedStates']>
  #kept: readonly Checkpoint[] = []
  #since = 0
  #end = (): void => undefined

  /** @param state the file of actions */
  constructor(sandbox: Sandbox, state: string) {
    this.#sandbox = sandbox
    this.#state = state
    this.#states = sandbox.savedStates(state)
  }

  /** Goes to the last of the checkpoints. @throws NotResumedError */
  resume(checkpoints: readonly Checkpoint[]): void {
    try {
      this.#states.resume(checkpoints.map(({ piece }) => piece))
    } catch (cause) {
      throw new NotResumedError(`the saved checkpoints cannot be used (${reasonOf(cause)})`, { cause })
    }
    this.#kept = checkpoints
  }

  /** Saves the state from now on. @param recording that writes the actions @returns saves it once more, and ends that */
  follow(recording: Recording): () => void {
    const isFull = this.#kept.length >= MAX_CHECKPOINTS
    const states = isFull ? this.#sandbox.savedStates(this.#state) : this.#states
    const file = new CheckpointFile(checkpointFileOf(this.#state), isFull ? [] : this.#kept)
    const save = (): void => {
      const actions = recording.written
      if (actions === undefined) return
      try {
        file.append({ piece: states.save(), actions })
        this.#since = 0
      } catch (error) {
        // Whoever acted on the network must not get this error for it.
        this.#end()
        console.error(
          `checkpoints can no longer be saved, so a restart will replay all further actions: ${reasonOf(error)}`,
        )
      }
    }
    const ended = this.#sandbox.onChange((change) => {
      if (change === 'action' && ++this.#since >= EVERY) save()
    })
    let isFollowing = true
    this.#end = () => {
      isFollowing = false
      ended()
    }
    return () => {
      if (isFollowing && this.#since > 0) save()
      this.#end()
    }
  }
}

const reasonOf = (error: unknown): string => (error instanceof SudoboxError ? error.shortMessage : String(error))
