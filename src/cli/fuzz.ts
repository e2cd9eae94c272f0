import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import {
  runPool,
  SEARCH_PARTS,
  secondsLeft,
  sequencesIn,
  TimeLimit,
  warningOfCode,
  WORLD_NAMES,
  type PoolOptions,
  type PoolReport,
  type QueueReport,
  type SearchPart,
  type WorldName,
} from '../fuzz/internal.js'
import { prepareCampaign } from '../scaffold/index.js'
import { preparedJson, preparedLines } from './output/prepared-output.js'
import { definedMembers, isElsewhere, UsageError, writeAtomically } from '../base/index.js'
import { countsCoverage, reportCoverage, withCoverage, type CoverageFlags } from './coverage.js'
import { CampaignScreen } from './output/campaign-screen.js'
import { findingLines, jsonReport, wholeNumber } from './output/fuzz-output.js'
import { forkText } from './output/progress.js'
import { withSequencesOption, type SequencesFlags } from './options/sequences-option.js'
import { stopsBySignals, watchedForSignals } from './signals.js'
import { colorOf, terminal, type Terminal } from './output/terminal.js'
import { withTrust, type TrustFlags } from './trust.js'
import { withVmReleaseOption, type VmReleaseFlags } from './options/vm-option.js'
import { printText } from './output/plain-text.js'

interface FuzzFlags extends TrustFlags, CoverageFlags, VmReleaseFlags, SequencesFlags {
  readonly seconds?: number
  readonly findings?: number
  readonly stop?: 'first'
  readonly seed?: number
  readonly workers?: number
  readonly corpus?: string
  readonly found?: string
  readonly resume?: boolean
  readonly json?: boolean
  readonly quiet?: boolean
  readonly campaign?: string
  readonly migrateTo?: string
  readonly worlds?: readonly WorldName[]
  readonly dryRun?: boolean
  readonly search?: readonly SearchPart[]
  readonly queue?: string
  readonly name?: string
  readonly prefix?: string
  readonly slice?: number
  readonly round?: number
  readonly junit?: string
  readonly sarif?: string
  readonly html?: string
}

/** The share of `--seconds` that may be spent trying messages for a campaign written for .wasm files. */
const PREPARING = 0.5

const isContract = (path: string): boolean => path.endsWith('.wasm')

/** The given campaign, or a new one for the given contracts. */
async function campaignFile(
  given: readonly string[],
  { campaign, dryRun, json, vm, migrateTo, seconds = Infinity }: FuzzFlags,
  out: Terminal,
): Promise<{ readonly file: string; readonly trusted: boolean; readonly isOver: boolean }> {
  const [file, ...others] = given
  if (!given.every(isContract)) {
    const [problem] = [
      others.length > 0 &&
        'only one campaign can run at a time: give one campaign file, or the .wasm files of contracts',
      campaign !== undefined && '--campaign is only for .wasm files: it names the campaign file to write',
      dryRun === true && '--dry-run is only for .wasm files: it writes a campaign for them and does not run it',
    ].filter((text) => text !== false)
    if (problem !== undefined) throw new UsageError(problem)
    return { file: file!, trusted: false, isOver: false }
  }
  const share = dryRun === true ? 1 : PREPARING
  const limit = new TimeLimit()
  const isInterrupted = watchedForSignals()
  limit.begin(() => performance.now(), share * seconds * 1000, isInterrupted)
  const prepared = await prepareCampaign({
    wasms: given,
    out: campaign,
    vm,
    migrateTo,
    limit,
    onStep: (text) => {
      if (json !== true) console.log(text)
    },
  })
  if (json !== true) for (const line of preparedLines(prepared, out)) console.log(line)
  else if (dryRun === true) printText(JSON.stringify(preparedJson(prepared), undefined, 2))
  if (isInterrupted()) {
    console.error(
      `interrupted: the campaign was written with the messages that had worked by then. To run it: sudobox fuzz ${prepared.file}${given.some(isElsewhere) ? ' --trust' : ''}`,
    )
    return { file: prepared.file, trusted: true, isOver: true }
  }
  if (prepared.cut)
    console.error(
      `warning not every message was tried: after ${share * seconds} s, ${share === 1 ? '--seconds' : 'half of --seconds'}, the campaign was written with the messages that had worked by then. To try all messages, use --dry-run without --seconds`,
    )
  // The campaign names files that were given on the command line.
  return { file: prepared.file, trusted: true, isOver: dryRun === true }
}

