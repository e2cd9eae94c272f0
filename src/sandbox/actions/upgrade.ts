import { UsageError } from '../../base/index.js'
import { upgrade, upgradedId, upgradeToRelease } from '../../app/index.js'
import type { ChainHost } from '../host/chain-host.js'
import type { ActionOf } from './schema.js'
import type { Outcomes } from './outcome.js'

type Wanted = Pick<ActionOf<'upgrade'>, 'revision' | 'to'>

/**
 * @throws UsageError for a chain that cannot be upgraded, an invalid revision or release, or an id that a chain of the sandbox has or had
 */
export function upgradeOf({ app }: ChainHost, { revision, to }: Wanted, all: Iterable<ChainHost>): Outcomes['upgrade'] {
  const lastHeight = to === undefined ? withRevision(app, revision!, all) : upgradeToRelease(app, to)
  return { chainId: app.chainId, lastHeight: BigInt(lastHeight), release: app.release }
}

function withRevision(app: ChainHost['app'], revision: bigint, all: Iterable<ChainHost>): number {
  const wanted = upgradedId(app.chainId, revision)
  for (const { key, app: other } of all)
    if (other.baseApp.eras.some(({ chainId }) => chainId === wanted))
      throw new UsageError(`${key} has the chain id ${wanted} already`)
  return upgrade(app, revision).lastHeight
}
