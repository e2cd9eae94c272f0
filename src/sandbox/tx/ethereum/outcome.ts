import { toHex } from '../../../base/index.js'
import { protoBytes, protoMessages, readProto } from '../../../codec/index.js'
import type { JsonItem } from '../../../codec/abi/index.js'
import { ethAddressText } from '../../../crypto/index.js'
import type { Hex } from '../../../evm/internal.js'
import { decodeResponse } from '../../../modules/evm/index.js'
import type { ChainHost } from '../../host/chain-host.js'
import { ContractAbi, type DecodedItem } from '../../values/contract-abi.js'
import type { TxResult } from '../result.js'

/** A log of a contract in Solidity. */
export interface EthereumLog {
  /** With the capitals of EIP-55. */
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
  /** The name of the event, if the ABI of the contract is known. */
  readonly eventName?: string
  /** By name, or in a list if a parameter has no name. */
  readonly args?: unknown
}

/** What a transaction of Ethereum did. */
export interface EthereumOutcome {
  /** That of Ethereum's transaction; the chain's is in {@link TxResult.hash}. */
  readonly hash: Hex
  readonly from: Hex
  /** Undefined for a creation. */
  readonly to: Hex | undefined
  /** The contract that it created; undefined if it created none. */
  readonly contractAddress: Hex | undefined
  /** Why its code failed, in the EVM's words: `execution reverted`, `out of gas`; undefined if it did not. */
  readonly failure: string | undefined
  /** The error that it reverted with, if it is a known one. */
  readonly error: DecodedItem | undefined
  /** What it returned, or reverted with. */
  readonly returned: Hex
  readonly logs: readonly EthereumLog[]
}

const hexOf = (bytes: Uint8Array): Hex => `0x${toHex(bytes)}`
const textOf = (bytes: Uint8Array): Hex => ethAddressText(bytes) as Hex

/** The response of the only message. Source: proto cosmos.base.abci.v1beta1 `TxMsgData` */
const responseOf = (data: Uint8Array): Uint8Array => {
  const [any] = protoMessages(readProto(data), 2)
  return any === undefined ? new Uint8Array(0) : protoBytes(readProto(any), 2)
}

export function ethereumOutcome(
  { solidity }: Pick<ChainHost, 'solidity'>,
  { data }: Pick<TxResult, 'data'>,
  about: {
    readonly from: Uint8Array
    readonly to: Uint8Array | undefined
    readonly created: Uint8Array | undefined
    /** That of a contract which is being created. */
    readonly abi: readonly JsonItem[] | undefined
  },
): EthereumOutcome {
  const { hash, logs, returned, vmError } = decodeResponse(responseOf(data))
  const { from, to, created } = about
  const own = about.abi && new ContractAbi(about.abi)
  const abiOf = (address: Uint8Array): ContractAbi | undefined =>
    solidity.of(address) ?? (created !== undefined && toHex(created) === toHex(address) ? own : undefined)
  const abi = own ?? (to && solidity.of(to))
  return {
    hash: hash as Hex,
    from: textOf(from),
    to: to && textOf(to),
    contractAddress: created && vmError === '' ? textOf(created) : undefined,
    failure: vmError === '' ? undefined : vmError,
    error: vmError === '' ? undefined : solidity.error(abi, returned),
    returned: hexOf(returned),
    logs: logs.map(({ address, topics, data }) => {
      const event = abiOf(address)?.event(topics, data)
      return {
        address: textOf(address),
        topics: topics.map(hexOf),
        data: hexOf(data),
        ...(event && { eventName: event.name, args: event.args }),
      }
    }),
  }
}
