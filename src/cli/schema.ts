import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { Command } from 'commander'
import { UsageError } from '../base/index.js'
import { PROBED, probeSchema } from '../vm/probe/index.js'
import { writeMade } from './output/output-file.js'
import { printText } from './output/plain-text.js'

interface Flags {
  readonly out?: string
  readonly name?: string
}

function run(file: string, { out, name = basename(file).replace(/\.wasm$/, '') }: Flags): void {
  const text = JSON.stringify(probeSchema(read(file), name), undefined, 2)
  if (out === undefined) printText(text)
  else {
    writeMade(out, `${text}\n`, PROBED)
    console.log(`${out}: the schema of ${name}, inferred from the contract`)
  }
}

function read(file: string): Uint8Array {
  try {
    return new Uint8Array(readFileSync(file))
  } catch (cause) {
    throw new UsageError(`cannot read ${file}`, { cause })
  }
}

/** `sudobox schema infer CONTRACT.wasm`; `infer` may be left out. */
export function schemaCommand(): Command {
  return new Command('schema')
    .description('Infer the JSON schema of a contract that has none.')
    .addCommand(inferCommand(), { isDefault: true })
    .addHelpText('after', HELP)
}

const HELP = [
  '',
  "The schema is inferred from the errors of the contract's parser, which name missing and expected fields. If the contract ignores unknown",
  'fields, optional fields are looked for among the strings in its data section. A schema written by `cargo schema` is more complete (it includes',
  'the responses of queries): use it if there is one.',
  '',
  'Exit code: 0 written, 2 the file is not a contract, or the output file must not be overwritten.',
].join('\n')

const inferCommand = (): Command =>
  new Command('infer')
    .description('Infer the messages of a contract from its .wasm.')
    .argument('<contract>', 'the .wasm file of the contract')
    .option('-o, --out <file>', 'write to this file (default: standard output)')
    .option('--name <name>', 'name of the contract (default: that of the file)')
    .addHelpText('after', HELP)
    .action((file: string, flags: Flags) => run(file, flags))
