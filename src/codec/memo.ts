/** A decoder that remembers what it made of a value as long as the value lives. */
export interface Remembering<T> {
  (bytes: Uint8Array): T
  /** Tells it beforehand what it would make of a value. */
  learn(bytes: Uint8Array, value: T): void
}

/** Right for stored values, which never change in place, and for results that nobody changes. */
export function remember<T extends object>(decode: (bytes: Uint8Array) => T): Remembering<T> {
  const known = new WeakMap<Uint8Array, T>()
  const remembering = (bytes: Uint8Array): T => {
    let value = known.get(bytes)
    if (value === undefined) {
      value = decode(bytes)
      known.set(bytes, value)
    }
    return value
  }
  return Object.assign(remembering, {
    learn: (bytes: Uint8Array, value: T): void => {
      known.set(bytes, value)
    },
  })
}
