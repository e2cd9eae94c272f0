import { appendFileSync } from 'node:fs'
import { configureGlobal, readConfigureGlobal } from 'fast-check'
import { PLANTED } from './plan.mjs'
import { init, runBaseTests, setupEnvironment } from 'vitest/worker'

/**
 * The process in which mutants are tried. It stays: modules of `src` are loaded once, test files again for each mutant.
 * All that happens goes line by line to a journal, so that nothing is lost when a mutant makes the process hang.
 */

// A property that fails need not be shrunk, and a score should not depend on the seed.
configureGlobal({ ...readConfigureGlobal(), seed: 1, endOnFailure: true })

const $m = {
  active: -1,
  hits: 0,
  limit: Infinity,
  hit() {
    if (++$m.hits > $m.limit) throw new Error('mutant: passed too often, a loop without an end')
    return true
  },
  cover: undefined,
  only: undefined,
  bail: false,
  onTest() {},
  onTested() {},
  onFile() {},
}
globalThis.$mutants = $m

/** Vitest's reports of each run to its main process: nobody reads them, and each message costs a round trip. */
const REPORTS = ['onQueued', 'onCollected', 'onTaskUpdate', 'snapshotSaved', 'onTaskArtifactRecord', 'onUserConsoleLog']

/** Vitest's calls to its main process, without its reports and with each file fetched once. */
function quiet(rpc) {
  const fetched = new Map()
  const nothing = Object.assign(async () => {}, { asEvent() {} })
  const fetch = (id, importer, ...rest) => {
    const key = `${id}\n${importer}`
    if (!fetched.has(key)) fetched.set(key, rpc.fetch(id, importer, ...rest))
    return fetched.get(key).then((result) => ({ ...result }))
  }
  return new Proxy(rpc, {
    get: (target, name) => (REPORTS.includes(name) ? nothing : name === 'fetch' ? fetch : target[name]),
  })
}

const MEMORY = 1_500_000_000
const KILLS_BEFORE_CHECK = 20

const send = process.send.bind(process)
const on = process.on.bind(process)
const off = process.off.bind(process)
on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
init({
  post: (message) => send(message),
  on: (callback) => on('message', callback),
  off: (callback) => off('message', callback),
  setup: setupEnvironment,
  collectTests: () => {},
  runTests: async (state, traces) => {
    const job = state.providedContext.job
    const note = (line) => appendFileSync(job.journal, `${JSON.stringify(line)}\n`)
    state.rpc = quiet(state.rpc)
    const files = new Map(state.ctx.files.map((file) => [file.filepath, file]))

    /** Modules whose path begins so are evaluated anew at their next import. */
    const forget = (folder) => {
      for (const [path, node] of state.evaluatedModules.idToModuleMap) {
        if (!path.startsWith(folder)) continue
        node.promise = undefined
        node.exports = undefined
        node.evaluated = false
        node.importers.clear()
      }
    }
    const run = async (path) => {
      forget(job.tests)
      state.ctx.files = [files.get(path)]
      let result
      $m.onFile = (file) => (result = file)
      await runBaseTests('run', state, traces)
      return result
    }

    await (job.mutants ? tryMutants : cover)({ job, note, forget, run, state })
  },
})

/** The coverage of each test: first with the modules of `src` being loaded, then with all of them there. */
async function cover({ job, note, forget, run }) {
  forget(job.sources)
  for (const loading of [true, false]) {
    for (const path of job.files) {
      const start = performance.now()
      const passes = new Map([['', new Map()]])
      let current = passes.get('')
      const tests = []
      $m.cover = (...ids) => {
        for (const id of ids) current.set(id, (current.get(id) ?? 0) + 1)
      }
      let before
      $m.onTest = (test) => {
        before = process.cpuUsage()
        passes.set(test.id, (current = new Map()))
      }
      $m.onTested = (test) => {
        current = passes.get('')
        if (test.result === undefined) return
        const { user, system } = process.cpuUsage(before)
        const { state, duration: ms = 0 } = test.result
        tests.push({ id: test.id, name: test.fullTestName, ms, cpu: (user + system) / 1000, state })
      }
      note({ begin: path, ms: job.patience })
      const file = await run(path)
      const covered = Object.fromEntries([...passes].map(([id, counts]) => [id, [...counts]]))
      const errors = file.result?.errors?.map((error) => error.message)
      note({ covered: path, loading, ms: performance.now() - start, tests, passes: covered, errors })
    }
  }
  $m.cover = undefined
  $m.onTest = $m.onTested = () => {}
}

