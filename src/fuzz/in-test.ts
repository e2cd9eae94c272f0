import { lstatSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { atCallersLine } from '../base/callers-line.js'
import { SudoboxError } from '../base/errors.js'
import { readFixture } from '../replay/index.js'
import { tellAgain } from './again.js'
import { runCampaign, type Budget, type CampaignReport } from './campaign.js'
import { readCampaign, type ReadCampaignOptions } from './campaign-file.js'
import { defineCampaign, type CampaignConfig, type CampaignConfigInput } from './config.js'
import { Corpus } from './corpus/index.js'
import { findingOf, foundPrefix, writeFinding, type Finding } from './finding.js'
import { startCampaign } from './setup.js'

/** Seconds of a campaign in a test that is given no budget. */
const SECONDS = 10

/** When a campaign inside a test ends, and what it begins with. */
export interface CampaignInTest extends Budget, ReadCampaignOptions {
  /** The same seed, and the same corpus, tell the same stories; 1 when left out. */
  readonly seed?: number
  /** Whether what was found before is told again first; it is when left out. */
  readonly again?: boolean
  /** Milliseconds, for the budget's seconds. */
  readonly clock?: () => number
}

/** A campaign found something, or what it once found is still there. Prints each finding: what is wrong, the story step by step, the books. */
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

/** A finding for a person to read. */
const findingLines = ({ invariant, text, lines, seed, file }: Finding): readonly string[] => [
  `${invariant}: ${text}`,
  ...lines.map((line) => `  ${line}`),
  `seed: ${seed}`,
  `fixture: ${file}`,
]

/**
 * Runs a campaign inside a test. Stories that it found before are told again first: as long as one still breaks its invariant, the test fails
 * with it. What is found new is shrunk, written to the campaign's folder `found`, and fails the test.
 *
 * @param config a campaign, or the file of one
 * @returns what was done, warnings included @throws CampaignFailure with all that was found; FixtureError for a file that is no campaign
 * @example
 * test('the vault', async () => {
 *   await campaign('fixtures/campaigns/vault.json', { seconds: 20 })
 * })
 */
export const campaign = atCallersLine(campaignInTest)

async function campaignInTest(
  config: string | CampaignConfig | CampaignConfigInput,
  options: CampaignInTest = {},
): Promise<CampaignReport> {
  const { seed = 1, again = true, clock = () => performance.now(), stories, seconds, findings } = options
  const checked = await checkedCampaign(config, options)
  const known = again ? await stillThere(checked) : []
  if (known.length > 0) throw new CampaignFailure(checked.title, known)
  const report = await runCampaign(checked, {
    seed,
    clock,
    corpus: Corpus.open(checked.corpus),
    budget: {
      ...(stories !== undefined && { stories }),
      ...(findings !== undefined && { findings }),
      ...(seconds !== undefined ? { seconds } : stories === undefined ? { seconds: SECONDS } : {}),
    },
  })
  const found = report.findings.filter(({ warning }) => !warning)
  found.forEach(writeFinding)
  if (found.length > 0) throw new CampaignFailure(checked.title, found)
  return report
}

async function checkedCampaign(
  given: string | CampaignConfig | CampaignConfigInput,
  options: ReadCampaignOptions,
): Promise<CampaignConfig> {
  if (typeof given === 'string') return readCampaign(given, options)
  const config = 'file' in given ? given : defineCampaign(given)
  const { found = config.found, corpus = config.corpus, trust = config.trusted } = options
  return { ...config, found, corpus, trusted: trust }
}

/** What the campaign once found and what still breaks its invariant. @throws FixtureError for a fixture that cannot be read */
async function stillThere(config: CampaignConfig): Promise<readonly Finding[]> {
  const found: Finding[] = []
  for (const file of foundFiles(config)) {
    const fixture = readFixture(file)
    const { campaign: record } = fixture
    // What is expected to be broken is known, and no news.
    if (record === undefined || record.title !== config.title || record.expect === 'broken') continue
    const start = await startCampaign(config, false)
    try {
      const told = await tellAgain(start, fixture, file)
      if (told !== undefined)
        found.push(
          await findingOf(
            start,
            told.verdict,
            told.steps.map(({ action }) => action),
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
        // Findings are written as plain files; a link, or a pipe that is waited for, is somebody else's.
        .filter((name) => lstatSync(join(folder, name)).isFile())
        .sort()
        .map((name) => join(folder, name))
    )
  } catch (error) {
    // Nothing was found yet.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
