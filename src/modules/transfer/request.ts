import { coinText, denomProblem, isBlank, type Coin } from '../../codec/index.js'
import { channelIdProblem, portIdProblem } from '../../codec/ibc/index.js'
import { ChainError } from '../../base/index.js'
import { wrapError } from '../../chain/index.js'
import type { MsgTransfer } from '../../codec/neutron/transfer.js'
import { parseHash } from './denom.js'
import { ErrIbcInvalidAddress, ErrIbcInvalidCoins, ErrInvalidId, ErrInvalidMemo } from './errors.js'

/** What a sender asks for. Source: ibc-go v10 apps/transfer/types `MsgTransfer`. */
export type TransferRequest = Omit<MsgTransfer, 'fee'> & {
  /** Encoding of the packet's data if it goes between clients (IBC v2); JSON if it is empty or missing. */
  readonly encoding?: string
}

/** @throws ChainError host/2, ibc/6, ibc/5, transfer/11. Source: `MsgTransfer.ValidateBasic` */
export function validateRequest({ sourcePort, sourceChannel, token, sender, receiver, memo }: TransferRequest): void {
  const port = portIdProblem(sourcePort)
  if (port !== undefined) throw wrapError(ErrInvalidId.error(port), `invalid source port ID ${sourcePort}`)
  const channel = channelIdProblem(sourceChannel)
  if (channel !== undefined) throw wrapError(ErrInvalidId.error(channel), `invalid source channel ID ${sourceChannel}`)
  if (!isTransferable(token)) throw ErrIbcInvalidCoins.error(coinText(token))
  if (isBlank(sender)) throw ErrIbcInvalidAddress.error('missing sender address')
  if (isBlank(receiver)) throw ErrIbcInvalidAddress.error('missing recipient address')
  if (Buffer.byteLength(receiver) > 2048)
    throw ErrIbcInvalidAddress.error('recipient address must not exceed 2048 bytes')
  if (Buffer.byteLength(memo) > 32_768) throw ErrInvalidMemo.error('memo must not exceed 32768 bytes')
}

/** Source: `validateIBCCoin`. */
function isTransferable({ denom, amount }: Coin): boolean {
  if (denomProblem(denom) !== undefined || amount <= 0n || denom === 'ibc') return false
  if (!denom.startsWith('ibc/')) return true
  if (isBlank(denom.slice(4))) return false
  try {
    parseHash(denom.slice(4))
    return true
  } catch (error) {
    if (error instanceof ChainError) return false
    throw error
  }
}
