import type { Profile, ResolvedOptions } from '../../options/options.js'
import { METHODS } from '../methods/all.js'
import type { Method } from '../table.js'
import { cosmosEvm } from './cosmos-evm/table.js'
import { documented } from './documented.js'

interface View {
  readonly methods: (all: readonly Method[]) => readonly Method[]
  /** Undefined: all. */
  readonly namespaces: readonly string[] | undefined
}

const COSMOS_NAMESPACES = ['eth', 'net', 'web3']

/** How each profile changes the table, and which namespaces are on by default. */
const PROFILES: Readonly<Record<Profile, View>> = {
  functional: { methods: (all) => all, namespaces: undefined },
  documented: { methods: documented, namespaces: COSMOS_NAMESPACES },
  'cosmos-evm': { methods: cosmosEvm, namespaces: COSMOS_NAMESPACES },
}

/** The methods of a node. */
export function methodsOf(options: Pick<ResolvedOptions, 'profile' | 'namespaces' | 'testing'>): readonly Method[] {
  const view = PROFILES[options.profile]
  const on = options.namespaces ?? view.namespaces
  return view
    .methods(METHODS)
    .filter(({ name, namespace }) =>
      namespace === 'testing' ? options.testing : on === undefined || on.includes(namespace) || name === 'rpc_modules',
    )
}
