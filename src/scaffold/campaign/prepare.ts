import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { isElsewhere, readNamed, UsageError } from '../../base/index.js'
import { parse } from 'yaml'
import {
  judgeUntouched,
  PLACEHOLDER,
  startCampaign,
  TimeLimit,
  type Answers,
  type ContractReach,
  type DryRun,
  type UntouchedVerdict,
} from '../../fuzz/internal.js'
import { readContractSchema, readContractSchemas, type ContractSchema } from '../../schema/index.js'
import type { VmReleases } from '../../replay/internal.js'
import type { Json } from '../../sandbox/internal.js'
import {
  withOthers,
  contractName,
  findFirstMessages,
  ACTORS,
  FUNDS,
  named,
  reference,
  type FirstMessages,
  type WorkingContract,
} from '../init/index.js'
import { probeSchema } from '../../vm/probe/index.js'
import { campaignText } from './campaign-text.js'
import { findChannelForm, type ChannelForm } from './channel.js'
import { PLACEHOLDER_WASM } from './placeholder.js'
import { counterpartText, plainCampaign, remoteLabel, type CampaignExtras, type CampaignSubject } from './plan.js'
import { ibcPort } from '../../modules/wasm/index.js'
import { hasAllowances, isCollectionOf } from './tokens.js'
import { bestTrial, checked, type Plan } from './trials.js'

export interface PrepareOptions {
  /** The contracts; the first one gives the campaign its name. */
  readonly wasms: readonly string[]
  /** The campaign's file; `campaigns/NAME.yaml` when left out. */
  readonly out?: string | undefined
  /** Called with one line of text per step. */
  readonly onStep: (text: string) => void
  /** Releases of the contract VM, which the campaign names. */
  readonly vm?: VmReleases
  /** The file to which the first contract is migrated during the campaign. */
  readonly migrateTo?: string | undefined
  /** When to stop trying messages; without an end when left out. */
  readonly limit?: TimeLimit
  /** The option that gives it more time, for errors. */
  readonly moreTime?: string
}

/** A generated campaign, and the result of its dry run. */
export interface PreparedCampaign {
  readonly file: string
  readonly runs: readonly DryRun[]
  readonly contracts: readonly ContractReach[]
  /** Empty if there was no time for it. */
  readonly untouched: readonly UntouchedVerdict[]
  /** Whether the limit was over before everything was tried. */
  readonly cut: boolean
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
 * @throws UsageError if the file exists, if two contracts have files of one name, or if no message was found that instantiates a contract
 */
export async function prepareCampaign({
  wasms,
  out,
  onStep,
  vm,
  migrateTo,
  limit = new TimeLimit(),
  moreTime = '--seconds N',
}: PrepareOptions): Promise<PreparedCampaign> {
  const names = wasms.map((path) => contractName(basename(path, '.wasm')))
  const title = names[0]!
  const file = out ?? join('campaigns', `${title}.yaml`)
  if (existsSync(file))
    throw new UsageError(`${file} already exists`, {
      details: [`right: sudobox fuzz ${file}`, 'or a new one: sudobox fuzz CONTRACT.wasm --campaign FILE'],
    })
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined)
    throw new UsageError(`two contracts would get the label ${twice}, from their file names`, {
      details: ['right: give each contract once, and name the files of two builds differently'],
    })
  const folder = dirname(file)
  const isOver = (): boolean => limit.isOver
  const candidates = wasms.map((path) => candidateOf(path, folder, onStep, isOver))
  const { plans, addresses, answers: first } = await instantiated(candidates, folder, { vm, limit, moreTime }, onStep)
  const plainOf = ({ subjects, ...extras }: Plan) =>
    plainCampaign(title, ACTORS, FUNDS, subjects, {
      vm,
      ...extras,
      ...(migrateTo !== undefined && { migrateTo: { label: title, path: from(folder, migrateTo) } }),
    })
  const { plain, start, tried } = await bestTrial(plainOf, { subjects: plans, answers: first }, file, onStep, limit)
  try {
    for (const label of [PLACEHOLDER, ...start.subjects.map(({ config }) => config.label)]) {
      const address = start.sandbox.chains.neutron.addressOf(label)
      if (address !== undefined) addresses.set(address, reference(label))
    }
    for (const name of ACTORS) addresses.set(start.sandbox.chains.hub.account(name).address, `\${hub.${name}}`)
    const { runs, contracts } = tried
    const text = campaignText(plain, runs, commandFor(file, wasms), (value) => named(value, addresses))
    const config = checked(parse(text) as object, file)
    const subjects = start.subjects.map((subject, i) => ({ ...subject, config: config.contracts[i]! }))
    const cut = limit.isOver
    const untouched = cut ? [] : await limit.beyond(() => judgeUntouched({ ...start, config, subjects }))
    save(file, text)
    onStep(
      `${file}: the campaign, with ${runs.reduce((sum, { accepted }) => sum + accepted.length, 0)} messages that work`,
    )
    return { file, runs, contracts, untouched, cut }
  } finally {
    await start.sandbox.close()
  }
}

