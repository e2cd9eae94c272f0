import { wrapping } from '../../chain/errors.js'
import { toUtf8 } from '../../base/bytes.js'
import { GoJsonError, goObject, goString, string, struct, unmarshal } from '../../codec/go-json/index.js'
import { isBlank } from '../../codec/ibc/identifiers.js'
import { protoJsonMembers } from '../../codec/ibc/proto-json.js'
import { denomOf, positiveAmount, validateDenom, type Denom } from './denom.js'
import { ErrIbcInvalidAddress, ErrIbcInvalidType, ErrInvalidMemo, ErrInvalidVersion } from './errors.js'
import { VERSION } from './keys.js'

/** The data of a transfer packet. Source: ibc-go v10 apps/transfer/types/packet.go `FungibleTokenPacketData`. */
export interface PacketData {
  /** A path, `transfer/channel-0/uatom`. */
  readonly denom: string
  readonly amount: string
  readonly sender: string
  readonly receiver: string
  readonly memo: string
}

/** The same with the denom parsed: `InternalTransferRepresentation`. */
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

const MOST_MEMO = 32_768
const NAMES = ['denom', 'amount', 'sender', 'receiver', 'memo'] as const

export const encodePacketData = (data: PacketData): Uint8Array =>
  toUtf8(
    goObject(Object.fromEntries(NAMES.map((name) => [name, data[name] === '' ? undefined : goString(data[name])]))),
  )

/** @throws ChainError transfer/5, ibc/5, transfer/3. Source: `FungibleTokenPacketData.ValidateBasic` */
export function validatePacketData({ denom, amount, sender, receiver }: PacketData): void {
  positiveAmount(amount)
  if (isBlank(sender)) throw ErrIbcInvalidAddress.error('sender address cannot be blank')
  if (isBlank(receiver)) throw ErrIbcInvalidAddress.error('receiver address cannot be blank')
  validateDenom(denomOf(denom))
}

const Data = struct('FungibleTokenPacketData', {
  denom: string,
  amount: string,
  sender: string,
  receiver: string,
  memo: string,
})

/** As `encoding/json` reads it: other members are ignored. @throws GoJsonError */
export const readPacketData = (bytes: Uint8Array): PacketData => unmarshal(Data, bytes)

/** As protobuf's JSON is read: other members are refused. @throws GoJsonError */
export function readStrictPacketData(bytes: Uint8Array): PacketData {
  const data: Record<(typeof NAMES)[number], string> = { denom: '', amount: '', sender: '', receiver: '', memo: '' }
  for (const [name, raw] of protoJsonMembers(bytes)) {
    const known = NAMES.find((candidate) => candidate === name)
    if (known === undefined)
      throw new GoJsonError(`unknown field ${JSON.stringify(name)} in types.FungibleTokenPacketData`)
    data[known] = unmarshal(string, raw)
  }
  return data
}

/** @throws ChainError transfer/4, ibc/12, transfer/5, ibc/5, transfer/3. Source: `UnmarshalPacketData` */
export function decodePacketData(bytes: Uint8Array, version: string): TransferData {
  if (version !== VERSION) throw ErrInvalidVersion.error(version)
  // Go reads `null` into an interface, which is nil afterwards.
  if (/^\s*null\s*$/.test(Buffer.from(bytes).toString()))
    throw ErrIbcInvalidType.error('cannot convert proto message into FungibleTokenPacketData')
  let data: PacketData
  try {
    data = readPacketData(bytes)
  } catch (error) {
    if (!(error instanceof GoJsonError)) throw error
    throw ErrIbcInvalidType.error(`cannot unmarshal ICS20-V1 transfer packet data: ${error.shortMessage}`)
  }
  wrapping('invalid packet data', () => validatePacketData(data))
  return { ...data, denom: denomOf(data.denom) }
}

/** @throws ChainError ibc/5, transfer/3, host/2, transfer/5, transfer/11. Source: `InternalTransferRepresentation.ValidateBasic` */
export function validateTransferData({ sender, receiver, denom, amount, memo }: TransferData): void {
  if (isBlank(sender)) throw ErrIbcInvalidAddress.error('sender address cannot be blank')
  if (isBlank(receiver)) throw ErrIbcInvalidAddress.error('receiver address cannot be blank')
  wrapping('invalid token denom', () => validateDenom(denom))
  positiveAmount(amount)
  if (Buffer.byteLength(memo) > MOST_MEMO) throw ErrInvalidMemo.error(`memo must not exceed ${MOST_MEMO} bytes`)
}
