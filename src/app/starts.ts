import { LRUCache } from 'lru-cache'
import type { AppSnapshot } from '../chain/index.js'
import type { ChainOptions, GenesisMembers } from './chain-options.js'
import { PLAIN_VMS, type Vms } from './vms.js'

/** How many start states of one kind and genesis are kept: those used last. */
const MAX = 64

/** States of chains after their first block, by VMs, kind and genesis, then by all other options. */
const starts = new WeakMap<object, WeakMap<object, WeakMap<GenesisMembers, LRUCache<string, AppSnapshot>>>>()

const NO_GENESIS: GenesisMembers = {}

/**
 * The state of a chain after genesis and the first block, reused from an earlier chain with equal options: states are values, and chains with equal
 * options start equal. The VMs have to be the same too, since they store the codes of the genesis. A chain with plug-ins always starts anew, since their code may do
 * anything, and so does one that is forked, which has no genesis.
 * @param kind the constructor; chains of one kind with equal options have the same modules
 * @param start initializes the chain and returns its state
 */
export function startedAlike(
  kind: object,
  { genesis = NO_GENESIS, plugins = [], vms = PLAIN_VMS, ...rest }: ChainOptions,
  start: () => AppSnapshot,
): AppSnapshot {
  if (plugins.length > 0 || rest.fork !== undefined) return start()
  const known = knownOf(vms, kind, genesis)
  const key = JSON.stringify(rest, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
  let state = known.get(key)
  if (state !== undefined) return state
  state = start()
  known.set(key, state)
  return state
}

function knownOf(vms: Vms, kind: object, genesis: GenesisMembers): LRUCache<string, AppSnapshot> {
  let byKind = starts.get(vms)
  if (byKind === undefined) starts.set(vms, (byKind = new WeakMap()))
  let byGenesis = byKind.get(kind)
  if (byGenesis === undefined) byKind.set(kind, (byGenesis = new WeakMap()))
  let known = byGenesis.get(genesis)
  if (known === undefined) byGenesis.set(genesis, (known = new LRUCache({ max: MAX })))
  return known
}
