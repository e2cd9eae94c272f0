import { strict } from '../../base/index.js'
import { parseAccAddress, type Context } from '../../chain/index.js'
import { addCoins, type Coin } from '../../codec/index.js'
import { moduleAddress } from '../../modules/auth/index.js'
import type { BankKeeper } from '../../modules/bank/index.js'

/** The chain's bank, as modules use it: no signature is needed. Addresses are bech32; coins may be in any order. */
export interface PluginBank {
  balance(address: string, denom: string): bigint
  /** Sorted by denom. */
  balances(address: string): readonly Coin[]
  supply(denom: string): bigint
  /** @throws ChainError sdk/5 if the sender has too few, sdk/10 for invalid coins */
  send(from: string, to: string, coins: readonly Coin[]): void
  /** Mints coins to the plug-in's account or to another. Needs the permission `minter`; without it the chain panics. */
  mint(coins: readonly Coin[], to?: string): void
  /** Burns coins of the plug-in's account. Needs the permission `burner`. */
  burn(coins: readonly Coin[]): void
}

export function pluginBank(bank: BankKeeper, name: string, live: () => Context): PluginBank {
  const bytes = (ctx: Context, address: string) => parseAccAddress(ctx.prefix, address)
  return {
    balance: (address, denom) => bank.balance(live(), bytes(live(), address), denom).amount,
    balances: (address) => bank.balances(live(), bytes(live(), address)),
    supply: (denom) => bank.supply(live(), denom).amount,
    send: strict('PluginBank.send', (from, to, coins) =>
      bank.send(live(), bytes(live(), from), bytes(live(), to), addCoins(coins)),
    ),
    mint: strict('PluginBank.mint', (coins, to) => {
      const ctx = live()
      bank.mint(ctx, name, addCoins(coins))
      if (to !== undefined) bank.send(ctx, moduleAddress(name), bytes(ctx, to), addCoins(coins))
    }),
    burn: strict('PluginBank.burn', (coins) => bank.burn(live(), name, addCoins(coins))),
  }
}
