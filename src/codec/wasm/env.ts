import { toUtf8 } from '../../base/index.js'
import { goArray, goBytes, goObject, goString } from '../go-json/index.js'
import type { Coin } from './messages.js'

/** The block, transaction and contract in `env`. `transaction` is undefined outside of a transaction. */
export interface Env {
  readonly block: { readonly height: number; readonly time: bigint; readonly chainId: string }
  readonly transaction: { readonly index: number; readonly hash: Uint8Array } | undefined
  readonly contract: { readonly address: string }
}

export interface MessageInfo {
  readonly sender: string
  readonly funds: readonly Coin[]
}

export interface MigrateInfo {
  readonly sender: string
  readonly oldMigrateVersion: bigint | undefined
}

export const coinJson = (coin: Coin): string => goObject({ denom: goString(coin.denom), amount: goString(coin.amount) })

export const coinsJson = (coins: readonly Coin[]): string => goArray(coins.map((coin) => coinJson(coin)))

/** The bytes of `env`, exactly as wasmvm gives them. Source: wasmvm v3 types/env.go. */
export const encodeEnv = ({ block, transaction, contract }: Env): Uint8Array =>
  toUtf8(
    goObject({
      block: goObject({
        height: String(block.height),
        time: goString(String(block.time)),
        chain_id: goString(block.chainId),
      }),
      transaction:
        transaction === undefined
          ? 'null'
          : goObject({
              index: String(transaction.index),
              hash: transaction.hash.length === 0 ? undefined : goBytes(transaction.hash),
            }),
      contract: goObject({ address: goString(contract.address) }),
    }),
  )

export const encodeInfo = ({ sender, funds }: MessageInfo): Uint8Array =>
  toUtf8(goObject({ sender: goString(sender), funds: coinsJson(funds) }))

export const encodeMigrateInfo = ({ sender, oldMigrateVersion }: MigrateInfo): Uint8Array =>
  toUtf8(
    goObject({
      sender: goString(sender),
      old_migrate_version: oldMigrateVersion === undefined ? 'null' : String(oldMigrateVersion),
    }),
  )
