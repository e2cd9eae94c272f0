import { inLine } from '../../base/index.js'
import { plainArgument } from '../../evm/internal.js'
import { TxError, type TxResult } from '../../sandbox/internal.js'
import { abiItems, decodedLog, decodedRevert, type Abi } from './abi.js'
import {
  leave,
  listed,
  matches,
  not,
  show,
  wrongSubject,
  type MatcherContext,
  type TextMatch,
  type Verdict,
} from './context.js'

export interface EvmMatchers<R = unknown> {
  /** The call or transaction of the EVM reverts. Subjects: a promise, a function, an error that was caught, a receipt. */
  toBeReverted(): Promise<R>
  /** It reverts with this reason, `require(…, 'reason')`. */
  toBeRevertedWith(reason: TextMatch): Promise<R>
  /** It reverts with a Solidity panic, such as 0x11 for an overflow; with any panic if the code is omitted. */
  toBeRevertedWithPanic(code?: bigint | number): Promise<R>
  /** It reverts with an error of the ABI and, if given, these arguments in order. */
  toBeRevertedWithCustomError(abi: Abi, name: string, args?: readonly unknown[]): Promise<R>
  /** A receipt has an event of the ABI and, if given, with these arguments in order. Also accepts promises of receipts. */
  toEmitEvent(abi: Abi, name: string, args?: readonly unknown[]): Promise<R>
}

type Fields = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null

interface Log {
  readonly address?: string
  readonly topics: readonly string[]
  readonly data: string
}

/** A receipt as JSON-RPC, viem and ethers give it. */
const isReceipt = (value: unknown): value is Fields & { readonly logs: readonly Log[] } =>
  isObject(value) && 'status' in value && Array.isArray(value['logs'])

/** The result of a transaction of Ethereum on a chain of a sandbox, in the form of a receipt. */
function asReceipt(value: unknown): unknown {
  const { ethereum } = isObject(value) ? (value as Partial<TxResult>) : {}
  return ethereum === undefined
    ? value
    : { status: ethereum.failure === undefined ? 'success' : 'reverted', logs: ethereum.logs }
}

const isFailed = ({ status }: Fields): boolean =>
  status === 0 || status === 0n || status === '0x0' || status === 'reverted'

/** The outcome of the subject; errors are values here. */
type End = { readonly value: unknown } | { readonly error: unknown }

async function endOf(received: unknown): Promise<End> {
  try {
    let value: unknown = await (typeof received === 'function' ? (received as () => unknown)() : received)
    if (value instanceof Error) return { error: value }
    // A sent transaction of ethers, which may still be pending.
    if (isObject(value) && typeof value['wait'] === 'function') value = await (value as { wait(): unknown }).wait()
    return { value }
  } catch (error) {
    return { error }
  }
}

const DATA = /^0x(?:[0-9a-fA-F]{2})*$/

