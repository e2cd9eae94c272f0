import type { SandboxOptions } from '../../sandbox/internal.js'
import type { CampaignConfig } from '../config.js'

/** The name of the third chain, to which nothing is connected until an action sequence connects it. */
export const THIRD = 'third'

const OPTIONS = { kind: 'hub', chainId: 'third-1', prefix: 'third', denom: 'uthird' } as const

const USUAL: ReadonlySet<string> = new Set(['neutron', 'hub'])

/** The campaign with a third chain in its sandboxes; the same campaign if it names chains or links itself, forks live ones, or does not want that world. */
export function withThirdChain(config: CampaignConfig): CampaignConfig {
  const { sandbox = {}, worlds } = config
  const { chains = {}, links } = sandbox
  const isUsual =
    links === undefined && Object.entries(chains).every(([name, chain]) => USUAL.has(name) && chain?.fork === undefined)
  if (!isUsual || (worlds !== undefined && !worlds.includes('third-chain'))) return config
  const three = {
    ...sandbox,
    chains: { neutron: {}, hub: {}, ...chains, [THIRD]: OPTIONS },
    links: [['neutron', 'hub']],
  } satisfies SandboxOptions
  return { ...config, sandbox: three }
}
