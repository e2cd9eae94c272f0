/** A decoder that caches its result for as long as the input lives. */
export interface Remembering<T, From extends object = Uint8Array> {
  (from: From): T
  /** Puts the result for an input into the cache. */
  learn(from: From, value: T): void
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
