import { UsageError } from '../../base/errors.js'
import { upgrade, upgradedId } from '../../app/upgrade.js'
import type { Engine } from '../host/chain-host.js'
import type { Outcomes } from './outcome.js'

/** @throws UsageError for a chain or a revision that cannot be, or an id that a chain of the sandbox has or had */
export function upgradeOf(engine: Engine, revision: bigint, all: Iterable<Engine>): Outcomes['upgrade'] {
  const wanted = upgradedId(engine.app.chainId, revision)
  for (const { key, app } of all)
    if (app.app.eras.some(({ chainId }) => chainId === wanted))
      throw new UsageError(`${key} has the chain id ${wanted} already`)
  const { chainId, lastHeight } = upgrade(engine.app, revision)
  return { chainId, lastHeight: BigInt(lastHeight) }
}
