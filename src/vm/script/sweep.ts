import type { GasUsed } from '../vm.js'
import type { VmScriptStep } from './form.js'

/** The price of an operator that ends a run: taken from what was used, this limit fails one charge earlier. */
const ACCOUNTING = 1_610n

/** Limits at which argument regions, and little else, run out. */
const SMALL = [0n, 1n, 1_000n, 230_000n, 1_000_000n]

/** Other gas limits for a step, in order, without duplicates and without those above its own. `gas`: what it used, when it succeeded. */
export function sweepLimits(step: VmScriptStep, gas: GasUsed | undefined): bigint[] {
  const wanted = [...step.sweepLimits]
  if (gas) {
    const used = gas.usedInternally + gas.usedExternally
    const less = (amount: bigint): bigint => (used > amount ? used - amount : 0n)
    wanted.push(
      used,
      less(1n),
      less(ACCOUNTING),
      used / 2n,
      used / 3n,
      (used * 9n) / 10n,
      (used * 99n) / 100n,
      ...SMALL,
    )
  }
  return [...new Set(wanted)].filter((limit) => limit <= step.gasLimit)
}
