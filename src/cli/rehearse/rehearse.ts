import { relative } from 'node:path'
import { Command } from 'commander'
import { bigintsAsText, definedMembers, readNamed, UsageError, writeAtomically } from '../../base/index.js'
import type { Surface } from '../../app/index.js'
import { corpusFixtures, readCampaign, warningOfCode } from '../../fuzz/internal.js'
import {
  liveStories,
  MAX_LAST,
  rehearse,
  rehearseAll,
  releaseBefore,
  staticLook,
  TARGET_NAMES,
  targetOf,
  type Rehearsal,
  type RehearsedStory,
} from '../../rehearse/index.js'
import { readFixture } from '../../replay/internal.js'
import { collect } from '../options/port-options.js'
import { wholeNumber } from '../output/fuzz-output.js'
import { printText } from '../output/plain-text.js'
import { forkText, ProgressLine } from '../output/progress.js'
import { colorOf, terminal, type Terminal } from '../output/terminal.js'
import { withTrust, type TrustFlags } from '../trust.js'
import { lookLines } from './look-output.js'
import type { HtmlRehearsal } from './rehearsal-html.js'
import { isRefused, rehearsalLines } from './rehearsal-output.js'
import { rehearsalJunit } from './rehearsal-junit.js'

interface Flags extends TrustFlags {
  readonly to: string
  readonly from?: string
  readonly chain?: readonly string[]
  readonly corpus?: string
  readonly rpc: readonly string[]
  readonly last?: number
  readonly cache?: string
  readonly json?: boolean
  readonly junit?: string
  readonly html?: string
}

/** What is rehearsed, and on what. */
interface Given {
  readonly file: string
  readonly flags: Flags
  readonly from: Surface
  readonly to: Surface
  readonly progress: ProgressLine
  readonly html: HtmlRehearsal | undefined
}

/** Transactions of a live contract, if no number is given. */
const LAST = 10

const isWasm = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 4)).toString('latin1') === '\0asm'

function look(file: string, bytes: Uint8Array, flags: Flags, out: Terminal): void {
  const to = targetOf(flags.to)
  const found = staticLook(bytes, to, flags.from === undefined ? releaseBefore(to) : targetOf(flags.from))
  if (flags.json) printText(JSON.stringify({ file, ...found }, undefined, 2))
  else for (const line of lookLines(file, found, out)) console.log(line)
  if (found.refused.length > 0) process.exitCode = 1
}

/** @throws UsageError for options that do not go together */
function checkTogether({ rpc, corpus, last, cache }: Flags): void {
  const [problem] = [
    rpc.length > 0 && corpus !== undefined && '--corpus is for a campaign, and --rpc for a contract of a live chain',
    rpc.length === 0 && last !== undefined && '--last is only for a live chain: it needs --rpc URL',
    rpc.length === 0 && cache !== undefined && '--cache is only for a live chain: it needs --rpc URL',
  ].filter((text) => text !== false)
  if (problem !== undefined) throw new UsageError(problem)
}

async function run(file: string, flags: Flags, out: Terminal): Promise<void> {
  checkTogether(flags)
  const isOne = flags.rpc.length === 0 && flags.corpus === undefined
  const bytes = isOne ? readNamed(file) : undefined
  if (bytes !== undefined && isWasm(bytes)) return look(file, bytes, flags, out)
  const to = targetOf(flags.to)
  const from = flags.from === undefined ? (releaseBefore(to) ?? to) : targetOf(flags.from)
  const html =
    flags.html === undefined ? undefined : new (await import('./rehearsal-html.js')).HtmlRehearsal(flags.html)
  const progress = new ProgressLine(out)
  const given = { file, flags, from, to, progress, html }
  const kind = isOne ? oneFixture : flags.corpus === undefined ? liveContract : corpus
  const found = await kind(given).finally(() => progress.clear())
  if (flags.junit !== undefined) writeAtomically(flags.junit, rehearsalJunit(found, relative('', file)))
  const page = html?.write(found)
  if (flags.json) printText(JSON.stringify({ file, ...found }, bigintsAsText, 2))
  else {
    for (const line of rehearsalLines(file, found, out)) console.log(line)
    if (page !== undefined) console.log(`report: ${page}`)
  }
  if (isRefused(found)) process.exitCode = 1
}

