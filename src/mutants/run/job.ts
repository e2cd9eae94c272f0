import { appendFileSync, closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromHex, toHex, writeAtomically } from '../../base/index.js'
import type { Place, StandIn } from '../../vm/stand-in/index.js'
import type { Checksum } from '../../vm/internal.js'
import type { AnswerChange, Mutant } from '../make/mutant.js'
import { changedAnswer } from './answers.js'

/** Some tests of a file, and how long one of them may take. */
export interface Part {
  readonly path: string
  /** Their ids. */
  readonly tests: readonly string[]
  readonly ms: number
  /** Whether the mutant is also reached outside of them, such as in a set-up that they share. */
  readonly isShared: boolean
}

/** Where a mutant is, to know which tests reach it. */
export interface Reach {
  readonly id: number
  readonly places: readonly Place[]
}

/** A mutant to be tried. */
export interface Trial {
  readonly id: number
  readonly patches: readonly {
    readonly function: number
    readonly from: number
    readonly to: number
    readonly bytes: string
    readonly locals?: number
  }[]
  readonly answer?: AnswerChange
  readonly parts: readonly Part[]
  /** Milliseconds after which the process is ended. */
  readonly ms: number
}

export type Job =
  | { readonly phase: 'cover'; readonly checksum: Checksum; readonly reach: readonly Reach[] }
  | {
      readonly phase: 'try'
      readonly checksum: Checksum
      readonly trials: readonly Trial[]
      /** Digests of what the contract answers without a mutant, by id of the test; of what is outside of tests by the path of their file. */
      readonly usual: Readonly<Record<string, string>>
    }

/** A line of what a process reports. */
export type Note =
  | { readonly pid: number }
  | ({ readonly covered: string } & CoveredFile)
  | { readonly begin: string | number; readonly ms: number }
  /** `cpu`: milliseconds of the process that it took. */
  | { readonly tried: number; readonly failure?: Failure; readonly differs: boolean; readonly cpu: number }

export interface CoveredFile {
  readonly tests: readonly CoveredTest[]
  /** Milliseconds that the file took besides its tests. */
  readonly overhead: number
  readonly errors: readonly string[]
}

export interface CoveredTest {
  /** Empty: what runs outside of tests, such as `beforeAll`. */
  readonly id: string
  readonly name: string
  readonly ms: number
  readonly passes: boolean
  /** Why it fails without a mutant. */
  readonly error?: string
  /** Ids of mutants that it reaches. */
  readonly mutants: readonly number[]
  /** What the contract answered, by entry point and message. */
  readonly answers: Readonly<Record<string, AnswersSeen>>
  /** The digest of all that the contract answered. */
  readonly digest?: string
}

export interface AnswersSeen {
  readonly errors: number
  /** The most messages that a response had. */
  readonly messages: number
}

export interface Failure {
  readonly path: string
  readonly test: string
  readonly name: string
  readonly error: string
}

/** The folder by which the command and its test runs talk to each other. */
export class JobFolder {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }

  write(job: Job): void {
    writeAtomically(join(this.path, 'job.json'), JSON.stringify(job))
  }

  read(): Job {
    return JSON.parse(readFileSync(join(this.path, 'job.json'), 'utf8')) as Job
  }

  note(share: string, note: Note): void {
    appendFileSync(this.#journal(share), `${JSON.stringify(note)}\n`)
  }

  /** What a process has reported after so many characters. */
  notes(share: string, from: number): { readonly notes: readonly Note[]; readonly to: number } {
    const file = this.#journal(share)
    if (!existsSync(file)) return { notes: [], to: from }
    const text = readFileSync(file, 'utf8')
    const to = text.lastIndexOf('\n') + 1
    const lines = text.slice(from, to).split('\n').filter(Boolean)
    return { notes: lines.map((line) => JSON.parse(line) as Note), to: Math.max(to, from) }
  }

  /** Takes a mutant, unless another process has it. */
  claim(id: number): boolean {
    try {
      closeSync(openSync(join(this.path, `claim-${id}`), 'wx'))
      return true
    } catch {
      return false
    }
  }

  #journal(share: string): string {
    return join(this.path, `notes-${share}.jsonl`)
  }
}

export const trialOf = ({ id, patches, answer }: Mutant, parts: readonly Part[], ms: number): Trial => ({
  id,
  patches: patches.map(({ bytes, ...patch }) => ({ ...patch, bytes: toHex(bytes) })),
  ...(answer && { answer }),
  parts,
  ms,
})

/** @param seen receives each answer of the contract, as the mutant gives it */
export function standInOf(
  checksum: Checksum,
  { patches, answer }: Pick<Trial, 'patches' | 'answer'>,
  seen: (data: Uint8Array) => void,
): StandIn {
  return {
    checksum,
    patches: patches.map(({ bytes, ...patch }) => ({ ...patch, bytes: fromHex(bytes) })),
    answer: (entry, args, data) => {
      const given = answer === undefined ? data : changedAnswer(answer, entry, args, data)
      seen(given)
      return given
    },
  }
}
