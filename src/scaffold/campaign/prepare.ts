import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { UsageError } from '../../base/errors.js'
import { parse } from 'yaml'
import { defineCampaign, type CampaignConfig, type CampaignConfigInput } from '../../fuzz/config.js'
import {
  dryRun,
  judgeUntouched,
  withLongTimeouts,
  type DryRun,
  type UntouchedVerdict,
} from '../../fuzz/dry-run/index.js'
import type { ContractReach } from '../../fuzz/reach/index.js'
import { readContractSchema, readContractSchemas, type ContractSchema } from '../../fuzz/schema/index.js'
import { startCampaign, type Start } from '../../fuzz/setup.js'
import { SudoboxError, type Json } from '../../sandbox/index.js'
import {
  besideOthers,
  contractName,
  findFirstMessages,
  ACTORS,
  FUNDS,
  named,
  type FirstMessages,
  type WorkingContract,
} from '../init/index.js'
import { probeSchema } from '../../vm/probe/index.js'
import { campaignText } from './campaign-text.js'
import { findChannelForm, type ChannelForm } from './channel.js'
import { PLACEHOLDER } from '../../fuzz/model/via.js'
import { PLACEHOLDER_WASM, replacements } from './placeholder.js'
import { proposedExceptions } from './proposed-exceptions.js'
import { counterpartText, plainCampaign, remoteLabel, type CampaignSubject } from './plan.js'
import { ibcPort } from '../../modules/wasm/index.js'

export interface PrepareOptions {
  /** The contracts; the first one gives the campaign its name. */
  readonly wasms: readonly string[]
  /** The campaign's file; `campaigns/NAME.yaml` when left out. */
  readonly out?: string | undefined
  /** Called with one line of text per step. */
  readonly onStep: (text: string) => void
}

/** A generated campaign, and the result of its dry run. */
export interface PreparedCampaign {
  readonly file: string
  readonly runs: readonly DryRun[]
  readonly contracts: readonly ContractReach[]
  readonly untouched: readonly UntouchedVerdict[]
}

/** A contract that is being added to a campaign. */
interface Candidate {
  readonly name: string
  readonly path: string
  readonly wasm: Uint8Array
  readonly schema: ContractSchema
  readonly schemaFile: string
}

/**
 * Writes a campaign for contracts that are given as `.wasm` only: finds their schemas, messages that instantiate them, the channels that they need,
 * messages that work, and what actors may claim.
 *
 * @throws UsageError if the file exists, or if no message was found that instantiates a contract
 */
export async function prepareCampaign({ wasms, out, onStep }: PrepareOptions): Promise<PreparedCampaign> {
  const title = contractName(basename(wasms[0]!, '.wasm'))
  const file = out ?? join('campaigns', `${title}.yaml`)
  if (existsSync(file))
    throw new UsageError(`${file} is there already`, {
      details: [`right: sudobox fuzz ${file}`, 'or a new one: sudobox fuzz CONTRACT.wasm --campaign FILE'],
    })
  const folder = dirname(file)
  const candidates = wasms.map((path) => candidateOf(path, folder, onStep))
  const { plans, addresses } = await instantiated(candidates, folder, onStep)
  const { subjects: placed, plain, start, tried } = await withPlaceholders(title, plans, file, onStep)
  try {
    for (const label of [PLACEHOLDER, ...start.subjects.map(({ config }) => config.label)]) {
      const address = start.sandbox.chains.neutron.addressOf(label)
      if (address !== undefined) addresses.set(address, `\${neutron.${label}}`)
    }
    for (const name of ACTORS) addresses.set(start.sandbox.chains.hub.account(name).address, `\${hub.${name}}`)
    const { runs, contracts } = tried
    const text = campaignText(plain, runs, file, (value) => named(value, addresses), proposedExceptions(placed))
    const config = checked(parse(text) as object, file)
    const subjects = start.subjects.map((subject, i) => ({ ...subject, config: config.contracts[i]! }))
    const untouched = await judgeUntouched({ ...start, config, subjects })
    save(file, text)
    onStep(
      `${file}: the campaign, with ${runs.reduce((sum, { accepted }) => sum + accepted.length, 0)} messages that work`,
    )
    return { file, runs, contracts, untouched }
  } finally {
    await start.sandbox.close()
  }
}

/** A campaign that is set up, and the result of its dry run. */
interface Trial {
  readonly subjects: readonly CampaignSubject[]
  readonly plain: ReturnType<typeof plainCampaign>
  readonly start: Start
  readonly tried: Awaited<ReturnType<typeof dryRun>>
}

/** The maximum number of fields of instantiate messages in which a placeholder is tried per round, and the maximum number of rounds. */
const MOST_FIELDS = 6
const MOST_PLACEHOLDERS = 3

