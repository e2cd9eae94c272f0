import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pascal, UsageError } from '../../base/index.js'
import { ENTRY_POINTS, type EntryPoint } from '../../vm/internal.js'
import { placesOf, type Mutant } from '../make/mutant.js'
import type { Mutants } from '../make/mutants.js'
import { isResponding } from './answers.js'
import { JobFolder, trialOf, type AnswersSeen, type CoveredFile, type Failure, type Job, type Note } from './job.js'
import { partsFor, patienceFor, type Covered } from './plan.js'
import { runTests } from './test-runs.js'

/** What became of a mutant. Names as in the schema of mutation testing. */
type Status = 'Killed' | 'Survived' | 'NoCoverage' | 'Timeout'

export interface TriedMutant {
  readonly mutant: Mutant
  readonly status: Status
  /** Ids of the tests that reach it. */
  readonly tests: readonly string[]
  readonly failure?: Failure
  /** For a survivor, whether the contract answered anything else in a test. */
  readonly differs?: boolean
}

export interface MutantRun {
  readonly tried: readonly TriedMutant[]
  readonly covered: Covered
  /** The time of trying the mutants, without the run that finds which tests reach them. */
  readonly seconds: number
  /** What the processes used of the processor in that time, without those that were ended. */
  readonly cpuSeconds: number
  readonly remarks: readonly string[]
}

export interface RunOptions {
  /** What runs the tests: a program and its arguments. */
  readonly command: readonly string[]
  /** Processes at once. */
  readonly jobs: number
  /** Whether what the contract answers is changed too. */
  readonly answers: boolean
  readonly onProgress?: (done: number, of: number, survivors: number) => void
}

/** Processes that end without having tried anything before the run is given up. */
const LOSSES = 3

/** Runs the tests against each mutant. @throws UsageError if they cannot run, or reach none */
export async function runMutants(made: Mutants, options: RunOptions): Promise<MutantRun> {
  const scratch = mkdtempSync(join(tmpdir(), 'sudobox-mutants-'))
  try {
    const folder = new JobFolder(scratch)
    const covered = await cover(made, folder, options)
    const mutants = [...made.mutants, ...(options.answers ? answerMutants(made, covered) : [])]
    const planned = mutants.map((mutant) => ({ mutant, parts: partsFor(mutant, covered) }))
    const trials = planned
      .filter(({ parts }) => parts.length > 0)
      .map(({ mutant, parts }) => trialOf(mutant, parts, patienceFor(parts)))
    const started = performance.now()
    const { results, cpuSeconds } = await tryAll(made, folder, { trials, usual: digestsOf(covered) }, options)
    const seconds = (performance.now() - started) / 1000
    return {
      seconds,
      cpuSeconds,
      covered,
      remarks: remarksOn(covered),
      tried: planned.map(({ mutant, parts }) => ({
        mutant,
        tests: parts.flatMap((part) => part.tests),
        ...(results.get(mutant.id) ?? { status: 'NoCoverage' as const }),
      })),
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** By id of the test; of what runs outside of tests by the path of their file. */
const digestsOf = (covered: Covered): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...covered].flatMap(([path, { tests }]) =>
      tests.flatMap(({ id, digest }) => (digest === undefined ? [] : [[id || path, digest]])),
    ),
  )

async function cover({ target, mutants }: Mutants, folder: JobFolder, { command }: RunOptions): Promise<Covered> {
  const reach = mutants.map((mutant) => ({ id: mutant.id, places: placesOf(mutant) }))
  folder.write({ phase: 'cover', checksum: target.checksum, reach })
  const covered = new Map<string, CoveredFile>()
  const { started, printed, lost } = await runTests(command, { folder, share: 'cover' }, (note) => {
    if ('covered' in note) covered.set(note.covered, note)
  })
  if (!started)
    throw new UsageError(`${command.join(' ')} ran no tests with the plug-in of Sudobox`, {
      details: ["right: plugins: [sudobox()] of 'sudobox/vitest/config' in vitest.config.ts", ...lastLines(printed)],
    })
  if (lost !== undefined)
    throw new UsageError(`the tests do not end without a mutant: ${String(lost.step)}`, { details: lastLines(printed) })
  const tests = [...covered.values()].flatMap((file) => file.tests)
  if (!tests.some(({ id, passes }) => id !== '' && passes))
    throw new UsageError('no test passes without a mutant', {
      details: [...remarksOn(covered), ...lastLines(printed)].slice(0, 12),
    })
  if (!tests.some((test) => test.mutants.length > 0))
    throw new UsageError(`no test runs the code of ${target.path}`, {
      details: [`${tests.filter(({ id }) => id !== '').length} tests ran`, 'right: tests that deploy this very file'],
    })
  return covered
}

const lastLines = (printed: string): readonly string[] =>
  printed
    .trimEnd()
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-6)