async function run(given: readonly string[], flags: FuzzFlags, color: boolean | undefined): Promise<void> {
  const out = terminal(color)
  const html =
    flags.html === undefined ? undefined : new (await import('./output/html-report.js')).HtmlCampaign(flags.html)
  const { file, trusted, isOver } = await campaignFile(given, flags, out)
  if (isOver) return
  /** For commands that run it again: a written campaign is trusted for the contracts outside that were given. */
  const needsTrust = flags.trust === true || (trusted && given.some(isElsewhere))
  const trust = flags.trust === true || trusted
  const screen = new CampaignScreen(out, flags)
  const budget = budgetOf(flags, file)
  const parts = countsCoverage(flags) ? mkdtempSync(join(tmpdir(), 'sudobox-coverage-')) : undefined
  const warning = warningOfCode(file)
  if (warning !== undefined) console.error(warning)
  const stops = stopsBySignals(() => screen.stopping())
  const report = await search(flags, {
    file,
    seed: flags.seed ?? randomInt(2 ** 32),
    budget,
    corpus: flags.corpus,
    found: flags.found,
    trust,
    vm: flags.vm,
    migrateTo: given.every(isContract) ? undefined : flags.migrateTo,
    worlds: flags.worlds,
    ...(parts !== undefined && { coverage: parts }),
    resume: flags.resume ?? false,
    signal: stops.signal,
    abandon: stops.abandon,
    onProgress: (progress) => {
      screen.warn(progress.warnings)
      html?.note(progress)
      screen.progress(progress)
    },
    onFork: (progress) => screen.show(() => forkText(progress)),
    // Notes come last, in the summary.
    onFinding: (finding) => finding.level !== 'note' && screen.print(findingLines(finding, out, needsTrust)),
  }).finally(() => {
    stops.end()
    screen.clear()
  })
  await writeReports(report, file, needsTrust, flags)
  if (parts !== undefined) {
    const { readParts } = await import('../coverage/index.js')
    await reportCoverage(readParts(parts), flags, flags.json ? undefined : (lines) => screen.print(lines))
    rmSync(parts, { recursive: true })
  }
  const page = await html?.write(report, { file, trust, needsTrust })
  if (flags.json) printText(JSON.stringify(jsonReport(report), undefined, 2))
  screen.summary(report, page)
  if (report.findings.some(({ level }) => level === 'error')) process.exitCode = 1
}

/** The start of the process counts, and the preparation of a campaign from .wasm files. */
function budgetOf(flags: FuzzFlags, file: string): PoolOptions['budget'] {
  const { findings = flags.stop === 'first' ? 1 : undefined } = flags
  const seconds = secondsLeft(flags.seconds, performance.now() / 1000, file)
  return definedMembers({ seconds, sequences: sequencesIn(flags), findings })
}

/** Writes the reports for CI systems. */
async function writeReports(
  report: PoolReport,
  file: string,
  trust: boolean,
  { junit, sarif }: FuzzFlags,
): Promise<void> {
  if (junit !== undefined) writeAtomically(junit, (await import('./output/junit.js')).junitReport(report, trust))
  if (sarif !== undefined) writeAtomically(sarif, (await import('./output/sarif.js')).sarifReport(report, file))
}

/** Runs the campaign on this machine, or on the workers of a queue. */
async function search(
  { queue: url, workers, search: parts, prefix, name, slice, round }: FuzzFlags,
  options: PoolOptions,
): Promise<PoolReport | QueueReport> {
  if (url === undefined) {
    const [alone] = Object.entries({ prefix, name, slice, round }).filter(([, value]) => value !== undefined)
    if (alone !== undefined) throw new UsageError(`--${alone[0]} is only for runs in a queue: it needs --queue URL`)
    return runPool({ ...options, search: parts, ...(workers !== undefined && { workers }) })
  }
  if (options.migrateTo !== undefined)
    throw new UsageError('--migrate-to cannot be used with --queue: workers run the campaign as it is in the file', {
      details: ['right: name the file in the campaign: contracts: [{ …, migrateTo: FILE }]'],
    })
  if (Object.keys(options.vm ?? {}).length > 0)
    throw new UsageError('--vm cannot be used with --queue: workers run the campaign as it is in the file', {
      details: ['right: name the release in the campaign: sandbox: { chains: { neutron: { vm: 3.0.8 } } }'],
    })
  if (options.worlds !== undefined)
    throw new UsageError('--worlds cannot be used with --queue: workers run the campaign as it is in the file', {
      details: ['right: name the worlds in the campaign: worlds: [plain, decimals]'],
    })
  if (parts !== undefined) throw new UsageError('--search cannot be used with --queue')
  if (workers !== undefined)
    throw new UsageError('--workers cannot be used with --queue: the workers of a queue are started separately', {
      details: ['right: sudobox worker URL --workers N'],
    })
  const { runQueue } = await import('../fuzz/cluster/run-queue.js')
  const onConnection = (text: string): void => console.error(text)
  return runQueue({ ...options, queue: { url, prefix, onConnection }, name, slice, round })
}