/** Runs the dry run. If contracts send messages to an account that they were instantiated with, it is replaced by the placeholder, as long as that helps. */
async function withPlaceholders(
  title: string,
  plans: readonly CampaignSubject[],
  file: string,
  onStep: PrepareOptions['onStep'],
): Promise<Trial> {
  const attempt = async (subjects: readonly CampaignSubject[]): Promise<Trial> => {
    const plain = plainCampaign(title, ACTORS, FUNDS, subjects)
    const start = await startCampaign(checked(plain, file))
    return { subjects, plain, start, tried: await dryRun(start) }
  }
  let best = await attempt(plans.map((plan) => ({ ...plan, instantiate: withLongTimeouts(plan.instantiate) }))).catch(
    (error: unknown) => {
      if (error instanceof SudoboxError) return attempt(plans)
      throw error
    },
  )
  let { subjects } = best
  for (let round = 0; round < MOST_PLACEHOLDERS; round++) {
    const { start } = best
    const accounts = ACTORS.filter((name) =>
      best.tried.runs.some(({ notContracts }) =>
        Object.values(start.sandbox.chains).some((chain) => notContracts.includes(chain.account(name).address)),
      ),
    )
    const others = subjects
      .flatMap((subject, at) =>
        accounts
          .flatMap((account) => replacements(subject.instantiate, account))
          .map(({ field, instantiate }) => ({
            field,
            subjects: subjects.with(at, { ...subject, instantiate }),
            subject,
          })),
      )
      .slice(0, MOST_FIELDS)
    let taken: (typeof others)[number] | undefined
    for (const other of others) {
      const trial = await attempt(other.subjects).catch((error: unknown) => {
        // Some fields cannot be a contract.
        if (error instanceof SudoboxError) return undefined
        throw error
      })
      if (trial === undefined) continue
      const isBetter = missing(trial) < missing(best) && accepted(trial) >= accepted(best)
      await (isBetter ? best : trial).start.sandbox.close()
      if (!isBetter) continue
      best = trial
      taken = other
      if (missing(best) === 0) break
    }
    if (taken === undefined) return best
    ;({ subjects } = taken)
    onStep(
      `${taken.subject.label} sends messages to "${taken.field}": a contract that accepts every message stands there, "${PLACEHOLDER}"`,
    )
  }
  return best
}

const missing = ({ tried }: Trial): number => tried.runs.reduce((sum, { notContracts }) => sum + notContracts.length, 0)
const accepted = ({ tried }: Trial): number => tried.runs.reduce((sum, one) => sum + one.accepted.length, 0)

/** The contract with its schema: from the file beside it, or inferred from its parser and written beside the campaign. */
function candidateOf(path: string, folder: string, onStep: PrepareOptions['onStep']): Candidate {
  const name = contractName(basename(path, '.wasm'))
  const wasm = read(path)
  const beside = ['', 'schema', join('..', 'schema')].map((place) => join(dirname(path), place))
  const written = beside
    .flatMap((place) => [name, name.replaceAll('_', '-')].map((one) => join(place, `${one}.json`)))
    .find((one) => existsSync(one))
  if (written !== undefined) {
    const [schema] = readContractSchemas([written])
    onStep(`${written}: its schema`)
    return { name, path, wasm, schema: schema!, schemaFile: written }
  }
  const schemaFile = join(folder, 'schema', `${name}.json`)
  const document = probeSchema(wasm, name)
  if (!existsSync(schemaFile)) {
    save(schemaFile, `${JSON.stringify(document, undefined, 2)}\n`)
    onStep(`${schemaFile}: its schema, as the contract tells it`)
  }
  return { name, path, wasm, schemaFile, schema: readContractSchema(document, schemaFile) }
}

