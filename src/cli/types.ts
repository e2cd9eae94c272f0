import { join } from 'node:path'
import { Command, Option } from 'commander'
import { UsageError } from '../base/index.js'
import {
  CLIENT_HEADER,
  CLIENT_PARTS,
  clientFiles,
  HEADER,
  typeName,
  typesDocument,
  type ClientPart,
} from '../scaffold/index.js'
import { readContractSchemas, type ContractSchemaFiles } from '../schema/index.js'
import { readMade, requireMade, writeMade } from './output/output-file.js'
import { printText } from './output/plain-text.js'

interface Flags {
  readonly out?: string
  readonly check?: boolean
  readonly client?: boolean
  readonly part?: readonly ClientPart[]
}

async function run(paths: readonly string[], flags: Flags): Promise<void> {
  if (flags.part !== undefined && !flags.client) throw new UsageError('--part needs --client: it is a part of a client')
  const contracts = readContractSchemas(paths)
  await (flags.client ? writeClients(contracts, flags) : writeTypes(contracts, flags))
}

function writeTypes(contracts: readonly ContractSchemaFiles[], { out, check }: Flags): void {
  const text = typesDocument(contracts)
  if (out === undefined) {
    if (check) throw new UsageError('--check needs the file to compare: --out FILE')
    printText(text.trimEnd())
  } else if (check) {
    const upToDate = isUpToDate(out, text)
    console.log(
      upToDate ? `${out} is up to date` : `${out} is not up to date with the schemas: run the command without --check`,
    )
    if (!upToDate) process.exitCode = 1
  } else {
    writeMade(out, text, HEADER)
    console.log(`${out}: ${namesOf(contracts)}`)
  }
}

async function writeClients(
  contracts: readonly ContractSchemaFiles[],
  { out, check, part = ['client'] }: Flags,
): Promise<void> {
  if (out === undefined)
    throw new UsageError(`--client needs --out FOLDER, ${check ? 'the folder to compare' : 'where to write clients'}`)
  const { version, files } = await clientFiles(contracts, part)
  const written = [...files].map(([name, text]) => ({ file: join(out, name), text }))
  if (check) {
    const old = written.filter(({ file, text }) => !isUpToDate(file, text))
    for (const { file } of old)
      console.log(`${file} is not up to date with the schemas: run the command without --check`)
    if (old.length > 0) process.exitCode = 1
    else console.log(`${out} is up to date`)
    return
  }
  for (const { file } of written) requireMade(file, CLIENT_HEADER)
  for (const { file, text } of written) writeMade(file, text, CLIENT_HEADER)
  console.log(`${out}: ${namesOf(contracts)}, ${files.size} files by @cosmwasm/ts-codegen ${version}`)
}

const isUpToDate = (file: string, text: string): boolean => readMade(file) === text

const namesOf = (contracts: readonly ContractSchemaFiles[]): string =>
  contracts.map(({ contract }) => typeName(contract)).join(', ')

function partOption(): Option {
  const about = 'a part of the clients, as ts-codegen names it; repeatable (default: client)'
  const option = new Option('--part <name>', about).choices(Object.keys(CLIENT_PARTS))
  const one = option.parseArg!
  return option.argParser((text, before?: readonly string[]) => [...(before ?? []), one(text, '')])
}

/** `sudobox types SCHEMA…` */
export function typesCommand(): Command {
  return new Command('types')
    .argument(
      '<schema...>',
      'files written by `cargo schema`, or folders with them; also the separate files that cosmwasm-schema wrote before version 1',
    )
    .option('-o, --out <path>', 'write to this file (default: standard output); with --client, to this folder')
    .option('--check', 'write nothing; exit with code 1 if the output is not up to date')
    .option('--client', "write clients, with the project's @cosmwasm/ts-codegen, instead of types for Sudobox")
    .addOption(partOption())
    .addHelpText(
      'after',
      [
        '',
        'Examples:',
        '  sudobox types schema/*.json --out test/contracts.ts',
        '',
        "  import type { Cw20Base } from './contracts.js'",
        "  const token = await alice.deploy<Cw20Base>('cw20_base.wasm', { name: 'Token', … })",
        "  await bob.execute(token, { transfer: { amount: '5', recipient: alice.address } })",
        '  token.query({ balance: { address: alice.address } }).balance',
        '',
        '  npm install --save-dev @cosmwasm/ts-codegen@1',
        '  sudobox types schema/*.json --client --part client --part message-composer --out src/clients',
        '',
        "  import { Cw20BaseClient } from './clients/Cw20Base.client'",
        '  const client = new Cw20BaseClient(await neutron.client(bob), bob.address, token.address)',
        "  await client.transfer({ amount: '5', recipient: alice.address })",
        '',
        'Exit code: 0 written or up to date, 1 not up to date, 2 no schema, no ts-codegen, or a file that must not be overwritten.',
      ].join('\n'),
    )
    .action((paths: string[], flags: Flags) => run(paths, flags))
}
