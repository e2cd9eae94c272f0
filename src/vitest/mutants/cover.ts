import type { RunnerTestCase } from 'vitest'
import {
  isResponding,
  kindOf,
  responseOf,
  type AnswersSeen,
  type CoveredTest,
  type Job,
  type Note,
  type Reach,
} from '../../mutants/index.js'
import { sharedSetUp } from '../../base/index.js'
import { observeByDefault } from '../../sandbox/internal.js'
import type { Vms } from '../../app/index.js'
import { BlockIndex, StandIns } from '../../vm/stand-in/index.js'
import type { BasicBlock } from '../../vm/tools/index.js'
import { Digests } from './digests.js'
import type { TestProcess } from './process.js'
import { trial } from './trial.js'

/** How long a file of tests may take before the process counts as hanging. */
const PATIENCE = 600_000

/** Which of the blocks of a code each mutant is in. */
function blocksOf(
  reach: readonly Reach[],
  blocks: readonly BasicBlock[],
): readonly (readonly [id: number, blocks: readonly number[]])[] {
  const index = new BlockIndex(blocks)
  return reach.map(({ id, places }) => [id, index.at(places)])
}

/** Counts what tests reach. */
class Counts {
  readonly #vms: Vms
  readonly #job: Extract<Job, { phase: 'cover' }>
  readonly #blocks = new WeakMap<readonly BasicBlock[], ReturnType<typeof blocksOf>>()
  readonly #standIns = new StandIns()
  readonly #digests = new Digests()
  #answers: Record<string, { errors: number; messages: number }> = {}
  readonly end: () => void

  constructor(job: Extract<Job, { phase: 'cover' }>) {
    this.#job = job
    const { vms, end } = observeByDefault({ coverage: true, twins: true, standIns: this.#standIns })
    this.#vms = vms
    this.end = end
    this.#standIns.put({
      checksum: job.checksum,
      patches: [],
      answer: (entry, args, data) => {
        const response = isResponding(entry) ? responseOf(data) : undefined
        const seen = (this.#answers[kindOf(entry, args)] ??= { errors: 0, messages: 0 })
        if (response?.error !== undefined) seen.errors++
        seen.messages = Math.max(seen.messages, response?.ok?.messages?.length ?? 0)
        this.#digests.see(data)
        return data
      },
    })
  }

  /** Digests of what the contract answered since it was asked last. */
  digests(): ReadonlyMap<string, string> {
    return this.#digests.take()
  }

  /** What was reached since it was asked last. */
  take(): Pick<CoveredTest, 'mutants' | 'answers'> {
    const mutants = new Set<number>()
    for (const vm of this.#vms.all) {
      if (!vm.checksums().includes(this.#job.checksum)) continue
      const coverage = vm.coverage(this.#job.checksum)
      const { blocks, counters } = coverage
      let known = this.#blocks.get(blocks)
      if (known === undefined) this.#blocks.set(blocks, (known = blocksOf(this.#job.reach, blocks)))
      for (const [id, own] of known) if (own.some((block) => counters[block]! > 0)) mutants.add(id)
      coverage.reset()
    }
    const answers = this.#answers
    this.#answers = {}
    return { mutants: [...mutants], answers }
  }
}

/** What was reached in several parts. */
class Reached {
  readonly #mutants = new Set<number>()
  readonly #answers: Record<string, AnswersSeen> = {}

  add({ mutants, answers }: Reached['all']): void {
    for (const id of mutants) this.#mutants.add(id)
    for (const [kind, { errors, messages }] of Object.entries(answers)) {
      const known = this.#answers[kind]
      this.#answers[kind] = {
        errors: errors + (known?.errors ?? 0),
        messages: Math.max(messages, known?.messages ?? 0),
      }
    }
  }

  get all(): Pick<CoveredTest, 'mutants' | 'answers'> {
    return { mutants: [...this.#mutants], answers: this.#answers }
  }
}

/** Runs all tests once, and notes which mutants each of them reaches. */
export async function coverTests(
  tests: TestProcess,
  job: Extract<Job, { phase: 'cover' }>,
  note: (note: Note) => void,
): Promise<void> {
  const counts = new Counts(job)
  for (const path of tests.paths) {
    note({ begin: path, ms: PATIENCE })
    const found: CoveredTest[] = []
    /** What is reached outside of tests, or in a set-up that they share, and what the current test reaches. */
    const outside = new Reached()
    let own = new Reached()
    const begin = (): void => {
      outside.add(counts.take())
      own = new Reached()
    }
    const end = ({ id, fullTestName: name, result }: RunnerTestCase): void => {
      const { duration: ms = 0, state } = result!
      own.add(counts.take())
      const error = result?.errors?.[0]?.message
      found.push({ id, name, ms, passes: state === 'pass', ...(error !== undefined && { error }), ...own.all })
    }
    const share = (edge: unknown): void => (edge === 'begin' ? own : outside).add(counts.take())
    trial.on('begin', begin).on('end', end)
    sharedSetUp.subscribe(share)
    const start = performance.now()
    const { file } = await tests.run(path)
    trial.off('begin', begin).off('end', end)
    sharedSetUp.unsubscribe(share)
    outside.add(counts.take())
    const took = performance.now() - start
    found.push({ id: '', name: '', ms: 0, passes: true, ...outside.all })
    const digests = counts.digests()
    const errors = file?.result?.errors?.map(({ message }) => message) ?? []
    note({
      covered: path,
      tests: found.map((one) => ({ ...one, ...(digests.has(one.id) && { digest: digests.get(one.id)! }) })),
      overhead: Math.max(0, took - found.reduce((sum, { ms }) => sum + ms, 0)),
      errors: file === undefined ? ['it does not load'] : errors,
    })
  }
  counts.end()
}
