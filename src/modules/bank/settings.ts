import { NO_BYTES } from '../../base/index.js'
import { denomProblem, isBlank, remember, type Coin } from '../../codec/index.js'
import { Metadata, Params, type SendEnabled } from 'cosmjs-types/cosmos/bank/v1beta1/bank'
import { plainError, walk, type Context } from '../../chain/index.js'
import type { Key } from '../../store/index.js'
import { denomOf } from './balances.js'
import { ErrSendDisabled } from './errors.js'
import { BANK_STORE, METADATA_PREFIX, metadataKey, PARAMS_KEY, SEND_ENABLED_PREFIX, sendEnabledKey } from './keys.js'

const decodeParams = remember((bytes) => Params.decode(bytes))
const decodeMetadata = remember((bytes) => Metadata.decode(bytes))

/** A `google.protobuf.BoolValue`. Source: cosmos-sdk codec `BoolValue`. */
const TRUE = new Uint8Array([8, 1])

export function getParams(ctx: Context): Params {
  const bytes = ctx.store(BANK_STORE).get(PARAMS_KEY)
  return bytes === undefined ? { sendEnabled: [], defaultSendEnabled: false } : decodeParams(bytes)
}

/** Moves per-denom entries to where SDK 0.47 and later store them. Source: x/bank/keeper/send.go `SetParams`. */
export function setParams(ctx: Context, params: Params): void {
  for (const { denom, enabled } of params.sendEnabled) setSendEnabled(ctx, denom, enabled)
  const { defaultSendEnabled } = params
  ctx.store(BANK_STORE).set(PARAMS_KEY, Params.encode({ sendEnabled: [], defaultSendEnabled }).finish())
}

/** Undefined when the default applies to the denom. */
export function getSendEnabled(ctx: Context, denom: string): boolean | undefined {
  const store = ctx.store(BANK_STORE)
  const key = sendEnabledKey(denom)
  return store.has(key) ? store.get(key)!.length > 0 : undefined
}
export function setSendEnabled(ctx: Context, denom: string, enabled: boolean): void {
  ctx.store(BANK_STORE).set(sendEnabledKey(denom), enabled ? TRUE : NO_BYTES)
}
export function deleteSendEnabled(ctx: Context, denom: string): void {
  ctx.store(BANK_STORE).delete(sendEnabledKey(denom))
}
export const allSendEnabled = (ctx: Context): SendEnabled[] =>
  Array.from(walk(ctx.store(BANK_STORE), SEND_ENABLED_PREFIX), ([key, value]) => ({
    denom: denomOf(key.slice(1) as Key),
    enabled: value.length > 0,
  }))

/** Reads the default also where a denom has its own. Source: `IsSendEnabledDenom`. */
export function isSendEnabled(ctx: Context, denom: string): boolean {
  const { defaultSendEnabled } = getParams(ctx)
  return getSendEnabled(ctx, denom) ?? defaultSendEnabled
}

/** @throws ChainError bank/5. Source: `IsSendEnabledCoins`. */
export function assertSendEnabled(ctx: Context, coins: readonly Coin[]): void {
  if (coins.length === 0) return
  const { defaultSendEnabled } = getParams(ctx)
  for (const { denom } of coins)
    if (!(getSendEnabled(ctx, denom) ?? defaultSendEnabled))
      throw ErrSendDisabled.error(`${denom} transfers are currently disabled`)
}

export function getMetadata(ctx: Context, denom: string): Metadata | undefined {
  const bytes = ctx.store(BANK_STORE).get(metadataKey(denom))
  return bytes && decodeMetadata(bytes)
}
export const hasMetadata = (ctx: Context, denom: string): boolean => ctx.store(BANK_STORE).has(metadataKey(denom))
export function setMetadata(ctx: Context, metadata: Metadata): void {
  ctx.store(BANK_STORE).set(metadataKey(metadata.base), Metadata.encode(metadata).finish())
}
export const allMetadata = (ctx: Context): Metadata[] =>
  Array.from(walk(ctx.store(BANK_STORE), METADATA_PREFIX), ([, value]) => decodeMetadata(value))

/** @throws ChainError undefined/1 with Go's text. Source: x/bank/types/metadata.go `Validate`. */
export function validateMetadata(metadata: Metadata): void {
  const problem = metadataProblem(metadata)
  if (problem !== undefined) throw plainError(problem)
}

function metadataProblem({ name, symbol, base, display, denomUnits }: Metadata): string | undefined {
  if (isBlank(name)) return 'name field cannot be blank'
  if (isBlank(symbol)) return 'symbol field cannot be blank'
  const baseProblem = denomProblem(base)
  if (baseProblem !== undefined) return `invalid metadata base denom: ${baseProblem}`
  const displayProblem = denomProblem(display)
  if (displayProblem !== undefined) return `invalid metadata display denom: ${displayProblem}`
  const seen = new Set<string>()
  for (const [i, { denom, exponent, aliases }] of denomUnits.entries()) {
    if (i === 0 && denom !== base) return `metadata's first denomination unit must be the one with base denom '${base}'`
    if (i === 0 && exponent !== 0) return `the exponent for base denomination unit ${base} must be 0`
    if (i > 0 && denomUnits[i - 1]!.exponent >= exponent) return 'denom units should be sorted asc by exponent'
    if (seen.has(denom)) return `duplicate denomination unit ${denom}`
    seen.add(denom)
    const problem = denomProblem(denom)
    if (problem !== undefined) return `invalid denom unit: ${problem}`
    const known = new Set<string>()
    for (const alias of aliases) {
      if (known.has(alias)) return `duplicate denomination unit alias ${alias}`
      if (isBlank(alias)) return `alias for denom unit ${denom} cannot be blank`
      known.add(alias)
    }
  }
  return seen.has(display) ? undefined : `metadata must contain a denomination unit with display denom '${display}'`
}
