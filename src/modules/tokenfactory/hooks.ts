import {
  addressText,
  FiniteGasMeter,
  GAS_TAP,
  Panic,
  parseAccAddress,
  wrapError,
  type Context,
} from '../../chain/index.js'
import { ChainError, toUtf8 } from '../../base/index.js'
import type { Coin } from '../../codec/index.js'
import { goObject, goString } from '../../codec/go-json/index.js'
import type { FactoryKeeper } from './keeper.js'

/** SDK gas of a contract that is notified of a transfer and cannot block it. Source: neutron x/tokenfactory/types/constants.go. */
const TRACK_GAS_LIMIT = 500_000

type Send = (ctx: Context, from: Uint8Array, to: Uint8Array, amount: readonly Coin[]) => void

interface SendHooks {
  readonly block: Send
  readonly track: Send
}

/**
 * Before coins of a denom move, its contract may block the transfer (`block_before_send`) and is notified (`track_before_send`).
 * Writes of a failing contract stay, as in the reference, which does not branch the state for it.
 * Source: neutron x/tokenfactory/keeper/before_send.go; neutron-org/cosmos-sdk x/bank/types/hooks.go `MultiBankHooks`.
 * @param keepers in the order in which they are called
 */
export function sendHooks(keepers: readonly FactoryKeeper[]): SendHooks {
  const all = keepers.map(hooksOf)
  return {
    block: (...send) => all.forEach(({ block }) => block(...send)),
    track: (...send) => all.forEach(({ track }) => track(...send)),
  }
}

function hooksOf(keeper: FactoryKeeper): SendHooks {
  return {
    block: (ctx, from, to, amount) =>
      listen(keeper, ctx, amount, (contract, coin) =>
        keeper.wasm.contracts.sudo(ctx, contract, message(ctx, 'block_before_send', from, to, coin)),
      ),
    track: (ctx, from, to, amount) => {
      try {
        listen(keeper, ctx, amount, (contract, coin) => {
          const meter = new FiniteGasMeter(TRACK_GAS_LIMIT)
          const text = message(ctx, 'track_before_send', from, to, coin)
          const tap = ctx.value(GAS_TAP)
          const depth = tap?.begin('track_before_send', 'free')
          try {
            keeper.wasm.contracts.sudo(ctx.withGasMeter(meter), contract, text)
          } finally {
            if (depth !== undefined) tap?.end(depth)
          }
          // Gas is charged only for a contract that succeeds.
          ctx.gasMeter.consume(meter.consumed, 'track before send gas')
        })
      } catch (error) {
        if (!(error instanceof ChainError)) throw error
      }
    },
  }
}

/** Calls the contract of each coin that has one that is still whitelisted. @throws ChainError 12 of the factory for any panic, or the contract's error */
function listen(
  keeper: FactoryKeeper,
  ctx: Context,
  amount: readonly Coin[],
  call: (contract: Uint8Array, coin: Coin) => void,
): void {
  try {
    for (const coin of amount) {
      const hook = keeper.hook(ctx, coin.denom)
      if (hook === '') continue
      const contract = parseAccAddress(ctx.prefix, hook)
      if (!isWhitelisted(keeper, ctx, coin.denom, contract)) continue
      try {
        call(contract, coin)
      } catch (error) {
        if (!(error instanceof ChainError)) throw error
        throw wrapError(error, `failed to call before send hook for denom ${coin.denom}`)
      }
    }
  } catch (error) {
    throw error instanceof Panic ? keeper.factory.errors.trackOutOfGas.error() : error
  }
}

/** A hook that is no longer whitelisted is skipped. */
function isWhitelisted(keeper: FactoryKeeper, ctx: Context, denom: string, contract: Uint8Array): boolean {
  try {
    keeper.assertWhitelisted(ctx, denom, contract)
    return true
  } catch (error) {
    if (keeper.factory.errors.hookNotWhitelisted.is(error)) return false
    throw error
  }
}

function message(ctx: Context, name: string, from: Uint8Array, to: Uint8Array, { denom, amount }: Coin): Uint8Array {
  const text = (address: Uint8Array) => goString(addressText(ctx.prefix, address))
  const coin = goObject({ denom: goString(denom), amount: goString(String(amount)) })
  return toUtf8(goObject({ [name]: goObject({ from: text(from), to: text(to), amount: coin }) }))
}
