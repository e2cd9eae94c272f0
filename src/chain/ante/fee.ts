import { rethrowing } from '../errors.js'
import { NotSupportedError } from '../../base/errors.js'
import { coinsAreValid, coinsAreZero, coinsText } from '../../codec/coins.js'
import { addressText, parseAddress } from '../address.js'
import { event } from '../events.js'
import { ErrInsufficientFee, ErrInsufficientFunds, ErrInvalidGasLimit, ErrUnknownAddress } from '../sdk-errors.js'
import type { AnteAccounts, AnteBank } from './expected.js'
import type { AnteStep } from './step.js'

/** Module account that receives fees. Source: x/auth/types `FeeCollectorName`. */
export const FEE_COLLECTOR = 'fee_collector'

/** Takes the fee from its payer. Source: x/auth/ante/fee.go `DeductFeeDecorator`. */
export const deductFee =
  (accounts: AnteAccounts, bank: AnteBank): AnteStep =>
  (ctx, tx, { simulate }) => {
    const fee = tx.fee!
    if (!simulate && ctx.block.height > 0 && fee.gasLimit === 0n)
      throw ErrInvalidGasLimit.error('must provide positive gas')
    if (fee.granter !== '') throw new NotSupportedError('fee grants are not supported: leave out the fee granter')
    const payer = fee.payer === '' ? tx.signers[0]! : parseAddress(ctx.prefix, fee.payer)
    const payerText = addressText(ctx.prefix, payer)
    if (accounts.get(ctx, payer) === undefined)
      throw ErrUnknownAddress.error(`fee payer address: ${payerText} does not exist`)
    if (!coinsAreZero(fee.amount)) {
      if (!coinsAreValid(fee.amount)) throw ErrInsufficientFee.error(`invalid fee amount: ${coinsText(fee.amount)}`)
      rethrowing(
        (error) => ErrInsufficientFunds.error(error.log),
        () => bank.sendToModule(ctx, payer, FEE_COLLECTOR, fee.amount),
      )
    }
    ctx.events.emit(event('tx', ['fee', coinsText(fee.amount)], ['fee_payer', payerText]))
    return ctx
  }
