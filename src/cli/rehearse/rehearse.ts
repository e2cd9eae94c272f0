import { Command } from 'commander'
import { NotSupportedError, readNamed } from '../../base/index.js'
import { releaseBefore, staticLook, TARGET_NAMES, targetOf } from '../../rehearse/index.js'
import { printText } from '../output/plain-text.js'
import { colorOf, terminal } from '../output/terminal.js'
import { lookLines } from './look-output.js'

interface Flags {
  readonly to: string
  readonly from?: string
  readonly json?: boolean
}

const isWasm = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 4)).toString('latin1') === '\0asm'

function run(file: string, flags: Flags, color?: boolean): void {
  const bytes = readNamed(file)
  if (!isWasm(bytes))
    throw new NotSupportedError(
      `${file} is not a .wasm file, and running a fixture under two releases is not supported yet`,
      {
        details: ['right: sudobox rehearse CONTRACT.wasm --to RELEASE'],
      },
    )
  const to = targetOf(flags.to)
  const look = staticLook(bytes, to, flags.from === undefined ? releaseBefore(to) : targetOf(flags.from))
  if (flags.json) printText(JSON.stringify({ file, ...look }, undefined, 2))
  else for (const line of lookLines(file, look, terminal(color))) console.log(line)
  if (look.refused.length > 0) process.exitCode = 1
}

/** `sudobox rehearse CONTRACT.wasm --to RELEASE` */
export const rehearseCommand = (): Command =>
  new Command('rehearse')
    .argument('<file>', 'the .wasm file of a contract')
    .requiredOption('--to <release>', 'the kind of chain, and its release: neutron, wasmd@0.70, or 0.70')
    .option('--from <release>', 'the release before, to list what changes (default: the one before, of the same kind)')
    .option('--json', 'print one JSON document instead of text')
    .addHelpText(
      'after',
      [
        '',
        `Releases: ${TARGET_NAMES.join(', ')}`,
        '',
        'Reads the file without running it: gRPC paths and type URLs of messages in its data, imports, and required capabilities. A name that the',
        'contract puts together while it runs is not seen; a message for another chain is listed too.',
        '',
        'Exit code: 0 nothing is refused, 1 something is, 2 the file cannot be read or there is no such release.',
      ].join('\n'),
    )
    .action((file: string, flags: Flags, command: Command) => run(file, flags, colorOf(command)))
