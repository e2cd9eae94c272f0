import type { Json } from '../../src/base/json-value.js'
import { UsageError } from '../../src/base/errors.js'
import { toUtf8 } from '../../src/base/bytes.js'
import { NeutronApp } from '../../src/app/neutron/app.js'
import type { BlockInfo, Context } from '../../src/chain/context.js'
import { decodeInt } from '../../src/codec/go-int.js'
import type { Coin } from '../../src/codec/coins.js'
import { NEXT_NUMBER_KEY, AUTH_STORE } from '../../src/modules/auth/keys.js'
import { addAmounts, getSupply, setBalance, setSupply } from '../../src/modules/bank/balances.js'
import { BANK_STORE } from '../../src/modules/bank/index.js'
import { addressText } from '../../src/chain/address.js'
import { WASM_STORE } from '../../src/modules/wasm/index.js'
import { TX_COUNTER_KEY } from '../../src/modules/wasm/keys.js'
import { keyBytes, uint64Key } from '../../src/store/key.js'
import { ChainNode, DEFAULT_CHAIN_LIMITS, RestGateway } from '../../src/server/index.js'
import { openIbc } from './ibc.js'
import { putRows } from './rows.js'
import type { FindModule, StoryCoins, StoryRows, StorySetup } from './story.js'

/** The settings under which the stories were recorded, whatever the defaults are. */
const RECORDED = {
  name: 'neutron',
  denom: 'untrn',
  vm: '3.0.9',
  wasmd: 'stock',
  bank: 'stock',
  txContracts: false,
  txIndex: true,
  icq: { callbacks: 'direct', emptyValues: 'reject' },
} as const

/**
 * Coins of accounts that stories do not list: ten senders with 10^19 of two denominations, and the pool of four bonded validators.
 * No step reads their balances, but the supply includes them, and its digits cost gas.
 * Source: ibc-go v10.5.0 testing/chain.go `newTestChainWithValSet`, testing/testing_app.go `setupWithGenesisValSet`.
 */
const UNLISTED: StoryCoins = [
  ['untrn', '100000000000000000000'],
  ['ufoo', '100000000000000000000'],
  ['untrn', '4000000'],
]

export const storyCoins = (coins: StoryCoins): readonly Coin[] =>
  coins.map(([denom, amount]) => ({ denom, amount: decodeInt(amount) }))

/** A chain in the starting state of a story. */
export class StoryChain {
  readonly app: NeutronApp
  readonly find: FindModule
  readonly signer: string | undefined
  /** Where keeper steps run; `set_height` moves it. */
  block: BlockInfo

  /** @throws FixtureError for a module that is not found, UsageError when the state comes out otherwise than the story says */
  constructor(setup: StorySetup, find: FindModule) {
    this.find = find
    this.signer = setup.signer?.address
    this.block = { chainId: setup.chain_id, height: setup.height, time: BigInt(setup.time_ns) }
    this.app = new NeutronApp({
      ...RECORDED,
      // Stories with a base were recorded with the hooks of Neutron's bank.
      ...(setup.base !== undefined && { bank: 'neutron' }),
      chainId: setup.chain_id,
      prefix: setup.prefix,
      genesisTime: 1_500_000_000_000_000_000n,
      params: {},
    })
    const ctx = this.context()
    for (const store of [AUTH_STORE, BANK_STORE]) clear(ctx, store)
    for (const [name, params] of Object.entries(setup.params)) this.setParams(ctx, name, params)
    openIbc(ctx, setup)
    this.#openAccounts(ctx, setup)
    this.#storeCodes(ctx, setup)
    this.#instantiate(ctx, setup)
    if (setup.rows !== undefined) this.#replaceRows(ctx, setup.rows)
    // Blocks with transactions came before, and left their counter.
    if (setup.level === 'tx') ctx.store(WASM_STORE).set(TX_COUNTER_KEY, new Uint8Array(12))
  }

  /** The working state at the story's block, on an infinite meter. */
  context(): Context {
    return this.app.baseApp.stateContext().withBlock(this.block)
  }

  /** The REST gateway over the working state. */
  get rest(): RestGateway {
    const chain = {
      baseApp: this.app.baseApp,
      name: RECORDED.name,
      denom: this.app.denom,
      stateAt: () => this.context(),
    }
    return new RestGateway(new ChainNode(chain, DEFAULT_CHAIN_LIMITS))
  }

  address(text: string): Uint8Array {
    return this.app.address(text)
  }

  /** Params of a module that this chain has; those of others are passed over. */
  setParams(ctx: Context, name: string, params: { readonly [member: string]: Json }): void {
    const ibc = name === 'ibc_client' || name === 'ibc_connection'
    const known = this.app.modules.find((module) => module.name === (ibc ? 'ibc' : name))?.params
    // Stories name the params of clients and of connections apart.
    const others = ibc ? (known?.get(ctx) as typeof params) : {}
    known?.set(ctx, { ...others, ...params })
  }

  /** The supply is what all accounts have together, those that the story lists and the others. */
  #openAccounts(ctx: Context, setup: StorySetup): void {
    const { accounts } = this.app.keepers
    for (const account of setup.accounts) {
      const address = this.address(account.address)
      accounts.set(ctx, {
        address,
        publicKey: undefined,
        accountNumber: BigInt(account.account_number),
        sequence: BigInt(account.sequence),
        ...(account.is_module && { module: { name: account.name, permissions: account.permissions } }),
      })
      for (const coin of storyCoins(account.balances)) {
        setBalance(ctx, address, coin)
        addToSupply(ctx, coin)
      }
    }
    for (const coin of storyCoins(UNLISTED)) addToSupply(ctx, coin)
    ctx.store(AUTH_STORE).set(NEXT_NUMBER_KEY, keyBytes(uint64Key(BigInt(setup.next_account_number))))
  }

  /** A story that has rows has all of them. */
  #replaceRows(ctx: Context, rows: StoryRows): void {
    for (const name of this.app.baseApp.stores.names) clear(ctx, name)
    putRows(this, ctx, rows)
  }

  #storeCodes(ctx: Context, setup: StorySetup): void {
    for (const code of setup.codes) {
      const stored = this.app.keepers.wasm.create(ctx, this.address(code.creator), this.find(code.file, code.sha256))
      assertSame('code id', String(stored.codeId), String(code.code_id))
    }
  }

  #instantiate(ctx: Context, setup: StorySetup): void {
    for (const contract of setup.contracts) {
      const { address } = this.app.keepers.wasm.instantiate(ctx, {
        codeId: BigInt(contract.code_id),
        creator: this.address(contract.creator),
        admin: contract.admin === null ? undefined : this.address(contract.admin),
        msg: toUtf8(contract.msg),
        label: contract.label,
        funds: storyCoins(contract.funds),
      })
      assertSame('address of a contract', addressText(setup.prefix, address), contract.address)
    }
  }
}

function addToSupply(ctx: Context, coin: Coin): void {
  setSupply(ctx, { ...coin, amount: addAmounts(getSupply(ctx, coin.denom).amount, coin.amount) })
}

function clear(ctx: Context, store: string): void {
  const rows = ctx.rawStore(store).iterator()
  const keys = []
  for (; rows.valid; rows.next()) keys.push(rows.key)
  for (const key of keys) ctx.rawStore(store).delete(key)
}

function assertSame(what: string, actual: string, expected: string): void {
  if (actual !== expected) throw new UsageError(`the story's setup gives another ${what}: ${actual}, not ${expected}`)
}
