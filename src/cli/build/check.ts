import { Command } from 'commander'
import { bigintsAsText, readNamed } from '../../base/index.js'
import { checkWasm } from '../../build/index.js'
import { isTaken, withKindOption, type KindFlags } from '../options/kind-option.js'
import { printText } from '../output/plain-text.js'
import { colorOf, terminal } from '../output/terminal.js'
import { wasmLines } from '../output/wasm-output.js'

interface Flags extends KindFlags {
  readonly json?: boolean
}

async function run(file: string, flags: Flags, color?: boolean): Promise<void> {
  const report = await checkWasm(readNamed(file), { ...(flags.kind && { kinds: flags.kind }), vm: flags.vm })
  if (flags.json) printText(JSON.stringify({ file, ...report }, bigintsAsText, 2))
  else for (const line of wasmLines(file, report, terminal(color))) console.log(line)
  if (!isTaken(report.verdicts, flags)) process.exitCode = 1
}

/** `sudobox check FILE` */
export const checkCommand = (): Command =>
  withKindOption(new Command('check'))
    .argument('<file>', 'the .wasm file of a contract')
    .option('--json', 'print one JSON document instead of text')
    .addHelpText(
      'after',
      [
        '',
        'The file is stored on a chain of each kind, with its limits and its release of the contract VM. The gas is that of a transaction that stores the',
        'file as it is; wallets and cosmjs compress it, which costs a little less.',
        '',
        'Exit code: 0 accepted, 1 refused, 2 the file is not a WebAssembly module.',
      ].join('\n'),
    )
    .action((file: string, flags: Flags, command: Command) => run(file, flags, colorOf(command)))
