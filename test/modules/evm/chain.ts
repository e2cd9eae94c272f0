import { WASMD_0_70 } from '../../../src/app/releases/wasmd-0.70.js'
import { addressText } from '../../../src/chain/address.js'
import { App } from '../../../src/chain/app.js'
import { parseRfc3339 } from '../../../src/codec/time.js'
import { AccountKeeper, authModule, moduleAddress } from '../../../src/modules/auth/index.js'
import { BankKeeper, bankModule, getMetadata } from '../../../src/modules/bank/index.js'
import { Erc20Keeper, erc20Module } from '../../../src/modules/erc20/index.js'
import { EvmKeeper, evmModule } from '../../../src/modules/evm/index.js'
import { EvmFeeMarketKeeper, evmFeeMarketModule } from '../../../src/modules/evmfeemarket/index.js'
import type { Block, Header } from './recording.js'

/** Source: evmd config/permissions.go. */
const MODULE_ACCOUNTS = {
  fee_collector: [],
  distribution: [],
  transfer: ['minter', 'burner'],
  mint: ['minter'],
  bonded_tokens_pool: ['burner', 'staking'],
  not_bonded_tokens_pool: ['burner', 'staking'],
  gov: ['burner'],
  evm: ['minter', 'burner'],
  feemarket: [],
  erc20: ['minter', 'burner'],
} as const

/** Code of the accounts of coins, by its hash: the chain shows it, and never runs it. */
const FACE = '017b477c761b4d0469f03f27ba58d0a7eacbfdd62b69b82c6c683ae5f81c67fe80'

export const STORES = ['evm', 'feemarket', 'erc20'] as const

/**
 * The modules of the EVM with those that they need, on the state after a recorded genesis.
 * @param block that is in progress: its hash and what its transactions used are the recorded ones
 */
export function evmChain({ genesis, rows }: Header, block: () => Block) {
  const accounts = new AccountKeeper({ prefix: 'cosmos', modules: MODULE_ACCOUNTS })
  const bank = new BankKeeper({ accounts, blocked: Object.keys(MODULE_ACCOUNTS).map(moduleAddress) })
  const feemarket = new EvmFeeMarketKeeper({
    maxGas: () => BigInt(genesis.max_gas),
    blockGas: () => {
      const sum = (gas: readonly number[]) => BigInt(gas.filter((one) => one > 0).reduce((a, b) => a + b, 0))
      const { txs = [] } = block()
      return { wanted: sum(txs.map(({ wanted }) => wanted)), used: sum(txs.map(({ used }) => used)) }
    },
  })
  const evm = new EvmKeeper({
    accounts,
    metadata: getMetadata,
    baseFee: (ctx) => feemarket.baseFee(ctx),
    headerHash: () => Buffer.from(block().hash, 'base64'),
  })
  const erc20 = new Erc20Keeper({
    accounts,
    evm,
    code: Buffer.from(rows['evm']![FACE]!, 'hex'),
    giveCode: (ctx, address, hash) => {
      if (!accounts.has(ctx, address)) accounts.open(ctx, address)
      evm.setCodeHash(ctx, address, hash)
    },
  })
  const order = ['auth', 'bank', 'evm', 'feemarket', 'erc20']
  const app = new App({
    chainId: genesis.chain_id,
    prefix: 'cosmos',
    release: WASMD_0_70.rules,
    modules: [
      authModule(accounts),
      bankModule(bank, moduleAddress('gov')),
      evmModule(evm, 'atest'),
      evmFeeMarketModule(feemarket, addressText('cosmos', moduleAddress('gov'))),
      erc20Module(erc20),
    ],
    // The base fee is told by the EVM after the fee market.
    order: { genesis: order, beginBlock: ['erc20', 'feemarket', 'evm'], endBlock: ['evm', 'erc20', 'feemarket'] },
    ante: [],
  })
  const state = Object.fromEntries(order.map((name) => [name, genesis.app_state[name]!]))
  app.initChain(state, { time: parseRfc3339(genesis.genesis_time) - 5_000_000_000n })
  return { app, accounts, bank, evm, feemarket, erc20 }
}
