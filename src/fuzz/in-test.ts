import { lstatSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { atCallersLine, strict, SudoboxError } from '../base/index.js'
import { readFixture } from '../replay/internal.js'
import { replayFinding } from './again.js'
import { sequencesIn, type Budget } from './budget.js'
import { runCampaign, type CampaignReport } from './campaign.js'
import { readCampaign, readingOf, type ReadCampaignOptions } from './campaign-file.js'
import { defineCampaign, type CampaignConfig, type CampaignConfigInput } from './config.js'
import { Corpus } from './corpus/index.js'
import { findingOf, foundPrefix, writeFinding, type Finding } from './findings/finding.js'
import { pinned, readForks } from './forked/forks.js'
import { startCampaign } from './setup.js'

/** The default budget of a campaign in a test, in seconds. */
const SECONDS = 10

/** Options of a campaign inside a test. */
export interface CampaignInTest extends Budget, ReadCampaignOptions {
  /** Seed of the random choices: with the same corpus, equal seeds give equal action sequences; 1 when left out. */
  readonly seed?: number
  /** Whether earlier findings are replayed first; true when left out. */
  readonly again?: boolean
  /** Milliseconds, for `seconds`. */
  readonly clock?: () => number
}

/** A campaign found a violation, or an earlier finding is not fixed. Prints each finding step by step, with the balances. */
export class CampaignFailure extends SudoboxError {
  readonly code = 'CAMPAIGN_FAILED'
  readonly findings: readonly Finding[]

  constructor(title: string, findings: readonly Finding[]) {
    super(`${title}: ${findings.map(({ invariant, text }) => `${invariant}, ${text}`).join('; ')}`, {
      details: findings.flatMap(findingLines),
    })
    this.findings = findings
  }
}

/** A finding as text. */
const findingLines = ({ invariant, text, lines, seed, file }: Finding): readonly string[] => [
  `${invariant}: ${text}`,
  ...lines.map((line) => `  ${line}`),
  `seed: ${seed}`,
  `fixture: ${file}`,
]

/**
 * Runs a campaign inside a test. Earlier findings are replayed first: if one still violates its invariant, the test fails with it. New findings
 * are shrunk, written to the campaign's folder `found`, and fail the test.
 *
 * @param config a campaign, or the file of one
 * @returns the report, warnings included @throws CampaignFailure with all findings; FixtureError for a file that is not a campaign
 * @example
 * test('the vault', async () => {
 *   await campaign('fixtures/campaigns/vault.json', { seconds: 20 })
 * })
 */
export const campaign = atCallersLine(strict('campaign', campaignInTest))

async function campaignInTest(
  config: string | CampaignConfig | CampaignConfigInput,
  options: CampaignInTest = {},
): Promise<CampaignReport> {
  const given = await checkedCampaign(config, options)
  const forks = await readForks(given)
  try {
    return await runInTest(pinned(given, forks.pins), options)
  } finally {
    forks.end()
  }
}

async function runInTest(checked: CampaignConfig, options: CampaignInTest): Promise<CampaignReport> {
  const { seed = 1, again = true, clock = () => performance.now(), seconds, findings } = options
  const sequences = sequencesIn(options)
  const known = again ? await stillThere(checked) : []
  if (known.length > 0) throw new CampaignFailure(checked.title, known)
  const report = await runCampaign(checked, {
    seed,
    clock,
    corpus: Corpus.open(checked.corpus),
    budget: {
      ...(sequences !== undefined && { sequences }),
      ...(findings !== undefined && { findings }),
      ...(seconds !== undefined ? { seconds } : sequences === undefined ? { seconds: SECONDS } : {}),
    },
  })
  const found = report.findings.filter(({ level }) => level === 'error')
  found.forEach(writeFinding)
  if (found.length > 0) throw new CampaignFailure(checked.title, found)
  return report
}

async function checkedCampaign(
  given: string | CampaignConfig | CampaignConfigInput,
  options: ReadCampaignOptions,
): Promise<CampaignConfig> {
  if (typeof given === 'string') return readCampaign(given, readingOf(options))
  const config = 'file' in given ? given : defineCampaign(given)
  const { found = config.found, corpus = config.corpus, trust = config.trusted } = options
  return { ...config, found, corpus, trusted: trust }
}

/** The campaign's earlier findings that still violate their invariant. @throws FixtureError for a fixture that cannot be read */
async function stillThere(config: CampaignConfig): Promise<readonly Finding[]> {
  const found: Finding[] = []
  for (const file of foundFiles(config)) {
    const fixture = readFixture(file)
    const { campaign: record } = fixture
    // A finding that is expected to stay broken does not fail the test.
    if (record === undefined || record.title !== config.title || record.expect === 'broken') continue
    const start = await startCampaign(config, false)
    try {
      const replayed = await replayFinding(start, fixture, file)
      if (replayed !== undefined)
        found.push(
          await findingOf(
            start,
            replayed.verdict,
            replayed.steps.map(({ action }) => action),
            record.seed,
            file,
          ),
        )
    } finally {
      await start.sandbox.close()
    }
  }
  return found
}

function foundFiles(config: CampaignConfig): readonly string[] {
  const folder = resolve(config.found)
  try {
    return (
      readdirSync(folder)
        .filter((name) => name.startsWith(`${foundPrefix(config)}-`) && name.endsWith('.json'))
        // Findings are regular files. Links are skipped, and so are pipes, which would block.
        .filter((name) => lstatSync(join(folder, name)).isFile())
        .sort()
        .map((name) => join(folder, name))
    )
  } catch (error) {
    // There are no findings yet.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