/** Revert data of an error of JSON-RPC, viem, ethers or web3: the first `data` in it, its causes and what it wraps. */
function revertData(error: unknown, depth = 0): string | undefined {
  if (!isObject(error) || depth > 8) return undefined
  const { data } = error
  if (error instanceof TxError) return error.result.ethereum?.returned
  if (typeof data === 'string' && DATA.test(data)) return data
  for (const name of ['data', 'cause', 'error', 'info', 'innerError', 'raw']) {
    const inner = error[name]
    if (name === 'raw' && typeof inner === 'string' && DATA.test(inner)) return inner
    const found = revertData(inner, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

/** Whether an error is a revert, even one without data. */
function isRevert(error: unknown, depth = 0): boolean {
  if (!isObject(error) || depth > 8) return false
  if (error['code'] === 3 || error['code'] === 'CALL_EXCEPTION' || isReceipt(error['receipt'])) return true
  if (error instanceof Error && /revert/i.test(error.message)) return true
  return ['cause', 'error', 'info'].some((name) => isRevert(error[name], depth + 1))
}

interface Revert {
  readonly reverted: boolean
  readonly data: string | undefined
  /** The outcome as readable text. */
  readonly actual: string
}

const firstLine = (error: unknown): string =>
  error instanceof Error ? inLine(`${error.name}: ${error.message.split('\n')[0]}`) : show(error)

/** @throws an error that is not a revert */
async function revertOf(received: unknown, matcher: string): Promise<Revert> {
  if (
    isObject(received) &&
    !isReceipt(received) &&
    !(received instanceof Promise) &&
    !(received instanceof Error) &&
    !('then' in received) &&
    !('wait' in received)
  )
    throw wrongSubject(
      matcher,
      'a call or transaction of the EVM: a promise, a function, an error, or a receipt',
      `await expect(client.call(…)).${matcher}(…)`,
      received,
    )
  const end = await endOf(received)
  if ('value' in end) {
    const ended = asReceipt(end.value)
    const failed = isReceipt(ended) && isFailed(ended)
    const actual = failed
      ? 'the receipt says that it reverted, but receipts have no reason: pass the promise of the call, or of the transaction sent without a gas limit'
      : `it did not revert: ${show(end.value)?.slice(0, 300) ?? 'no result'}`
    return { reverted: failed, data: undefined, actual }
  }
  const data = revertData(end.error)
  if (data === undefined && !isRevert(end.error)) throw end.error
  const known = data === undefined ? undefined : decodedRevert(data)
  const actual =
    data === undefined || data === '0x'
      ? `it reverted without a reason (${firstLine(end.error)})`
      : `it reverted with ${known === undefined ? `data ${data.length > 202 ? `${data.slice(0, 202)}…` : data}` : inLine(known.text)} (${firstLine(end.error)})`
  return { reverted: true, data, actual }
}

/** @throws UsageError for an ABI without it; the subject is then not awaited */
function itemsFor(received: unknown, abi: Abi, type: 'error' | 'event', name: string): ReturnType<typeof abiItems> {
  try {
    return abiItems(abi, type, name)
  } catch (error) {
    leave(received)
    throw error
  }
}

const sameArguments = (context: MatcherContext, actual: readonly unknown[], expected: readonly unknown[] | undefined) =>
  expected === undefined || matches(context, actual, expected.map(plainArgument))

const showCall = (name: string, args: readonly unknown[] | undefined): string =>
  `${name}(${args === undefined ? '…' : args.map(show).join(', ')})`

export const evmMatchers = {
  async toBeReverted(this: MatcherContext, received: unknown): Promise<Verdict> {
    const { reverted, actual } = await revertOf(received, 'toBeReverted')
    return { pass: reverted, message: () => `expected the EVM ${not(this)}to revert, but ${actual}` }
  },

  async toBeRevertedWith(this: MatcherContext, received: unknown, reason: TextMatch): Promise<Verdict> {
    const { data, actual } = await revertOf(received, 'toBeRevertedWith')
    const found = data === undefined ? undefined : decodedRevert(data)
    return {
      pass: found?.name === 'Error' && matches(this, found.args[0], reason),
      message: () => `expected the EVM ${not(this)}to revert with the reason ${show(reason)}, but ${actual}`,
    }
  },

  async toBeRevertedWithPanic(this: MatcherContext, received: unknown, code?: bigint | number): Promise<Verdict> {
    const { data, actual } = await revertOf(received, 'toBeRevertedWithPanic')
    const found = data === undefined ? undefined : decodedRevert(data)
    return {
      pass: found?.name === 'Panic' && (code === undefined || found.args[0] === BigInt(code)),
      message: () =>
        `expected the EVM ${not(this)}to panic${code === undefined ? '' : ` with 0x${code.toString(16)}`}, but ${actual}`,
    }
  },

  async toBeRevertedWithCustomError(
    this: MatcherContext,
    received: unknown,
    abi: Abi,
    name: string,
    args?: readonly unknown[],
  ): Promise<Verdict> {
    const errors = itemsFor(received, abi, 'error', name)
    const { data, actual } = await revertOf(received, 'toBeRevertedWithCustomError')
    const found = data === undefined ? undefined : decodedRevert(data, errors)
    return {
      pass: found?.name === name && sameArguments(this, found.args, args),
      message: () =>
        `expected the EVM ${not(this)}to revert with ${showCall(name, args)}, but ${found === undefined ? actual : `it reverted with ${inLine(found.text)}`}`,
    }
  },

  async toEmitEvent(
    this: MatcherContext,
    received: unknown,
    abi: Abi,
    name: string,
    args?: readonly unknown[],
  ): Promise<Verdict> {
    const items = itemsFor(received, abi, 'event', name)
    const end = await endOf(received)
    if ('error' in end) throw end.error
    const value = asReceipt(end.value)
    if (!isReceipt(value))
      throw wrongSubject(
        'toEmitEvent',
        'the receipt of a transaction',
        'await expect(client.getTransactionReceipt({ hash })).toEmitEvent(…)',
        value,
      )
    const logs = value.logs.map((log) => ({ log, found: decodedLog(log, items) }))
    return {
      pass: logs.some(({ found }) => found !== undefined && sameArguments(this, found.args, args)),
      message: () =>
        `expected the transaction ${not(this)}to emit ${showCall(name, args)}, but ${listed(
          isFailed(value) ? 'it reverted; the emitted events are' : 'the emitted events are',
          logs.map(
            ({ log, found }) =>
              `${found?.text ?? `another event, topics ${log.topics.join(', ')}`}${log.address ? ` by ${log.address}` : ''}`,
          ),
        )}`,
    }
  },
}