async function oneFixture({ file, flags: { trust, chain: chains }, from, to, html }: Given): Promise<Rehearsal> {
  const fixture = readFixture(file)
  const watch = await html?.watch(fixture, file, trust === true)
  return rehearse(fixture, file, from, to, definedMembers({ trust, chains, watch }))
}

async function corpus({ file, flags, from, to, progress }: Given): Promise<Rehearsal> {
  const { trust, chain: chains, corpus: folder } = flags
  const warning = warningOfCode(file)
  if (warning !== undefined) console.error(warning)
  const campaign = await readCampaign(file, { trust })
  const onWarning = ({ file: ignored, text }: { readonly file: string; readonly text: string }): void =>
    console.error(`${ignored} is ignored: ${text}`)
  const stories = storiesOf(corpusFixtures(campaign, folder!, onWarning), file)
  const onStory = (done: number): void => progress.show(() => `${done} sequences rehearsed …`)
  return rehearseAll(campaign.title, stories, from, to, { ...definedMembers({ trust, chains }), onStory })
}

async function* storiesOf(fixtures: ReturnType<typeof corpusFixtures>, file: string): AsyncGenerator<RehearsedStory> {
  for await (const one of fixtures) yield { ...one, file }
}

async function liveContract({ file: contract, flags, from, to, progress }: Given): Promise<Rehearsal> {
  const { rpc, last = LAST, cache } = flags
  const onStep = (text: string): void => progress.show(() => text)
  const stories = liveStories(contract, from, { rpc, last, cache, onStep })
  return rehearseAll(contract, stories, from, to, { trust: true, onFork: (now) => onStep(forkText(now)) })
}

const repeated = (name: string, names: readonly string[] = []): readonly string[] => [...names, name]

/** `sudobox rehearse FILE --to RELEASE` */
export const rehearseCommand = (): Command =>
  withTrust(new Command('rehearse'))
    .argument(
      '<file>',
      'the .wasm file of a contract; a fixture, a recording or a finding of a campaign, to run it on both; with --corpus a campaign; with --rpc the address of a contract',
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
    .option(
      '--corpus <folder>',
      'run the action sequences in the folder, which `sudobox fuzz --corpus` wrote for the campaign',
    )
    .option('--rpc <url>', 'RPC endpoint of a live chain; repeatable: if one fails, the next one is used', collect, [])
    .option(
      '--last <n>',
      `with --rpc: how many of the last transactions that called the contract (default: ${LAST})`,
      wholeNumber(1, MAX_LAST),
    )
    .option(
      '--cache <folder>',
      'with --rpc: folder that caches the state of the chain (default: ~/.cache/sudobox/forks)',
    )
    .option('--json', 'print one JSON document instead of text')
    .option('--html <file>', 'of what runs on both, write a report: one HTML file that works offline')
    .option('--junit <file>', 'of what runs on both, write a report as JUnit XML: a failed test for each cause')
    .addHelpText(
      'after',
      [
        '',
        `Releases: ${TARGET_NAMES.join(', ')}`,
        '',
        'A contract is read without running it: gRPC paths and type URLs of messages in its data, imports, and required capabilities. A name that the',
        'contract puts together while it runs is not seen; a message for another chain is listed too.',
        'A fixture runs on both releases. What differs is listed by cause: results, errors, events, stored bytes and gas. Of a corpus and of a live',
        'contract each cause is listed once, with its first place. A transaction of a live chain runs on the state before its block, after those before it',
        'in the block; the node must have these states. A live chain moves to another release of the contract VM only.',
        '',
        'Exit code: 0 nothing is refused and nothing differs, 1 something is or does, 2 the file or the chain cannot be read or run, or there is no such release.',
      ].join('\n'),
    )
    .action((file: string, flags: Flags, command: Command) => run(file, flags, terminal(colorOf(command))))
