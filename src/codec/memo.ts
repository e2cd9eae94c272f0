/**
 * A decoder that remembers what it made of a value as long as the value lives. Right for stored values, which never change in place,
 * and for results that nobody changes.
 */
export function remember<T extends object>(decode: (bytes: Uint8Array) => T): (bytes: Uint8Array) => T {
  const known = new WeakMap<Uint8Array, T>()
  return (bytes) => {
    let value = known.get(bytes)
    if (value === undefined) {
      value = decode(bytes)
      known.set(bytes, value)
    }
    return value
  }
}
