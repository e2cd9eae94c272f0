/** A decoder that caches its result for as long as the input lives. */
export interface Remembering<T, From extends object = Uint8Array> {
  (from: From): T
  /** Puts the result for an input into the cache. */
  learn(from: From, value: T): void
}

/** An encoding whose values know the bytes that they were read from, or last written as. */
export interface RememberedCodec<T extends object> {
  readonly encode: (value: T) => Uint8Array
  readonly decode: (bytes: Uint8Array) => T
}

/** Use it only for bytes and values that never change in place, and where each value has one form in bytes. */
export function rememberCodec<T extends object>({ encode, decode }: RememberedCodec<T>): RememberedCodec<T> {
  const bytesOf = new WeakMap<T, Uint8Array>()
  const read = remember((bytes) => {
    const value = decode(bytes)
    bytesOf.set(value, bytes)
    return value
  })
  return {
    decode: read,
    encode: (value) => {
      let bytes = bytesOf.get(value)
      if (bytes === undefined) {
        bytes = encode(value)
        bytesOf.set(value, bytes)
        read.learn(bytes, value)
      }
      return bytes
    },
  }
}

/** Use it only for inputs that never change in place and for results that nobody modifies. */
export function remember<T extends object, From extends object = Uint8Array>(
  decode: (from: From) => T,
): Remembering<T, From> {
  const known = new WeakMap<From, T>()
  const remembering = (from: From): T => {
    let value = known.get(from)
    if (value === undefined) {
      value = decode(from)
      known.set(from, value)
    }
    return value
  }
  return Object.assign(remembering, {
    learn: (from: From, value: T): void => {
      known.set(from, value)
    },
  })
}
