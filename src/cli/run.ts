import { Command, CommanderError } from 'commander'
import { SudoboxError } from '../base/errors.js'
import { replayCommand } from './replay.js'
import { terminal } from './terminal.js'
import { version } from './version.js'
import { vmCommand } from './vm.js'

/** 0: all is as expected. 1: an expectation does not hold. 2: the command cannot run: wrong usage, a bad file, a failing step without expectation. */
const EXIT_BAD_INPUT = 2

const program = new Command('sudobox')
  .description('Run CosmWasm contracts that live by callbacks: real .wasm, exact gas, failures and their resubmission.')
  .version(version())
  .option('--verbose', 'print stack traces of errors')
  .option('--no-color', 'print without colours')
  .addCommand(replayCommand())
  .addCommand(vmCommand())
  .exitOverride()
  .showHelpAfterError('(--help tells the usage)')

for (const command of program.commands) command.exitOverride().copyInheritedSettings(program)

function report(error: unknown): void {
  const verbose = program.opts<{ verbose?: boolean }>().verbose === true
  const { colors } = terminal()
  const known = error instanceof SudoboxError
  console.error(`${colors.red('error')} ${known ? error.message : String(error)}`)
  if (!known) console.error('This is a fault of Sudobox itself; the trace below belongs into its report.')
  if ((verbose || !known) && error instanceof Error) console.error(colors.dim(error.stack ?? ''))
  process.exitCode = EXIT_BAD_INPUT
}

try {
  await program.parseAsync(process.argv)
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : EXIT_BAD_INPUT
  else report(error)
}
