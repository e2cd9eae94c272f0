import { joinKeys, keyOf, textKey, uint64Key, type Key } from './key.js'

/** A part of a storage key: text, an unsigned number of 64 bits, or bytes. */
export type KeyPart = string | number | bigint | Uint8Array

/** Where a contract stores something. A string or bytes: the key of an item. A list: a map's namespace and the parts of its key, as cw-storage-plus joins them. */
export type KeyPlace = string | Uint8Array | readonly [string, ...KeyPart[]]

function partKey(part: KeyPart): Key {
  if (typeof part === 'string') return textKey(part)
  return part instanceof Uint8Array ? keyOf(part) : uint64Key(BigInt(part))
}

/** Source: cw-storage-plus `namespaced_prefix`: the namespace and all key parts but the last are length-prefixed. */
function mapKey(parts: readonly KeyPart[]): Key {
  const keys = parts.map(partKey)
  return joinKeys(
    ...keys.slice(0, -1).flatMap((key) => [keyOf(Uint8Array.of(key.length >> 8, key.length & 0xff)), key]),
    keys.at(-1)!,
  )
}

/** The key of a place; an empty list gives the empty key. */
export function placeKey(place: KeyPlace): Key {
  if (typeof place === 'string' || place instanceof Uint8Array) return partKey(place)
  return place.length === 0 ? ('' as Key) : mapKey(place)
}
