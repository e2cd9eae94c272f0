import { foldName } from '../go-strings.js'
import { decodeGoBase64 } from './base64.js'
import { GoJsonError, GoJsonDecoder, TypeMismatch } from './decoder.js'
import { goQuote } from '../go-quote.js'
import { jsonSyntaxError } from './scan.js'

/** How Go's `encoding/json` reads one Go type. `into` is the value so far: a duplicate member is decoded over the first one. */
export interface GoType<T> {
  /** Name of the type in Go's errors: `types.Coin`, `[]types.SubMsg`, `uint64`. */
  readonly name: string
  zero(): T
  read(reader: GoJsonDecoder, into: T): T
  /** Fast path for whole documents of a common form; undefined for all others. */
  quick?(data: Uint8Array): T | undefined
}

export type ValueOf<G> = G extends GoType<infer T> ? T : never

/**
 * Go's `json.Unmarshal`: member names match in any case, unknown members are ignored, `null` leaves a value unchanged.
 * @throws GoJsonError with Go's text; the first type mismatch is reported, unless there is a syntax error or an error of a type's own decoder.
 */
export function unmarshal<T>(type: GoType<T>, data: Uint8Array): T {
  const quick = type.quick?.(data)
  if (quick !== undefined) return quick
  const syntax = jsonSyntaxError(data)
  if (syntax !== undefined) throw new GoJsonError(syntax)
  return unmarshalValid(type, data)
}

/** Reads bytes that are known to be valid JSON, such as a value within a checked document. */
export function unmarshalValid<T>(type: GoType<T>, data: Uint8Array): T {
  const reader = new GoJsonDecoder(data)
  let value: T
  try {
    value = type.read(reader, type.zero())
  } catch (error) {
    throw error instanceof GoJsonError ? reader.inContext(error) : error
  }
  if (reader.saved !== undefined) throw reader.saved
  return value
}

const scalar = <T>(name: string, zero: () => T, read: (reader: GoJsonDecoder, into: T) => T): GoType<T> => ({
  name,
  zero,
  read: (reader, into) => {
    if (reader.kind() !== 'null') return read(reader, into)
    reader.skip()
    return into
  },
})

/** @param name as Go prints the type, if it has a name of its own */
export const textAs = (name: string): GoType<string> =>
  scalar(
    name,
    () => '',
    (reader, into) => {
      if (reader.kind() === 'string') return reader.string()
      reader.mismatch(name)
      return into
    },
  )

export const string = textAs('string')

/** An interface with methods, which JSON cannot fill: any value but `null` is a mismatch. */
export const opaque = (name: string): GoType<undefined> =>
  scalar(
    name,
    () => undefined,
    (reader) => {
      reader.mismatch(name)
      return undefined
    },
  )

export const bool = scalar(
  'bool',
  () => false,
  (reader, into) => {
    if (reader.kind() === 'bool') return reader.literal() === 'true'
    reader.mismatch('bool')
    return into
  },
)

const uint = (bits: 8 | 16 | 32 | 64): GoType<bigint> =>
  scalar(
    `uint${bits}`,
    () => 0n,
    (reader, into) => {
      if (reader.kind() !== 'number') {
        reader.mismatch(`uint${bits}`)
        return into
      }
      const text = reader.literal()
      if (/^\d{1,20}$/.test(text)) {
        const value = BigInt(text)
        if (value < 1n << BigInt(bits)) return value
      }
      reader.save(new TypeMismatch(`number ${text}`, `uint${bits}`))
      return into
    },
  )

export const uint64 = uint(64)
export const uint32 = uint(32)
export const uint16 = uint(16)
export const uint8 = uint(8)

/** @param name as Go prints the type: that of an enum has its own */
export const int = (bits: 32 | 64, name = `int${bits}`): GoType<bigint> =>
  scalar(
    name,
    () => 0n,
    (reader, into) => {
      if (reader.kind() !== 'number') {
        reader.mismatch(name)
        return into
      }
      const text = reader.literal()
      if (/^-?\d{1,19}$/.test(text)) {
        const value = BigInt(text)
        if (BigInt.asIntN(bits, value) === value) return value
      }
      reader.save(new TypeMismatch(`number ${text}`, name))
      return into
    },
  )

export const int64 = int(64)

/** A `uint64` with the struct tag `,string`. */
export const uint64InString: GoType<bigint> = scalar(
  'uint64',
  () => 0n,
  (reader, into) => {
    if (reader.kind() !== 'string') {
      reader.save(
        new GoJsonError('json: invalid use of ,string struct tag, trying to unmarshal unquoted value into uint64'),
      )
      reader.skip()
      return into
    }
    const text = reader.string()
    if (/^(?:0|[1-9]\d*)$/.test(text) && BigInt(text) < 1n << 64n) return BigInt(text)
    reader.save(
      new GoJsonError(`json: invalid use of ,string struct tag, trying to unmarshal ${goQuote(text)} into uint64`),
    )
    return into
  },
)

