import { coinsAreValid, coinsAreZero, coinsText, type Coin } from '../../codec/index.js'
import { goText } from '../../codec/go-json/index.js'
import { equalBytes } from '../../base/index.js'
import { addressText, parseAddress } from '../address.js'
import type { Context } from '../context.js'
import { rethrowing, wrapping } from '../errors.js'
import { event } from '../events.js'
import { GoPanic } from '../gas.js'
import {
  ErrInsufficientFee,
  ErrInsufficientFunds,
  ErrInvalidGasLimit,
  ErrInvalidRequest,
  ErrUnknownAddress,
} from '../sdk-errors.js'
import type { Tx } from '../tx/tx.js'
import type { AnteAccounts, AnteAllowances, AnteBank } from './expected.js'
import type { AnteStep } from './step.js'

/** Module account that receives fees. Source: x/auth/types `FeeCollectorName`. */
export const FEE_COLLECTOR = 'fee_collector'

/**
 * The account that a fee is taken from: the granter, whose allowance is used, or the payer.
 * Source: x/auth/ante/fee.go `checkDeductFee`.
 * @param allowances undefined if the chain knows no fee grants
 * @throws ChainError for a fee that is not granted, sdk/9 for an account that does not exist
 */
export function feeAccount(
  ctx: Context,
  tx: Tx,
  fee: readonly Coin[],
  {
    accounts,
    allowances,
  }: {
    readonly accounts: { get(ctx: Context, address: Uint8Array): unknown }
    readonly allowances: AnteAllowances | undefined
  },
): Uint8Array {
  const { payer: named, granter: granting } = tx.fee!
  const payer = named === '' ? tx.signers[0]! : parseAddress(ctx, named)
  const granter =
    granting === ''
      ? undefined
      : rethrowing(
          (error) => new GoPanic(error.log),
          () => parseAddress(ctx, granting),
        )
  if (granter !== undefined) {
    if (allowances === undefined) throw ErrInvalidRequest.error('fee grants are not enabled')
    if (!equalBytes(granter, payer))
      // Here and below the chain prints the bytes of addresses.
      wrapping(`${goText(granter)} does not allow to pay fees for ${goText(payer)}`, () =>
        allowances.use(
          ctx,
          granter,
          payer,
          fee,
          tx.messages.map(({ typeUrl }) => typeUrl),
        ),
      )
  }
  const from = granter ?? payer
  if (accounts.get(ctx, from) === undefined)
    throw ErrUnknownAddress.error(`fee payer address: ${goText(from)} does not exist`)
  return from
}

/** What a transaction is charged. @throws ChainError for a fee that is too low. Source: x/auth/ante/fee.go `TxFeeChecker` */
export type FeeOf = (ctx: Context, tx: Tx) => readonly Coin[]

/**
 * Takes the fee from its payer, or from its granter. Source: x/auth/ante/fee.go `DeductFeeDecorator`.
 * @param feeOf by default all that the transaction offers; a simulation pays that in any case
 */
export const deductFee =
  (
    accounts: AnteAccounts,
    bank: AnteBank,
    allowances: AnteAllowances | undefined,
    feeOf: FeeOf = (_, tx) => tx.fee!.amount,
  ): AnteStep =>
  (ctx, tx, { simulate }) => {
    if (!simulate && ctx.block.height > 0 && tx.fee!.gasLimit === 0n)
      throw ErrInvalidGasLimit.error('must provide positive gas')
    const fee = simulate ? tx.fee!.amount : feeOf(ctx, tx)
    const from = feeAccount(ctx, tx, fee, { accounts, allowances })
    if (!coinsAreZero(fee)) {
      if (!coinsAreValid(fee)) throw ErrInsufficientFee.error(`invalid fee amount: ${coinsText(fee)}`)
      rethrowing(
        (error) => ErrInsufficientFunds.error(error.log),
        () => bank.sendToModule(ctx, from, FEE_COLLECTOR, fee),
      )
    }
    ctx.events.emit(event('tx', ['fee', coinsText(fee)], ['fee_payer', addressText(ctx.prefix, from)]))
    return ctx
  }
