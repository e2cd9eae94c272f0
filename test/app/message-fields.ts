import { toHex, toUtf8 } from '../../src/base/bytes.js'
import { SudoboxError } from '../../src/base/errors.js'
import type { Context } from '../../src/chain/context.js'
import { EventManager } from '../../src/chain/events.js'
import { InfiniteGasMeter, Panic } from '../../src/chain/gas.js'
import type { MsgHandler } from '../../src/chain/router.js'
import { MessageRouter } from '../../src/chain/routers.js'
import type { Any } from '../../src/codec/any.js'
import { ProtoWriter, readProto, type ProtoField } from '../../src/codec/proto.js'
import { fieldsOf, hasType, type Field } from '../../src/codec/proto-json/index.js'
import { keyBytes, type Key } from '../../src/store/key.js'
import { Layer } from '../../src/store/layer.js'
import { bytesOf, type Value } from '../../src/store/lazy-bytes.js'

// oxlint-disable-next-line typescript/unbound-method -- called with `this`
const { handler: handlerOf } = MessageRouter.prototype

/** Whether the fields of a type count one by one. */
const isOpen = ({ kind, type }: Field): boolean => kind === 'message' && hasType(type) && !type.startsWith('google.')

/** The fields of a message and of the messages in it, as `params.max_gas`. A type inside of itself is one field. */
function fieldPaths(type: string, around: readonly string[] = []): readonly string[] {
  return fieldsOf(type).flatMap((field) =>
    isOpen(field) && field.type !== type && !around.includes(field.type)
      ? fieldPaths(field.type, [...around, type]).map((inner) => `${field.name}.${inner}`)
      : [field.name],
  )
}

/** Writes a field again as it was read. */
function copy(writer: ProtoWriter, { field, wire, number, bytes }: ProtoField): ProtoWriter {
  if (wire === 0) return writer.presentUint64(field, number)
  if (wire === 1) return writer.presentFixed64(field, number)
  return writer.message(field, bytes)
}
const encode = (fields: readonly ProtoField[]): Uint8Array => fields.reduce(copy, new ProtoWriter()).finish()

const varint = (field: number, number: bigint): ProtoField => ({ field, wire: 0, number, bytes: new Uint8Array() })
const block = (field: number, bytes: Uint8Array): ProtoField => ({ field, wire: 2, number: 0n, bytes })

/** What a field is tried with. */
function valuesOf({ number, type, kind }: Field): readonly ProtoField[] {
  if (kind === 'enum' || /int|bool/.test(type)) return [1n, 2n, 1_000n].map((value) => varint(number, value))
  if (type === 'google.protobuf.Timestamp' || type === 'google.protobuf.Duration')
    return [block(number, new ProtoWriter().uint64(1, 5n).finish())]
  if (kind === 'message') return [block(number, new ProtoWriter().string(1, '/strange.Type').finish())]
  return ['strange', '7'].map((text) => block(number, toUtf8(text)))
}

/** The message with other values of the field at a path, or without any. @throws ProtoError */
function variants(type: string, message: Uint8Array, path: string): readonly Uint8Array[] {
  const [name, ...rest] = path.split('.')
  const field = fieldsOf(type).find((one) => one.name === name)!
  const all = readProto(message)
  const present = all.filter((one) => one.field === field.number)
  const others = all.filter((one) => one.field !== field.number)
  const withValues = (values: readonly ProtoField[]) => encode([...others, ...values])
  if (rest.length > 0) {
    const inner = present.length === 0 ? [block(field.number, new Uint8Array())] : present
    return inner
      .slice(0, 3)
      .flatMap((one, at) =>
        variants(field.type, one.bytes, rest.join('.')).map((bytes) =>
          withValues(inner.with(at, block(field.number, bytes))),
        ),
      )
  }
  const added = valuesOf(field).flatMap((value) => [
    [value],
    ...(field.repeated && present.length > 0 ? [[...present, value]] : []),
  ])
  return [...(present.length > 0 ? [[]] : []), ...added].map(withValues)
}

