import type { StoryChain } from './chain.js'
import { STEP_KINDS } from './steps.js'
import type { StoryStep } from './story.js'

/** What a step needs of a module, by a word in its message or name of its module. */
const NEEDS: readonly (readonly [pattern: RegExp, module: string])[] = [
  [/"gov":/, 'gov'],
  [/"staking":/, 'staking'],
  [/"distribution":/, 'distribution'],
  [/"(?:register|update|remove)_interchain_query"|interchainqueries\.Msg/, 'interchainqueries'],
  [/"ibc_transfer"/, 'transfer'],
  [/"(?:submit_tx|register_interchain_account)"/, 'interchaintxs'],
]

/** Why a step cannot be run by this version, or undefined. */
export function outOfScope(chain: StoryChain, { do: action }: StoryStep): string | undefined {
  if (action.kind !== 'tx' && !Object.hasOwn(STEP_KINDS, action.kind)) return `steps of kind ${action.kind}`
  const modules = new Set(chain.app.modules.map(({ name }) => name))
  const named = action['module']
  if (typeof named === 'string' && !modules.has(named)) return `module ${named}`
  const written = JSON.stringify(action).replaceAll('\\"', '"')
  const missing = NEEDS.find(([pattern, module]) => pattern.test(written) && !modules.has(module))
  return missing && `module ${missing[1]}`
}
