import { LRUCache } from 'lru-cache'
import type { AppSnapshot } from '../chain/index.js'
import type { ChainOptions, GenesisMembers } from './chain-options.js'

/** How many start states of one kind and genesis are kept: those used last. */
const MAX = 64

/** States of chains after their first block, by kind and genesis, then by all other options. */
const starts = new WeakMap<object, WeakMap<GenesisMembers, LRUCache<string, AppSnapshot>>>()

const NO_GENESIS: GenesisMembers = {}

/**
 * The state of a chain after genesis and the first block, reused from an earlier chain with equal options: states are values, and chains with equal
 * options start equal. A chain with plug-ins always starts anew, since their code may do anything, and so
 * do one that is profiled, whose VM has to store the codes of the genesis, and one that is forked, which has no genesis.
 * @param kind the constructor; chains of one kind with equal options have the same modules
 * @param start initializes the chain and returns its state
 */
export function startedAlike(
  kind: object,
  { genesis = NO_GENESIS, plugins = [], ...rest }: ChainOptions,
  start: () => AppSnapshot,
): AppSnapshot {
  if (plugins.length > 0 || rest.profile === true || rest.fork !== undefined) return start()
  const known = knownOf(kind, genesis)
  const key = JSON.stringify(rest, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
  let state = known.get(key)
  if (state !== undefined) return state
  state = start()
  known.set(key, state)
  return state
}

function knownOf(kind: object, genesis: GenesisMembers): LRUCache<string, AppSnapshot> {
  let byGenesis = starts.get(kind)
  if (byGenesis === undefined) starts.set(kind, (byGenesis = new WeakMap()))
  let known = byGenesis.get(genesis)
  if (known === undefined) byGenesis.set(genesis, (known = new LRUCache({ max: MAX })))
  return known
}
