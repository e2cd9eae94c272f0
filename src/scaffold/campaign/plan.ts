import type { Json } from '../../sandbox/index.js'
import { onChain, type ChannelForm } from './channel.js'
import { needsPlaceholder, PLACEHOLDER, PLACEHOLDER_WASM } from './placeholder.js'

/** A contract of a generated campaign. Messages refer to accounts and contracts as campaigns do, `${neutron.alice}`. */
export interface CampaignSubject {
  readonly label: string
  /** Path from the campaign's folder. */
  readonly wasm: string
  /** Path from the campaign's folder. */
  readonly schema: string
  readonly instantiate: Json
  /** How its channel opens; undefined if it has none. */
  readonly channel: ChannelForm | undefined
}

type JsonObject = Readonly<Record<string, Json>>

/** Who has coins of the other chain. */
const BANK = 'bank'
const COINS = '1000000uatom'

/** The second instance of a contract, on the other chain. */
export const remoteLabel = (label: string): string => `${label}_remote`

const tx = (chain: string, from: string, ...messages: readonly Json[]): JsonObject => ({
  do: { action: 'tx', chain, from, messages },
})

const deployed = (chain: string, codeId: number, wasm: Json, label: string, msg: Json): readonly JsonObject[] => [
  tx(chain, 'alice', { store: { wasm } }),
  tx(chain, 'alice', { instantiate: { codeId, label, admin: 'alice', msg } }),
]

/** Two steps; before the other contracts, which are instantiated with its address. */
function placeholderOn(chain: string): readonly JsonObject[] {
  const [store, instantiate] = deployed(chain, 1, { base64: PLACEHOLDER_WASM }, PLACEHOLDER, {})
  const name = 'a contract that accepts every message, where an account was not enough: put the real one in its place'
  return [{ name, ...store! }, instantiate!]
}

/** The setup steps: coins of the other chain, the contracts in order, and their channels. */
function setupOf(actors: readonly string[], subjects: readonly CampaignSubject[]): readonly JsonObject[] {
  const remotes = subjects.filter(({ channel }) => channel?.counterpart === 'instance')
  const here = needsPlaceholder(subjects) ? placeholderOn('neutron') : []
  const there = needsPlaceholder(remotes) ? placeholderOn('hub') : []
  return [
    {
      name: 'coins of the other chain',
      ...tx('hub', BANK, ...actors.map((name) => ({ ibcTransfer: { to: `\${neutron.${name}}`, amount: COINS } }))),
    },
    { do: { action: 'relay' } },
    ...here,
    ...subjects.flatMap(({ wasm, label, instantiate }, i) =>
      deployed('neutron', i + 1 + here.length / 2, { path: wasm }, label, instantiate),
    ),
    ...there,
    ...remotes.flatMap(({ wasm, label, instantiate }, i) =>
      deployed(
        'hub',
        i + 1 + there.length / 2,
        { path: wasm },
        remoteLabel(label),
        onChain(instantiate, 'neutron', 'hub'),
      ),
    ),
    ...subjects.flatMap(({ label, channel }) => (channel === undefined ? [] : [opened(label, channel)])),
  ]
}

/** The step that opens a contract's channel, with the ends as a campaign names them. */
const opened = (label: string, { version, ordering, counterpart }: ChannelForm): JsonObject => ({
  name: `a channel of ${label} to ${counterpart === 'transfer' ? 'the transfer module of the other chain' : 'a second one on the other chain'}`,
  do: {
    action: 'openChannel',
    port: `wasm.\${neutron.${label}}`,
    counterpartyPort: counterpart === 'transfer' ? 'transfer' : `wasm.\${hub.${remoteLabel(label)}}`,
    version,
    ordering,
  },
})

/** A campaign without the parts that need a dry run. */
export function plainCampaign(
  title: string,
  actors: readonly string[],
  funds: string,
  subjects: readonly CampaignSubject[],
): JsonObject {
  return {
    title,
    actors: [...actors.map((name) => ({ name, funds })), { name: BANK, chain: 'hub', funds: '1000000000uatom' }],
    setup: setupOf(actors, subjects),
    contracts: subjects.map(({ label, schema }) => ({ label, schema, admin: 'alice' })),
  }
}