/** Parses `--search`; `random` is no part at all. */
function searchParts(text: string): readonly SearchPart[] {
  if (text === 'random') return []
  const parts = text.split(',')
  const unknown = parts.find((part) => !SEARCH_PARTS.includes(part as SearchPart))
  if (unknown !== undefined)
    throw new InvalidArgumentError(
      `"${unknown}" is not a part of the search; right: random, or a list of ${SEARCH_PARTS.join(',')}`,
    )
  return parts as SearchPart[]
}

/** Parses `--worlds`. */
function worldNames(text: string): readonly WorldName[] {
  const names = text.split(',')
  const unknown = names.find((name) => !WORLD_NAMES.includes(name as WorldName))
  if (unknown !== undefined)
    throw new InvalidArgumentError(`"${unknown}" is not a world; right: a list of ${WORLD_NAMES.join(',')}`)
  return [...new Set(names)] as WorldName[]
}

/** `sudobox fuzz CONFIG`, `sudobox fuzz CONTRACT.wasm…` */
export function fuzzCommand(): Command {
  const command = withVmReleaseOption(withCoverage(withTrust(new Command('fuzz'))))
  return withSequencesOption(command, 'stop after this many action sequences')
    .argument(
      '<file...>',
      'the campaign: a YAML or JSON file (fixtures/campaign.schema.json) or a module; or .wasm files, to write a campaign for them',
    )
    .option(
      '--seconds <n>',
      'stop after this many seconds, including start, preparation, setup and shrinking',
      wholeNumber(1, 1e9),
    )
    .option('--findings <n>', 'stop after this many distinct findings', wholeNumber(1))
    .addOption(new Option('--stop <when>', 'first: stop at the first finding, like --findings 1').choices(['first']))
    .option('--seed <n>', 'seed of the random source (default: a new one for each run)', wholeNumber(0))
    .option('--workers <n>', 'number of parallel workers (default: one per core)', wholeNumber(1, 256))
    .option(
      '--corpus <folder>',
      'folder of the corpus: start with its action sequences, and add new ones that increase coverage',
    )
    .option('--found <folder>', 'folder to which findings are written, as fixtures (default: fixtures/found)')
    .option('--resume', 'resume the campaign that was saved in the corpus')
    .option('--campaign <file>', 'for .wasm files: path of the campaign to write (default: campaigns/NAME.yaml)')
    .option(
      '--migrate-to <file>',
      'a second release of the first contract, to which its admin migrates it during action sequences',
    )
    .addOption(
      new Option(
        '--worlds <names>',
        `worlds in which action sequences begin: a list of ${WORLD_NAMES.join(', ')} (default: those of the campaign, or else all)`,
      ).argParser(worldNames),
    )
    .option('--dry-run', 'for .wasm files: write the campaign and report which messages work, without running it')
    .option('--queue <url>', 'run the campaign on the workers of a queue (started with `sudobox worker`): redis://HOST')
    .option('--name <name>', 'with --queue: name of the run (default: from the title and the files)')
    .option('--prefix <text>', 'with --queue: prefix of all keys in Redis (default: sudobox)')
    .option('--slice <n>', 'with --queue: action sequences per slice (default: 100)', wholeNumber(1, 1e6))
    .option(
      '--round <n>',
      'with --queue: number of slices that start from the same corpus (default: 8)',
      wholeNumber(1, 10_000),
    )
    .option('--junit <file>', 'write the result as JUnit XML')
    .option('--html <file>', 'write a report: one HTML file that works offline')
    .option('--sarif <file>', 'write the findings as SARIF 2.1.0')
    .addOption(
      new Option(
        '--search <parts>',
        `parts of the search to use: random (none of them), or a list of ${SEARCH_PARTS.join(', ')} (default: all)`,
      ).argParser(searchParts),
    )
    .option('--json', 'print one JSON document instead of text')
    .option('--quiet', 'do not print progress')
    .addHelpText(
      'after',
      [
        '',
        'Without --seconds, --sequences and --findings it runs until a minute has passed without a new finding after the first one,',
        'or until Ctrl-C, which keeps all findings; pressed again, it does not wait for the running action sequences.',
        'All violations of one invariant in one place count as one finding, which includes the exception to add to the campaign if the violation is intended.',
        'For .wasm files it infers the messages, finds out how to instantiate the contracts, in which order and with which channels, tries every',
        'message, writes a campaign with the messages that work, and runs it.',
        'With one worker, the same seed and corpus give the same campaign; with --queue, with any number of workers. See docs/cluster.md.',
        '',
        'Exit code: 0 nothing found, 1 violation found, 2 the campaign cannot run.',
      ].join('\n'),
    )
    .action(async (files: string[], flags: FuzzFlags, command: Command) => {
      await run(files, flags, colorOf(command))
    })
}
