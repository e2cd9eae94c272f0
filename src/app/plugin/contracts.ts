import { NO_BYTES, strict } from '../../base/index.js'
import { parseAccAddress, type Context } from '../../chain/index.js'
import { addCoins, type Coin } from '../../codec/index.js'
import { moduleAddress } from '../../modules/auth/index.js'
import { queryRaw, type WasmKeeper } from '../../modules/wasm/index.js'
import { keyOf, textKey } from '../../store/index.js'
import { jsonBytes, parseJson } from './json.js'
import type { StoreKey } from './store.js'

/** What the chain stores about a contract. */
export interface PluginContractInfo {
  readonly codeId: bigint
  readonly creator: string
  /** Undefined if nobody may migrate it. */
  readonly admin: string | undefined
  readonly label: string
}

/** The chain's contracts, as modules use them. Messages are JSON (bigints become decimal strings) or bytes; addresses are bech32. */
export interface PluginContracts {
  /** Undefined if there is no such contract. */
  info(contract: string): PluginContractInfo | undefined
  /** The answer of the contract's `query`. @throws ChainError wasm/22, wasm/9 and others */
  query<Answer = unknown>(contract: string, msg: unknown): Answer
  /** The raw value that the contract stores under a key. */
  raw(contract: string, key: StoreKey): Uint8Array | undefined
  /** Calls `sudo` with the remaining gas. @returns its data. @throws ChainError wasm/22, wasm/5, wasm/29 and others */
  sudo(contract: string, msg: unknown): Uint8Array | undefined
  /** Calls `execute` as the plug-in's account, or as another. @returns its data. @throws ChainError */
  execute(
    contract: string,
    msg: unknown,
    options?: { readonly sender?: string; readonly funds?: readonly Coin[] },
  ): Uint8Array | undefined
}

export function pluginContracts(keeper: Wasm, name: string, live: () => Context): PluginContracts {
  const { contracts } = keeper
  const bytes = (ctx: Context, address: string) => parseAccAddress(ctx.prefix, address)
  return {
    info: (contract) => {
      const info = keeper.contractInfo(live(), bytes(live(), contract))
      if (info === undefined) return undefined
      const { codeId, creator, admin, label } = info
      return { codeId, creator, admin: admin === '' ? undefined : admin, label }
    },
    query: <Answer>(contract: string, msg: unknown) =>
      parseJson(contracts.querySmart(live(), bytes(live(), contract), jsonBytes(msg)) ?? NO_BYTES) as Answer,
    raw: (contract, key) =>
      queryRaw(live(), bytes(live(), contract), typeof key === 'string' ? textKey(key) : keyOf(key)),
    sudo: (contract, msg) => contracts.sudo(live(), bytes(live(), contract), jsonBytes(msg)),
    execute: strict('PluginContracts.execute', (contract, msg, { sender, funds = [] } = {}) => {
      const ctx = live()
      const from = sender === undefined ? moduleAddress(name) : bytes(ctx, sender)
      return contracts.execute(ctx, bytes(ctx, contract), from, jsonBytes(msg), addCoins(funds))
    }),
  }
}

type Wasm = Pick<WasmKeeper, 'contracts' | 'contractInfo'>
