import { standInOf, type Failure, type Job, type Note, type Part } from '../../mutants/index.js'
import { observeByDefault } from '../../sandbox/internal.js'
import { StandIns } from '../../vm/stand-in/index.js'
import { Digests } from './digests.js'
import type { TestProcess } from './process.js'
import { trial } from './trial.js'

/** Bytes of a process after which another one goes on. */
const MAX_MEMORY = 2_000_000_000
/** Mutants between two looks at it, which take as long as a short test. */
const MEMORY_CHECK = 8

interface Queue {
  readonly note: (note: Note) => void
  readonly claim: (id: number) => boolean
}

/** Tries the mutants of a job that no other process tries. */
export async function tryMutants(
  tests: TestProcess,
  { checksum, trials, usual }: Extract<Job, { phase: 'try' }>,
  { note, claim }: Queue,
): Promise<void> {
  const standIns = new StandIns()
  observeByDefault({ standIns })
  trial.bails = true
  const digests = new Digests()
  const noticing = new Noticing()
  let tried = 0

  for (const one of trials) {
    if (!claim(one.id)) continue
    note({ begin: one.id, ms: one.ms })
    const before = process.cpuUsage()
    let failure: Failure | undefined
    let differs = false
    // One for all parts, so that it is compiled once.
    standIns.put(standInOf(checksum, one, (answer) => digests.see(answer)))
    for (const { path, tests: ids, ms, isShared } of noticing.inOrder(one.parts)) {
      const { file, ended } = await tests.run(path, ids, ms)
      const seen = digests.take()
      failure = failureOf(path, file, ended)
      if (failure !== undefined) break
      differs ||= ids.some((id) => seen.get(id) !== usual[id]) || (isShared && seen.get('') !== usual[path])
    }
    standIns.put(undefined)
    if (failure !== undefined) noticing.note(failure)
    const { user, system } = process.cpuUsage(before)
    const cpu = (user + system) / 1000
    note({ tried: one.id, ...(failure && { failure }), differs: differs || failure !== undefined, cpu })
    if (++tried % MEMORY_CHECK === 0 && process.memoryUsage.rss() > MAX_MEMORY) return
  }
}

/** Which tests noticed a mutant, and when. Mutants come in the order of the source, so those that noticed the last ones are asked first. */
class Noticing {
  /** By test and by path of its file: a number that grows. */
  readonly #when = new Map<string, number>()
  #now = 0

  note({ test, path }: Failure): void {
    this.#now++
    for (const key of [test, path]) this.#when.set(key, this.#now)
  }

  inOrder(parts: readonly Part[]): readonly Part[] {
    return this.#sorted(parts, ({ path }) => path).map((part) => ({
      ...part,
      tests: this.#sorted(part.tests, (id) => id),
    }))
  }

  #sorted<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly Item[] {
    return items.toSorted((a, b) => (this.#when.get(keyOf(b)) ?? 0) - (this.#when.get(keyOf(a)) ?? 0))
  }
}

type Ran = Awaited<ReturnType<TestProcess['run']>>

function failureOf(path: string, file: Ran['file'], ended: Ran['ended']): Failure | undefined {
  const failed = ended.find(({ result }) => result?.state === 'fail')
  if (failed !== undefined)
    return { path, test: failed.id, name: failed.fullTestName, error: failed.result?.errors?.[0]?.message ?? '' }
  if (file === undefined) return { path, test: '', name: '', error: 'the file does not load' }
  if (file.result?.state !== 'fail') return undefined
  return { path, test: '', name: '', error: file.result.errors?.[0]?.message ?? 'a hook failed' }
}