const remarksOn = (covered: Covered): readonly string[] =>
  [...covered].flatMap(([path, { tests, errors }]) => [
    ...errors.map((error) => `${path}: ${error}`),
    ...tests
      .filter(({ passes }) => !passes)
      .map(
        ({ name, error }) =>
          `left out, fails without a mutant: ${name}${error === undefined ? '' : `: ${error.split('\n')[0]!}`}`,
      ),
  ])

/** Changes of what the contract answers, for the kinds of messages that the tests send. */
function answerMutants({ mutants, sources }: Mutants, covered: Covered): readonly Mutant[] {
  const kinds = new Map<string, AnswersSeen>()
  for (const { tests } of covered.values())
    for (const { answers } of tests)
      for (const [kind, { errors, messages }] of Object.entries(answers)) {
        const known = kinds.get(kind)
        kinds.set(kind, { errors: errors + (known?.errors ?? 0), messages: Math.max(messages, known?.messages ?? 0) })
      }
  let id = Math.max(-1, ...mutants.map((mutant) => mutant.id)) + 1
  return [...kinds]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([kind, { errors, messages }]) => {
      const [entry, message] = kind.split('.') as [EntryPoint, string | undefined]
      if (!(entry in ENTRY_POINTS) || !isResponding(entry)) return []
      const place = sources.handlerOf(entry, message === undefined ? undefined : pascal(message))
      const one = (change: 'error' | number, mutator: Mutant['mutator'], replacement: string): Mutant => ({
        id: id++,
        mutator,
        ...place,
        replacement,
        patches: [],
        answer: { entry, message, change },
      })
      return [
        ...(errors > 0 ? [one('error', 'Result', `${kind} answers Ok for an error`)] : []),
        ...Array.from({ length: messages }, (_, i) => one(i, 'Message', `message ${i + 1} of ${kind} is dropped`)),
      ]
    })
}

type Result = Pick<TriedMutant, 'status' | 'failure' | 'differs'>

async function tryAll(
  { target }: Mutants,
  folder: JobFolder,
  { trials, usual }: Pick<Extract<Job, { phase: 'try' }>, 'trials' | 'usual'>,
  { command, jobs, onProgress }: RunOptions,
): Promise<{ readonly results: ReadonlyMap<number, Result>; readonly cpuSeconds: number }> {
  const results = new Map<number, Result>()
  let cpuSeconds = 0
  folder.write({ phase: 'try', checksum: target.checksum, trials, usual })
  let survivors = 0
  const settle = (id: number, result: Result): void => {
    results.set(id, result)
    if (result.status === 'Survived') survivors++
    onProgress?.(results.size, trials.length, survivors)
  }
  const onNote = (note: Note): void => {
    if (!('tried' in note)) return
    const { failure, differs, tried, cpu } = note
    cpuSeconds += cpu / 1000
    if (failure === undefined) settle(tried, { status: 'Survived', differs })
    else settle(tried, { status: /timed out in/.test(failure.error) ? 'Timeout' : 'Killed', failure })
  }
  const work = async (share: string): Promise<void> => {
    for (let losses = 0; results.size < trials.length && losses < LOSSES;) {
      const before = results.size
      const { lost, printed } = await runTests(command, { folder, share }, onNote)
      if (typeof lost?.step === 'number') settle(lost.step, { status: 'Timeout' })
      else if (lost === undefined && results.size === before) return
      losses = results.size === before ? losses + 1 : 0
      if (losses === LOSSES)
        throw new UsageError('the test runs end before they have tried a mutant', { details: lastLines(printed) })
    }
  }
  await Promise.all(Array.from({ length: Math.min(jobs, trials.length) }, (_, i) => work(String(i + 1))))
  return { results, cpuSeconds }
}
