import { Command, CommanderError, Help, type Option } from 'commander'
import { asLine, framesOf, SudoboxError, version } from '../base/index.js'
import { COMMANDS, listedCommand, type CommandHead } from './commands.js'
import { terminal } from './output/terminal.js'
import { documentText, errorLines } from './output/plain-text.js'

/** 0: all is as expected. 1: something is not as expected. 2: the command cannot run: wrong usage, an invalid file, a failing step without an expectation. */
const EXIT_BAD_INPUT = 2

/** The description of an option in a help text, without the empty list or object that values of a repeatable option are added to. */
function describeOption(option: Option): string {
  const value: unknown = option.defaultValue
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0
  const isDescribed = option.defaultValueDescription !== undefined
  const shown = isEmpty && !isDescribed ? (Object.create(option, { defaultValue: {} }) as Option) : option
  return new Help().optionDescription(shown)
}

const ABOUT = `
Exit code: 0 as expected, 1 not as expected or a bug was found, 2 the command cannot run.
Files are data: they cannot name files outside their folder and the working directory, or access the machine in other ways, unless you pass --trust
(docs/security.md).`

/** The command line. @param isLoaded whether a command is loaded, or only listed */
export async function createProgram(
  listed: readonly CommandHead[],
  isLoaded: (command: CommandHead) => boolean = () => true,
): Promise<Command> {
  const program = new Command('sudobox')
    .description('Test CosmWasm contracts driven by callbacks: real .wasm, exact gas, failures and their resubmission.')
    .version(version())
    .option('--verbose', 'print stack traces of errors')
    .option('--no-color', 'print without colours')
    .configureHelp({ optionDescription: describeOption })
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(documentText(asLine(text.trimEnd()))) })
    .showHelpAfterError('(see --help)')
    .addHelpText('after', ABOUT)
  for (const command of listed) {
    const added = isLoaded(command) ? await command.load() : listedCommand(command)
    added.description(command.description).addHelpText('after', `\nGuide: ${command.guide}`)
    program.addCommand(inheriting(added, program))
  }
  return program
}

/** The command line with no more of it loaded than the arguments need. */
function programFor(args: readonly string[]): Promise<Command> {
  const named = COMMANDS.find(({ name, alias }) => args.some((arg) => arg === name || arg === alias))
  const listed = named === undefined || args.includes('help') ? COMMANDS : [named]
  return createProgram(listed, (command) => command === named)
}

/** Gives the command and its subcommands the program's exit and help behaviour. */
function inheriting(command: Command, parent: Command): Command {
  command.copyInheritedSettings(parent)
  for (const below of command.commands) inheriting(below, command)
  return command
}

function report(error: unknown, verbose: boolean): void {
  const { colors } = terminal()
  const known = error instanceof SudoboxError
  const [first = '', ...details] = errorLines(error)
  console.error(`${colors.red('error')} ${first}`)
  for (const line of details) console.error(line)
  if (!known) console.error('This is a bug in Sudobox. Please report it with the trace below.')
  if ((verbose || !known) && error instanceof Error)
    for (const line of [error.name, ...framesOf(error)]) console.error(colors.dim(line))
  process.exitCode = EXIT_BAD_INPUT
}

/** Runs one command line: prints to the console, and sets the exit code of the process. */
export async function runCommand(args: readonly string[]): Promise<void> {
  const program = await programFor(args)
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : EXIT_BAD_INPUT
    else report(error, program.opts<{ verbose?: boolean }>().verbose === true)
  }
}
