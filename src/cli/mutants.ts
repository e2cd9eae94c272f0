import { Command, InvalidArgumentError } from 'commander'
import { availableParallelism } from 'node:os'
import { SudoboxError, UsageError, writeAtomically } from '../base/index.js'
import {
  changedLines,
  makeMutants,
  mutantJson,
  mutantText,
  openTarget,
  reportDocument,
  reportElements,
  reportPage,
  runMutants,
  totalsOf,
  type Mutants,
} from '../mutants/index.js'
import { wholeNumber } from './output/fuzz-output.js'
import { mutantLines, mutantsJunit, unnoticed } from './output/mutants-output.js'
import { sketched, sketchJson } from './sketches.js'
import { printText } from './output/plain-text.js'
import { ProgressLine } from './output/progress.js'
import { colorOf, terminal } from './output/terminal.js'

interface MutantsFlags {
  readonly crate?: readonly string[]
  readonly since?: string
  readonly list?: boolean
  readonly jobs?: number
  readonly threshold?: number
  readonly report?: string
  readonly html?: string
  readonly junit?: string
  readonly json?: boolean
  readonly sketches?: string
  readonly sketchSeconds: number
}

const USUAL_COMMAND = ['npx', 'vitest', 'run']

function percentage(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text) || Number(text) > 100)
    throw new InvalidArgumentError('Must be a percentage, 0 to 100.')
  return Number(text)
}

function processes(text: string): number {
  if (!/^[1-9]\d?$/.test(text)) throw new InvalidArgumentError('Must be a number of processes, 1 to 99.')
  return Number(text)
}

/** Without the mutants on lines that are as they were. @throws UsageError */
function since(made: Mutants, revision: string | undefined): Mutants {
  if (revision === undefined) return made
  const changed = changedLines(revision)
  return { ...made, mutants: made.mutants.filter(({ file, line }) => changed.get(file)?.has(line)) }
}

/** The mutants, or that no line has any. */
function printWithoutRun({ mutants }: Mutants, { list, json, since: revision }: MutantsFlags): void {
  if (json) {
    const nothing = { totals: totalsOf([]), unnoticed: [], remarks: [] }
    printText(JSON.stringify(list ? { mutants: mutants.map(mutantJson) } : nothing, undefined, 2))
  } else if (mutants.length === 0) console.log(`no line of the contract's code differs from ${revision}`)
  else for (const mutant of mutants) console.log(mutantText(mutant))
}

async function run(path: string, command: readonly string[], flags: MutantsFlags, color?: boolean): Promise<void> {
  const made = since(makeMutants(openTarget(path), { crates: flags.crate }), flags.since)
  if (made.mutants.length === 0 && flags.since === undefined)
    throw new UsageError(`${path} has no code of its own that can be changed`)
  if (flags.list || made.mutants.length === 0) {
    printWithoutRun(made, flags)
    return
  }
  // The page's script is read first: what is missing shows at once.
  const elements = flags.html === undefined ? '' : reportElements()
  const progress = new ProgressLine(terminal(color))
  const result = await runMutants(made, {
    command: command.length === 0 ? USUAL_COMMAND : command,
    jobs: flags.jobs ?? availableParallelism(),
    answers: flags.since === undefined,
    onProgress: (done, of, survivors) => progress.show(() => `${done} of ${of} mutants · ${survivors} survived`),
  })
  progress.clear()
  const sketches = flags.sketches === undefined ? undefined : await sketchedOrNone(made, result, flags, progress)
  const document = reportDocument(made, result, sketches)
  if (flags.report !== undefined) writeAtomically(flags.report, `${JSON.stringify(document)}\n`)
  if (flags.html !== undefined) writeAtomically(flags.html, reportPage(path, document, elements))
  if (flags.junit !== undefined) writeAtomically(flags.junit, mutantsJunit(path, result, sketches))
  const totals = totalsOf(result.tried)
  if (flags.json) {
    const list = unnoticed(result.tried).map(({ mutant, status, differs }) => ({
      status,
      ...mutantJson(mutant),
      ...(differs !== undefined && { differs }),
      ...(sketches?.has(mutant.id) === true && { sketch: sketchJson(sketches.get(mutant.id)!) }),
    }))
    printText(
      JSON.stringify(
        { totals, seconds: result.seconds, cpuSeconds: result.cpuSeconds, unnoticed: list, remarks: result.remarks },
        undefined,
        2,
      ),
    )
  } else for (const line of mutantLines(result, sketches)) console.log(line)
  if (flags.threshold !== undefined && totals.score < flags.threshold) {
    console.error(`mutants: ${totals.score} % were noticed, less than ${flags.threshold} %`)
    process.exitCode = 1
  }
}

/** A search that cannot begin does not lose what was found out before it. */
async function sketchedOrNone(...args: Parameters<typeof sketched>): ReturnType<typeof sketched> {
  try {
    return await sketched(...args)
  } catch (error) {
    if (!(error instanceof SudoboxError)) throw error
    console.error(`no sketches: ${error.message.split('\n')[0] ?? ''} (more time: --sketch-seconds N)`)
    return new Map()
  }
}

/** `sudobox mutants CONTRACT.wasm -- npx vitest run …` */
export const mutantsCommand = (): Command =>
  new Command('mutants')
    .argument(
      '<contract>',
      'the .wasm file that the tests deploy, with debug information in it or in NAME.debug.wasm next to it',
    )
    .argument('[command...]', 'what runs the tests, after `--` (default: npx vitest run)')
    .option(
      '--crate <name>',
      "count a library as the contract's own code; repeatable (default: those that a contract only wraps)",
      (name: string, names: readonly string[] | undefined) => [...(names ?? []), name],
    )
    .option('--since <revision>', 'change only lines that differ from a revision of Git')
    .option('--list', 'list the mutants without running tests')
    .option('-j, --jobs <count>', 'processes at once (default: one for each core)', processes)
    .option('--threshold <percent>', 'exit with 1 if fewer mutants are noticed', percentage)
    .option('--report <file>', "write the result as JSON in Stryker's mutation testing report schema")
    .option('--html <file>', 'write the result as one HTML page')
    .option('--junit <file>', 'write the result as JUnit XML')
    .option(
      '--sketches <folder>',
      'look for a test that would catch each mutant that no test noticed, and write it as a fixture to this folder',
    )
    .option('--sketch-seconds <n>', 'what looking for them may take in all', wholeNumber(1, 1e6), 60)
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nThe command must run Vitest with the plug-in of sudobox/vitest/config. Only tests that reach a mutant run.' +
        '\nExit code: 0 unless fewer mutants than --threshold are noticed (1), or the tests cannot run (2).',
    )
    .action(async (path: string, command: readonly string[], flags: MutantsFlags, self: Command) => {
      await run(path, command, flags, colorOf(self))
    })
