import {
  protoBytes,
  protoMessages,
  protoString,
  ProtoWriter,
  readProto,
  anyWriter,
  type Coin,
} from '../../../codec/index.js'
import { ETHEREUM_OPTION, ETHEREUM_TX } from '../types.js'
import { NO_BYTES } from '../../../base/index.js'

/** What the transaction around one of Ethereum's says. */
export interface Enveloped {
  readonly from: Uint8Array
  /** The transaction of Ethereum, encoded. */
  readonly raw: Uint8Array
  /** The most that it may cost. */
  readonly fee: Coin
  readonly gasLimit: bigint
}

/** The transaction of the chain around one of Ethereum's. Source: cosmos/evm v0.7.3 x/vm/types/msg.go `BuildTx`. */
export function enveloped({ from, raw, fee, gasLimit }: Enveloped): Uint8Array {
  const message = new ProtoWriter().bytes(5, from).bytes(6, raw).finish()
  const body = new ProtoWriter()
    .message(1, anyWriter({ typeUrl: ETHEREUM_TX, value: message }))
    .message(1023, anyWriter({ typeUrl: ETHEREUM_OPTION, value: NO_BYTES }))
  const paid = new ProtoWriter()
  if (fee.amount > 0n) paid.message(1, new ProtoWriter().string(1, fee.denom).string(2, String(fee.amount)))
  const authInfo = new ProtoWriter().message(2, paid.uint64(2, gasLimit))
  return new ProtoWriter().bytes(1, body.finish()).bytes(2, authInfo.finish()).finish()
}

/** The transactions of Ethereum that one of the chain carries, as Ethereum encodes them, and whom it names as their senders. */
export const carriedIn = (bytes: Uint8Array): readonly Pick<Enveloped, 'from' | 'raw'>[] =>
  protoMessages(readProto(protoBytes(readProto(bytes), 1)), 1)
    .map((any) => readProto(any))
    .filter((any) => protoString(any, 1) === ETHEREUM_TX)
    .map((any) => readProto(protoBytes(any, 2)))
    .map((message) => ({ from: protoBytes(message, 5), raw: protoBytes(message, 6) }))