/** Calls that change the state. */
function writesOf<T>(work: () => T): readonly [T, readonly string[]] {
  // oxlint-disable-next-line typescript/unbound-method -- called with `this`
  const { set, delete: remove } = Layer.prototype
  const writes: string[] = []
  Layer.prototype.set = function (this: Layer, store: number, key: Key, value: Value) {
    writes.push(`${store} ${toHex(keyBytes(key))} ${toHex(bytesOf(value))}`)
    set.call(this, store, key, value)
  }
  Layer.prototype.delete = function (this: Layer, store: number, key: Key) {
    writes.push(`${store} ${toHex(keyBytes(key))}`)
    remove.call(this, store, key)
  }
  try {
    return [work(), writes]
  } finally {
    Object.assign(Layer.prototype, { set, delete: remove })
  }
}

/** What a message does on a branch of the state, which is dropped. */
function outcome(router: MessageRouter, ctx: Context, { typeUrl, value }: Any): string {
  const branch = ctx.branch()
  const meter = new InfiniteGasMeter()
  const any: Any = { typeUrl, value }
  const run = (): unknown => {
    let signers: readonly string[] = []
    try {
      signers = router.signers(any)
      const { data, events, msgResponses } = handlerOf.call(router, typeUrl)!(
        branch.ctx.withGasMeter(meter).withEvents(new EventManager()),
        any,
      )
      return [signers, toHex(data), events, msgResponses.length]
    } catch (error) {
      if (error instanceof SudoboxError || error instanceof Panic) return [signers, error.name, error.message]
      throw error
    }
  }
  try {
    const [said, writes] = writesOf(run)
    return JSON.stringify([said, meter.consumed, writes], (_, one: unknown) =>
      typeof one === 'bigint' ? String(one) : one,
    )
  } finally {
    branch.discard()
  }
}

/** How often a field without effect is tried. */
const TRIES = 12

/** Tries each field of each message that it sees, until it had an effect once. */
export class FieldProbe {
  /** Fields by type. */
  readonly #open = new Map<string, Map<string, number>>()

  /** Fields of a type that had no effect yet. */
  open(type: string): readonly string[] {
    return [...this.#rows(type).keys()]
  }

  /** Whether a message of the type was seen. */
  get types(): readonly string[] {
    return [...this.#open.keys()].sort()
  }

  #rows(type: string): Map<string, number> {
    const known = this.#open.get(type) ?? new Map(fieldPaths(type).map((path) => [path, 0]))
    this.#open.set(type, known)
    return known
  }

  probe(router: MessageRouter, ctx: Context, any: Any): void {
    const type = any.typeUrl.slice(1)
    const rows = this.#rows(type)
    let usual: string | undefined
    for (const [path, tries] of rows) {
      if (tries >= TRIES) continue
      usual ??= outcome(router, ctx, any)
      const counts = variants(type, any.value, path).some(
        (value) => outcome(router, ctx, { typeUrl: any.typeUrl, value }) !== usual,
      )
      if (counts) rows.delete(path)
      else rows.set(path, tries + 1)
    }
  }

  /** Probes each message that a chain runs from now on. @returns what ends that */
  start(): () => void {
    const probe = (router: MessageRouter, ctx: Context, any: Any): void => this.probe(router, ctx, any)
    let isProbing = false
    MessageRouter.prototype.handler = function (this: MessageRouter, typeUrl: string): MsgHandler | undefined {
      const handle = handlerOf.call(this, typeUrl)
      if (handle === undefined) return undefined
      return (ctx, any) => {
        if (!isProbing) {
          isProbing = true
          try {
            probe(this, ctx, any)
          } finally {
            isProbing = false
          }
        }
        return handle(ctx, any)
      }
    }
    return () => {
      MessageRouter.prototype.handler = handlerOf
    }
  }
}
