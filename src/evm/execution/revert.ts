import { RpcError } from '../../base/index.js'
import { bytesToBigInt, hex } from '../hex.js'
import { goText } from '../../codec/go-json/index.js'
import { refuse } from '../errors.js'
import type { Outcome } from './apply.js'

const ERROR = '0x08c379a0'
const PANIC = '0x4e487b71'

/** Source: go-ethereum accounts/abi/abi.go, `panicReasons`. */
const PANICS: Readonly<Record<number, string>> = {
  0x00: 'generic panic',
  0x01: 'assert(false)',
  0x11: 'arithmetic underflow or overflow',
  0x12: 'division or modulo by zero',
  0x21: 'enum overflow',
  0x22: 'invalid encoded storage byte array accessed',
  0x31: 'out-of-bounds array access; popping on an empty array',
  0x32: 'out-of-bounds access of an array or bytesN',
  0x41: 'out of memory',
  0x51: 'uninitialized function',
}

/**
 * The reason in the data of a revert, when it is `Error(string)` or `Panic(uint256)`.
 * Source: go-ethereum accounts/abi/abi.go, `UnpackRevert`; the text is where its offset says, and need not be UTF-8.
 */
export function revertReason(data: Uint8Array): string | undefined {
  const selector = hex(data.subarray(0, 4))
  const args = data.subarray(4)
  if (args.length < 32) return undefined
  const word = (at: number): bigint => bytesToBigInt(args.subarray(at, at + 32))
  if (selector === PANIC) {
    const code = word(0)
    return PANICS[Number(code)] ?? `unknown panic code: 0x${code.toString(16)}`
  }
  if (selector !== ERROR) return undefined
  const start = word(0) + 32n
  if (start > BigInt(args.length)) return undefined
  const end = start + word(Number(start) - 32)
  return end > BigInt(args.length) ? undefined : goText(args.subarray(Number(start), Number(end)))
}

/** The JSON-RPC error of a message that failed: code 3 with the data of the revert, also if there is none, and -32000 for everything else. */
export function failureError({ failure, returnData }: Pick<Outcome, 'failure' | 'returnData'>): RpcError {
  if (failure !== 'revert') return refuse(failure ?? 'execution failed')
  const reason = revertReason(returnData)
  return new RpcError({
    code: 3,
    message: reason === undefined ? 'execution reverted' : `execution reverted: ${reason}`,
    data: hex(returnData),
  })
}
