import { RpcError } from '../base/errors.js'
import { toBase64 } from '../base/bytes.js'
import { jsonValue } from '../sandbox/json-value.js'
import { attributeValues, TxError, type EventResult, type TxResult } from '../sandbox/result.js'
import type { QueryDelivery } from '../sandbox/query-relayer/outcome.js'
import type { PacketResult } from '../sandbox/relayer/outcome.js'
import type { Outcome } from '../sandbox/outcome.js'
import type { Json } from '../sandbox/values.js'

/** Attributes by key; a key that repeats has a list. */
function attributesView(event: EventResult): Json {
  const view: Record<string, Json> = {}
  for (const [key, value] of event.attributes) {
    const before = view[key]
    view[key] = before === undefined ? value : Array.isArray(before) ? [...(before as Json[]), value] : [before, value]
  }
  return view
}

function txView(result: TxResult): Json {
  return {
    ok: result.code === 0,
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
    data: toBase64(result.data),
  }
}

/** A delivery of the relayer: the transaction, and what it brought. */
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
  return 'queryId' in result ? queryDeliveryView(result as QueryDelivery) : txView(result)
}

const isTx = (value: unknown): value is TxResult =>
  typeof value === 'object' && value !== null && 'gasUsed' in value && 'events' in value && 'rawLog' in value

/** An outcome as a fixture sees it: JSON with whole numbers as decimal strings, and `ok`. */
export const outcomeView = (outcome: Outcome): Json =>
  isTx(outcome) ? txView(outcome) : { ok: true, ...(plain(outcome) as object) }

/** The view of a failure that a step can expect: of the chain, or of the EVM's JSON-RPC. Undefined for any other error. */
export function errorView(error: unknown): Json | undefined {
  if (error instanceof TxError) return txView(error.result)
  if (error instanceof RpcError)
    return { ok: false, error: { code: error.code, message: error.shortMessage, data: plain(error.data ?? null) } }
  return undefined
}
