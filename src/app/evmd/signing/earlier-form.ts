import { own } from '../../../base/index.js'
import type { Signed } from '../../../chain/ante/index.js'
import { plainError } from '../../../chain/index.js'
import { aminoName, aminoRuleOf, decodeAny, readProto, type Any, type ProtoField } from '../../../codec/index.js'
import { fieldElements, fieldsOf, type Field } from '../../../codec/proto-json/index.js'
import type { GoTypedData } from '../../../evm/internal.js'
import type { Document } from './document.js'
import { DOMAIN_TYPE, domainOf, FEE_TYPES, typeName } from './common.js'

type Members = GoTypedData['types'][string]

/**
 * A document as typed data in the form of earlier releases: a list of messages of one type, whose members follow from the fields of the first one that are set.
 * The signer is in the fee.
 * @throws ChainError undefined/1 for a document without such a form
 * Source: cosmos/evm v0.7.3 ethereum/eip712/{encoding,eip712}_legacy.go.
 */
export function earlierForm(
  { json, messages: values }: Document,
  { tx: { messages }, mode, signer }: Signed,
  chainId: bigint,
): GoTypedData {
  const [first] = messages
  if (new Set(messages.map(({ typeUrl }) => aminoName(typeUrl))).size !== 1)
    throw plainError('unable to build EIP-712 payload: different types of messages detected')
  const walk: Walk = { types: {}, isFromJson: mode === 'amino' }
  addMembers(walk, 'MsgValue', ['_'], first!)
  return {
    types: {
      ...DOMAIN_TYPE,
      Tx: [
        { name: 'account_number', type: 'string' },
        { name: 'chain_id', type: 'string' },
        { name: 'fee', type: 'Fee' },
        { name: 'memo', type: 'string' },
        { name: 'msgs', type: 'Msg[]' },
        { name: 'sequence', type: 'string' },
      ],
      ...FEE_TYPES,
      Msg: [
        { name: 'type', type: 'string' },
        { name: 'value', type: 'MsgValue' },
      ],
      MsgValue: [],
      ...walk.types,
      Fee: [{ name: 'feePayer', type: 'string' }, ...FEE_TYPES['Fee']!],
    },
    primaryType: 'Tx',
    domain: domainOf(chainId),
    message: { ...json, fee: { ...(json['fee'] as object), feePayer: signer.address }, msgs: values },
  }
}

/** Types that are known so far, and where the message was read from: numbers of which JSON has a zero are set there. */
interface Walk {
  readonly types: Record<string, Members>
  readonly isFromJson: boolean
}

const SCALARS: Readonly<Record<string, string>> = {
  string: 'string',
  bytes: 'uint8[]',
  bool: 'bool',
  uint32: 'uint32',
  uint64: 'uint64',
  int32: 'int32',
  int64: 'int64',
  'google.protobuf.Timestamp': 'string',
  'google.protobuf.Duration': 'int64',
}

/** Adds the members of a message to a type. @throws ChainError undefined/1 for an alternative, which has no name */
function addMembers(walk: Walk, type: string, path: readonly string[], { typeUrl, value }: Any): void {
  const name = typeUrl.slice(1)
  const found = readProto(value)
  const add = (member: string, of: string): void => {
    walk.types[type] = [...(walk.types[type] ?? []), { name: member, type: of }]
  }
  for (const field of fieldsOf(name)) {
    const wire = found.filter(({ field: number }) => number === field.number)
    const last = field.repeated ? fieldElements(field, wire)[0] : wire.at(-1)
    if (!isSet(walk, name, field, last)) continue
    if (field.oneof !== undefined) throw plainError(`type "${type}": empty Name`)
    const list = field.repeated ? '[]' : ''
    const member = aminoRuleOf(name, field.name).as ?? field.name
    const inner = [...path, member]
    const scalar = field.kind === 'enum' ? 'int32' : own(SCALARS, field.type)
    if (scalar !== undefined) add(member, field.type === 'bytes' ? scalar : `${scalar}${list}`)
    else {
      add(member, `${typeName(inner)}${list}`)
      if (field.type === 'google.protobuf.Any') addPacked(walk, inner, decodeAny(last!.bytes))
      else addMembers(walk, typeName(inner), inner, { typeUrl: `/${field.type}`, value: last!.bytes })
    }
  }
}

/** What is packed in a message: its type and its value. One that was read from JSON has neither, so its type stays undefined. */
function addPacked(walk: Walk, path: readonly string[], packed: Any): void {
  if (walk.isFromJson) return
  const isKey = packed.typeUrl === '/cosmos.crypto.ed25519.PubKey'
  const inner = [...path, 'value']
  walk.types[typeName(path)] = [
    { name: 'type', type: 'string' },
    { name: 'value', type: isKey ? 'string' : typeName(inner) },
  ]
  if (!isKey) addMembers(walk, typeName(inner), inner, packed)
}

/** Whether a field is not the zero value of its type in Go. */
function isSet(walk: Walk, message: string, field: Field, last: ProtoField | undefined): boolean {
  if (last === undefined) {
    if (field.type === 'google.protobuf.Any' && !field.repeated)
      throw plainError('invalid memory address or nil pointer dereference')
    return (
      walk.isFromJson &&
      aminoRuleOf(message, field.name).number !== undefined &&
      aminoRuleOf(message, field.name).always !== undefined
    )
  }
  if (field.repeated) return true
  if (field.kind !== 'message') return last.number !== 0n || last.bytes.length > 0
  if (field.optional || field.type.startsWith('google.protobuf.')) return true
  const found = readProto(last.bytes)
  return fieldsOf(field.type).some((inner) =>
    isSet(walk, field.type, inner, found.filter(({ field: number }) => number === inner.number).at(-1)),
  )
}
