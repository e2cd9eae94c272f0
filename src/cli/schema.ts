import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { Command } from 'commander'
import { UsageError } from '../base/errors.js'
import { PROBED, probeSchema } from '../scaffold/probe/index.js'
import { writeMade } from './output/output-file.js'

interface Flags {
  readonly out?: string
  readonly name?: string
}

function run(file: string, { out, name = basename(file).replace(/\.wasm$/, '') }: Flags): void {
  const text = `${JSON.stringify(probeSchema(read(file), name), undefined, 2)}\n`
  if (out === undefined) process.stdout.write(text)
  else {
    writeMade(out, text, PROBED)
    console.log(`${out}: the schema of ${name}, as the contract tells it`)
  }
}

function read(file: string): Uint8Array {
  try {
    return new Uint8Array(readFileSync(file))
  } catch (cause) {
    throw new UsageError(`cannot read ${file}`, { cause })
  }
}

/** `sudobox schema CONTRACT.wasm` */
export function schemaCommand(): Command {
  return new Command('schema')
    .argument('<contract>', 'its .wasm file')
    .option('-o, --out <file>', 'write to this file (default: standard output)')
    .option('--name <name>', "the contract's name; the file's when left out")
    .addHelpText(
      'after',
      [
        '',
        'It asks the parser of the contract, which names what it misses and what it expects. Fields that may be left out are found where the',
        'contract refuses unknown ones (`deny_unknown_fields`). A schema that `cargo schema` writes knows more: use it where there is one.',
        '',
        'Exit code: 0 written, 2 no contract, or a file that is not to be written over.',
      ].join('\n'),
    )
    .action((file: string, flags: Flags) => run(file, flags))
}
