import { toUtf8 } from '../../src/base/bytes.js'
import type { ChainApp } from '../../src/app/chain-app.js'
import { encodeAny } from '../../src/codec/any.js'
import { fieldsOf, hasType, methodTypes, protoJson, type Field } from '../../src/codec/proto-json/index.js'
import { ProtoWriter, readProto } from '../../src/codec/proto.js'
import { moduleAddress } from '../../src/modules/auth/index.js'
import { allValidators } from '../../src/modules/staking/index.js'
import { ChainNode, DEFAULT_CHAIN_LIMITS } from '../../src/server/index.js'

/** What a field has in an example; undefined for what its type says. */
export type Known = (field: Field) => string | bigint | Uint8Array | undefined

/** A message with a value in each field. @param without a field of it that is left out */
export function exampleMessage(type: string, known: Known, without?: string, depth = 4): Uint8Array {
  const writer = new ProtoWriter()
  for (const field of fieldsOf(type)) {
    const { name, number, kind } = field
    if (name === without) continue
    const value = known(field)
    if (value instanceof Uint8Array) writer.message(number, value)
    else if (typeof value === 'string') writer.message(number, toUtf8(value))
    else if (value !== undefined) writer.presentUint64(number, value)
    else if (kind === 'message') {
      if (depth > 0 && hasType(field.type) && !field.type.startsWith('google.'))
        writer.message(number, exampleMessage(field.type, known, undefined, depth - 1))
    } else if (field.type === 'bytes' || field.type === 'string') writer.message(number, toUtf8('x'))
    else writer.presentUint64(number, 1n)
  }
  return writer.finish()
}

/** The values of types that queries without arguments answer with, such as the params of a module. */
function storedMessages(node: ChainNode): ReadonlyMap<string, Uint8Array> {
  const found = new Map<string, Uint8Array>()
  for (const path of node.paths) {
    const types = methodTypes(path)
    if (types === undefined || !path.endsWith('Params') || fieldsOf(types.request).length > 0) continue
    const field = fieldsOf(types.response).find(({ kind }) => kind === 'message')
    if (field === undefined || found.has(field.type)) continue
    const value = readProto(node.query(path, new Uint8Array())).find((one) => one.field === field.number)
    if (value !== undefined) found.set(field.type, value.bytes)
  }
  return found
}

/** Names of what there is on a chain. */
const NAMED: readonly (readonly [name: RegExp, value: string])[] = [
  [/channel/, 'channel-0'],
  [/port/, 'transfer'],
  [/client/, '07-tendermint-0'],
  [/connection/, 'connection-0'],
  [/amount|weight|ratio/, '1'],
]
const PARTY =
  /authority|signer|sender|from|addr|delegator|voter|grant|owner|depositor|contract|creator|admin|proposer|recipient|creat/

/** What fields of the messages of a chain have, by their names and types. */
export function knownOf(app: ChainApp): (signer: string) => Known {
  const stored = storedMessages(new ChainNode(app, DEFAULT_CHAIN_LIMITS))
  const [validator] = [...allValidators(app.context)].map(({ operatorAddress }) => operatorAddress)
  const coin = new ProtoWriter().string(1, app.denom).string(2, '1000').finish()
  const later = new ProtoWriter().uint64(1, 2_000_000_000n).finish()
  const types = new Map<string, Uint8Array>([
    ...stored,
    ['google.protobuf.Duration', later],
    ['google.protobuf.Timestamp', later],
    ['cosmos.base.v1beta1.Coin', coin],
    ['cosmos.base.v1beta1.DecCoin', coin],
    ['cosmwasm.wasm.v1.AccessConfig', new ProtoWriter().uint64(1, 3n).finish()],
  ])
  const send = encodeAny({
    typeUrl: '/cosmos.bank.v1beta1.MsgSend',
    value: new ProtoWriter().string(1, govOf(app)).string(2, govOf(app)).finish(),
  })
  return (signer) =>
    ({ name, type }) => {
      const typed = type === 'google.protobuf.Any' ? send : types.get(type)
      if (typed !== undefined) return typed
      if (type === 'bytes') return /^(msg|init_msg|migrate_msg)$/.test(name) ? toUtf8('{}') : undefined
      if (type !== 'string') return undefined
      if (/denom/.test(name) && name !== 'subdenom') return app.denom
      if (/valid|operator/.test(name)) return validator
      return PARTY.test(name) ? signer : NAMED.find(([known]) => known.test(name))?.[1]
    }
}

export const govOf = (app: ChainApp): string => app.keepers.accounts.text(moduleAddress('gov'))

/** The params of governance, as JSON. */
export function govParamsOf(app: ChainApp): object {
  const request = new ProtoWriter().string(1, 'voting').finish()
  const node = new ChainNode(app, DEFAULT_CHAIN_LIMITS)
  const params = readProto(node.query('/cosmos.gov.v1.Query/Params', request)).find(({ field }) => field === 4)!
  return JSON.parse(protoJson('cosmos.gov.v1.Params', params.bytes)) as object
}
