import { Command, InvalidArgumentError } from 'commander'
import { UsageError } from '../base/index.js'
import type { ReplayWatch } from '../report/index.js'
import type { HtmlReplays } from './output/html-report.js'
import { isAsExpected, judgeFinding, type Judged } from '../fuzz/internal.js'
import {
  editsOf,
  readFixture,
  replayObserved,
  updateFixture,
  type Edit,
  type Fixture,
  type ReplayReport,
  type StepReport,
} from '../replay/internal.js'
import { countsCoverage, reportCoverage, withCoverage, type CoverageFlags } from './coverage.js'
import { gasProfileWriter, withGasProfile, type GasProfileFlags } from './gas-profile.js'
import { Vms } from '../app/index.js'
import type { Observation } from '../sandbox/internal.js'
import { isInteractive, pressedKey } from './keys.js'
import {
  differenceLines,
  failureOf,
  setupLine,
  stepLines,
  summaryLines,
  traceOf,
  verdictLines,
} from './output/replay-output.js'
import { stepper, type Keys } from './output/stepper.js'
import { colorOf, terminal, type Terminal } from './output/terminal.js'
import { withTrust, type TrustFlags } from './trust.js'
import { withFixtureVm, withVmReleaseOption, type VmReleaseFlags } from './options/vm-option.js'
import { printText } from './output/plain-text.js'

interface ReplayFlags extends TrustFlags, CoverageFlags, GasProfileFlags, VmReleaseFlags {
  readonly json?: boolean
  readonly quiet?: boolean
  readonly update?: boolean
  readonly step?: boolean
  readonly until?: number | string
  readonly trace?: boolean
  readonly setup?: boolean
  readonly campaign?: string
  readonly html?: string
}

interface Result {
  readonly report: ReplayReport
  readonly updated: boolean | undefined
  /** For a finding of a campaign. */
  readonly judged: (Judged & { readonly invariant: string; readonly isAsExpected: boolean }) | undefined
}

/** A finding fails as long as it is still there; otherwise each step has to be as expected. */
const isGood = ({ report, updated, judged }: Result): boolean => {
  if (judged === undefined) return report.passed || updated === true
  return judged.isAsExpected
}

const jsonReport = ({ report, updated, judged }: Result): object => ({
  file: report.file,
  title: report.title,
  passed: report.passed,
  planned: report.planned,
  ...(judged !== undefined && { finding: judged }),
  ...(updated !== undefined && { updated }),
  steps: report.steps.map(({ index, name, action, view, difference }) => ({
    index,
    name,
    action: action.action,
    outcome: view,
    ...(difference ? { difference } : {}),
  })),
})

/** @throws UsageError for flags that exclude each other */
function checkFlags({ json, step, update, until, vm }: ReplayFlags, files: readonly string[]): void {
  if (step && json) throw new UsageError('--step and --json exclude each other: --step is interactive, --json is not')
  if (step && !isInteractive())
    throw new UsageError('--step needs a terminal, because it waits for a key after each step', {
      details: ['without a terminal, use --until N for the first steps, or --trace for all'],
    })
  if (until !== undefined && files.length > 1)
    throw new UsageError(`--until needs a single fixture, not ${files.length}`)
  if (update && Object.keys(vm).length > 0)
    throw new UsageError(
      '--vm and --update exclude each other: the fixture would expect the outcomes of another release than its own',
      {
        details: ['right: name the release in the fixture: options: { chains: { neutron: { vm: 3.0.8 } } }'],
      },
    )
  if (until !== undefined && update)
    throw new UsageError('--until and --update exclude each other: an update needs the whole run')
}

/** Reads keys of the terminal, and clears the hint when one is pressed. */
function terminalKeys({ colors }: Terminal): Keys {
  let shown = 0
  return {
    hint: (text) => {
      shown = text.length
      process.stdout.write(colors.dim(text))
    },
    next: async () => {
      const key = await pressedKey()
      process.stdout.write(`\r${' '.repeat(shown)}\r`)
      return key
    },
    print: (lines) => {
      for (const line of lines) console.log(line)
    },
  }
}

