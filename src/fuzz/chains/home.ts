import { UsageError } from '../../base/index.js'
import type { Sandbox, SandboxChain } from '../../sandbox/internal.js'
import type { CampaignConfig } from '../config.js'

/**
 * The chain in whose coin a campaign pays fees, and whose time it reads: `neutron`, or the chain of the first contract if the sandbox has no `neutron`.
 * @throws UsageError if it has neither
 */
export function homeOf(sandbox: Sandbox, { contracts: [first] }: Pick<CampaignConfig, 'contracts'>): SandboxChain {
  const home = sandbox.chain('neutron') ?? sandbox.chain(first!.chain)
  if (home !== undefined) return home
  throw new UsageError(`the campaign's sandbox has no chain "${first!.chain}", on which "${first!.label}" is`, {
    details: [`right: one of ${Object.keys(sandbox.chains).join(', ')}`],
  })
}
