import { Command, InvalidArgumentError } from 'commander'
import { asLine, readNamed, writeAtomically } from '../../base/index.js'
import { ADVISORIES, audit, type AuditFinding, type Releases } from '../../audit/index.js'
import { scheduleOf, VM_OF_WASMVM } from '../../vm/internal.js'
import { printText } from '../output/plain-text.js'
import { colorOf, terminal, type Terminal } from '../output/terminal.js'
import { auditSarif } from './audit-sarif.js'

interface Flags {
  readonly wasmvm?: string
  readonly wasmd?: string
  readonly json?: boolean
  readonly sarif?: string
}

const WASMVM: Readonly<Record<string, string>> = VM_OF_WASMVM

/** Parses a release of three numbers, with or without a `v`. */
function releaseOf(text: string): string {
  const [, version] = /^v?(\d+\.\d+\.\d+)$/.exec(text) ?? []
  if (version === undefined) throw new InvalidArgumentError(`"${text}" is not a release; right: three numbers, 0.61.5`)
  return version
}

/** Parses a release of wasmvm, of which the release of cosmwasm-vm is known. */
function wasmvmOf(text: string): string {
  const version = releaseOf(text)
  if (!Object.hasOwn(WASMVM, version))
    throw new InvalidArgumentError(`no release of wasmvm ${version} is known; known: ${Object.keys(WASMVM).join(', ')}`)
  return version
}

const releasesOf = ({ wasmvm, wasmd }: Flags): Releases => ({
  ...(wasmvm !== undefined && { wasmvm, 'cosmwasm-vm': scheduleOf(WASMVM[wasmvm]!).version }),
  ...(wasmd !== undefined && { wasmd }),
})

function lines(file: string, findings: readonly AuditFinding[], { colors }: Terminal): readonly string[] {
  if (findings.length === 0)
    return [`${colors.bold(asLine(file))}: none of ${ADVISORIES.length} advisories concerns it`]
  return [
    `${colors.bold(asLine(file))}: ${findings.length} of ${ADVISORIES.length} advisories`,
    ...findings.flatMap(({ advisory, uses, release, fix }) => [
      '',
      `${colors.red(advisory.id)} ${advisory.title} (${advisory.severity})`,
      `  ${advisory.component} ${release}, fixed in ${fix}`,
      ...(uses.length === 0 ? [] : [`  concerned: ${uses.join(', ')}`]),
      `  before: ${advisory.before}`,
      `  after:  ${advisory.after}`,
      `  ${colors.dim(advisory.url)}`,
    ]),
  ]
}

function run(file: string, flags: Flags, color: boolean | undefined): void {
  const findings = audit(readNamed(file), releasesOf(flags))
  if (flags.sarif !== undefined) writeAtomically(flags.sarif, auditSarif(file, findings))
  if (flags.json === true) printText(JSON.stringify({ file, findings }, undefined, 2))
  else for (const line of lines(file, findings, terminal(color))) console.log(line)
  if (findings.length > 0) process.exitCode = 1
}

/** `sudobox audit CONTRACT.wasm` */
export const auditCommand = (): Command =>
  new Command('audit')
    .argument('<file>', 'the .wasm file of a contract')
    .option('--wasmvm <release>', 'the release of wasmvm that the chain runs', wasmvmOf)
    .option('--wasmd <release>', 'the release of wasmd that the chain runs', releaseOf)
    .option('--sarif <file>', 'write the findings as SARIF 2.1.0')
    .option('--json', 'print one JSON document instead of text')
    .addHelpText(
      'after',
      [
        '',
        'Reads the file without running it: its exports, and the crates that it names. Advisories of the chain are judged for the releases',
        'that are given; without them, only those of crates that are compiled into the contract.',
        '',
        'Exit code: 0 no advisory concerns the contract, 1 at least one does, 2 the file cannot be read.',
      ].join('\n'),
    )
    .action((file: string, flags: Flags, command: Command) => run(file, flags, colorOf(command)))
