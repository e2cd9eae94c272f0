import {
  ChainError,
  fromUtf8,
  NO_BYTES,
  parsedBy,
  RpcError,
  SudoboxError,
  toBase64,
  toUtf8,
  UsageError,
} from '../base/index.js'
import {
  action as actionSchema,
  describeIssues,
  errorView,
  outcomeView,
  outsideUseOf,
  type Action,
  type ActionOf,
  type Outcome,
} from '../sandbox/internal.js'
import { parseExact, partDetail, partsOfEnd } from '../pages/index.js'
import type { Explored } from './explored.js'
import type { ActionAnswer, ErrorData, Json } from './model.js'

/** Runs an action that a page sent. Never throws. */
export async function act(explored: Explored, input: unknown): Promise<ActionAnswer> {
  const parsed = parsedBy(actionSchema, input)
  if (!parsed.success)
    return { error: { kind: 'invalid', message: 'not an action', details: describeIssues(parsed.error) }, parts: [] }
  const use = outsideUseOf(parsed.data)
  if (use !== undefined)
    return {
      error: {
        kind: 'refused',
        message: `an action of the explorer may not do this: ${use.what}`,
        details: [`at ${use.pointer}`],
      },
      parts: [],
    }
  return performed(explored, parsed.data)
}

/** Runs an action that may do everything. Never throws. */
export async function performed(explored: Explored, wanted: Action): Promise<ActionAnswer> {
  try {
    if (wanted.action === 'query') return queried(explored, wanted)
    const outcome: Outcome = await explored.perform(wanted)
    return { outcome: outcomeView(outcome), parts: partsOfEnd(outcome).map((part) => partDetail(part)) }
  } catch (error) {
    const view = errorView(error)
    return {
      error: errorData(error),
      ...(view !== undefined && { outcome: view }),
      parts: error instanceof Error ? partsOfEnd(error).map((part) => partDetail(part)) : [],
    }
  }
}

/** A query of a contract with its tree of calls. @throws what the action throws */
function queried({ hosts }: Explored, { chain, contract, msg, msgText }: ActionOf<'query'>): ActionAnswer {
  const host = hosts.get(chain)
  if (host === undefined)
    throw new UsageError(`there is no chain "${chain}"`, { details: [`chains: ${[...hosts.keys()].join(', ')}`] })
  const trace = host.recorder()
  let data: Uint8Array | undefined
  let error: unknown
  try {
    const message = toUtf8(msgText ?? JSON.stringify(msg))
    data = host.app.querySmart(host.contractAddress(contract), message, trace)
  } catch (cause) {
    error = cause
  }
  const gasUsed = trace.roots.reduce((sum, node) => sum + node.gasUsed, 0n)
  const part = partDetail({
    title: 'query',
    result: {
      chain,
      height: BigInt(host.app.height),
      hash: '',
      code: 0,
      codespace: '',
      rawLog: '',
      events: [],
      gasWanted: 0n,
      gasUsed,
      data: data ?? NO_BYTES,
      trace: trace.roots,
      sudo: [],
      ...(trace.debugged.length > 0 && { debug: trace.debugged }),
    },
  })
  const parts = trace.roots.length === 0 ? [] : [part]
  return data === undefined
    ? { error: errorData(error), parts }
    : { outcome: { ok: true, data: exactValue(data) }, parts }
}

/** The value of JSON bytes with its numbers as they are written; base64 of bytes that are not JSON. */
function exactValue(bytes: Uint8Array): Json {
  try {
    return parseExact(fromUtf8(bytes))
  } catch {
    return toBase64(bytes)
  }
}

/** An error for display. */
export function errorData(error: unknown): ErrorData {
  if (error instanceof ChainError) {
    // The tree of calls, which its details are, is shown as one.
    const details = 'result' in error ? [] : error.details
    return { kind: 'chain', message: `${error.codespace}/${error.code}: ${error.log}`, details }
  }
  if (error instanceof RpcError)
    return { kind: 'chain', message: `${error.code}: ${error.shortMessage}`, details: error.details }
  if (error instanceof UsageError) return { kind: 'refused', message: error.shortMessage, details: error.details }
  if (error instanceof SudoboxError) return { kind: 'refused', message: error.shortMessage, details: error.details }
  return { kind: 'internal', message: error instanceof Error ? error.message : String(error), details: [] }
}
