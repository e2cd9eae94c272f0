import { readFileSync } from 'node:fs'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import type { Json } from '../../src/base/json-value.js'
import { addressText } from '../../src/chain/address.js'
import { App, type AppConfig } from '../../src/chain/app.js'
import { anteSteps, secp256k1PublicKey, type AnteOptions } from '../../src/chain/ante/index.js'
import type { Event } from '../../src/chain/events.js'
import type { Any } from '../../src/codec/any.js'
import type { Module } from '../../src/chain/module.js'
import { AccountKeeper, authModule, moduleAddress } from '../../src/modules/auth/index.js'
import { BankKeeper, bankModule } from '../../src/modules/bank/index.js'

/** Module accounts of Neutron. Source: neutron app/app.go `maccPerms`. */
export const MODULE_ACCOUNTS = {
  fee_collector: [],
  transfer: ['minter', 'burner'],
  interchainaccounts: [],
  wasm: ['burner'],
  interchainqueries: [],
  feerefunder: [],
  bonded_tokens_pool: ['burner', 'staking'],
  not_bonded_tokens_pool: ['burner', 'staking'],
  tokenfactory: ['minter', 'burner'],
  coinfactory: ['minter', 'burner'],
  gov: ['burner'],
  mint: ['minter'],
  distribution: [],
} as const

export interface BankChainOptions extends Partial<AppConfig> {
  readonly anteOptions?: Partial<AnteOptions>
  /** Modules beside accounts and balances. */
  readonly more?: readonly Module[]
}

/** A chain of accounts and balances, with the ante steps of a real one. */
export function bankChain({ anteOptions = {}, more = [], ...config }: BankChainOptions = {}) {
  const accounts = new AccountKeeper({ prefix: 'neutron', modules: MODULE_ACCOUNTS })
  const bank = new BankKeeper({ accounts, blocked: Object.keys(MODULE_ACCOUNTS).map(moduleAddress) })
  const app = new App({
    chainId: 'testchain2-1',
    prefix: 'neutron',
    modules: [authModule(accounts), bankModule(bank, moduleAddress('gov')), ...more],
    ante: anteSteps({ accounts, bank, ...anteOptions }),
    ...config,
  })
  return { app, accounts, bank }
}

/** An account with a key: signs as a wallet does. */
export function keyAccount(seed: number) {
  const secret = new Uint8Array(32).fill(seed)
  const compressed = secp256k1.getPublicKey(secret, true)
  const address = ripemd160(sha256(compressed))
  return {
    address,
    text: addressText('neutron', address),
    publicKey: secp256k1PublicKey(compressed),
    sign: (bytes: Uint8Array) => secp256k1.sign(sha256(bytes), secret, { prehash: false, lowS: true }),
  }
}

export type KeyAccount = ReturnType<typeof keyAccount>

export const msgSend = (
  from: string,
  to: string,
  amount: readonly (readonly [denom: string, amount: string])[],
): Any => ({
  typeUrl: '/cosmos.bank.v1beta1.MsgSend',
  value: MsgSend.encode({
    fromAddress: from,
    toAddress: to,
    amount: amount.map(([denom, amount]) => ({ denom, amount })),
  }).finish(),
})

interface StoryAccount {
  readonly address: string
  readonly name: string
  readonly balances: readonly (readonly [denom: string, amount: string])[]
  readonly account_number: number
  readonly sequence?: number
  readonly is_module?: boolean
  readonly permissions?: readonly string[]
}

interface StoryStep {
  readonly name: string
  readonly do: { readonly kind: string } & Readonly<Record<string, never>>
  readonly gas_limit: number | 'infinite'
  readonly commit: boolean
  readonly expect: {
    readonly gas_used?: number
    readonly events?: readonly Event[]
    readonly code?: number
    readonly codespace?: string
    readonly log?: string
    readonly data_base64?: string | null
    readonly error?: { readonly codespace: string; readonly code: number; readonly text: string }
  }
}

export interface Story {
  readonly name: string
  readonly setup: {
    readonly chain_id: string
    readonly height: number
    readonly time_ns: string
    readonly accounts: readonly StoryAccount[]
    readonly next_account_number: number
    readonly params: Readonly<Record<string, Json>>
    readonly signer?: { readonly secp256k1_private_key_hex: string }
  }
  readonly steps: readonly StoryStep[]
}

export const story = (name: string): Story =>
  JSON.parse(readFileSync(new URL(`../../fixtures/golden-stories/${name}.json`, import.meta.url), 'utf8')) as Story

/** The part of a story's start that accounts and balances are. */
export function storyGenesis({ setup }: Story): Record<string, Json> {
  return {
    auth: {
      params: setup.params.auth!,
      accounts: setup.accounts.map((account): Json => {
        const base = {
          address: account.address,
          pub_key: null,
          account_number: String(account.account_number),
          sequence: String(account.sequence ?? 0),
        }
        return account.is_module
          ? {
              '@type': '/cosmos.auth.v1beta1.ModuleAccount',
              base_account: base,
              name: account.name,
              permissions: account.permissions ?? [],
            }
          : { '@type': '/cosmos.auth.v1beta1.BaseAccount', ...base }
      }),
    },
    bank: {
      params: setup.params.bank!,
      balances: setup.accounts
        .filter(({ balances }) => balances.length > 0)
        .map(({ address, balances }) => ({
          address,
          coins: balances.map(([denom, amount]) => ({ denom, amount })),
        })),
    },
  }
}
