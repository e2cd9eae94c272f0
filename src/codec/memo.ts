/** A decoder that remembers what it made of a value as long as the value lives. */
export interface Remembering<T, From extends object = Uint8Array> {
  (from: From): T
  /** Tells it beforehand what it would make of a value. */
  learn(from: From, value: T): void
}

/** Right for stored values, which never change in place, and for results that nobody changes. */
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