/** Finds messages that instantiate the contracts. Contracts that others need come first. */
async function instantiated(
  candidates: readonly Candidate[],
  folder: string,
  onStep: PrepareOptions['onStep'],
): Promise<{ readonly plans: readonly CampaignSubject[]; readonly addresses: Map<string, string> }> {
  const plans: CampaignSubject[] = []
  const addresses = new Map<string, string>()
  const working: { readonly name: string; readonly wasm: Uint8Array; readonly instantiate: Json }[] = []
  const waiting: { readonly candidate: Candidate; readonly alone: FirstMessages }[] = []
  const take = async ({ name, path, wasm, schemaFile }: Candidate, found: FirstMessages): Promise<void> => {
    for (const [one, address] of Object.entries(found.addresses)) addresses.set(address, `\${neutron.${one}}`)
    working.push({ name, wasm, instantiate: found.instantiate! })
    const instantiate = named(found.instantiate!, addresses)
    const subject = {
      label: name,
      wasm: from(folder, path),
      schema: from(folder, schemaFile),
      instantiate,
      channel: undefined,
    }
    plans.push(subject)
  }
  for (const candidate of candidates) {
    const alone = await findFirstMessages(candidate.wasm, candidate.schema, [], { oneOwner: true })
    if (alone.instantiate === undefined) waiting.push({ candidate, alone })
    else await take(candidate, alone)
  }
  for (const { candidate, alone } of waiting) {
    const search = (others: readonly WorkingContract[]) =>
      findFirstMessages(candidate.wasm, candidate.schema, others, { oneOwner: true })
    const beside = (await besideOthers(working, search)) ?? (await besideOthers([STAND_IN], search))
    if (beside === undefined)
      throw new UsageError(`no message was found with which ${candidate.name} can be instantiated`, {
        details: [
          `the last one was refused with: ${alone.refusal ?? 'nothing'}`,
          'right: give the .wasm files of the contracts that it needs as well, or write the campaign (docs/guides/fuzzing.md)',
        ],
      })
    await take(candidate, beside.found)
  }
  const withChannels = candidates.filter(({ wasm }) => hasChannels(wasm))
  const ends = withChannels.map(({ name }) => name)
  const channels = new Map<string, ChannelForm>()
  for (const { name, wasm, schema } of withChannels) {
    let channel = await channelOf(wasm, name, ends, plans, folder)
    // The message with one owner may prevent channels from opening, so a shorter one is tried.
    const plain = channel === undefined ? (await findFirstMessages(wasm, schema)).instantiate : undefined
    if (plain !== undefined) {
      const plainer = plans.map((plan) =>
        plan.label === name ? { ...plan, instantiate: named(plain, addresses) } : plan,
      )
      channel = await channelOf(wasm, name, ends, plainer, folder)
      if (channel !== undefined) plans.splice(0, plans.length, ...plainer)
    }
    if (channel === undefined) {
      onStep(`${name} has IBC entry points, but no version was found with which it opens a channel`)
      continue
    }
    channels.set(name, channel)
    onStep(
      `${name} opens channels of version "${channel.version}", ${channel.ordering}, to ${counterpartText(name, channel.counterpart)}`,
    )
  }
  return { plans: plans.map((plan) => ({ ...plan, channel: channels.get(plan.label) })), addresses }
}

/** For contracts that call others while they are instantiated. */
const STAND_IN: WorkingContract = {
  name: PLACEHOLDER,
  wasm: new Uint8Array(Buffer.from(PLACEHOLDER_WASM, 'base64')),
  instantiate: {},
}

const hasChannels = (wasm: Uint8Array): boolean =>
  WebAssembly.Module.exports(new WebAssembly.Module(new Uint8Array(wasm))).some(
    ({ name }) => name === 'ibc_channel_open',
  )

/** Finds how a contract's channel opens. @param ends labels of the contracts that can be at the other end */
async function channelOf(
  wasm: Uint8Array,
  label: string,
  ends: readonly string[],
  plans: readonly CampaignSubject[],
  folder: string,
): Promise<ChannelForm | undefined> {
  // A campaign with channels to every candidate, without the steps that open them.
  const unknown = (instance: string): ChannelForm => ({
    version: '',
    ordering: 'unordered',
    counterpart: { instance },
  })
  const { length } = ends
  const plain = plainCampaign(
    'channel',
    ACTORS,
    FUNDS,
    plans.map((plan) =>
      // With several, each ends at another, so that all of them are on the other chain too.
      ends.includes(plan.label) ? { ...plan, channel: unknown(ends[(ends.indexOf(plan.label) + 1) % length]!) } : plan,
    ),
  )
  const config = { ...plain, setup: (plain['setup'] as readonly Json[]).slice(0, -length) }
  const start = await startCampaign(checked(config, join(folder, 'channel.yaml')), false)
  try {
    const { neutron, hub } = start.sandbox.chains
    const likeliest = [label, ...ends.filter((one) => one !== label)]
    return await findChannelForm(
      start.sandbox,
      wasm,
      ibcPort(neutron.addressOf(label)!),
      new Map(likeliest.map((one) => [one, ibcPort(hub.addressOf(remoteLabel(one))!)])),
    )
  } finally {
    await start.sandbox.close()
  }
}

/** Validates a campaign; it may name any path, as the caller may. */
const checked = (campaign: object, file: string): CampaignConfig =>
  defineCampaign(campaign as CampaignConfigInput, file, true)

/** A path relative to the folder. */
const from = (folder: string, path: string): string => relative(resolve(folder), resolve(path)).split(sep).join('/')

function read(path: string): Uint8Array {
  try {
    return new Uint8Array(readFileSync(path))
  } catch (cause) {
    throw new UsageError(`cannot read ${path}`, { cause })
  }
}

function save(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
