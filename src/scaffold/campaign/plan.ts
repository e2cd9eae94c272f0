import { withVmReleases, type VmReleases } from '../../replay/internal.js'
import type { Json } from '../../sandbox/internal.js'
import { onChain, type ChannelForm } from './channel.js'
import { withCodeIds } from './code-ids.js'
import { MAX_BEGINNINGS, PLACEHOLDER, type Answers } from '../../fuzz/internal.js'
import { needsPlaceholder, PLACEHOLDER_WASM } from './placeholder.js'
import { allowances, nfts } from './tokens.js'

/** A contract of a generated campaign. Messages name accounts and contracts by variables, `${neutron.alice}`. */
export interface CampaignSubject {
  readonly label: string
  /** Path from the campaign's folder. */
  readonly wasm: string
  /** Path from the campaign's folder. */
  readonly schema: string
  readonly instantiate: Json
  /** Whether actors can allow others to spend what they have of it. */
  readonly isToken?: boolean
  /** Whether it is a collection of tokens. */
  readonly isCollection?: boolean
  /** How its channel opens; undefined if it has none. */
  readonly channel: ChannelForm | undefined
}

type JsonObject = Readonly<Record<string, Json>>

/** The account with coins of the other chain. */
const BANK = 'bank'
const COINS = '1000000uatom'

/** The label of a contract's instance on the other chain. */
export const remoteLabel = (label: string): string => `${label}_remote`

const tx = (chain: string, from: string, ...messages: readonly Json[]): JsonObject => ({
  do: { action: 'tx', chain, from, messages },
})

const deployed = (chain: string, codeId: number, wasm: Json, label: string, msg: Json): readonly JsonObject[] => [
  tx(chain, 'alice', { store: { wasm } }),
  tx(chain, 'alice', { instantiate: { codeId, label, admin: 'alice', msg } }),
]

/** The two steps that deploy the placeholder. They come before the other contracts, which are instantiated with its address. */
function placeholderOn(chain: string, answers: Answers): readonly JsonObject[] {
  const [store, instantiate] = deployed(chain, 1, { base64: PLACEHOLDER_WASM }, PLACEHOLDER, answers)
  const name =
    'a contract that accepts every message, because an account was not enough: replace it with the real contract'
  const kinds = Object.keys(answers).join(', ')
  return [
    { name, ...store! },
    kinds === '' ? instantiate! : { name: `its responses to ${kinds}, made up`, ...instantiate! },
  ]
}

/**
 * The contracts that are also on the other chain: those at which a channel ends. If a channel ends at another contract than its own, all of them, in the
 * same order, and so with the same code ids.
 */
function remotesOf(subjects: readonly CampaignSubject[]): readonly CampaignSubject[] {
  const ends = subjects.flatMap(({ label, channel }) =>
    channel === undefined || channel.counterpart === 'transfer' ? [] : [[label, channel.counterpart.instance] as const],
  )
  if (ends.some(([label, end]) => label !== end)) return subjects
  return subjects.filter(({ label }) => ends.some(([one]) => one === label))
}

