import { existsSync, readFileSync } from 'node:fs'
import { Command } from 'commander'
import { UsageError } from '../base/index.js'
import { readContractSchemas } from '../schema/index.js'
import { HEADER, typeName, typesDocument } from '../scaffold/index.js'
import { writeMade } from './output/output-file.js'
import { printText } from './output/plain-text.js'

interface Flags {
  readonly out?: string
  readonly check?: boolean
}

function run(paths: readonly string[], { out, check }: Flags): void {
  const contracts = readContractSchemas(paths)
  const text = typesDocument(contracts)
  if (out === undefined) {
    if (check) throw new UsageError('--check needs the file to compare: --out FILE')
    printText(text.trimEnd())
    return
  }
  const existing = existsSync(out) ? readFileSync(out, 'utf8') : undefined
  if (check) {
    console.log(
      existing === text
        ? `${out} is up to date`
        : `${out} is not up to date with the schemas: run the command without --check`,
    )
    if (existing !== text) process.exitCode = 1
    return
  }
  writeMade(out, text, HEADER)
  console.log(`${out}: ${contracts.map(({ contract }) => typeName(contract)).join(', ')}`)
}

/** `sudobox types SCHEMA…` */
export function typesCommand(): Command {
  return new Command('types')
    .argument(
      '<schema...>',
      'files written by `cargo schema`, or folders with them; also the separate files that cosmwasm-schema wrote before version 1',
    )
    .option('-o, --out <file>', 'write to this file (default: standard output)')
    .option('--check', 'write nothing; exit with code 1 if the file is not up to date')
    .addHelpText(
      'after',
      [
        '',
        'Example:',
        '  sudobox types schema/*.json --out test/contracts.ts',
        '',
        "  import type { Cw20Base } from './contracts.js'",
        "  const token = await alice.deploy<Cw20Base>('cw20_base.wasm', { name: 'Token', … })",
        "  await bob.execute(token, { transfer: { amount: '5', recipient: alice.address } })",
        '  token.query({ balance: { address: alice.address } }).balance',
        '',
        'Exit code: 0 written or up to date, 1 not up to date, 2 no schema, or a file that must not be overwritten.',
      ].join('\n'),
    )
    .action((paths: string[], flags: Flags) => run(paths, flags))
}
