import type { Plan } from 'cosmjs-types/cosmos/upgrade/v1beta1/upgrade'
import { UsageError } from '../base/index.js'
import { NO_TIME, pendingPlan, schedule } from '../modules/upgrade/index.js'
import type { ChainApp } from './chain-app.js'

/** Blocks that an upgrade makes at most until the height of a plan that waits. */
const MAX_BLOCKS = 10_000

/**
 * Goes on with another release of the chain's app, as operators do at the height of a plan: makes the blocks before that height, replaces the program, and
 * makes the block of the plan, whose first step migrates the state. Without a plan that waits, one is scheduled for the next block but one, without a vote.
 * Chain id, heights, contracts, clients and packets stay. On an error the chain is unchanged.
 * @returns the last height under the release before
 * @throws UsageError for a release that nothing leads to, and for a plan that it does not carry out or that is far away
 */
export function upgradeToRelease(chain: ChainApp, release: string): number {
  const plans = plansOf(chain, release)
  const before = chain.snapshot()
  try {
    const plan = pendingPlan(chain.context) ?? scheduled(chain, plans[0]!)
    const lastHeight = Number(plan.height) - 1
    assertCarriedOut(chain, plan, release, plans)
    while (chain.height < lastHeight) chain.nextBlock()
    chain.baseApp.continueAs(release)
    chain.nextBlock()
    return lastHeight
  } catch (error) {
    chain.restore(before)
    throw error
  }
}

function plansOf({ chainId, name, release: running, upgrades }: ChainApp, release: string): readonly string[] {
  if (running === release) throw new UsageError(`${chainId} runs release ${release} already`)
  const plans = upgrades.get(release)
  if (plans !== undefined) return plans
  const from = running === undefined ? `the one release of ${name}` : `release ${running}`
  throw new UsageError(`${chainId} cannot be upgraded to release ${JSON.stringify(release)}`, {
    details: [
      upgrades.size === 0 ? `no upgrade leads from ${from} to another` : `right: ${[...upgrades.keys()].join(' or ')}`,
    ],
  })
}

function scheduled(chain: ChainApp, name: string): Plan {
  return chain.runInBlock((ctx) => {
    const plan = { name, height: BigInt(ctx.block.height + 1), time: NO_TIME, info: '' }
    schedule(ctx, plan)
    return plan
  })
}

function assertCarriedOut(chain: ChainApp, plan: Plan, release: string, plans: readonly string[]): void {
  if (!plans.includes(plan.name))
    throw new UsageError(
      `the plan "${plan.name}" waits for height ${plan.height}, and release ${release} has no handler of that name`,
      { details: [`right: ${plans.map((name) => `"${name}"`).join(' or ')}, or MsgCancelUpgrade first`] },
    )
  const away = Number(plan.height) - chain.height
  if (away > MAX_BLOCKS)
    throw new UsageError(`the plan "${plan.name}" waits for height ${plan.height}, which is ${away} blocks away`, {
      details: [`right: a plan at most ${MAX_BLOCKS} blocks away`],
    })
}
