import { readFileSync } from 'node:fs'
import { atCallersLine, UsageError } from '../../base/index.js'
import { Vms } from '../../app/index.js'
import { COUNTS_LINES } from '../../coverage/index.js'
import { isModule, readCampaign, readingOf } from '../campaign-file.js'
import { isForked } from '../forked/forks.js'
import { foundPrefix } from '../findings/finding.js'
import type { PoolOptions, PoolProgress, PoolReport } from '../pool/pool.js'
import { startCampaign } from '../setup.js'
import { connect, type QueuePlace } from './connect.js'
import { Lead } from './lead.js'
import { hashOf, manifestOf } from './packed.js'
import { PackingReach } from './packed-campaign.js'
import { runName } from './slice.js'

/** Options of a campaign on several machines. */
export interface QueueOptions extends Omit<PoolOptions, 'workers' | 'onProgress'> {
  readonly queue: QueuePlace
  /** Name of the run in the queue; from the campaign's title and hash when left out. */
  readonly name?: string | undefined
  /** Action sequences per slice. */
  readonly slice?: number | undefined
  /** Slices per round. All slices of a round start from the same corpus. Two rounds are in the queue at a time. */
  readonly round?: number | undefined
  /** Called several times a second. */
  readonly onProgress?: (progress: QueueProgress) => void
}

/** The progress of all workers together. */
export interface QueueProgress extends PoolProgress {
  /** The name of the run in the queue. */
  readonly run: string
}

/** The result of all workers together. */
export interface QueueReport extends PoolReport {
  readonly run: string
  /** Whether the run is still in the queue, and can be resumed. */
  readonly kept: boolean
}

/**
 * Runs a campaign on the workers of a queue. It is divided into slices of so many action sequences, each with its own seed. The slices of a round start from
 * the same corpus, and are merged in order. So the findings depend only on the campaign, the seed and the two sizes, not on the number of workers or
 * on when they come and go.
 *
 * @throws FixtureError for an invalid campaign; UsageError for one that is code, if a run of that name exists already, or if there is none to resume;
 * QueueError if the server cannot be used; CampaignError if no slice runs
 */
export const runQueue = atCallersLine(lead)

async function lead(options: QueueOptions): Promise<QueueReport> {
  const began = performance.now()
  const { file, queue, trust } = options
  if (isModule(file))
    throw new UsageError(`${file} is a module, and a queue takes only campaigns that are data`, {
      details: ['right: a campaign in YAML or JSON'],
    })
  const config = await readCampaign(file, readingOf(options))
  if (isForked(config))
    throw new UsageError(`${file} starts with the state of a live chain, which workers of a queue do not have`, {
      details: ['right: run it on this machine, without --queue'],
    })
  const vms = options.coverage === undefined ? undefined : new Vms(COUNTS_LINES)
  const reach = new PackingReach(file, trust === true)
  const start = await startCampaign({ ...config, reach, ...(vms && { vms }) })
  try {
    const packed = reach.packed(readFileSync(file, 'utf8'))
    const campaign = hashOf(JSON.stringify(manifestOf(packed)))
    const name = options.name ?? `${foundPrefix(config) || 'campaign'}-${campaign.slice(0, 8)}`
    if (!runName.safeParse(name).success)
      throw new UsageError(`invalid name of a run: "${name}"`, {
        details: ['right: lowercase letters, digits and "-"'],
      })
    const prefix = queue.prefix ?? 'sudobox'
    const connection = await connect(queue, `${prefix}-lead-${name}`)
    try {
      return await new Lead(options, connection, start, packed, { campaign, name, corpus: config.corpus, began }).run()
    } finally {
      connection.close()
    }
  } finally {
    await start.sandbox.close()
  }
}
