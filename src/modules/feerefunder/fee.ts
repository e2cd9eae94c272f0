import { ErrInsufficientFee, ErrInvalidCoins, registerError } from '../../chain/index.js'
import { addCoins, amountOf, coinsAreValid, coinsAreZero, coinsText, type Coin } from '../../codec/index.js'
import type { Fee } from '../../codec/neutron/feerefunder.js'

export const ErrChannelNotFound = registerError('channel', 3, 'channel not found')

/** Source: neutron x/feerefunder/types/fee.go `Total`. */
export const totalOf = ({ recvFee, ackFee, timeoutFee }: Fee): readonly Coin[] => addCoins(recvFee, ackFee, timeoutFee)

/** @throws ChainError sdk/10. Source: neutron x/feerefunder/types/fee.go `Validate` */
export function validateFee({ recvFee, ackFee, timeoutFee }: Fee): void {
  const problems: string[] = []
  if (!coinsAreValid(ackFee)) problems.push('ack fee is invalid')
  if (!coinsAreValid(timeoutFee)) problems.push('timeout fee invalid')
  if (problems.length > 0) throw ErrInvalidCoins.error(`contains invalid fees: ${problems.join(' , ')}`)
  if (!coinsAreZero(recvFee)) throw ErrInvalidCoins.error('recv fee must be zero')
}

/** @throws ChainError sdk/10, sdk/13. Source: neutron x/feerefunder/keeper/keeper.go `checkFees` */
export function checkAgainstMinimum({ ackFee, timeoutFee }: Fee, min: Fee): void {
  if (coinsAreZero(ackFee) || coinsAreZero(timeoutFee))
    throw ErrInvalidCoins.error('provided ack fee or timeout fee is zero')
  if (!isAnyEnough(timeoutFee, min.timeoutFee))
    throw ErrInsufficientFee.error(
      `provided timeout fee is less than min governance set timeout fee: ${coinsText(timeoutFee)} < ${coinsText(min.timeoutFee)}`,
    )
  if (!isAnyEnough(ackFee, min.ackFee))
    throw ErrInsufficientFee.error(
      `provided ack fee is less than min governance set ack fee: ${coinsText(ackFee)} < ${coinsText(min.ackFee)}`,
    )
  if (hasOthers(timeoutFee, min.timeoutFee))
    throw ErrInvalidCoins.error('timeout fee cannot have coins other than in params')
  if (hasOthers(ackFee, min.ackFee)) throw ErrInvalidCoins.error('ack fee cannot have coins other than in params')
}

/** Source: cosmos-sdk types/coin.go `IsAnyGTE`. */
const isAnyEnough = (coins: readonly Coin[], least: readonly Coin[]): boolean =>
  coins.some(({ denom, amount }) => amountOf(least, denom) !== 0n && amount >= amountOf(least, denom))

const hasOthers = (coins: readonly Coin[], allowed: readonly Coin[]): boolean =>
  coins.some(({ denom }) => amountOf(allowed, denom) === 0n)
