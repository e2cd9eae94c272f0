import { UsageError } from '../../base/index.js'
import type { Sandbox, SandboxChain } from '../../sandbox/internal.js'
import type { CampaignConfig } from '../config.js'

/** The chain whose coin and clock are a campaign's: `neutron`; without a chain of that name, that of the first contract. @throws UsageError if there is none */
export function homeOf(sandbox: Sandbox, { contracts: [first] }: Pick<CampaignConfig, 'contracts'>): SandboxChain {
  const home = sandbox.chain('neutron') ?? sandbox.chain(first!.chain)
  if (home !== undefined) return home
  throw new UsageError(`the campaign's sandbox has no chain "${first!.chain}", on which "${first!.label}" is`, {
    details: [`right: one of ${Object.keys(sandbox.chains).join(', ')}`],
  })
}