/** The setup steps: coins of the other chain, the contracts in order, and their channels. */
function setupOf(
  actors: readonly string[],
  subjects: readonly CampaignSubject[],
  { answers = {}, relays = false, standIn = false }: CampaignExtras,
): readonly JsonObject[] {
  const remotes = remotesOf(subjects)
  const here = standIn || needsPlaceholder(subjects) ? placeholderOn('neutron', answers) : []
  const there = remotes.length > 0 && (standIn || needsPlaceholder(remotes)) ? placeholderOn('hub', answers) : []
  const names = (all: readonly CampaignSubject[]): readonly string[] => all.map(({ label }) => label)
  return [
    {
      name: 'coins of the other chain',
      ...tx('hub', BANK, ...actors.map((name) => ({ ibcTransfer: { to: `\${neutron.${name}}`, amount: COINS } }))),
    },
    { do: { action: 'relay' } },
    ...here,
    ...subjects.flatMap(({ wasm, label, instantiate }, i) => {
      const before = 1 + here.length / 2
      return deployed(
        'neutron',
        i + before,
        { path: wasm },
        label,
        withCodeIds(instantiate, label, names(subjects), before),
      )
    }),
    ...subjects.flatMap(({ label, isToken = false }) =>
      isToken ? allowances(label, names(subjects)).map(({ from, messages }) => tx('neutron', from, ...messages)) : [],
    ),
    ...subjects.flatMap(({ label, isCollection = false }) =>
      isCollection ? nfts(label, names(subjects)).map(([from, message]) => tx('neutron', from, message)) : [],
    ),
    ...there,
    ...remotes.flatMap(({ wasm, label, instantiate }, i) => {
      const before = 1 + there.length / 2
      const message = withCodeIds(onChain(instantiate, 'neutron', 'hub'), label, names(remotes), before)
      return deployed('hub', i + before, { path: wasm }, remoteLabel(label), withRemotes(message, names(remotes)))
    }),
    ...subjects.flatMap(({ label, channel }) => (channel === undefined ? [] : [opened(label, channel)])),
    ...(relays ? [BEGINNINGS] : []),
  ]
}

/** Delivers what the contracts began, such as the channels that they opened when they were instantiated. */
const BEGINNINGS: JsonObject = {
  name: 'what the contracts began is delivered, such as the opening of their channels',
  do: { action: 'relay', limit: MAX_BEGINNINGS },
}

/** A message to a contract on the other chain, with the labels of the instances there. */
const withRemotes = (message: Json, labels: readonly string[]): Json =>
  labels.reduce<Json>(
    (one, label) =>
      JSON.parse(JSON.stringify(one).replaceAll(`\${hub.${label}}`, `\${hub.${remoteLabel(label)}}`)) as Json,
    message,
  )

/** The step that opens a contract's channel. */
const opened = (label: string, { version, ordering, counterpart }: ChannelForm): JsonObject => ({
  name: `a channel from ${label} to ${counterpartText(label, counterpart)}`,
  do: {
    action: 'openChannel',
    port: `wasm.\${neutron.${label}}`,
    counterpartyPort: counterpart === 'transfer' ? 'transfer' : `wasm.\${hub.${remoteLabel(counterpart.instance)}}`,
    version,
    ordering,
  },
})

/** The other end of a contract's channel, as text. */
export const counterpartText = (label: string, counterpart: ChannelForm['counterpart']): string =>
  counterpart === 'transfer'
    ? 'the transfer module of the other chain'
    : counterpart.instance === label
      ? 'a second instance on the other chain'
      : `a ${counterpart.instance} on the other chain`

/** What a generated campaign names besides its contracts. */
export interface CampaignExtras {
  /** Releases of the contract VM. */
  readonly vm?: VmReleases | undefined
  /** The placeholder's responses to queries. */
  readonly answers?: Answers
  /** Whether the last step of the setup delivers what the others began. */
  readonly relays?: boolean
  /** Whether there is a placeholder though no message names it. */
  readonly standIn?: boolean
  /** The file to which a contract is migrated. */
  readonly migrateTo?: { readonly label: string; readonly path: string }
}

/** A campaign without the parts that come from a dry run. */
export function plainCampaign(
  title: string,
  actors: readonly string[],
  funds: string,
  subjects: readonly CampaignSubject[],
  extras: CampaignExtras = {},
): JsonObject {
  const sandbox = withVmReleases(undefined, extras.vm)
  return {
    title,
    ...(sandbox !== undefined && { sandbox: sandbox as Json }),
    actors: [...actors.map((name) => ({ name, funds })), { name: BANK, chain: 'hub', funds: '1000000000uatom' }],
    setup: setupOf(actors, subjects, extras),
    contracts: subjects.map(({ label, schema }) => ({
      label,
      schema,
      admin: 'alice',
      ...(extras.migrateTo?.label === label && { migrateTo: extras.migrateTo.path }),
    })),
  }
}
