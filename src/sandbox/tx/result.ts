import { asLine, ChainError } from '../../base/index.js'
import type { EthereumOutcome } from './ethereum/outcome.js'
import type { SpentFault } from '../faults/faults.js'
import { SHOWN } from '../values/shown.js'
import { debugLines, type DebugLine } from '../trace/debug.js'
import { traceLines, type SudoCall, type TraceNode } from '../trace/trace.js'

/** An event of a transaction or a block. */
export interface EventResult {
  readonly type: string
  /** In the order of emission; keys may repeat. */
  readonly attributes: readonly (readonly [key: string, value: string])[]
}

/** The result of a transaction or a callback. Gas is SDK gas. */
export interface TxResult {
  readonly chain: string
  readonly height: bigint
  /** SHA-256 of the transaction, upper-case hex; empty for a callback, which the chain makes itself. */
  readonly hash: string
  /** 0 when it succeeded. */
  readonly code: number
  /** The module whose error `code` is; empty when it succeeded. */
  readonly codespace: string
  /** The chain's text of the error; empty when it succeeded. */
  readonly rawLog: string
  readonly events: readonly EventResult[]
  readonly gasWanted: bigint
  readonly gasUsed: bigint
  /** The responses of the messages: bytes of `TxMsgData`. */
  readonly data: Uint8Array
  /** Calls of contracts in the order in which they began, each with those it made. */
  readonly trace: readonly TraceNode[]
  /** Calls under the sudo limit, in order. */
  readonly sudo: readonly SudoCall[]
  /** What it did in the EVM; absent for a transaction that is not one of Ethereum. */
  readonly ethereum?: EthereumOutcome
  /** The impersonated sender (bech32): see `actAs()` of a chain; absent if the transaction was signed. */
  readonly impersonated?: string
  /** Injected faults that calls in it used up; absent when there were none. */
  readonly faults?: readonly SpentFault[]
  /** What helps and no chain says: how to build a code that was refused, which releases of the contract VM accept it; absent when there is nothing. */
  readonly hints?: readonly string[]
  /** What contracts printed with `deps.api.debug`, in order, also those of calls that failed: the first 1,000 lines; absent when there were none. */
  readonly debug?: readonly DebugLine[]
}

/** Source: cosmos/evm x/vm/types/errors.go `ErrVMExecution`. */
const EVM_FAILED = 10

/** A transaction or a callback that the chain refused or that failed. Carries the whole result and prints the tree of calls. */
export class TxError extends ChainError {
  readonly result: TxResult

  /**
   * @param brief without details, which cost more than many a transaction does
   * @param failure why code of Ethereum failed, which the chain includes as a success
   */
  constructor(result: TxResult, brief = false, failure?: string) {
    super({
      codespace: failure === undefined ? result.codespace : 'evm',
      code: failure === undefined ? result.code : EVM_FAILED,
      log: failure ?? result.rawLog,
      details: brief ? [] : detailsOf(result),
    })
    this.result = result
    if (!brief && result.rawLog.length > LONG) this.message = `${asLine(causeOf(result.rawLog))}\n${this.message}`
  }

  /** For `console.log`: the message already describes the result. */
  [SHOWN](_: number, options: object, inspect: (value: unknown, options: object) => string): string {
    const text = this.stack ?? this.message
    return this.cause === undefined ? text : `${text}\n  [cause]: ${inspect(this.cause, options)}`
  }
}

const detailsOf = (result: TxResult): readonly string[] => [
  `${codeOf(result)}, gas used: ${result.gasUsed} of ${result.gasWanted} on ${result.chain} at height ${result.height}`,
  ...senderLines(result),
  ...(result.hints ?? []),
  ...result.trace.flatMap((node) => traceLines(node)),
  ...debugLines(result.debug),
]

/** The chain's code, or the transaction of Ethereum that the chain took although its code failed. */
const codeOf = ({ codespace, code, ethereum }: TxResult): string =>
  ethereum?.failure === undefined
    ? `codespace: ${codespace}, code: ${code}`
    : `transaction of Ethereum ${ethereum.hash}`

/** A line for the impersonated sender; none for a signed transaction. */
export const senderLines = ({ impersonated }: TxResult): readonly string[] =>
  impersonated === undefined ? [] : [`sent without a signature: ${impersonated} is impersonated`]

/** From here on a text hides what it ends with. */
const LONG = 200

/** The innermost error of a text with nested wrapping, including the registered error after it. */
const causeOf = (log: string): string => log.split(': ').slice(-2).join(': ')

/** The values of an attribute over all events of a type, in order. */
export function attributeValues(
  result: { readonly events: readonly EventResult[] },
  type: string,
  key: string,
): string[] {
  return result.events
    .filter((event) => event.type === type)
    .flatMap((event) => event.attributes.filter(([name]) => name === key).map(([, value]) => value))
}
