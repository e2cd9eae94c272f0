import {
  addressText,
  ErrUnauthorized,
  ErrUnknownRequest,
  parseAddress,
  rethrowing,
  wrapping,
  type Context,
} from '../../../chain/index.js'
import { equalBytes, NO_BYTES } from '../../../base/index.js'
import type { Any } from '../../../codec/index.js'
import type { AnyMsg, CosmosMsg } from '../../../codec/wasm/index.js'
import { enterMessages } from '../context.js'
import type { Messenger } from './dispatch.js'
import {
  chainCoins,
  encodeBank,
  encodeDistribution,
  encodeGov,
  encodeIbc,
  encodeIbc2,
  encodeStaking,
  encodeWasm,
} from './encoders.js'
import { ErrEmpty, ErrInvalidMsg, ErrLimit, ErrUnknownMsg } from '../errors.js'
import type { BankKeeper, Router } from '../expected.js'
import type { ContractIbc } from '../ibc/expected.js'
import type { Wasmd } from '../events.js'
import { ANY_BASE_GAS, MAX_ANY_SIZE } from '../limits.js'

/** Sends a contract's messages. Source: wasmd x/wasm/keeper/handler_plugin.go. */

/**
 * Tries one messenger after another: wasm/20 passes the message to the next one.
 * As in the reference, the error may come from the messenger itself or from a contract called by it.
 */
export const chainOf =
  (...messengers: readonly Messenger[]): Messenger =>
  (ctx, contract, ibcPort, message) => {
    for (const messenger of messengers) {
      try {
        return messenger(ctx, contract, ibcPort, message)
      } catch (error) {
        if (!ErrUnknownMsg.is(error)) throw error
      }
    }
    throw ErrUnknownMsg.error('no handler found')
  }

/** Chain messages: encoded, checked for their signer, and run by the router. */
export const routed =
  (find: () => Router, ibc: () => ContractIbc | undefined = () => undefined, wasmd: Wasmd = 'stock'): Messenger =>
  (ctx, contract, _ibcPort, message) => {
    const router = find()
    const sender = addressText(ctx.prefix, contract)
    const results = encode({ ctx, router, ibc: ibc(), wasmd }, sender, message).map((encoded) =>
      run(ctx, router, contract, encoded),
    )
    return {
      events: results.flatMap(({ events }) => events),
      data: results.map(({ data }) => data),
      msgResponses: results.flatMap(({ msgResponses }) => msgResponses),
    }
  }

/**
 * Counts the depth of messages. With the patch of CWA-2025-007 that of responses is counted instead, in which replies are included.
 * Source: wasmd v0.60.1 x/wasm/keeper/handler_plugin.go `callDepthMessageHandler`.
 */
export const countedUnpatched =
  (messenger: Messenger, maxCallDepth: number): Messenger =>
  (ctx, ...message) =>
    ctx.release.unpatched.has('CWA-2025-007')
      ? messenger(
          wrapping('dispatch', () => enterMessages(ctx, maxCallDepth)),
          ...message,
        )
      : messenger(ctx, ...message)

/** Looks at a message of a contract before it is sent. @throws ChainError that refuses it */
export type BeforeMessage = (ctx: Context, contract: Uint8Array, message: CosmosMsg) => void

export const checkedBy =
  (check: BeforeMessage, messenger: Messenger): Messenger =>
  (ctx, contract, ibcPort, message) => {
    check(ctx, contract, message)
    return messenger(ctx, contract, ibcPort, message)
  }

interface Encoding {
  readonly ctx: Context
  readonly router: Router
  readonly ibc: ContractIbc | undefined
  readonly wasmd: Wasmd
}

function encode(encoding: Encoding, sender: string, message: CosmosMsg): readonly Any[] {
  const { ctx, ibc } = encoding
  if (message.bank !== undefined) return encodeBank(sender, message.bank)
  if (message.custom !== undefined) throw ErrUnknownMsg.error('custom variant not supported')
  if (message.distribution !== undefined) return encodeDistribution(sender, message.distribution)
  if (message.ibc !== undefined) return encodeIbc(sender, message.ibc, () => ibc?.transferPort(ctx) ?? 'transfer')
  if (message.ibc2 !== undefined) return encodeIbc2(sender, message.ibc2)
  if (message.staking !== undefined) return encodeStaking(sender, message.staking)
  if (message.any !== undefined) return [unpackAny(encoding, message.any)]
  if (message.wasm !== undefined) return encodeWasm(sender, message.wasm)
  if (message.gov !== undefined) return encodeGov(sender, message.gov)
  throw ErrUnknownMsg.error('unknown variant of Wasm')
}

function unpackAny({ ctx, router, wasmd }: Encoding, { type_url: typeUrl, value = NO_BYTES }: AnyMsg): Any {
  const isSized = wasmd !== 'nolus'
  if (isSized && value.length > MAX_ANY_SIZE)
    throw ErrLimit.error(`AnyMsg value size ${value.length} exceeds limit ${MAX_ANY_SIZE}`)
  ctx.gasMeter.consume(ANY_BASE_GAS + (isSized ? Math.floor(value.length / 1024) : 0), 'unpacking AnyMsg')
  const message = { typeUrl, value }
  rethrowing(
    () => ErrInvalidMsg.error(`Cannot unpack proto message with type URL: ${typeUrl}`),
    () => router.decode(message),
  )
  return message
}

function run(ctx: Context, router: Router, contract: Uint8Array, message: Any) {
  const handler = router.handler(message.typeUrl)
  if (handler === undefined) throw ErrUnknownRequest.error(`can't route message ${message.typeUrl}`)
  const decoded = router.decode(message)
  const goType = `*types.${message.typeUrl.slice(message.typeUrl.lastIndexOf('.') + 1)}`
  wrapping(`failed basic validation for message type ${goType}`, () => decoded.validateBasic())
  for (const signer of decoded.signers)
    if (!equalBytes(parseAddress(ctx, signer), contract))
      throw ErrUnauthorized.error("contract doesn't have permission")
  return handler(ctx, message)
}

/** `bank.burn`, for which the chain has no message. */
export const burner =
  (bank: BankKeeper): Messenger =>
  (ctx, contract, _ibcPort, message) => {
    const burn = message.bank?.burn
    if (burn === undefined) throw ErrUnknownMsg.error()
    const coins = chainCoins(burn.amount)
    if (coins.length === 0) throw ErrEmpty.error('amount')
    wrapping('transfer to module', () => bank.sendToModule(ctx, contract, 'wasm', coins))
    wrapping('burn coins', () => bank.burn(ctx, 'wasm', coins))
    return { events: [], data: [], msgResponses: [] }
  }
