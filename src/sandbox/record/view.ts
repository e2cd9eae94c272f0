import { RpcError, SudoboxError, toBase64, toHex, toUtf8 } from '../../base/index.js'
import { sha256 } from '../../crypto/index.js'
import { jsonValue } from '../values/json-value.js'
import type { Outcome } from '../actions/outcome.js'
import type { QueryDelivery } from '../query-relayer/outcome.js'
import type { PacketResult } from '../relayer/outcome.js'
import { RepeatError, type Repeated } from '../actions/repeat.js'
import { RelayError } from '../relayer/relay-error.js'
import { isRun } from '../tx/block-runs.js'
import { attributeValues, TxError, type EventResult, type TxResult } from '../tx/result.js'
import type { Json } from '../values/values.js'

/** Attributes by key; a repeated key has a list of values. */
function attributesView(event: EventResult): Json {
  const view = new Map<string, Json>()
  for (const [key, value] of event.attributes) {
    const before = view.get(key)
    const values = Array.isArray(before) ? [...(before as Json[]), value] : [before!, value]
    view.set(key, before === undefined ? value : values)
  }
  return Object.fromEntries(view)
}

/** SHA-256 over the JSON of all events as lists of pairs: the view by key loses the order of repeated keys. */
const eventsHash = (events: readonly EventResult[]): string =>
  toHex(sha256(toUtf8(JSON.stringify(events.map(({ type, attributes }) => [type, attributes])))))

function txView(result: TxResult): Json {
  return {
    ok: result.code === 0 && result.ethereum?.failure === undefined,
    code: result.code,
    codespace: result.codespace,
    rawLog: result.rawLog,
    height: result.height.toString(),
    hash: result.hash,
    gasWanted: result.gasWanted.toString(),
    gasUsed: result.gasUsed.toString(),
    codeIds: attributeValues(result, 'store_code', 'code_id'),
    contracts: attributeValues(result, 'instantiate', '_contract_address'),
    sudo: result.sudo.map((call) => ({
      contract: call.contract,
      gasUsed: call.gasUsed.toString(),
      gasLimit: call.gasLimit.toString(),
      failure: call.failure === undefined ? null : { ...call.failure, id: call.failure.id.toString() },
    })),
    events: result.events.map((event) => ({ type: event.type, attributes: attributesView(event) })),
    eventsHash: eventsHash(result.events),
    data: toBase64(result.data),
    ...(result.ethereum && { ethereum: plain(result.ethereum) }),
    ...(result.impersonated !== undefined && { impersonated: result.impersonated }),
    ...(result.faults && { faults: plain(result.faults) }),
  }
}

/** A delivery of the relayer: the transaction, and its packet. */
const deliveryView = ({ kind, packet, proofs, ...result }: PacketResult): Json => ({
  kind,
  packet: plain(packet ?? null),
  proofs,
  ...(txView(result) as object),
})

/** A result of a query that was submitted. */
const queryDeliveryView = ({ queryId, type, remoteHeight, remoteTx, ...result }: QueryDelivery): Json => ({
  queryId: queryId.toString(),
  type,
  remoteHeight: remoteHeight.toString(),
  remoteTx: remoteTx ?? null,
  ...(txView(result) as object),
})

function plain(value: unknown, key = ''): Json {
  if (isTx(value)) return resultView(value)
  if (value instanceof SudoboxError) return errorView(value) ?? refusalView(value)
  if (isRepeated(value)) return repeatedView(value)
  if (typeof value === 'bigint') return value.toString()
  if (value instanceof Uint8Array) return key === 'sudoPayload' ? jsonValue(value) : toBase64(value)
  if (Array.isArray(value)) return value.map((item) => plain(item))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([name, member]) => [name, plain(member, name)]),
    )
  return value as Json
}

function resultView(result: TxResult): Json {
  if ('kind' in result) return deliveryView(result as PacketResult)
  if (isRun(result)) return { run: plain(result.run), ...(txView(result) as object) }
  return 'queryId' in result ? queryDeliveryView(result as QueryDelivery) : txView(result)
}

const isRepeated = (value: unknown): value is Repeated =>
  typeof value === 'object' && value !== null && 'ran' in value && 'last' in value && 'gasUsed' in value

const isTx = (value: unknown): value is TxResult =>
  typeof value === 'object' && value !== null && 'gasUsed' in value && 'events' in value && 'rawLog' in value

/** An outcome as a fixture sees it: JSON with whole numbers as decimal strings, and `ok`. */
export const outcomeView = (outcome: Outcome): Json =>
  isTx(outcome) ? txView(outcome) : { ok: true, ...(plain(outcome) as object) }

/** The outcome of a repeated action. */
const repeatedView = ({ ran, failed, gasUsed, last, error }: Repeated): Json => ({
  ran,
  failed,
  gasUsed: gasUsed.toString(),
  last: last === undefined ? null : outcomeView(last),
  error: error === undefined ? null : (errorView(error) ?? refusalView(error)),
})

/** The view of a failure that a step can expect: of the chain, or of the EVM's JSON-RPC. Undefined for any other error. */
export function errorView(error: unknown): Json | undefined {
  if (error instanceof RelayError) return { ...(txView(error.result) as object), delivered: plain(error.delivered) }
  if (error instanceof RepeatError) {
    const { ran, failed, gasUsed } = error.repeated
    return { ...(txView(error.result) as object), repeated: { ran, failed, gasUsed: gasUsed.toString() } }
  }
  if (error instanceof TxError) return txView(error.result)
  if (error instanceof RpcError)
    return { ok: false, error: { code: error.code, message: error.shortMessage, data: plain(error.data ?? null) } }
  return undefined
}

/** The view of an action that was refused before it reached a chain, such as for an unknown account or a missing file. */
export const refusalView = (error: SudoboxError): Json => ({
  ok: false,
  refused: { code: error.code, message: error.shortMessage },
})