/** The first test that fails with the mutant, or undefined. */
async function firstFailure(mutant, run, state) {
  $m.hits = 0
  for (const { path, tests, ms } of mutant.files) {
    $m.only = tests && new Set(tests)
    state.config.testTimeout = state.ctx.config.testTimeout = ms
    let failed
    $m.onTested = (test) => {
      if (test.result?.state === 'fail')
        failed ??= { path, test: test.id, name: test.fullTestName, error: test.result.errors?.[0]?.message }
    }
    const file = await run(path)
    const broken = file?.result?.state === 'fail' && { path, error: file.result.errors?.[0]?.message }
    if (failed || broken) return failed ?? broken
    if (!file) return { path, error: 'the file does not load' }
  }
  return undefined
}

/** Throws at each place of a mutant once all modules are loaded. */
async function withPlanted(mutant, run, state) {
  $m.cover = () => {
    throw new Error('planted mutant')
  }
  try {
    return await firstFailure(mutant, run, state)
  } finally {
    $m.cover = undefined
  }
}

async function tryMutants({ job, note, forget, run, state }) {
  $m.bail = true
  const queue = [...job.mutants]
  let unchecked = []

  /** With the mutant in place while the modules of `src` load. */
  const afresh = async (mutant) => {
    forget(job.sources)
    $m.active = mutant.id
    const failure = await firstFailure(mutant, run, state)
    $m.active = -1
    forget(job.sources)
    return failure
  }

  /**
   * A mutant may have left something wrong behind, in a cache say, and then later ones die of that. So the tests that
   * killed must still pass without a mutant; where one does not, everything since is tried again, each on its own.
   */
  const check = async () => {
    const killers = new Map(unchecked.filter(({ test }) => test).map((kill) => [kill.test, kill]))
    for (const { path, test } of killers.values()) {
      const sound = { files: [{ path, tests: [test], ms: job.patience }] }
      note({ begin: path, ms: job.patience })
      // A busy machine may let a test fail once, what was left behind lets it fail again.
      if (!(await firstFailure(sound, run, state)) || !(await firstFailure(sound, run, state))) continue
      note({ again: unchecked.map(({ mutant }) => mutant.id), of: path })
      queue.unshift(...unchecked.map(({ mutant }) => ({ ...mutant, fresh: true })))
      forget(job.sources)
      break
    }
    unchecked = []
  }

  while (queue.length > 0 || unchecked.length > 0) {
    if (queue.length === 0 || unchecked.length >= KILLS_BEFORE_CHECK) {
      await check()
      continue
    }
    const mutant = queue.shift()
    note({ begin: mutant.id, ms: mutant.ms })
    $m.limit = mutant.limit
    if (mutant.id === PLANTED) {
      note({ tried: PLANTED, failure: await withPlanted(mutant, run, state) })
      forget(job.sources)
      continue
    }
    let { fresh } = mutant
    let failure
    if (!fresh) {
      $m.active = mutant.id
      failure = await firstFailure(mutant, run, state)
      $m.active = -1
      // Passed in the dry run, not now: something had been kept from an earlier test.
      fresh = !failure && $m.hits === 0
    }
    if (fresh) failure = await afresh(mutant)
    else if (failure) unchecked.push({ mutant, ...failure })
    note({ tried: mutant.id, failure, hits: $m.hits })
    if (process.memoryUsage.rss() > MEMORY) {
      await check()
      if (queue.length > 0) return
    }
  }
}
