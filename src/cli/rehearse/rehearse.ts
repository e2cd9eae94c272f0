import { relative } from 'node:path'
import { Command } from 'commander'
import { bigintsAsText, readNamed, writeAtomically } from '../../base/index.js'
import { rehearse, releaseBefore, staticLook, TARGET_NAMES, targetOf } from '../../rehearse/index.js'
import { readFixture } from '../../replay/internal.js'
import { printText } from '../output/plain-text.js'
import { colorOf, terminal } from '../output/terminal.js'
import { withTrust, type TrustFlags } from '../trust.js'
import { lookLines } from './look-output.js'
import { isRefused, rehearsalLines } from './rehearsal-output.js'
import { rehearsalJunit } from './rehearsal-junit.js'

interface Flags extends TrustFlags {
  readonly to: string
  readonly from?: string
  readonly chain?: readonly string[]
  readonly json?: boolean
  readonly junit?: string
  readonly html?: string
}

const isWasm = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 4)).toString('latin1') === '\0asm'

function look(file: string, bytes: Uint8Array, flags: Flags, color?: boolean): void {
  const to = targetOf(flags.to)
  const found = staticLook(bytes, to, flags.from === undefined ? releaseBefore(to) : targetOf(flags.from))
  if (flags.json) printText(JSON.stringify({ file, ...found }, undefined, 2))
  else for (const line of lookLines(file, found, terminal(color))) console.log(line)
  if (found.refused.length > 0) process.exitCode = 1
}

async function run(file: string, flags: Flags, color?: boolean): Promise<void> {
  const bytes = readNamed(file)
  if (isWasm(bytes)) return look(file, bytes, flags, color)
  const to = targetOf(flags.to)
  const from = flags.from === undefined ? (releaseBefore(to) ?? to) : targetOf(flags.from)
  const fixture = readFixture(file)
  const html =
    flags.html === undefined ? undefined : new (await import('./rehearsal-html.js')).HtmlRehearsal(flags.html, fixture)
  const watch = await html?.watch(file, flags.trust === true)
  const found = await rehearse(fixture, file, from, to, {
    ...(flags.trust !== undefined && { trust: flags.trust }),
    ...(flags.chain !== undefined && { chains: flags.chain }),
    ...(watch !== undefined && { watch }),
  })
  if (flags.junit !== undefined) writeAtomically(flags.junit, rehearsalJunit(found, relative('', file)))
  const page = html?.write(found)
  if (flags.json) printText(JSON.stringify({ file, ...found }, bigintsAsText, 2))
  else {
    for (const line of rehearsalLines(file, found, terminal(color))) console.log(line)
    if (page !== undefined) console.log(`report: ${page}`)
  }
  if (isRefused(found)) process.exitCode = 1
}

const repeated = (name: string, names: readonly string[] = []): readonly string[] => [...names, name]

/** `sudobox rehearse FILE --to RELEASE` */
export const rehearseCommand = (): Command =>
  withTrust(new Command('rehearse'))
    .argument(
      '<file>',
      'the .wasm file of a contract; or a fixture, a recording or a finding of a campaign, to run it on both',
    )
    .requiredOption(
      '--to <release>',
      'the kind of chain, its release, and after a slash another release of the contract VM: neutron, wasmd@0.70, or neutron/3.0.9',
    )
    .option('--from <release>', 'the release before (default: the one before, of the same kind)')
    .option(
      '--chain <name>',
      'a chain of the fixture to move; repeatable (default: all of the kind of --from)',
      repeated,
    )
    .option('--json', 'print one JSON document instead of text')
    .option('--html <file>', 'of a fixture, write a report: one HTML file that works offline')
    .option('--junit <file>', 'of a fixture, write a report as JUnit XML: a failed test for each cause')
    .addHelpText(
      'after',
      [
        '',
        `Releases: ${TARGET_NAMES.join(', ')}`,
        '',
        'A contract is read without running it: gRPC paths and type URLs of messages in its data, imports, and required capabilities. A name that the',
        'contract puts together while it runs is not seen; a message for another chain is listed too.',
        'A fixture runs on both releases. What differs is listed by cause: results, errors, events, stored bytes and gas.',
        '',
        'Exit code: 0 nothing is refused and nothing differs, 1 something is or does, 2 the file cannot be read or run, or there is no such release.',
      ].join('\n'),
    )
    .action((file: string, flags: Flags, command: Command) => run(file, flags, colorOf(command)))
