import { InfiniteGasMeter, wrapping, type Context } from '../../chain/index.js'
import type { Coin } from '../../codec/index.js'
import { ErrAccountExists } from './errors.js'
import type { AccountKeeper, BankKeeper } from './expected.js'

/**
 * Makes the account of a new contract. An unused plain account is taken over as it is; an unused vesting account is replaced, and its coins are burned.
 * @throws ChainError wasm/3 for an account that is not the contract's
 * Source: wasmd v0.61.14 x/wasm/keeper/keeper.go `instantiate`.
 */
export function claimAccount(
  { accounts, bank }: { readonly accounts: AccountKeeper; readonly bank: BankKeeper },
  ctx: Context,
  address: Uint8Array,
): void {
  const existing = accounts.get(ctx, address)
  if (existing === undefined) return accounts.set(ctx, accounts.create(ctx, address))
  if (existing.sequence !== 0n || existing.publicKey !== undefined) throw claimed()
  const { module, owner, vesting } = existing
  if (module === undefined && owner === undefined && vesting === undefined) return
  accounts.set(ctx, accounts.create(ctx, address))
  if (vesting === undefined) throw claimed()
  wrapping('prune balance', () => burn(bank, ctx.withGasMeter(new InfiniteGasMeter()), address, vesting.original))
}

const claimed = (): Error => ErrAccountExists.error('address is claimed by external account')

/** Free of charge. Source: `VestingCoinBurner`. */
function burn(bank: BankKeeper, ctx: Context, address: Uint8Array, original: readonly Coin[]): void {
  const coins = original.map(({ denom }) => bank.balance(ctx, address, denom))
  wrapping('prune account balance', () => bank.sendToModule(ctx, address, 'wasm', coins))
  wrapping('burn account balance', () => bank.burn(ctx, 'wasm', coins))
}
