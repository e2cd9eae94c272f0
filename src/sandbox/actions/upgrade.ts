import { UsageError } from '../../base/index.js'
import { upgrade, upgradedId } from '../../app/index.js'
import type { ChainHost } from '../host/chain-host.js'
import type { Outcomes } from './outcome.js'

/** @throws UsageError for a chain that cannot be upgraded, an invalid revision, or an id that a chain of the sandbox has or had */
export function upgradeOf(host: ChainHost, revision: bigint, all: Iterable<ChainHost>): Outcomes['upgrade'] {
  const wanted = upgradedId(host.app.chainId, revision)
  for (const { key, app } of all)
    if (app.baseApp.eras.some(({ chainId }) => chainId === wanted))
      throw new UsageError(`${key} has the chain id ${wanted} already`)
  const { chainId, lastHeight } = upgrade(host.app, revision)
  return { chainId, lastHeight: BigInt(lastHeight) }
}
