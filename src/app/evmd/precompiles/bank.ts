import type { Coin } from '../../../codec/index.js'
import type { BankKeeper } from '../../../modules/bank/index.js'
import type { Erc20Keeper } from '../../../modules/erc20/index.js'
import { nativeContract, question, type NativeCall, type NativeContract } from './contract.js'

const BALANCES = 2851
const SUPPLY = 2477

/** Coins of accounts and of all, by the address of their contract. Source: cosmos/evm v0.7.3 precompiles/bank. */
export function bankContract(bank: BankKeeper, erc20: Erc20Keeper): NativeContract {
  /** The first is in the price of the call. */
  const listed = ({ ctx, charge }: NativeCall, coins: readonly Coin[], price: number) =>
    coins.flatMap(({ denom, amount }, i) => {
      if (i > 0) charge(price)
      const contract = erc20.contractOf(ctx, denom)
      return contract === undefined ? [] : [[contract, amount] as const]
    })
  return nativeContract({
    chargesRows: false,
    movesCoins: false,
    methods: [
      question<readonly [Uint8Array]>(
        'balances(address account) returns ((address contractAddress, uint256 amount)[])',
        (call, [account]) => [listed(call, bank.balances(call.ctx, account), BALANCES)],
        BALANCES,
      ),
      question(
        'totalSupply() returns ((address contractAddress, uint256 amount)[])',
        (call) => [listed(call, bank.supplies(call.ctx), SUPPLY)],
        SUPPLY,
      ),
      question<readonly [Uint8Array]>(
        'supplyOf(address erc20Address) returns (uint256)',
        ({ ctx }, [contract]) => {
          const pair = erc20.pair(ctx, contract)
          return [pair === undefined ? 0n : bank.supply(ctx, pair.denom).amount]
        },
        SUPPLY,
      ),
    ],
  })
}
