import { byteLength, ChainError } from '../../base/index.js'
import { coinsText } from '../../codec/index.js'
import { parseAccAddress } from '../address.js'
import { rethrowing } from '../errors.js'
import { FiniteGasMeter, InfiniteGasMeter, nilPointer } from '../gas.js'
import {
  ErrInsufficientFee,
  ErrInvalidAddress,
  ErrInvalidGasLimit,
  ErrInvalidRequest,
  ErrMemoTooLarge,
  ErrNoSignatures,
  ErrTxTimeout,
  ErrTxTimeoutHeight,
  ErrUnauthorized,
  ErrUnknownExtensionOptions,
} from '../sdk-errors.js'
import type { AnteAccounts } from './expected.js'
import type { AnteStep } from './step.js'
import { blockGasLimit } from '../block/consensus.js'
import { goTime, isNever } from './go-time.js'

/** Source: cosmos-sdk types/tx `MaxGasWanted`. */
const MAX_GAS_WANTED = (1n << 63n) - 1n

/** Largest meter limit that is an exact integer; gas beyond it cannot be spent. */
const LARGEST_LIMIT = BigInt(Number.MAX_SAFE_INTEGER)

/** Gives the transaction its meter. Source: x/auth/ante/setup.go. */
export const setUpMeter: AnteStep = (ctx, tx, { simulate }) => {
  const maxGas = blockGasLimit(ctx.consensus)
  if (tx.fee === undefined) throw nilPointer()
  const limit = tx.fee.gasLimit
  const metered = ctx.withGasMeter(
    simulate || ctx.block.height === 0
      ? new InfiniteGasMeter()
      : new FiniteGasMeter(Number(limit < LARGEST_LIMIT ? limit : LARGEST_LIMIT)),
  )
  if (maxGas > 0 && limit > BigInt(maxGas))
    throw new AnteError(metered, ErrInvalidGasLimit.error(`tx gas limit ${limit} exceeds block max gas ${maxGas}`))
  return metered
}

/** A simulation may not use more than a block may. Source: wasmd x/wasm/keeper/ante.go `LimitSimulationGasDecorator`. */
export const limitSimulation: AnteStep = (ctx, _, { simulate }) => {
  const maxGas = blockGasLimit(ctx.consensus)
  return simulate && maxGas > 0 ? ctx.withGasMeter(new FiniteGasMeter(maxGas)) : ctx
}

/** An error of a step that had already made a new context, whose meter the result reports. */
export class AnteError extends Error {
  readonly ctx: Parameters<AnteStep>[0]
  readonly error: ChainError
  constructor(ctx: Parameters<AnteStep>[0], error: ChainError) {
    super(error.message)
    this.ctx = ctx
    this.error = error
  }
}

/** Source: x/auth/ante/ext.go. */
export const rejectExtensionOptions: AnteStep = (ctx, tx) => {
  if (tx.extensionOptions.length > 0) throw ErrUnknownExtensionOptions.error()
  return ctx
}

/** Source: x/auth/ante/basic.go `ValidateBasicDecorator`, types/tx/types.go, x/auth/tx/builder.go. */
export const validateBasic: AnteStep = (ctx, tx) => {
  const fee = tx.fee!
  if (fee.gasLimit > MAX_GAS_WANTED)
    throw ErrInvalidRequest.error(`invalid gas supplied; ${fee.gasLimit} > ${MAX_GAS_WANTED}`)
  if (fee.amount.some(({ amount }) => amount < 0n))
    throw ErrInsufficientFee.error(`invalid fee provided: ${coinsText(fee.amount)}`)
  if (fee.payer !== '') checkPayer(ctx.prefix, fee.payer)
  if (tx.signatures.length === 0) throw ErrNoSignatures.error()
  if (tx.signersError !== undefined) throw tx.signersError
  if (tx.signatures.length !== tx.signers.length)
    throw ErrUnauthorized.error(`wrong number of signers; expected ${tx.signers.length}, got ${tx.signatures.length}`)
  return ctx
}

function checkPayer(prefix: string, payer: string): void {
  rethrowing(
    (error) => ErrInvalidAddress.error(`Invalid fee payer address (${error.log})`),
    () => parseAccAddress(prefix, payer),
  )
}

/** Source: x/auth/ante/basic.go `TxTimeoutHeightDecorator`. */
export const checkTimeout: AnteStep = (ctx, tx) => {
  const { height, time } = ctx.block
  if (tx.timeoutHeight > 0n && BigInt(height) > tx.timeoutHeight)
    throw ErrTxTimeoutHeight.error(`block height: ${height}, timeout height: ${tx.timeoutHeight}`)
  const until = tx.timeoutTimestamp
  if (until !== undefined && !isNever(until) && until < time)
    throw ErrTxTimeout.error(`block time: ${goTime(time)}, timeout timestamp: ${goTime(until)}`)
  return ctx
}

/** Source: x/auth/ante/basic.go `ValidateMemoDecorator`. */
export const checkMemo =
  (accounts: AnteAccounts): AnteStep =>
  (ctx, tx) => {
    const length = byteLength(tx.memo)
    if (length === 0) return ctx
    const { maxMemoCharacters } = accounts.params(ctx)
    if (BigInt(length) > maxMemoCharacters)
      throw ErrMemoTooLarge.error(
        `maximum number of characters is ${maxMemoCharacters} but received ${length} characters`,
      )
    return ctx
  }

/** Bytes that a signature takes in the amino form by which a simulation counts it: key, signature, and 6 for the list around. */
const SIMULATED_SIGNATURE = 106 + 6

/** Source: x/auth/ante/basic.go `ConsumeTxSizeGasDecorator`. */
export const chargeTxSize =
  (accounts: AnteAccounts): AnteStep =>
  (ctx, tx, { simulate }) => {
    const price = Number(accounts.params(ctx).txSizeCostPerByte)
    ctx.gasMeter.consume(price * tx.bytes.length, 'txSize')
    if (!simulate) return ctx
    for (const [i, signer] of tx.signers.entries()) {
      if (tx.signerInfos[i] !== undefined && (tx.signatures[i]?.length ?? 0) > 0) continue
      accounts.get(ctx, signer)
      ctx.gasMeter.consume(price * SIMULATED_SIGNATURE, 'txSize')
    }
    return ctx
  }
