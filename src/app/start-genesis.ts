import type { Json } from '../base/json-value.js'
import type { Module, Validator } from '../chain/index.js'
import type { ChainOptions, GenesisMembers } from './chain-options.js'
import { merged, unknownParams } from './module-params.js'
import { bondedGenesis } from './staking.js'

/** Default genesis states, with the validators bonded and the given params. @throws UsageError for unknown params */
export function startGenesis(
  options: ChainOptions,
  modules: readonly Module[],
  validators: readonly Validator[],
  tokensPerPower: bigint,
): Record<string, Json> {
  const states = new Map<string, Json>()
  const stateOf = (name: string): { readonly [member: string]: Json } =>
    (states.get(name) ?? modules.find((module) => module.name === name)?.defaultGenesis?.() ?? {}) as {
      readonly [member: string]: Json
    }
  const bonded = bondedGenesis(options, validators, tokensPerPower)
  for (const given of [bonded, withPools(options.genesis ?? {}, bonded)])
    for (const [name, members] of Object.entries(given)) states.set(name, { ...stateOf(name), ...members })
  for (const [name, changes] of Object.entries(options.params)) {
    if (!modules.find((module) => module.name === name)?.params) throw unknownParams(name, modules)
    const state = stateOf(name)
    states.set(name, { ...state, params: merged(name, state['params'] ?? {}, changes) })
  }
  return Object.fromEntries(states)
}

/** Adds given balances to those of the staking pools, unless a staking genesis is given too. */
function withPools(genesis: GenesisMembers, bonded: GenesisMembers): GenesisMembers {
  const balances = genesis['bank']?.['balances']
  const pools = bonded['bank']?.['balances']
  if (!Array.isArray(balances) || !Array.isArray(pools) || genesis['staking'] !== undefined) return genesis
  return { ...genesis, bank: { ...genesis['bank'], balances: [...(pools as Json[]), ...(balances as Json[])] } }
}
