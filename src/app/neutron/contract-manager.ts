import { addressText, InfiniteGasMeter, type Context } from '../../chain/index.js'
import { moduleAddress } from '../../modules/auth/index.js'
import { ContractManagerKeeper, type SudoOutcome } from '../../modules/contractmanager/index.js'
import { FAULTS, OBSERVER } from '../../modules/wasm/index.js'
import type { NeutronRelease } from '../../codec/neutron/release.js'
import type { Keepers } from '../chain-parts.js'

/** Callbacks under the sudo limit, which tests can observe and lower. */
export function contractManagerOf(
  { accounts: { prefix }, wasm }: Keepers,
  release?: NeutronRelease,
): ContractManagerKeeper {
  const keeper: ContractManagerKeeper = new ContractManagerKeeper({
    wasm,
    release,
    authority: addressText(prefix, moduleAddress('gov')),
    report: (ctx, contract, outcome) => reportLimited(keeper, ctx, contract, outcome),
    limitOf: (ctx, contract) => ctx.value(FAULTS)?.sudoLimit(addressText(prefix, contract)),
  })
  return keeper
}

/** Reports a call under the sudo limit to the observer of the transaction; reading its record costs no gas. */
function reportLimited(
  manager: ContractManagerKeeper,
  ctx: Context,
  contract: Uint8Array,
  { gasUsed, gasLimit, failureId, error }: SudoOutcome,
): void {
  const observer = ctx.value(OBSERVER)
  if (observer?.limited === undefined) return
  const free = ctx.withGasMeter(new InfiniteGasMeter())
  observer.limited({
    contract: addressText(ctx.prefix, contract),
    gasUsed: BigInt(gasUsed),
    gasLimit,
    failure:
      failureId === undefined || error === undefined
        ? undefined
        : { id: failureId, error: manager.failure(free, contract, failureId).error, details: error.log },
  })
}