/** A `[]byte`: base64 or an array of numbers; undefined is Go's nil, unlike an empty value. */
export const bytes: GoType<Uint8Array | undefined> = {
  name: '[]uint8',
  zero: () => undefined,
  read: (reader, into) => {
    const kind = reader.kind()
    if (kind === 'null') {
      reader.skip()
      return undefined
    }
    if (kind === 'array') {
      const items: number[] = []
      reader.array(() => items.push(Number(uint8.read(reader, 0n))))
      return Uint8Array.from(items)
    }
    if (kind !== 'string') {
      reader.mismatch('[]uint8')
      return into
    }
    const decoded = decodeGoBase64(reader.string())
    if ('bytes' in decoded) return decoded.bytes
    reader.save(new GoJsonError(`illegal base64 data at input byte ${decoded.corruptAt}`))
    return into
  },
}

/** A `json.RawMessage`: the bytes of the value, `null` included; undefined when the member is absent. */
export const rawMessage: GoType<Uint8Array | undefined> = {
  name: 'json.RawMessage',
  zero: () => undefined,
  read: (reader) => reader.raw().slice(),
}

/** A map of raw values by their names. @param value as Go prints its type */
export const rawMap = (value: string): GoType<ReadonlyMap<string, Uint8Array>> => ({
  name: `map[string]${value}`,
  zero: () => new Map(),
  read: (reader, into) => {
    const kind = reader.kind()
    if (kind === 'null') {
      reader.skip()
      return new Map()
    }
    if (kind !== 'object') {
      reader.mismatch(`map[string]${value}`)
      return into
    }
    const members = new Map<string, Uint8Array>()
    reader.object((name) => members.set(name, reader.raw().slice()))
    return members
  },
})

/** A pointer to a value: undefined is nil. */
export const pointer = <T>(type: GoType<T>): GoType<T | undefined> => ({
  name: `*${type.name}`,
  zero: () => undefined,
  read: (reader, into) => {
    if (reader.kind() !== 'null') return type.read(reader, into ?? type.zero())
    reader.skip()
    return undefined
  },
})

/** @param name as Go prints the type, if it has a name of its own */
export const slice = <T>(type: GoType<T>, name = `[]${type.name}`): GoType<readonly T[]> => ({
  name,
  zero: () => [],
  read: (reader, into) => {
    const kind = reader.kind()
    if (kind === 'null') {
      reader.skip()
      return []
    }
    if (kind !== 'array') {
      reader.mismatch(name)
      return into
    }
    const items: T[] = []
    reader.array(() => items.push(type.read(reader, type.zero())))
    return items
  },
})

/** A type with an `UnmarshalJSON` of its own, which gets the bytes of the value (`null` too), known to be JSON, and whose error ends decoding. */
export const unmarshaler = <T>(name: string, zero: () => T, read: (raw: Uint8Array) => T): GoType<T> => ({
  name,
  zero,
  read: (reader) => read(reader.raw()),
})

/** wasmvm's `Array[C]`: a slice that is decoded as a separate document. Source: wasmvm types/types.go. */
export const array = <T>(type: GoType<T>): GoType<readonly T[]> => {
  const inner = slice(type)
  return unmarshaler(
    `types.Array[${type.name}]`,
    () => inner.zero(),
    (raw) => unmarshal(inner, raw),
  )
}

export type StructOf<F> = { -readonly [K in keyof F]: ValueOf<F[K]> }

/**
 * A struct under its type name (without package); its members under their JSON names.
 * @param others what becomes of members that it does not have. Source: Go's `Decoder.DisallowUnknownFields`
 */
export function struct<F extends Readonly<Record<string, GoType<unknown>>>>(
  name: string,
  fields: F,
  printed = `types.${name}`,
  others: 'ignored' | 'refused' = 'ignored',
): GoType<StructOf<F>> {
  const names = Object.keys(fields)
  const folded = new Map(names.map((field) => [foldName(field), field]))
  const zero = (): StructOf<F> => {
    const value: Record<string, unknown> = {}
    for (const field of names) value[field] = fields[field]!.zero()
    return value as StructOf<F>
  }
  return {
    name: printed,
    zero,
    read: (reader, into) => {
      const kind = reader.kind()
      if (kind === 'null') {
        reader.skip()
        return into
      }
      if (kind !== 'object') {
        reader.mismatch(printed)
        return into
      }
      const value = into as Record<string, unknown>
      reader.object((member) => {
        const field = Object.hasOwn(fields, member) ? member : folded.get(foldName(member))
        if (field === undefined) {
          if (others === 'refused') reader.save(new GoJsonError(`json: unknown field ${goQuote(member)}`))
          reader.skip()
          return
        }
        reader.field(name, field, () => {
          value[field] = fields[field]!.read(reader, value[field])
        })
      })
      return into
    },
  }
}
