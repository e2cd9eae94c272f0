import { readFileSync } from 'node:fs'
import { atCallersLine } from '../../base/callers-line.js'
import { UsageError } from '../../base/errors.js'
import { isModule, readCampaign } from '../campaign-file.js'
import { foundPrefix } from '../finding.js'
import type { PoolOptions, PoolProgress, PoolReport } from '../pool/pool.js'
import { startCampaign } from '../setup.js'
import { connect, type QueuePlace } from './connect.js'
import { Lead } from './lead.js'
import { hashOf, manifestOf } from './packed.js'
import { PackingReach } from './packed-campaign.js'
import { runName } from './slice.js'

/** What a campaign on several machines is told. */
export interface QueueOptions extends Omit<PoolOptions, 'workers' | 'onProgress'> {
  readonly queue: QueuePlace
  /** Of the run in the queue; made from the campaign when left out. */
  readonly name?: string | undefined
  /** Stories of a slice. */
  readonly slice?: number | undefined
  /** Slices of a round: they start from one state of the corpus. Two rounds are in the queue at a time. */
  readonly round?: number | undefined
  /** Several times a second. */
  readonly onProgress?: (progress: QueueProgress) => void
}

/** How far all workers of a queue have come. */
export interface QueueProgress extends PoolProgress {
  /** Its name in the queue. */
  readonly run: string
}

/** What all workers of a queue came to. */
export interface QueueReport extends PoolReport {
  readonly run: string
  /** Whether the queue still holds it, to go on with. */
  readonly kept: boolean
}

/**
 * Runs a campaign on the workers of a queue. It is cut into slices of so many stories, with a seed each; the slices of a round start from one
 * state of the corpus, and are merged in their order when all before them are there. So what is found depends on the campaign, the seed and the sizes
 * alone, not on the number of workers, nor on when they come and go.
 *
 * @throws FixtureError for an invalid campaign; UsageError for one that is code, and when there is another run in the way, or none to resume;
 * QueueError when the server cannot be used; CampaignError when no slice can run
 */
export const runQueue = atCallersLine(lead)

async function lead(options: QueueOptions): Promise<QueueReport> {
  const began = performance.now()
  const { file, queue, trust } = options
  if (isModule(file))
    throw new UsageError(`${file} is code, and a queue takes campaigns that are data`, {
      details: ['right: a campaign in YAML or JSON'],
    })
  const config = await readCampaign(file, options)
  const reach = new PackingReach(file, trust === true)
  const start = await startCampaign({ ...config, reach })
  try {
    const packed = reach.packed(readFileSync(file, 'utf8'))
    const campaign = hashOf(JSON.stringify(manifestOf(packed)))
    const name = options.name ?? `${foundPrefix(config) || 'campaign'}-${campaign.slice(0, 8)}`
    if (!runName.safeParse(name).success)
      throw new UsageError(`"${name}" is no name of a run`, { details: ['right: small letters, digits and "-"'] })
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
