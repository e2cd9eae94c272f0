import { LRUCache } from 'lru-cache'
import { jsonText, UsageError } from '../../base/index.js'
import { firstValidators, type ChainOptions, type GenesisMembers } from '../../app/index.js'
import { linkedGenesis, linkedIds, type Link, type LinkedChain } from '../../modules/ibc/index.js'

const SECOND = 1_000_000_000n

/** Two chains that are linked from the start, by their names. */
export type LinkedPair = readonly [string, string]

/** A link between two chains that was there from the start: the ids of its ends, by chain. */
export interface ChainLink {
  readonly clients: Readonly<Record<string, string>>
  readonly connections: Readonly<Record<string, string>>
  /** Ids of the transfer channel's ends. */
  readonly channels: Readonly<Record<string, string>>
}

/** Links of each pair of chains, in the order in which they are named. */
export const allPairs = (names: readonly string[]): readonly LinkedPair[] =>
  names.flatMap((name, at) => names.slice(at + 1).map((other): LinkedPair => [name, other]))

/** What is wrong with a link; undefined for a valid one. */
export function linkProblem([one, other]: LinkedPair, names: readonly string[]): string | undefined {
  const unknown = [one, other].find((name) => !names.includes(name))
  if (unknown !== undefined) return `there is no chain "${unknown}"; chains: ${names.join(', ')}`
  return one === other ? 'a chain cannot be linked with itself' : undefined
}

/** The ids of each link's ends. */
export function linkIds(pairs: readonly LinkedPair[]): readonly ChainLink[] {
  const counts = new Map<string, number>()
  return pairs.map((pair) => {
    const numbers = pair.map((name) => {
      const number = counts.get(name) ?? 0
      counts.set(name, number + 1)
      return [name, number] as const
    })
    const ids = (idOf: (link: number) => string) =>
      Object.fromEntries(numbers.map(([name, number]) => [name, idOf(number)]))
    return { clients: ids(linkedIds.client), connections: ids(linkedIds.connection), channels: ids(linkedIds.channel) }
  })
}

/**
 * The options of chains with those that they are linked with in their genesis: for each link a client, an open connection and a transfer channel, numbered
 * on each chain in the order of the links. A genesis that the options have comes first.
 * @param trustingPeriod of the clients, in seconds
 */
export function linked(
  chains: ReadonlyMap<string, ChainOptions>,
  pairs: readonly LinkedPair[],
  trustingPeriod: bigint | undefined,
): ReadonlyMap<string, ChainOptions> {
  const links = new Map([...chains.keys()].map((name) => [name, [] as Link[]]))
  const client =
    trustingPeriod === undefined
      ? {}
      : { trustingPeriod: trustingPeriod * SECOND, unbondingPeriod: (trustingPeriod * 3n * SECOND) / 2n }
  for (const [one, other] of pairs) {
    const [own, others] = [links.get(one)!, links.get(other)!]
    const [here, there] = [own.length, others.length]
    own.push({ other: endOf(chains.get(other)!), here, there, client })
    others.push({ other: endOf(chains.get(one)!), here: there, there: here, client })
  }
  return new Map(
    [...chains].map(([name, options]) => {
      const link = genesisOf(endOf(options), links.get(name)!)
      const { genesis = {} } = options
      return [name, { ...options, genesis: Object.keys(genesis).length === 0 ? link : { ...link, ...genesis } }]
    }),
  )
}

const endOf = (options: ChainOptions): LinkedChain => ({
  chainId: options.chainId,
  validators: firstValidators(options),
  time: options.genesisTime + SECOND,
})

/** Genesis of linked chains. Equal links give the same object, so that chains with the same start can be recognized. */
function genesisOf(own: LinkedChain, links: readonly Link[]): GenesisMembers {
  const key = jsonText([own, links])
  let genesis = known.get(key)
  if (genesis === undefined) {
    genesis = links.length === 0 ? {} : { ibc: linkedGenesis(own, links) }
    known.set(key, genesis)
  }
  return genesis
}
const known = new LRUCache<string, GenesisMembers>({ max: 64 })

/** The first link between two chains. @throws UsageError when they are not linked */
export function linkBetween(links: readonly ChainLink[], one: string, other: string): ChainLink {
  const found = links.find(
    ({ channels }) => Object.hasOwn(channels, one) && Object.hasOwn(channels, other) && one !== other,
  )
  if (found !== undefined) return found
  const linked = links.map(({ channels }) => Object.keys(channels).join(' and '))
  throw new UsageError(`${one} and ${other} are not linked`, { details: [`links: ${linked.join(', ') || 'none'}`] })
}