/** The command that runs a campaign. It names contracts outside of its folder and of the working directory only with `--trust`. */
function commandFor(file: string, wasms: readonly string[]): string {
  const isOutside = (path: string): boolean => isElsewhere(path) && from(dirname(file), path).startsWith('../')
  return `sudobox fuzz ${file}${wasms.some(isOutside) ? ' --trust' : ''}`
}

/** The contract with its schema: from the file next to it, or inferred from its parser and written next to the campaign. */
function candidateOf(path: string, folder: string, onStep: PrepareOptions['onStep'], isOver: () => boolean): Candidate {
  const name = contractName(basename(path, '.wasm'))
  const wasm = readNamed(path, 'the contract')
  const places = ['', 'schema', join('..', 'schema')].map((place) => join(dirname(path), place))
  const written = places
    .flatMap((place) => [name, name.replaceAll('_', '-')].map((one) => join(place, `${one}.json`)))
    .find((one) => existsSync(one))
  if (written !== undefined) {
    const [schema] = readContractSchemas([written])
    onStep(`${written}: its schema`)
    return { name, path, wasm, schema: schema!, schemaFile: written }
  }
  const schemaFile = join(folder, 'schema', `${name}.json`)
  const document = probeSchema(wasm, name, isOver)
  if (!existsSync(schemaFile)) {
    save(schemaFile, `${JSON.stringify(document, undefined, 2)}\n`)
    onStep(`${schemaFile}: its schema, inferred from the contract`)
  }
  return { name, path, wasm, schemaFile, schema: readContractSchema(document, schemaFile) }
}

