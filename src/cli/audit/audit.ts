import { basename, join } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { releasesOfKind, type Releases } from '../../audit/index.js'
import { readNamed, UsageError, writeAtomically } from '../../base/index.js'
import { TARGET_NAMES, targetOf } from '../../rehearse/index.js'
import { contractName } from '../../scaffold/index.js'
import { scheduleOf, VM_OF_WASMVM } from '../../vm/internal.js'
import { wholeNumber } from '../output/fuzz-output.js'
import { printText } from '../output/plain-text.js'
import { colorOf, terminal, type Terminal } from '../output/terminal.js'
import { withTrust, type TrustFlags } from '../trust.js'
import type { HtmlAudit } from './audit-html.js'
import { auditSarif } from './audit-sarif.js'
import { auditLines, campaignLines } from './audit-text.js'
import { auditJson, auditResult, isBad } from './result.js'
import { shortCampaign, type AuditCampaign } from './short-campaign.js'

interface Flags extends TrustFlags {
  readonly kind?: string
  readonly wasmvm?: string
  readonly wasmd?: string
  readonly campaign: number | false
  readonly config?: string
  readonly out?: string
  readonly seed?: number
  readonly workers?: number
  readonly json?: boolean
  readonly html?: string
  readonly sarif?: string
}

/** How long the campaign runs, in seconds. */
const SECONDS = 30

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

/** The releases of the chain: those of its kind, and in their place those that are given. @throws UsageError for an unknown kind */
const releasesOf = ({ kind, wasmvm, wasmd }: Flags): Releases => ({
  ...(kind !== undefined && releasesOfKind(targetOf(kind))),
  ...(wasmvm !== undefined && { wasmvm, 'cosmwasm-vm': scheduleOf(WASMVM[wasmvm]!).version }),
  ...(wasmd !== undefined && { wasmd }),
})

async function run(file: string, flags: Flags, color: boolean | undefined): Promise<void> {
  if (flags.config !== undefined && flags.campaign === false)
    throw new UsageError('--config names the campaign to run, and --no-campaign runs none: give one of them')
  const out = terminal(color)
  const print = (lines: readonly string[]): void => {
    if (flags.json !== true) for (const line of lines) console.log(line)
  }
  const html = flags.html === undefined ? undefined : new (await import('./audit-html.js')).HtmlAudit(flags.html)
  const advisories = auditResult(file, readNamed(file), { kind: flags.kind, releases: releasesOf(flags) })
  print(auditLines(advisories, out))
  const folder = flags.out ?? join('audit', contractName(basename(file, '.wasm')))
  if (flags.campaign !== false) print(['', out.colors.bold('campaign')])
  const campaign = await campaignOf(file, folder, flags, advisories.releases, html, out)
  const result = campaign === undefined ? advisories : { ...advisories, campaign }
  if (campaign !== undefined) print(campaignLines(campaign, folder, out))
  if (flags.sarif !== undefined) writeAtomically(flags.sarif, auditSarif(result))
  if (html !== undefined) print([`report: ${await html.write(result)}`])
  if (flags.json === true) printText(JSON.stringify(auditJson(result), undefined, 2))
  if (isBad(result)) process.exitCode = 1
}

/** Runs the campaign, on the contract VM of the chain that was named. */
async function campaignOf(
  wasm: string,
  folder: string,
  { campaign: seconds, config, seed, workers, trust = false, json = false }: Flags,
  releases: Releases,
  html: HtmlAudit | undefined,
  out: Terminal,
): Promise<AuditCampaign | undefined> {
  if (seconds === false) return undefined
  const vm = releases['cosmwasm-vm']
  return shortCampaign(
    {
      wasm,
      seconds,
      config,
      folder,
      seed,
      workers,
      trust,
      vm: vm === undefined ? {} : { '': vm },
      json,
      onProgress: (progress) => html?.note(progress),
    },
    out,
  )
}

/** `sudobox audit CONTRACT.wasm` */
export const auditCommand = (): Command =>
  withTrust(new Command('audit'))
    .argument('<file>', 'the .wasm file of a contract')
    .option(
      '--kind <kind>',
      `the chain, by its kind and release, of which the releases of wasmvm, wasmd and ibc-go are known: ${TARGET_NAMES.join(', ')}`,
    )
    .option('--wasmvm <release>', 'the release of wasmvm that the chain runs (default: that of --kind)', wasmvmOf)
    .option('--wasmd <release>', 'the release of wasmd that the chain runs (default: that of --kind)', releaseOf)
    .option('--campaign <seconds>', 'how long the campaign runs, preparation included', wholeNumber(1, 1e9), SECONDS)
    .option('--no-campaign', 'look at advisories only, without running the contract')
    .option('--config <file>', 'the campaign to run (default: the one in --out, which is written if there is none)')
    .option('--out <folder>', 'folder of the campaign, and of its findings as fixtures (default: audit/NAME)')
    .option('--seed <n>', 'seed of the campaign (default: a new one for each run)', wholeNumber(0))
    .option('--workers <n>', 'number of parallel workers of the campaign (default: one per core)', wholeNumber(1, 256))
    .option('--html <file>', 'write a report: one HTML file that works offline')
    .option('--sarif <file>', 'write the result as SARIF 2.1.0')
    .option('--json', 'print one JSON document instead of text')
    .addHelpText(
      'after',
      [
        '',
        'Advisories: reads the file for what they are about: exports, imports, messages and queries that it names, and the crates that it was built with.',
        'An advisory of the chain is open or patched on the releases that are given; without them, it is listed with the releases that are safe.',
        '',
        'Campaign: as `sudobox fuzz` with the file alone: it finds messages that work, and searches for action sequences that violate an invariant. It runs',
        'on a chain of kind neutron, with the contract VM of the chain that is given. If no campaign can begin, the report says why.',
        '',
        'Exit code: 0 no advisory is open and nothing was found, 1 an advisory is open or something was found, 2 the file cannot be read, there is no such',
        'chain, or the campaign of --config cannot run.',
      ].join('\n'),
    )
    .action((file: string, flags: Flags, command: Command) => run(file, flags, colorOf(command)))
