import { NO_BYTES, UsageError } from '../base/index.js'
import { event } from '../chain/index.js'
import { momentOf } from '../codec/index.js'
import {
  committedState,
  encodeClientState,
  encodeConsensusState,
  height as ibcHeight,
  isRevisionFormat,
  newClientState,
  setHash,
  withRevision,
} from '../modules/ibc/relay.js'
import { revisionOf } from '../modules/ibc/index.js'
import { getParams } from '../modules/staking/index.js'
import { setUpgraded, UPGRADE_STORE } from '../modules/upgrade/index.js'
import type { ChainApp } from './chain-app.js'

export interface Upgrade {
  readonly chainId: string
  /** The last block under the old id. */
  readonly lastHeight: number
}

/**
 * The id of a chain with another revision.
 * @throws UsageError if the id has no revision, or one that is not lower
 */
export function upgradedId(chainId: string, revision: bigint): string {
  if (!isRevisionFormat(chainId))
    throw new UsageError(`the chain id ${chainId} has no revision number, so an upgrade cannot change it`, {
      details: ['right: an id such as hub-1, set by the option chainId'],
    })
  if (revision <= revisionOf(chainId)) throw new UsageError(`revision ${revision} must be above that of ${chainId}`)
  return withRevision(chainId, revision)
}

/**
 * Moves a chain to an id with another revision, as an upgrade plan does. The first block schedules the plan and commits to the next client state; the
 * second commits to the next consensus state; the third is the block of the plan, without transactions, whose header proves both. Then comes the
 * first block under the new id: upgraded clients know its height but nothing of its state. Heights continue; keys, contracts and channels stay.
 * Source: ibc-go v10 02-client/keeper `ScheduleIBCSoftwareUpgrade`, 02-client/abci.go.
 * @throws UsageError as {@link upgradedId}, or when the chain has no upgrade module
 */
export function upgrade(chain: ChainApp, revision: bigint): Upgrade {
  const chainId = upgradedId(chain.chainId, revision)
  if (!chain.modules.some(({ stores }) => stores?.includes(UPGRADE_STORE)))
    throw new UsageError(`${chain.chainId} cannot be upgraded: it has no upgrade module`)
  const lastHeight = chain.height + 3
  const before = chain.snapshot()
  try {
    chain.runInBlock((ctx) => {
      const { unbondingTime: unbondingPeriod } = getParams(ctx)
      const next = newClientState(chainId, ibcHeight(revision, BigInt(lastHeight + 1)), { unbondingPeriod })
      setUpgraded(ctx, lastHeight, 'upgradedClient', encodeClientState(committedState(next)))
    })
    chain.runInBlock((ctx) => {
      const nextValidatorsHash = setHash(chain.baseApp.validatorsAt(lastHeight + 1))
      const state = { timestamp: momentOf(ctx.block.time), root: { hash: NO_BYTES }, nextValidatorsHash }
      setUpgraded(ctx, lastHeight, 'upgradedConsState', encodeConsensusState(state))
      ctx.events.emit(
        event('upgrade_chain', ['upgrade_plan_height', String(lastHeight)], ['upgrade_store', UPGRADE_STORE]),
      )
    })
    chain.nextBlock()
    chain.baseApp.rename(chainId)
    chain.nextBlock()
    return { chainId, lastHeight }
  } catch (error) {
    chain.restore(before)
    throw error
  }
}