async function replayOne(
  file: string,
  fixture: Fixture,
  flags: ReplayFlags,
  out: Terminal,
  html: HtmlReplays | undefined,
  observation: Observation,
): Promise<Result> {
  const print = (lines: readonly string[]): void => {
    if (!flags.json) for (const line of lines) console.log(line)
  }
  const edits: Edit[] = []
  const wait = flags.step ? stepper(out, terminalKeys(out)) : undefined
  const { campaign: found } = fixture
  const hidden: StepReport[] = []
  const setup = flags.setup === true || flags.step === true ? 0 : (found?.setup ?? 0)
  print([out.colors.bold(fixture.title), out.colors.dim(file), ''])
  const watch: ReplayWatch | undefined = await html?.watch(fixture, file, flags)
  const report = await replayObserved(
    fixture,
    file,
    {
      ...(flags.until !== undefined && { until: flags.until }),
      goOn: flags.update === true,
      ...(flags.trust !== undefined && { trust: flags.trust }),
      ...(watch !== undefined && { onStart: watch.onStart }),
      onStep: (step: StepReport) => {
        watch?.onStep(step)
        const isHidden = step.index < setup && step.difference === undefined
        if (isHidden) {
          hidden.push(step)
          if (!flags.quiet && hidden.length === setup) print([setupLine(hidden, out)])
          return undefined
        }
        if (!flags.quiet || step.difference) print(stepLines(step, out))
        if (flags.trace) print(traceOf(step, out))
        if (step.difference) print(differenceLines(step.difference, out))
        if (flags.trace || step.difference) print(failureOf(step, out))
        if (flags.update && step.difference) edits.push(...editsOf(fixture, step))
        return wait?.(step)
      },
    },
    observation,
  )
  const updated = flags.update ? updateFixture(file, edits) : undefined
  if (watch !== undefined) html?.add(watch, report)
  const shown = { ...report, steps: report.steps.filter((step) => !hidden.includes(step)) }
  print([
    ...summaryLines(shown, report.steps.length, out),
    ...(updated ? [out.colors.yellow(`${file} now expects the actual outcomes`)] : []),
  ])
  const judgedAs = async (invariant: string) => {
    const verdict =
      watch?.judged ?? (await judgeFinding(fixture, file, { campaign: flags.campaign, trust: flags.trust }))
    return { ...verdict, invariant, isAsExpected: isAsExpected(fixture, verdict) }
  }
  // Only a complete run can give a verdict.
  const judged = found === undefined || report.planned < report.total ? undefined : await judgedAs(found.invariant)
  print([...(judged === undefined ? [] : verdictLines(judged.invariant, judged, report.passed, out)), ''])
  return { report, updated, judged }
}

async function run(files: readonly string[], flags: ReplayFlags, color: boolean | undefined): Promise<void> {
  checkFlags(flags, files)
  const out = terminal(color)
  // All files are read before the first one runs: a typo in the last one shows at once.
  const fixtures = files.map((file) => ({ file, fixture: withFixtureVm(readFixture(file), flags.vm) }))
  const html =
    flags.html === undefined
      ? undefined
      : new (await import('./output/html-report.js')).HtmlReplays(flags.html, flags.trust === true)
  const coverage = countsCoverage(flags) ? await import('../coverage/index.js') : undefined
  const writeGasProfile = await gasProfileWriter(flags)
  const vms = new Vms({ ...coverage?.COUNTS_LINES, profile: writeGasProfile !== undefined })
  const observation = { vms, hostCalls: flags.step === true }
  const print = (lines: readonly string[]): void => {
    for (const line of lines) console.log(line)
  }
  const results: Result[] = []
  try {
    for (const { file, fixture } of fixtures)
      results.push(await replayOne(file, fixture, flags, out, html, observation))
  } finally {
    // Code that ran counts, whatever the outcome.
    if (coverage) await reportCoverage(coverage.countedCodes(vms), flags, flags.json ? undefined : print)
  }
  const written = html?.write()
  if (written !== undefined && !flags.json) console.log(`report: ${written}`)
  if (flags.json) printText(JSON.stringify(results.map(jsonReport), undefined, 2))
  const profiled = writeGasProfile?.(vms, fixtures.map(({ fixture }) => fixture.title).join(', '))
  if (profiled && !flags.json) print(profiled)
  if (!results.every(isGood)) process.exitCode = 1
}

/** A number is the position of a step, anything else its name. */
function lastStep(text: string): number | string {
  if (text === '') throw new InvalidArgumentError('Must be the number of a step, from 1, or its name.')
  return /^\d+$/.test(text) ? Number(text) : text
}

/** `sudobox replay FILE…` */
export function replayCommand(): Command {
  return withVmReleaseOption(withGasProfile(withCoverage(withTrust(new Command('replay')))))
    .argument('<file...>', 'fixtures, YAML or JSON')
    .option('--json', 'print one JSON document instead of the tree')
    .option('--quiet', 'print only differences and the summary')
    .option('--until <step>', 'stop after this step, given by its number (from 1) or its name', lastStep)
    .option('--step', 'wait for a key after each step; keys also step through its calls and host calls')
    .option('--trace', 'print each call with its full message, the storage keys it used, and where it failed')
    .option('--setup', 'print all setup steps of a finding instead of one line')
    .option(
      '--campaign <file>',
      'check a finding with the invariants of this campaign instead of the one that the fixture names',
    )
    .option('--html <file>', 'write a report: one HTML file that works offline')
    .option('--update', 'write actual outcomes to the fixture where they differ from the expected ones')
    .addHelpText(
      'after',
      '\n--update does not change steps without an expectation, which must succeed.' +
        '\nThe last line for a finding says whether its action sequence still violates the invariant with the current contracts.' +
        '\nExit code: 0 all outcomes are as expected (or updated) and no finding is still violated, 1 an outcome differs or a finding is' +
        '\nstill violated, 2 a fixture cannot run.',
    )
    .action(async (files: string[], flags: ReplayFlags, command: Command) => {
      await run(files, flags, colorOf(command))
    })
}
