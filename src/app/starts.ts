import type { AppSnapshot } from '../chain/app.js'
import type { ChainOptions, GenesisMembers } from './chain-options.js'

/** Options that differ between chains; beyond these many the oldest are forgotten. */
const MOST = 64

/** What chains were after their first block, by kind and genesis, then by all other options. */
const starts = new WeakMap<object, WeakMap<GenesisMembers, Map<string, AppSnapshot>>>()

const NO_GENESIS: GenesisMembers = {}

/**
 * The state of a chain after genesis and first block: of one that started before with equal options where there is one, since states are
 * values and chains of equal options start alike. Plug-ins are code, of which nobody knows what it does: a chain that has some starts anew.
 * @param kind what builds the chain; two of one kind with equal options have the same modules
 * @param start makes the chain ready and gives its state
 */
export function startedAlike(
  kind: object,
  { genesis = NO_GENESIS, plugins = [], ...rest }: ChainOptions,
  start: () => AppSnapshot,
): AppSnapshot {
  if (plugins.length > 0) return start()
  const known = knownOf(kind, genesis)
  const key = JSON.stringify(rest, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
  let state = known.get(key)
  if (state !== undefined) return state
  state = start()
  if (known.size >= MOST) known.delete(known.keys().next().value!)
  known.set(key, state)
  return state
}

function knownOf(kind: object, genesis: GenesisMembers): Map<string, AppSnapshot> {
  let byGenesis = starts.get(kind)
  if (byGenesis === undefined) starts.set(kind, (byGenesis = new WeakMap()))
  let known = byGenesis.get(genesis)
  if (known === undefined) byGenesis.set(genesis, (known = new Map()))
  return known
}