/** Finds messages that instantiate the contracts. Contracts that others need come first. */
async function instantiated(
  candidates: readonly Candidate[],
  folder: string,
  {
    vm,
    limit,
    moreTime,
  }: { readonly vm: VmReleases | undefined; readonly limit: TimeLimit; readonly moreTime: string },
  onStep: PrepareOptions['onStep'],
): Promise<{
  readonly plans: readonly CampaignSubject[]
  readonly addresses: Map<string, string>
  readonly answers: Answers
}> {
  const isOver = (): boolean => limit.isOver
  const plans: CampaignSubject[] = []
  const addresses = new Map<string, string>()
  const working: WorkingContract[] = []
  const waiting: { readonly candidate: Candidate; readonly alone: FirstMessages }[] = []
  const take = async ({ name, path, wasm, schema, schemaFile }: Candidate, found: FirstMessages): Promise<void> => {
    const names = namesOf(found)
    for (const [address, one] of names) addresses.set(address, one)
    // Only these, because the same address may have been that of another contract before.
    const instantiate = named(found.instantiate!, names)
    working.push({ name, wasm, instantiate })
    const subject = {
      label: name,
      wasm: from(folder, path),
      schema: from(folder, schemaFile),
      instantiate,
      isToken: hasAllowances(schema),
      isCollection: isCollectionOf(schema),
      channel: undefined,
    }
    plans.push(subject)
  }
  for (const candidate of candidates) {
    const alone = await findFirstMessages(candidate.wasm, candidate.schema, [], {
      oneOwner: true,
      otherChain: true,
      vm,
      limit,
    })
    if (alone.instantiate === undefined) waiting.push({ candidate, alone })
    else await take(candidate, alone)
  }
  for (const { candidate, alone } of waiting) {
    const search = (others: readonly WorkingContract[]) =>
      findFirstMessages(candidate.wasm, candidate.schema, others, { oneOwner: true, otherChain: true, vm, limit })
    const withStandIn = working.some(({ name }) => name === PLACEHOLDER) ? [] : [STAND_IN, ...working]
    const together = (await withOthers(working, search)) ?? (await withOthers(withStandIn, search))
    if (together === undefined)
      throw new UsageError(`found no message that instantiates ${candidate.name}`, {
        details: [
          alone.refusal === undefined ? 'no message was tried' : `the last attempt failed with: ${alone.refusal}`,
          ...(limit.isStopped
            ? ['it was interrupted before all messages were tried']
            : limit.isOver
              ? [`the time for it was over; right: ${moreTime}, with more of them`]
              : []),
          'right: also give the .wasm files of the contracts that it needs, or write the campaign yourself (docs/guides/campaigns.md)',
        ],
      })
    if (together.needs.some(({ name }) => name === PLACEHOLDER)) {
      const at = working.findIndex(({ name }) => name === PLACEHOLDER)
      working.splice(Math.max(at, 0), at < 0 ? 0 : 1, {
        ...STAND_IN,
        instantiate: named(together.found.answers, namesOf(together.found)),
      })
    }
    await take(candidate, together.found)
  }
  const answers = (working.find(({ name }) => name === PLACEHOLDER)?.instantiate ?? {}) as Answers
  const withChannels = candidates.filter(({ wasm }) => hasChannels(wasm))
  const ends = withChannels.map(({ name }) => name)
  const channels = new Map<string, ChannelForm>()
  for (const { name, wasm, schema } of withChannels) {
    let channel = await channelOf(wasm, name, ends, plans, folder, { vm, answers }, isOver)
    // The message with one owner may prevent channels from opening, so a shorter one is tried.
    const plain =
      channel === undefined
        ? (await findFirstMessages(wasm, schema, [], { otherChain: true, vm, limit })).instantiate
        : undefined
    if (plain !== undefined) {
      const plainer = plans.map((plan) =>
        plan.label === name ? { ...plan, instantiate: named(plain, addresses) } : plan,
      )
      channel = await channelOf(wasm, name, ends, plainer, folder, { vm, answers }, isOver)
      if (channel !== undefined) plans.splice(0, plans.length, ...plainer)
    }
    if (channel === undefined) {
      onStep(`${name} has IBC entry points, but found no version with which it opens a channel`)
      continue
    }
    channels.set(name, channel)
    onStep(
      `${name} opens channels of version "${channel.version}", ${channel.ordering}, to ${counterpartText(name, channel.counterpart)}`,
    )
  }
  return { plans: plans.map((plan) => ({ ...plan, channel: channels.get(plan.label) })), addresses, answers }
}

/** The variables of accounts and contracts, by address. */
const namesOf = ({ addresses }: FirstMessages): ReadonlyMap<string, string> =>
  new Map(Object.entries(addresses).map(([one, address]) => [address, reference(one)]))

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
  extras: CampaignExtras,
  isOver: () => boolean,
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
    extras,
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
      isOver,
    )
  } finally {
    await start.sandbox.close()
  }
}

/** A path relative to the folder. */
const from = (folder: string, path: string): string => relative(resolve(folder), resolve(path)).split(sep).join('/')

function save(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
