import type { Json } from '../../../base/json-value.js'
import { fromBase64, toBase64 } from '../../../base/index.js'
import { walk, type Context, type GenesisReader } from '../../../chain/index.js'
import { keyBytes, type Key } from '../../../store/index.js'
import { clientIdProblem } from '../../../codec/ibc/index.js'
import { STORE, uint64Of } from '../keys.js'
import {
  getCounterparty,
  getNextSend,
  Packet,
  recordPrefix,
  setCounterparty,
  setNextSend,
  setRecord2,
  type Record2,
} from './state.js'

const RECORDS: readonly (readonly [member: string, record: Record2])[] = [
  ['acknowledgements', 'acks'],
  ['commitments', 'commitments'],
  ['receipts', 'receipts'],
  ['async_packets', 'async'],
]

export const DEFAULT_GENESIS_2: { readonly [member: string]: Json } = {
  client_v2_genesis: { counterparty_infos: [] },
  channel_v2_genesis: { acknowledgements: [], commitments: [], receipts: [], async_packets: [], send_sequences: [] },
}

/** Source: ibc-go v10.5.0 02-client/v2/genesis.go, 04-channel/v2/genesis.go. @throws UsageError that names the place */
export function initGenesis2(ctx: Context, genesis: GenesisReader): void {
  const seen = new Set<string>()
  for (const info of genesis.at('client_v2_genesis').at('counterparty_infos').list()) {
    const clientId = info.at('client_id').string()
    const other = info.at('counterparty_info')
    const merklePrefix = other
      .at('merkle_prefix')
      .list()
      .map((part) => bytesOf(part))
    if (clientId === '') throw info.error('counterparty client id cannot be empty')
    if (clientId === other.at('client_id').string())
      throw info.error('counterparty client id and client id cannot be the same')
    if (merklePrefix.length === 0) throw other.error('counterparty merkle prefix cannot be empty')
    if (seen.has(clientId)) throw info.error(`duplicate counterparty client id ${clientId} found`)
    seen.add(clientId)
    setCounterparty(ctx, clientId, { merklePrefix, clientId: other.at('client_id').string() })
  }
  const channel = genesis.at('channel_v2_genesis')
  for (const [member, record] of RECORDS)
    for (const row of channel.at(member).list()) {
      const data = bytesOf(row.at('data'))
      if (data.length === 0 && record !== 'receipts') throw row.error('data bytes cannot be empty')
      setRecord2(ctx, record, ...placeOf(row), valueOf(record, data))
    }
  for (const row of channel.at('send_sequences').list()) setNextSend(ctx, ...placeOf(row))
}

const bytesOf = (json: GenesisReader): Uint8Array => fromBase64(json.string())

function valueOf(record: Record2, data: Uint8Array): Uint8Array {
  if (record === 'receipts') return Uint8Array.of(2)
  return record === 'async' ? Packet.encode(Packet.decode(data)).finish() : data
}

function placeOf(row: GenesisReader): readonly [clientId: string, sequence: bigint] {
  const [id, sequence] = [row.at('client_id').string(), row.at('sequence').integer()]
  const problem = clientIdProblem(id)
  if (problem !== undefined) throw row.error(`invalid channel Id: ${problem}`)
  if (sequence === 0n) throw row.error('sequence cannot be 0')
  return [id, sequence]
}

/** @param ids of all clients, in order */
export function exportGenesis2(ctx: Context, ids: readonly string[]): { readonly [member: string]: Json } {
  const rows = (record: Record2) =>
    ids.flatMap((id) => {
      const prefix = recordPrefix(record, id)
      return Array.from(walk(ctx.store(STORE), prefix), ([key, value]) => ({
        client_id: id,
        sequence: String(uint64Of(keyBytes(key.slice(prefix.length) as Key))),
        data: toBase64(value),
      }))
    })
  return {
    client_v2_genesis: {
      counterparty_infos: ids.flatMap((id) => {
        const info = getCounterparty(ctx, id)
        if (info === undefined) return []
        const { merklePrefix, clientId } = info
        return [
          { client_id: id, counterparty_info: { merkle_prefix: merklePrefix.map(toBase64), client_id: clientId } },
        ]
      }),
    },
    channel_v2_genesis: {
      ...Object.fromEntries(RECORDS.map(([member, record]) => [member, rows(record)])),
      send_sequences: ids.flatMap((id) => {
        const sequence = getNextSend(ctx, id)
        return sequence === undefined ? [] : [{ client_id: id, sequence: String(sequence) }]
      }),
    },
  }
}
