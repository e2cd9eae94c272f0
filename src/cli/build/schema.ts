import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { Command } from 'commander'
import { readNamed } from '../../base/index.js'
import { chooseCrates, writeCrateSchema, WITH_SCHEMA } from '../../build/index.js'
import { PROBED, probeSchema } from '../../vm/probe/index.js'
import { writeMade } from '../output/output-file.js'
import { printText } from '../output/plain-text.js'
import { cargoOptions, withCargoOptions, type CargoFlags } from './cargo-options.js'

interface InferFlags {
  readonly out?: string
  readonly name?: string
}

function infer(file: string, { out, name = basename(file).replace(/\.wasm$/, '') }: InferFlags): void {
  const text = JSON.stringify(probeSchema(readNamed(file), name), undefined, 2)
  if (out === undefined) printText(text)
  else {
    writeMade(out, `${text}\n`, PROBED)
    console.log(`${out}: the schema of ${name}, inferred from the contract`)
  }
}

async function write(names: readonly string[], flags: CargoFlags & InferFlags): Promise<void> {
  for (const crate of chooseCrates(names, flags.workspace === true, WITH_SCHEMA))
    for (const file of await writeCrateSchema(crate, flags.out, cargoOptions(flags)))
      console.log(`${file}: the schema of ${crate.name}`)
}

/** Crates are folders, names, and `Cargo.toml`. */
const isContract = ([name = '', ...more]: readonly string[]): boolean =>
  more.length === 0 &&
  !name.endsWith('Cargo.toml') &&
  (name.endsWith('.wasm') || statSync(name, { throwIfNoEntry: false })?.isFile() === true)

const OUT =
  'for a contract, write to this file (default: standard output); for crates, to this folder (default: schema in that of the crate)'

/** `sudobox schema [CRATE…]`, and `sudobox schema infer CONTRACT.wasm`; for a file `infer` may be left out. */
export const schemaCommand = (): Command =>
  withCargoOptions(new Command('schema'))
    .argument(
      '[crate...]',
      'folders of crates, or their names in the workspace (default: as Cargo chooses); or a .wasm file, to infer its schema',
    )
    .option('-o, --out <path>', OUT)
    .option('--name <name>', 'for a .wasm file: name of the contract (default: that of the file)')
    .addCommand(inferCommand())
    .addHelpText(
      'after',
      [
        '',
        'Runs the program of each crate that writes its schema, as `cargo schema` does: src/bin/schema.rs or examples/schema.rs.',
        '',
        'Exit code: 0 written, 2 a crate has no such program or it failed, the file is not a contract, or the output file must not be overwritten.',
      ].join('\n'),
    )
    .action((names: string[], flags: CargoFlags & InferFlags) =>
      isContract(names) ? infer(names[0]!, flags) : write(names, flags),
    )

function inferCommand(): Command {
  return (
    new Command('infer')
      .description('Infer the messages of a contract from its .wasm.')
      .argument('<contract>', 'the .wasm file of the contract')
      .option('-o, --out <file>', 'write to this file (default: standard output)')
      .option('--name <name>', 'name of the contract (default: that of the file)')
      .addHelpText(
        'after',
        [
          '',
          "The schema is inferred from the errors of the contract's parser, which name missing and expected fields. If the contract ignores unknown",
          'fields, optional fields are looked for among the strings in its data section. A schema written by the crate (sudobox schema) is more complete',
          '(it includes the responses of queries): use it if there is one.',
          '',
          'Exit code: 0 written, 2 the file is not a contract, or the output file must not be overwritten.',
        ].join('\n'),
      )
      // The command above has the same flags, and takes them also where they follow.
      .action((file: string, _: InferFlags, command: Command) => infer(file, command.optsWithGlobals<InferFlags>()))
  )
}
