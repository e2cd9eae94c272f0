import { pascal } from '../../base/index.js'
import { decodeAny, goTypeName, plainError, ProtoError, WireReader } from '../../codec/index.js'
import { isScalar, TYPES, type Field, type Types } from '../../codec/proto-json/index.js'

/** Fields of a message by number. */
type Fields = ReadonlyMap<number, Pick<Field, 'name' | 'type' | 'repeated'>>

const fields = (...entries: readonly (readonly [name: string, type: string])[]): Fields =>
  new Map(entries.map(([name, type], i) => [i + 1, { name, type, repeated: false }]))

/** The fields of messages that are in no table. */
const FIELDS: ReadonlyMap<string, Fields> = new Map(
  Object.entries({
    'google.protobuf.Any': fields(['type_url', 'string'], ['value', 'bytes']),
    'google.protobuf.Timestamp': fields(['seconds', 'int64'], ['nanos', 'int32']),
    'google.protobuf.Duration': fields(['seconds', 'int64'], ['nanos', 'int32']),
    'ibc.applications.transfer.v1.FungibleTokenPacketData': fields(
      ['denom', 'string'],
      ['amount', 'string'],
      ['sender', 'string'],
      ['receiver', 'string'],
      ['memo', 'string'],
    ),
  }),
)

/** Undefined for a message in no table, which may be a plug-in's. */
const fieldsIn = (message: string, types: Types): Fields | undefined =>
  FIELDS.get(message) ??
  (types.hasType(message) ? new Map(types.fieldsOf(message).map((field) => [field.number, field] as const)) : undefined)

/** The wire type of a field; repeated numbers may also be packed. */
const wireOf = (type: string): number => (type.endsWith('fixed64') ? 1 : isNumber(type) ? 0 : 2)
const isNumber = (type: string): boolean =>
  !['string', 'bytes'].includes(type) && (isScalar(type) || TYPES.isEnum(type))

const WIRE: Readonly<Record<number, string>> = {
  0: 'varint',
  1: 'fixed64',
  2: 'bytes',
  3: 'start_group',
  4: 'end_group',
  5: 'fixed32',
}
const wireName = (wire: number): string => WIRE[wire] ?? `unknown type: ${wire}`

/** The most messages inside each other. Source: google.golang.org/protobuf encoding/protowire `DefaultRecursionLimit`, as cosmos-sdk codec/unknownproto takes it. */
const MAX_DEPTH = 10_000

/** A field with this bit set may be unknown in the body. */
const NON_CRITICAL = 1 << 10

/**
 * Rejects unknown fields, also of messages that are packed in this one: a signer must not sign what the chain ignores.
 * @param message its full name
 * @param lenient whether fields that are not critical may be unknown; by default in the body of a transaction
 * @throws ChainError undefined/1, SchemaError for a message in no table
 * Source: cosmos-sdk v0.53.6 codec/unknownproto/unknown_fields.go.
 */
export function rejectUnknownFields(
  message: string,
  bytes: Uint8Array,
  lenient = message === 'cosmos.tx.v1beta1.TxBody',
): void {
  if (!FIELDS.has(message)) TYPES.fieldsOf(message)
  walk(message, bytes, lenient, TYPES)
}

/**
 * {@link rejectUnknownFields} for the body of a transaction, whose messages must have known types. The first unknown one ends the check, and before
 * anything is decoded: a body can have millions.
 * @throws ChainError undefined/1
 */
export function checkBody(bytes: Uint8Array, isKnown: (typeUrl: string) => boolean, types: Types): void {
  walk('cosmos.tx.v1beta1.TxBody', bytes, true, types, (typeUrl) => {
    if (!isKnown(typeUrl)) throw plainError(`unable to resolve type URL ${typeUrl}`)
  })
}

/** A message whose fields are being read. */
interface Open {
  readonly message: string
  readonly known: Fields
  readonly reader: WireReader
  /** The content of an `Any`, whose packed message is read once its own fields were. */
  readonly packing: Uint8Array | undefined
  readonly level: number
}

/**
 * Reads a message and all in it, depth first. The messages inside each other are in a list, since those of a transaction can be deeper than calls.
 * @param checkType of what this message itself packs
 */
function walk(
  root: string,
  bytes: Uint8Array,
  lenient: boolean,
  types: Types,
  checkType?: (typeUrl: string) => void,
): void {
  const open: Open[] = []
  const enter = (message: string, content: Uint8Array, level: number): void => {
    const known = fieldsIn(message, types)
    const packing = message === ANY ? content : undefined
    if (known === undefined || (content.length === 0 && packing === undefined)) return
    if (level === MAX_DEPTH && content.length > 0) throw plainError('recursion limit reached')
    open.push({ message, known, reader: new WireReader(content), packing, level })
  }
  enter(root, bytes, 0)
  for (let at = open.at(-1); at !== undefined; at = open.at(-1)) {
    if (!at.reader.isDone) {
      const inner = readField(at, lenient)
      if (inner !== undefined) enter(inner.message, inner.content, at.level + 1)
      continue
    }
    open.pop()
    if (at.packing === undefined) continue
    const { typeUrl, value } = decodeAny(at.packing)
    if (at.level === 1) checkType?.(typeUrl)
    if (typeUrl.startsWith('/')) enter(typeUrl.slice(1), value, at.level)
  }
}

const ANY = 'google.protobuf.Any'

/** Passes a field. @returns the message in it @throws ChainError undefined/1 */
function readField(
  { message, known, reader }: Open,
  lenient: boolean,
): { readonly message: string; readonly content: Uint8Array } | undefined {
  const tag = orElse('invalid length', () => reader.tag())
  const { field, wire } = tag
  const at = known.get(field)
  if (at === undefined) {
    if (!lenient || (field & NON_CRITICAL) === 0)
      throw plainError(`errUnknownField "*${goTypeName(message)}": {TagNum: ${field}, WireType:"${wireName(wire)}"}`)
  } else if (wire !== wireOf(at.type)) {
    // Any number may be packed as far as this check goes.
    if (wire !== 2)
      throw plainError(
        `Mismatched "*${goTypeName(message)}": {TagNum: ${field}, GotWireType: "${wireName(
          wire,
        )}" != WantWireType: "${wireName(wireOf(at.type))}"}`,
      )
    if (!at.repeated) throw plainError(`proto: wrong wireType = ${wire} for field ${pascal(at.name)}`)
  }
  const content = orElse(
    ({ shortMessage }) =>
      `could not consume field value for tagNum: ${field}, wireType: "${wireName(wire)}"; ${shortMessage}`,
    () => reader.value(tag),
  )
  const isMessage = at !== undefined && wireOf(at.type) === 2 && !isScalar(at.type)
  return isMessage ? { message: at.type, content } : undefined
}

/** Runs a step of the reader; its error becomes one of the chain. */
function orElse<T>(text: string | ((error: ProtoError) => string), step: () => T): T {
  try {
    return step()
  } catch (error) {
    if (!(error instanceof ProtoError)) throw error
    throw plainError(typeof text === 'string' ? text : text(error))
  }
}
