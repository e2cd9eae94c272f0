import { randomInt } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Command } from 'commander'
import { bigintsAsText, isElsewhere, UsageError, writeAtomically } from '../../base/index.js'
import {
  compareBuilds,
  differenceFixtures,
  readCampaign,
  secondsLeft,
  TimeLimit,
  type CampaignConfig,
  type Comparison,
} from '../../fuzz/internal.js'
import { prepareCampaign } from '../../scaffold/index.js'
import { checksumOf } from '../../vm/internal.js'
import { comparisonJson, compareText, differenceLines, type ShownDifference } from './diff-output.js'
import { wholeNumber } from '../output/fuzz-output.js'
import { printText } from '../output/plain-text.js'
import { ProgressLine } from '../output/progress.js'
import { colorOf, terminal, type Terminal } from '../output/terminal.js'
import { withVmReleaseOption, type VmReleaseFlags } from '../options/vm-option.js'
import { withSequencesOption, type SequencesFlags } from '../options/sequences-option.js'
import { watchedForSignals } from '../signals.js'
import { withTrust, type TrustFlags } from '../trust.js'

interface DiffFlags extends TrustFlags, VmReleaseFlags, SequencesFlags {
  readonly seconds: number
  readonly differences?: number
  readonly seed?: number
  readonly campaign?: string
  readonly found: string
  readonly json?: boolean
  readonly quiet?: boolean
}

/** The share of `--seconds` that may be spent on preparing a campaign. */
const PREPARING = 0.4

interface Build {
  readonly path: string
  readonly wasm: Uint8Array
  readonly checksum: string
}

function buildOf(path: string): Build {
  if (!existsSync(path)) throw new UsageError(`${path} does not exist`)
  const wasm = readFileSync(path)
  return { path, wasm, checksum: checksumOf(wasm) }
}

/** The given campaign, or one that is prepared for the contract. */
async function campaignFor(
  contracts: readonly string[],
  { campaign, trust, vm, seconds, json }: DiffFlags,
  scratch: string,
  isInterrupted: () => boolean,
): Promise<CampaignConfig> {
  if (campaign !== undefined && existsSync(campaign)) return readCampaign(campaign, { trust, vm })
  const limit = new TimeLimit()
  limit.begin(() => performance.now(), PREPARING * seconds * 1000, isInterrupted)
  const { file } = await prepareCampaign({
    wasms: contracts,
    out: campaign ?? join(scratch, 'campaign.yaml'),
    vm,
    limit,
    onStep: (text) => {
      if (json !== true && !text.includes(scratch)) console.log(text)
    },
  })
  // The campaign names files that were given on the command line.
  return readCampaign(file, { trust: true })
}

async function run(old: Build, now: Build, others: readonly string[], flags: DiffFlags, out: Terminal): Promise<void> {
  if (old.checksum === now.checksum) {
    if (flags.json) printText(JSON.stringify({ same: true, differences: [] }, undefined, 2))
    else console.log('both files are the same, byte for byte')
    return
  }
  const isInterrupted = watchedForSignals()
  const scratch = mkdtempSync(join(tmpdir(), 'sudobox-diff-'))
  const line = new ProgressLine(out)
  const seed = flags.seed ?? randomInt(2 ** 32)
  try {
    const config = await campaignFor([old.path, ...others], flags, scratch, isInterrupted)
    const comparison = await compareBuilds(config, old.checksum, [{ patches: [], build: now.wasm }], {
      seed,
      budget: {
        seconds: secondsLeft(flags.seconds, performance.now() / 1000, flags.campaign ?? old.path)!,
        ...((flags.sequences ?? flags.stories) !== undefined && { sequences: flags.sequences ?? flags.stories }),
      },
      differences: flags.differences,
      clock: () => performance.now(),
      stop: isInterrupted,
      onProgress: (progress) => {
        if (flags.quiet !== true) line.show(() => compareText(progress))
      },
    }).finally(() => line.clear())
    if (comparison === undefined)
      throw new UsageError(`the campaign does not store ${old.path}`, {
        details: ['right: a campaign whose set-up stores OLD.wasm, or none, to have one prepared'],
      })
    await report(comparison, { old, now }, seed, flags, out)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function report(
  comparison: Comparison,
  builds: { readonly old: Build; readonly now: Build },
  seed: number,
  flags: DiffFlags,
  out: Terminal,
): Promise<void> {
  const shown: ShownDifference[] = []
  const trust = flags.trust === true || [builds.old.path, builds.now.path].some(isElsewhere)
  for (const one of comparison.found) {
    const fixtures = await differenceFixtures(comparison.config, comparison.setup, one, builds, resolve(flags.found))
    for (const { file, fixture } of [fixtures.old, fixtures.now])
      writeAtomically(file, `${JSON.stringify(fixture, bigintsAsText, 2)}\n`)
    const different = { ...one, files: { old: fixtures.old.file, new: fixtures.now.file } }
    shown.push(different)
    if (flags.json !== true) for (const text of differenceLines(different, out, trust)) console.log(text)
  }
  if (flags.json) printText(JSON.stringify(comparisonJson(comparison, seed, shown), undefined, 2))
  else {
    if (shown.length > 0) console.log()
    console.log(`${compareText(comparison)} · seed ${seed}`)
  }
  if (shown.length > 0) process.exitCode = 1
}

/** `sudobox diff OLD.wasm NEW.wasm` */
export const diffCommand = (): Command =>
  withSequencesOption(withVmReleaseOption(withTrust(new Command('diff'))), 'stop after this many action sequences')
    .argument('<old>', 'the .wasm file of the build that the action sequences run on')
    .argument('<new>', 'the .wasm file of the build that it is compared with')
    .argument('[others...]', 'the .wasm files of further contracts, which the contract needs')
    .option(
      '--seconds <n>',
      'stop after this many seconds, including start, preparation, setup and shrinking',
      wholeNumber(1, 1e9),
      60,
    )
    .option('--differences <n>', 'stop the search after this many differences (default: 20)', wholeNumber(1, 20))
    .option('--seed <n>', 'seed of the random source (default: a new one for each run)', wholeNumber(0))
    .option(
      '--campaign <file>',
      'the campaign whose set-up, messages and actors are used; written if it does not exist (default: one is prepared from the files)',
    )
    .option('--found <folder>', 'folder to which differences are written, as fixtures', 'fixtures/found')
    .option('--json', 'print the result as JSON')
    .option('--quiet', 'no line of progress')
    .addHelpText(
      'after',
      '\nExit code: 0 if no difference was found, 1 if there are any, 2 if the builds cannot be compared.',
    )
    .action(async (oldPath: string, newPath: string, others: readonly string[], flags: DiffFlags, self: Command) => {
      const [old, now] = [buildOf(oldPath), buildOf(newPath)]
      await run(old, now, others, flags, terminal(colorOf(self)))
    })
