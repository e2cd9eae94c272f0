import { Command, CommanderError } from 'commander'
import { SudoboxError } from '../base/errors.js'
import { terminal } from './terminal.js'
import { version } from '../base/version.js'

/** 0: all is as expected. 1: an expectation does not hold. 2: the command cannot run: wrong usage, a bad file, a failing step without expectation. */
const EXIT_BAD_INPUT = 2

/** Each command is loaded when it is called: none pays for what another one needs. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  evm: async () => (await import('./evm.js')).evmCommand(),
  fuzz: async () => (await import('./fuzz.js')).fuzzCommand(),
  query: async () => (await import('./query.js')).queryCommand(),
  replay: async () => (await import('./replay.js')).replayCommand(),
  reproduce: async () => (await import('./reproduce.js')).reproduceCommand(),
  schema: async () => (await import('./schema.js')).schemaCommand(),
  serve: async () => (await import('./serve.js')).serveCommand(),
  shrink: async () => (await import('./shrink.js')).shrinkCommand(),
  tx: async () => (await import('./tx.js')).txCommand(),
  types: async () => (await import('./types.js')).typesCommand(),
  vm: async () => (await import('./vm.js')).vmCommand(),
}

async function createProgram(args: readonly string[]): Promise<Command> {
  const program = new Command('sudobox')
    .description(
      'Run CosmWasm contracts that live by callbacks: real .wasm, exact gas, failures and their resubmission.',
    )
    .version(version())
    .option('--verbose', 'print stack traces of errors')
    .option('--no-color', 'print without colours')
    .exitOverride()
    .showHelpAfterError('(--help tells the usage)')
  for (const name of needed(args)) {
    const command = await COMMANDS[name]!()
    program.addCommand(command.exitOverride().copyInheritedSettings(program))
  }
  return program
}

/** The command that is called; all of them where they are to be listed. */
function needed(args: readonly string[]): readonly string[] {
  const named = args.find((arg) => Object.hasOwn(COMMANDS, arg))
  if (named !== undefined && !args.includes('help')) return [named]
  return args.includes('--version') || args.includes('-V') ? [] : Object.keys(COMMANDS)
}

function report(error: unknown, verbose: boolean): void {
  const { colors } = terminal()
  const known = error instanceof SudoboxError
  console.error(`${colors.red('error')} ${known ? error.message : String(error)}`)
  if (!known) console.error('This is a fault of Sudobox itself. Please report it with the trace below.')
  if ((verbose || !known) && error instanceof Error) console.error(colors.dim(error.stack ?? ''))
  process.exitCode = EXIT_BAD_INPUT
}

/** Runs one command line: prints to the console, and sets the exit code of the process. */
export async function runCommand(args: readonly string[]): Promise<void> {
  const program = await createProgram(args)
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : EXIT_BAD_INPUT
    else report(error, program.opts<{ verbose?: boolean }>().verbose === true)
  }
}
