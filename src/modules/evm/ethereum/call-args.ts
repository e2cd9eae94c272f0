import { plainError } from '../../../chain/index.js'
import { NO_BYTES } from '../../../base/index.js'
import type { Authorization, EthereumTx } from './decode.js'

/** A transaction that nobody signed, with what was given of it. Source: cosmos/evm v0.7.3 x/vm/types/tx_args.go `TransactionArgs`. */
export interface CallArgs {
  readonly from?: Uint8Array | undefined
  /** Left out by a creation. */
  readonly to?: Uint8Array | undefined
  readonly gas?: bigint | undefined
  readonly gasPrice?: bigint | undefined
  readonly maxFeePerGas?: bigint | undefined
  readonly maxPriorityFeePerGas?: bigint | undefined
  readonly value?: bigint | undefined
  readonly data?: Uint8Array | undefined
  readonly chainId?: bigint | undefined
  readonly accessList?: EthereumTx['accessList'] | undefined
  readonly authorizations?: readonly Authorization[] | undefined
  readonly blobHashes?: readonly Uint8Array[] | undefined
}

/** What is changed of an account before a call. Source: rpc/types/types.go `OverrideAccount`. */
export interface AccountOverride {
  readonly nonce?: bigint | undefined
  readonly code?: Uint8Array | undefined
  readonly balance?: bigint | undefined
  /** The whole storage; not together with `stateDiff`. */
  readonly state?: ReadonlyMap<bigint, bigint> | undefined
  /** Single slots. */
  readonly stateDiff?: ReadonlyMap<bigint, bigint> | undefined
  /** The address to which the precompile of this one is moved. */
  readonly movePrecompileTo?: Uint8Array | undefined
}

export type StateOverrides = readonly (readonly [address: Uint8Array, account: AccountOverride])[]

/** A call that nothing is kept of. Source: proto cosmos.evm.vm.v1 `EthCallRequest`. */
export interface CallRequest {
  readonly args: CallArgs
  /** The most gas; 0 for no limit. */
  readonly gasCap: bigint
  /** Consensus address of the proposer; by default that of the last block. */
  readonly proposer?: Uint8Array | undefined
  readonly overrides?: StateOverrides | undefined
}

const MAX_UINT64 = (1n << 64n) - 1n
export const NOBODY = new Uint8Array(20)

/** The message: its gas is the limit, before what the transaction itself costs. */
export interface CallMessage {
  readonly from: Uint8Array
  readonly tx: Pick<EthereumTx, 'to' | 'value' | 'data' | 'nonce' | 'accessList' | 'authorizations'>
  readonly gas: bigint
  readonly price: bigint
  readonly feeCap: bigint
  readonly blobHashes: readonly Uint8Array[]
}

/** What the args leave out is added. @param baseFee undefined if gas has none @throws ChainError undefined/1. Source: x/vm/types/tx_args.go `CallDefaults`, `ToMessage` */
export function messageOf(
  { args, gasCap }: Pick<CallRequest, 'args' | 'gasCap'>,
  {
    chainId,
    baseFee,
    nonce,
  }: { readonly chainId: bigint; readonly baseFee: bigint | undefined; readonly nonce: bigint },
): CallMessage {
  assertPrices(args)
  if (args.chainId !== undefined && args.chainId !== chainId)
    throw plainError(`chainId does not match node's (have=${args.chainId}, want=${chainId})`)
  const cap = gasCap === 0n ? MAX_UINT64 / 2n : gasCap
  const { from = NOBODY, to, value = 0n, data = NO_BYTES, accessList = [], authorizations = [] } = args
  return {
    from,
    tx: { to, value, data, nonce, accessList, authorizations },
    gas: args.gas === undefined || (gasCap > 0n && gasCap < args.gas) ? cap : args.gas,
    ...pricesOf(args, baseFee),
    blobHashes: args.blobHashes ?? [],
  }
}

/** @throws ChainError undefined/1 */
function assertPrices({ gasPrice, maxFeePerGas, maxPriorityFeePerGas }: CallArgs): void {
  if (gasPrice !== undefined && (maxFeePerGas !== undefined || maxPriorityFeePerGas !== undefined))
    throw plainError('both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified')
}

function pricesOf(args: CallArgs, baseFee: bigint | undefined): Pick<CallMessage, 'price' | 'feeCap'> {
  if (args.gasPrice !== undefined) return { price: args.gasPrice, feeCap: args.gasPrice }
  if (baseFee === undefined) return { price: 0n, feeCap: 0n }
  const { maxFeePerGas: feeCap = 0n, maxPriorityFeePerGas: tipCap = 0n } = args
  if (feeCap === 0n && tipCap === 0n) return { price: 0n, feeCap }
  return { price: tipCap + baseFee > feeCap ? feeCap : tipCap + baseFee, feeCap }
}
