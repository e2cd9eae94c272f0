import { Command } from 'commander'
import { bigintsAsText } from '../../base/index.js'
import { buildContract, chooseCrates, CONTRACTS, type Built } from '../../build/index.js'
import { isTaken, withKindOption, type KindFlags } from '../options/kind-option.js'
import { grouped } from '../output/format.js'
import { printText } from '../output/plain-text.js'
import { colorOf, terminal, type Terminal } from '../output/terminal.js'
import { wasmLines } from '../output/wasm-output.js'
import { cargoOptions, withCargoOptions, type CargoFlags } from './cargo-options.js'

interface Flags extends CargoFlags, KindFlags {
  readonly out: string
  readonly names: boolean
  readonly force?: boolean
  readonly json?: boolean
  readonly quiet?: boolean
}

async function run(names: readonly string[], flags: Flags, out: Terminal): Promise<void> {
  const built: Built[] = []
  for (const crate of chooseCrates(names, flags.workspace === true, CONTRACTS)) {
    const one = await buildContract(crate, {
      ...cargoOptions(flags),
      ...(flags.kind && { kinds: flags.kind }),
      vm: flags.vm,
      out: flags.out,
      names: flags.names,
      force: flags.force === true,
    })
    built.push(one)
    if (!flags.json) print(one, flags, out)
    if (!isTaken(one.report.verdicts, flags)) process.exitCode = 1
  }
  if (flags.json) printText(JSON.stringify({ contracts: built }, bigintsAsText, 2))
}

function print({ file, debugFile, rust, isLowered, leftOutNames, report }: Built, flags: Flags, out: Terminal): void {
  if (flags.quiet && isTaken(report.verdicts, flags)) {
    console.log(`${file}: ${grouped(report.bytes)} bytes`)
    return
  }
  for (const line of wasmLines(file, report, out)) console.log(line)
  if (leftOutNames) console.log('with names of functions it would be too large for a chain: only the twin has them')
  console.log(`built with Rust ${rust}${isLowered ? ' and lowered' : ''}; names and lines for traces: ${debugFile}`)
}

/** `sudobox build [CRATE…]` */
export const buildCommand = (): Command =>
  withKindOption(withCargoOptions(new Command('build')))
    .argument(
      '[crate...]',
      'contracts: folders of their crates, or their names in the workspace (default: as Cargo chooses)',
    )
    .option('-o, --out <folder>', 'folder of the files', 'artifacts')
    .option('--no-names', 'leave out the names of functions, for a smaller file')
    .option('--force', 'overwrite files that cosmwasm/optimizer built')
    .option('--quiet', 'print one line for each contract that is accepted')
    .option('--json', 'print one JSON document instead of text')
    .addHelpText(
      'after',
      [
        '',
        'Compiles each contract with the Rust of its folder in the release profile, which is completed for contracts where Cargo.toml says nothing, and',
        'writes NAME.wasm, with names of functions (unless it is too large with them) and without debug information, and NAME.debug.wasm, as it was compiled, with',
        'both. Operators of later releases of WebAssembly are lowered in NAME.wasm if a kind of chain refuses them. The file is then stored on a chain of each',
        'kind (sudobox check).',
        'Nothing is installed: an error names the command that installs what is missing.',
        '',
        'Exit code: 0 built and accepted, 1 refused, 2 a contract could not be built.',
      ].join('\n'),
    )
    .action((names: string[], flags: Flags, command: Command) => run(names, flags, terminal(colorOf(command))))
