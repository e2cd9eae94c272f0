import { rethrowing } from '../../chain/index.js'
import { packetAmount, type PacketData } from '../../chain/ibc/index.js'
import { decodeAbi, encodeAbi, type AbiType } from '../../codec/abi/index.js'
import { ErrAbiDecoding, ErrAbiEncoding } from './errors.js'

const TEXT: AbiType = { kind: 'string' }

/**
 * The data of a transfer as Solidity has it: a tuple of denom, sender, receiver, amount and memo.
 * Source: ibc-go v10.5.0 apps/transfer/types/solidity_abi.go.
 */
const DATA: readonly AbiType[] = [{ kind: 'tuple', of: [TEXT, TEXT, TEXT, { kind: 'uint', bits: 256 }, TEXT] }]

/** @throws ChainError transfer/14 */
export function encodeAbiData({ denom, sender, receiver, amount: text, memo }: PacketData): Uint8Array {
  const amount = packetAmount(text)
  if (amount === undefined) throw ErrAbiEncoding.error(`failed to parse amount: ${text}`)
  return encodeAbi(DATA, [[denom, sender, receiver, amount, memo]])
}

/** @throws ChainError transfer/15 */
export function decodeAbiData(bytes: Uint8Array): PacketData {
  const [data] = rethrowing(
    (error) => ErrAbiDecoding.error(`failed to unpack data: ${error.log}`),
    () => decodeAbi(DATA, bytes),
  )
  const [denom, sender, receiver, amount, memo] = data as [string, string, string, bigint, string]
  return { denom, sender, receiver, amount: String(amount), memo }
}
