import { Command } from 'commander'
import { readFixture } from '../replay/read.js'
import { replay, type ReplayReport } from '../replay/run.js'
import { differenceLines, stepLines, summaryLines } from './replay-output.js'
import { terminal } from './terminal.js'

interface ReplayFlags {
  readonly json?: boolean
  readonly quiet?: boolean
}

const jsonReport = (report: ReplayReport): object => ({
  file: report.file,
  title: report.title,
  passed: report.passed,
  planned: report.planned,
  steps: report.steps.map(({ index, name, action, view, difference }) => ({
    index,
    name,
    action: action.action,
    outcome: view,
    ...(difference ? { difference } : {}),
  })),
})

async function run(files: readonly string[], flags: ReplayFlags, color: boolean | undefined): Promise<void> {
  const out = terminal(color)
  const print = (lines: readonly string[]): void => {
    if (!flags.json) for (const line of lines) console.log(line)
  }
  // All files are read before the first one runs: a typing error in the last does not cost the time of the others.
  const fixtures = files.map((file) => ({ file, fixture: readFixture(file) }))
  const reports: ReplayReport[] = []
  for (const { file, fixture } of fixtures) {
    print([out.colors.bold(fixture.title), out.colors.dim(file), ''])
    const report = await replay(fixture, file, {
      onStep: (step) => {
        if (!flags.quiet || step.difference) print(stepLines(step, out))
        if (step.difference) print(differenceLines(step.difference, out))
      },
    })
    print([...summaryLines(report, out), ''])
    reports.push(report)
  }
  if (flags.json) console.log(JSON.stringify(reports.map(jsonReport), undefined, 2))
  if (!reports.every((report) => report.passed)) process.exitCode = 1
}

/** `sudobox replay FILE…` */
export function replayCommand(): Command {
  return new Command('replay')
    .description('Run fixtures and compare each step with what it expects.')
    .argument('<file...>', 'fixtures, YAML or JSON')
    .option('--json', 'print one JSON document instead of the tree')
    .option('--quiet', 'print only what differs, and the summary')
    .addHelpText(
      'after',
      '\nExit code: 0 all as expected, 1 an expectation does not hold, 2 a fixture that cannot run.',
    )
    .action(async (files: string[], flags: ReplayFlags, command: Command) => {
      const { color } = command.optsWithGlobals<{ color?: boolean }>()
      await run(files, flags, color === false ? false : undefined)
    })
}
