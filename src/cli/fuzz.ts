import { randomInt } from 'node:crypto'
import { Command } from 'commander'
import { warningOfCode } from '../fuzz/campaign-file.js'
import { runPool } from '../fuzz/pool/pool.js'
import { findingLines, jsonReport, progressText, wholeNumber } from './output/fuzz-output.js'
import { ProgressLine } from './output/progress.js'
import { interrupted } from './signals.js'
import { terminal } from './output/terminal.js'
import { withTrust, type TrustFlags } from './trust.js'

interface FuzzFlags extends TrustFlags {
  readonly seconds?: number
  readonly stories?: number
  readonly findings?: number
  readonly seed?: number
  readonly workers?: number
  readonly corpus?: string
  readonly found?: string
  readonly resume?: boolean
  readonly json?: boolean
  readonly quiet?: boolean
}

async function run(file: string, flags: FuzzFlags, color: boolean | undefined): Promise<void> {
  const out = terminal(color)
  const line = new ProgressLine(out)
  const print = (lines: readonly string[]): void => {
    line.clear()
    if (!flags.json) for (const one of lines) console.log(one)
  }
  const stop = new AbortController()
  const over = new AbortController()
  void interrupted(over.signal).then(() => {
    stop.abort()
    line.clear()
    console.error('ending after the stories that are running …')
  })
  const { seconds, stories, findings, workers, corpus, found, trust, resume = false } = flags
  const warning = warningOfCode(file)
  if (warning !== undefined) console.error(warning)
  const report = await runPool({
    file,
    seed: flags.seed ?? randomInt(2 ** 32),
    budget: {
      ...(seconds !== undefined && { seconds }),
      ...(stories !== undefined && { stories }),
      ...(findings !== undefined && { findings }),
    },
    ...(workers !== undefined && { workers }),
    corpus,
    found,
    trust,
    resume,
    signal: stop.signal,
    onProgress: (progress) => {
      if (!flags.quiet) line.show(() => progressText(progress, out))
    },
    onFinding: (finding) => print(findingLines(finding, out)),
  }).finally(() => {
    over.abort()
    line.clear()
  })
  if (flags.json) console.log(JSON.stringify(jsonReport(report), undefined, 2))
  print(report.warnings.map((warning) => `${out.colors.yellow('warning')} ${warning}`))
  print([`${progressText(report, out)} · seed ${report.seed}`])
  if (report.findings.some(({ warning }) => !warning)) process.exitCode = 1
}

/** `sudobox fuzz CONFIG` */
export function fuzzCommand(): Command {
  return withTrust(new Command('fuzz'))
    .argument('<config>', 'the campaign: a YAML or JSON file (fixtures/campaign.schema.json), or a module')
    .option('--seconds <n>', 'end after so many seconds', wholeNumber(1, 1e9))
    .option('--stories <n>', 'end after so many stories', wholeNumber(1))
    .option('--findings <n>', 'end after so many findings (default: 1)', wholeNumber(1))
    .option('--seed <n>', 'seed of the random source (default: another one each time)', wholeNumber(0))
    .option('--workers <n>', 'how many workers run at once (default: one per core)', wholeNumber(1, 256))
    .option('--corpus <folder>', 'folder of stories: begin with those in it, and add those that do something new')
    .option('--found <folder>', 'folder for fixtures of findings (default: fixtures/found)')
    .option('--resume', 'resume the campaign that the corpus holds')
    .option('--json', 'print one JSON document instead of lines')
    .option('--quiet', 'no progress')
    .addHelpText(
      'after',
      [
        '',
        'Without --seconds and --stories it goes on until something is found, or until Ctrl-C, which loses nothing.',
        'With one worker, equal seeds and equal corpora give equal campaigns.',
        '',
        'Exit code: 0 nothing found, 1 found, 2 a campaign that cannot run.',
      ].join('\n'),
    )
    .action(async (file: string, flags: FuzzFlags, command: Command) => {
      const { color } = command.optsWithGlobals<{ color?: boolean }>()
      await run(file, flags, color === false ? false : undefined)
    })
}
