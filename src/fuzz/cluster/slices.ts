import { parentPort, workerData } from 'node:worker_threads'
import { Vms } from '../../app/index.js'
import { COUNTS_LINES, countedCodes } from '../../coverage/index.js'
import { runCampaign, type Progress } from '../campaign.js'
import { Corpus, type KeptStory } from '../corpus/index.js'
import { sentError } from '../pool/sent-error.js'
import { packedCampaign } from './packed-campaign.js'
import type { FromThread, SliceWork, ThreadTask } from './protocol.js'
import { readStories, sentResult } from './result.js'

/** Milliseconds between two progress reports. */
const PAUSE = 500

const { packed, stop, coverage } = workerData as ThreadTask
const vms = coverage ? new Vms(COUNTS_LINES) : undefined
const flag = new Int32Array(stop)

const post = (message: FromThread): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  parentPort?.postMessage(message)
}

/** Runs one slice, with a corpus of its own, so that it does not depend on earlier slices. */
async function runSlice({ seed, stories, corpus: held, known }: SliceWork): Promise<void> {
  const corpus = Corpus.holding(readStories(held, 'the queue'))
  const before = new Set<KeptStory>(corpus.stories)
  let last = performance.now()
  const onProgress = (progress: Progress): void => {
    const now = performance.now()
    if (now - last < PAUSE) return
    last = now
    post({ type: 'progress', stories: progress.sequences, actions: progress.actions })
  }
  const report = await runCampaign(
    { ...packedCampaign(packed), ...(vms && { vms }) },
    {
      seed,
      budget: { sequences: stories },
      corpus,
      known,
      clock: () => performance.now(),
      stop: () => Atomics.load(flag, 0) !== 0,
      onProgress,
    },
  )
  const kept = corpus.stories.filter((story) => !before.has(story))
  const codes = vms === undefined ? [] : countedCodes(vms, { reset: true })
  post({ type: 'done', result: sentResult(report, stories, kept, codes) })
}

parentPort?.on('message', (work: SliceWork) => {
  runSlice(work).catch((error: unknown) => post({ type: 'error', error: sentError(error) }))
})
