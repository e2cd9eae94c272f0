import { wrapping } from '../../chain/index.js'
import { denomOf, type Denom, type PacketData } from '../../chain/ibc/index.js'
import { isBlank } from '../../codec/index.js'
import { positiveAmount, validateDenom } from './denom.js'
import { decodeTransfer, JSON_ENCODING } from './encodings.js'
import { ErrIbcInvalidAddress, ErrInvalidMemo, ErrInvalidVersion } from './errors.js'
import { VERSION } from './keys.js'

/** Packet data with its denom parsed: `InternalTransferRepresentation`. */
export interface TransferData {
  readonly denom: Denom
  readonly amount: string
  readonly sender: string
  readonly receiver: string
  readonly memo: string
}

export const NO_DATA: TransferData = {
  denom: { base: '', trace: [] },
  amount: '',
  sender: '',
  receiver: '',
  memo: '',
}

const MAX_MEMO = 32_768
/** @throws ChainError transfer/5, ibc/5, transfer/3. Source: `FungibleTokenPacketData.ValidateBasic` */
export function validatePacketData({ denom, amount, sender, receiver }: PacketData): void {
  positiveAmount(amount)
  if (isBlank(sender)) throw ErrIbcInvalidAddress.error('sender address cannot be blank')
  if (isBlank(receiver)) throw ErrIbcInvalidAddress.error('receiver address cannot be blank')
  validateDenom(denomOf(denom))
}

/** @throws ChainError transfer/4, ibc/12, transfer/5, ibc/5, transfer/3. Source: `UnmarshalPacketData` */
export function decodePacketData(bytes: Uint8Array, version: string, encoding = JSON_ENCODING): TransferData {
  if (version !== VERSION) throw ErrInvalidVersion.error(version)
  const data = decodeTransfer(bytes, encoding)
  wrapping('invalid packet data', () => validatePacketData(data))
  return { ...data, denom: denomOf(data.denom) }
}

/** @throws ChainError ibc/5, transfer/3, host/2, transfer/5, transfer/11. Source: `InternalTransferRepresentation.ValidateBasic` */
export function validateTransferData({ sender, receiver, denom, amount, memo }: TransferData): void {
  if (isBlank(sender)) throw ErrIbcInvalidAddress.error('sender address cannot be blank')
  if (isBlank(receiver)) throw ErrIbcInvalidAddress.error('receiver address cannot be blank')
  wrapping('invalid token denom', () => validateDenom(denom))
  positiveAmount(amount)
  if (Buffer.byteLength(memo) > MAX_MEMO) throw ErrInvalidMemo.error(`memo must not exceed ${MAX_MEMO} bytes`)
}
