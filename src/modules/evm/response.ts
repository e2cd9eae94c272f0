import { toHex } from '../../base/index.js'
import {
  protoBytes,
  protoMessages,
  protoString,
  protoStrings,
  protoUint64,
  ProtoWriter,
  readProto,
} from '../../codec/index.js'
import { ethAddressText, parseEthAddress } from '../../crypto/index.js'

/** An event of a contract. */
export interface EvmLog {
  readonly address: Uint8Array
  /** Each of 32 bytes. */
  readonly topics: readonly Uint8Array[]
  readonly data: Uint8Array
  /** Height of its block; left out by the EVM's own logs. */
  readonly height?: bigint
}

/** Where a log is, among the Ethereum transactions of its block. The chain leaves out its hashes. */
interface LogPlace {
  readonly txIndex: bigint
  /** In the block. */
  readonly index: bigint
}

export const NO_HASH = `0x${'0'.repeat(64)}`

/** Source: cosmos/evm v0.7.3 proto cosmos.evm.vm.v1 `Log`, x/vm/types/logs.go `NewLogFromEth`. */
const logWriter = ({ address, topics, data, height = 0n }: EvmLog, { txIndex, index }: LogPlace): ProtoWriter =>
  new ProtoWriter()
    .string(1, ethAddressText(address))
    .strings(
      2,
      topics.map((topic) => `0x${toHex(topic)}`),
    )
    .bytes(3, data)
    .uint64(4, height)
    .string(5, NO_HASH)
    .uint64(6, txIndex)
    .string(7, NO_HASH)
    .uint64(8, index)

/** Source: proto cosmos.evm.vm.v1 `MsgEthereumTxResponse`. */
export interface EthereumTxResponse {
  /** In hex with 0x. */
  readonly hash: string
  readonly logs: readonly EvmLog[]
  /** Where the first log is; the others follow it. */
  readonly place: LogPlace
  readonly returned: Uint8Array
  /** Empty for a transaction that succeeded. */
  readonly vmError: string
  readonly gasUsed: bigint
  /** Before refunds. */
  readonly maxUsedGas: bigint
  readonly blockHash: Uint8Array
  /** Seconds. */
  readonly time: bigint
}

export function encodeResponse(response: EthereumTxResponse): Uint8Array {
  const { logs, place } = response
  const writer = new ProtoWriter().string(1, response.hash)
  for (const [i, log] of logs.entries()) writer.message(2, logWriter(log, { ...place, index: place.index + BigInt(i) }))
  return writer
    .bytes(3, response.returned)
    .string(4, response.vmError)
    .uint64(5, response.gasUsed)
    .uint64(6, response.maxUsedGas)
    .bytes(7, response.blockHash)
    .uint64(8, response.time)
    .finish()
}

/** What a client reads of a response. */
export interface DecodedResponse {
  /** In hex with 0x: that of the transaction of Ethereum. */
  readonly hash: string
  readonly logs: readonly EvmLog[]
  readonly returned: Uint8Array
  readonly vmError: string
  readonly gasUsed: bigint
}

export function decodeResponse(response: Uint8Array): DecodedResponse {
  const fields = readProto(response)
  return {
    hash: protoString(fields, 1),
    logs: decodeLogs(response),
    returned: protoBytes(fields, 3),
    vmError: protoString(fields, 4),
    gasUsed: protoUint64(fields, 5),
  }
}

/** The logs of an encoded response. */
export const decodeLogs = (response: Uint8Array): readonly EvmLog[] =>
  protoMessages(readProto(response), 2).map((bytes) => {
    const fields = readProto(bytes)
    return {
      address: parseEthAddress(protoString(fields, 1)),
      topics: protoStrings(fields, 2).map((topic) => Uint8Array.from(Buffer.from(topic.slice(2), 'hex'))),
      data: protoBytes(fields, 3),
    }
  })
