import { parentPort, threadId, workerData } from 'node:worker_threads'
import { Vms } from '../../app/index.js'
import { COUNTS_LINES, countedCodes, writePart } from '../../coverage/index.js'
import { readCampaign } from '../campaign-file.js'
import { runCampaign, type Progress } from '../campaign.js'
import { Corpus } from '../corpus/index.js'
import { pinned, type OnFork } from '../forked/forks.js'
import { AT_ONCE, clockOfAll, type FromWorker, type WorkerTask } from './protocol.js'
import { sentError } from './sent-error.js'

/** Milliseconds between two progress reports, each with a refresh of the corpus. */
const PAUSE = 500
/** The part of the time after which workers end: the command still has to collect and print what they did. */
const WORKING = 0.985

const post = (message: FromWorker): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  parentPort?.postMessage(message)
}

/** Milliseconds of CPU time that the process has used. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** A worker of a pool: runs the campaign with its own seed on the shared corpus. */
async function work({
  file,
  seed,
  budget,
  sent,
  search,
  costs,
  corpus: folder,
  found,
  vm,
  migrateTo,
  worlds,
  trust,
  coverage,
  forks,
  stop,
}: WorkerTask): Promise<void> {
  const vms = coverage === undefined ? undefined : new Vms(COUNTS_LINES)
  const config = {
    ...pinned(await readCampaign(file, { found, trust, vm, migrateTo, worlds }), forks),
    ...(vms && { vms }),
  }
  const corpus = Corpus.open(folder)
  const flag = new Int32Array(stop)
  const warnings = (): readonly string[] => corpus.warnings.map((warning) => `${warning.file}: ${warning.text}`)
  let last = performance.now()
  let reported = 0
  const onProgress = (progress: Progress): void => {
    const now = performance.now()
    const news = progress.findings.length + progress.warnings.length
    if (now - last < PAUSE && news === reported) return
    last = now
    reported = news
    corpus.refresh()
    post({ type: 'progress', progress, corpusWarnings: warnings() })
  }
  let refreshed = -PAUSE
  const onFork: OnFork = (progress) => {
    const now = performance.now()
    if (now - refreshed < PAUSE) return
    refreshed = now
    post({ type: 'fork', progress })
  }
  const passed = (clockOfAll() - sent) / 1000
  const report = await runCampaign(config, {
    seed,
    search,
    cpu: costs ? cpuTime : undefined,
    budget: { ...budget, ...(budget.seconds !== undefined && { seconds: WORKING * budget.seconds - passed }) },
    corpus,
    clock: () => performance.now(),
    stop: () => Atomics.load(flag, 0) !== 0,
    abandon: () => Atomics.load(flag, 0) === AT_ONCE,
    onProgress,
    onFork,
  })
  if (vms !== undefined) writePart(coverage!, `worker-${threadId}`, countedCodes(vms))
  post({ type: 'done', report, corpusWarnings: warnings() })
}

try {
  await work(workerData as WorkerTask)
} catch (error) {
  post({ type: 'error', error: sentError(error) })
}
