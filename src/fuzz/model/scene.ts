import { pendingQueries } from '../chains/pending-queries.js'
import { channelsOfPort } from '../../modules/ibc/index.js'
import { TRANSFER } from '../../modules/transfer/index.js'
import type {
  ActionInput,
  ChainHost,
  FailureRecord,
  PendingPacket,
  PendingQuery,
  Sandbox,
} from '../../sandbox/internal.js'
import { addressOfActor } from '../forked/actors.js'
import type { RandomSource } from '../random-source.js'
import { ownChannels, type Start, type Subject } from '../setup.js'
import type { Story } from '../story.js'
import type { Surroundings } from '../../schema/index.js'
import { ownMemos, takesMemos } from '../layers/memos.js'
import { ALL_PARTS, type Search } from '../search/parts.js'
import { addressText } from '../../chain/index.js'
import { fromHex } from '../../base/index.js'
import { solidityContracts } from '../chains/rows.js'
import { isOfEvm } from '../chains/solidity.js'
import { ATTACKER } from '../attacker/attacker.js'
import { newOperatorAddress } from './remote-state.js'
import type { Memory } from './memory.js'
import type { Records } from './typed-ids.js'
import type { Weights } from './weights.js'
import { THIRD } from '../worlds/third-chain.js'

/** The state in which an action sequence chooses its next action. */
export interface Scene {
  readonly start: Start
  readonly sandbox: Sandbox
  readonly story: Story
  readonly memory: Memory
  readonly weights: Weights
  readonly random: RandomSource
  readonly search: Search
  readonly packets: readonly PendingPacket[]
  readonly queries: readonly PendingQuery[]
  readonly failures: readonly (readonly [Subject, FailureRecord])[]
  readonly around: (chain: string) => Surroundings
  /** What a contract stores now. */
  readonly records: (subject: Subject) => Records
}

/** A possible action and its weight. */
export type Choice = readonly [weight: number, make: () => ActionInput | undefined]
/** The choices of one kind. */
export type Chooser = (scene: Scene) => readonly Choice[]

const NOTHING = { words: [], numbers: [] }

export function sceneOf(
  story: Story,
  memory: Memory,
  weights: Weights,
  random: RandomSource,
  search: Search = ALL_PARTS,
): Scene {
  const { start } = story
  const { sandbox } = start
  const around = new Map<string, Surroundings>()
  const records = new Map<Subject, Records>()
  const drawn = () => (search.has('dictionary') ? memory.dictionary.draw(random) : NOTHING)
  const scene: Scene = {
    start,
    sandbox,
    story,
    memory,
    weights,
    random,
    search,
    packets: sandbox.relayer.pending(),
    queries: pendingQueries(sandbox),
    failures: start.subjects.flatMap((subject) => {
      const chain = sandbox.chain(subject.config.chain)!
      if (subject.config.resubmit === undefined || chain.host.app.contractManager === undefined) return []
      return chain.failures(subject.address).map((failure) => [subject, failure] as const)
    }),
    around: (chain) => {
      let known = around.get(chain)
      if (known !== undefined) return known
      around.set(chain, (known = surroundingsOf(story, memory, chain, drawn())))
      if (!takesMemos(start, chain)) return known
      around.set(chain, (known = { ...known, memos: ownMemos(scene, chain) }))
      return known
    },
    records: (subject) => {
      let known = records.get(subject)
      if (known === undefined) records.set(subject, (known = memory.ids.read(subject)))
      return known
    },
  }
  return scene
}

/** The validators of a chain and of others, and the one that strangers may create on the other chain if contracts can query it. */
function validatorsOf(start: Start, key: string): ReturnType<Start['validators']> {
  const known = start.validators(key)
  const { chain, changes } = start.config.remote
  const { sandbox } = start
  if (!changes || chain === key || sandbox.chain(key)!.host.app.interchainQueries === undefined) return known
  const there = sandbox.chain(chain)?.host
  return there === undefined
    ? known
    : { ...known, remoteValidators: [...(known.remoteValidators ?? []), newOperatorAddress(there)] }
}

/** The contracts on a chain, and the attacker's if there is one. */
function contractsOn({ sandbox, subjects }: Start, key: string): readonly string[] {
  const attacker = sandbox.chain(key)!.addressOf(ATTACKER)
  const { host } = sandbox.chain(key)!
  const own = isOfEvm(host)
    ? solidityContracts(host).map((hex) => addressText(host.app.prefix, fromHex(hex)))
    : subjects.filter(({ config }) => config.chain === key).map(({ address }) => address)
  return attacker === undefined ? own : [...own, attacker, attacker]
}

const transferChannels = ({ app }: ChainHost) => channelsOfPort(app.context, `${TRANSFER}/`)

const hasChannels = (host: ChainHost): boolean => transferChannels(host).length > 0

/** The channels that contracts of a chain can use, those opened in the action sequence included. */
const channelsNow = (start: Start, key: string): readonly string[] => [
  ...transferChannels(start.sandbox.chain(key)!.host).map(({ channelId }) => channelId),
  ...ownChannels(start),
]

/** The connections of channels, those made in the action sequence included. */
const connectionsNow = (host: ChainHost, { connections }: Memory): readonly string[] => [
  ...new Set([...connections, ...transferChannels(host).flatMap(({ connectionHops }) => connectionHops)]),
]

/** The dictionary for messages to contracts of a chain. */
function surroundingsOf(
  { start, state }: Story,
  memory: Memory,
  key: string,
  drawn: ReturnType<Memory['dictionary']['draw']>,
): Surroundings {
  const { sandbox, actors, ledger } = start
  const chain = sandbox.chain(key)!
  const addressesOn = (chainKey: string): string[] =>
    actors.map((name) => addressOfActor(sandbox.chain(chainKey)!.host, name))
  const amounts = [...state.balances.actors.values()].flatMap((sums) => [...sums.values()])
  const claims = [...state.claims.values()].flatMap((of) => Object.values(of).flatMap((sums) => Object.values(sums)))
  return {
    addresses: addressesOn(key),
    contracts: contractsOn(start, key),
    remoteAddresses: [
      ...Object.keys(sandbox.chains)
        .filter((other) => other !== key && (other !== THIRD || hasChannels(sandbox.chain(other)!.host)))
        .flatMap(addressesOn),
      ...ledger.remoteAccounts(),
    ],
    ...validatorsOf(start, key),
    denoms: [
      ...new Set(actors.flatMap((name) => chain.balances(addressOfActor(chain.host, name)).map(({ denom }) => denom))),
    ],
    channels: [...new Set([...memory.channels, ...channelsNow(start, key)])],
    connections: connectionsNow(chain.host, memory),
    words: [...memory.words, ...drawn.words],
    numbers: [...new Set([...amounts.slice(0, 8), ...drawn.numbers, ...claims, ...memory.numbers])].slice(0, 64),
    time: chain.time,
    height: chain.height,
  }
}
