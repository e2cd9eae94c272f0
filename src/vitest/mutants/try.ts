import { createHash } from 'node:crypto'
import { standInOf, type Failure, type Job, type Note, type Part, type Trial } from '../../mutants/index.js'
import { observeByDefault } from '../../sandbox/internal.js'
import { StandIns } from '../../vm/stand-in/index.js'
import type { TestProcess } from './process.js'
import { trial } from './trial.js'

/** Bytes of a process after which another one goes on. */
const MEMORY = 2_000_000_000

interface Queue {
  readonly note: (note: Note) => void
  readonly claim: (id: number) => boolean
}

/** Tries the mutants of a job that no other process tries. */
export async function tryMutants(
  tests: TestProcess,
  { checksum, trials }: Extract<Job, { phase: 'try' }>,
  { note, claim }: Queue,
): Promise<void> {
  const standIns = new StandIns()
  observeByDefault({ standIns })
  trial.bails = true
  /** By file: the digest of what the contract answers without a mutant. */
  const usual = new Map<string, string>()
  /** By test: how many mutants it noticed. Those that notice much are asked first. */
  const kills = new Map<string, number>()

  const attempt = async (one: Pick<Trial, 'patches' | 'answer'>, { path, tests: ids, ms }: Part) => {
    const digest = createHash('sha256')
    standIns.put(standInOf(checksum, one, (data) => void digest.update(data)))
    try {
      const { file, ended } = await tests.run(path, ids, ms)
      return { failure: failureOf(path, file, ended), digest: digest.digest('hex') }
    } finally {
      standIns.put(undefined)
    }
  }

  const usualOf = async (part: Part): Promise<string> => {
    const key = `${part.path} ${part.tests.join()}`
    let digest = usual.get(key)
    if (digest === undefined) usual.set(key, (digest = (await attempt({ patches: [] }, part)).digest))
    return digest
  }

  for (const one of trials) {
    if (!claim(one.id)) continue
    note({ begin: one.id, ms: one.ms })
    let failure: Failure | undefined
    let differs = false
    for (const part of one.parts) {
      const first = part.tests.toSorted((a, b) => (kills.get(b) ?? 0) - (kills.get(a) ?? 0))[0]!
      // The test that noticed most mutants is asked alone first: most of the others are then not needed.
      if (part.tests.length > 2 && (kills.get(first) ?? 0) > 0)
        failure = (await attempt(one, { ...part, tests: [first] })).failure
      if (failure === undefined) {
        const tried = await attempt(one, part)
        failure = tried.failure
        if (failure === undefined) differs ||= tried.digest !== (await usualOf(part))
      }
      if (failure !== undefined) break
    }
    if (failure !== undefined) kills.set(failure.test, (kills.get(failure.test) ?? 0) + 1)
    note({ tried: one.id, ...(failure && { failure }), differs: differs || failure !== undefined })
    if (process.memoryUsage.rss() > MEMORY) return
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
