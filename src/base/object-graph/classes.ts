/** How instances of one class are written: as the parts that they are made of. */
export interface SavedClass<T extends object = object> {
  /** Under which it stands in a file. */
  readonly name: string
  readonly type: abstract new (...args: never[]) => T
  /** What an instance consists of, as a new plain object. */
  write(instance: T): object
  /** An instance of those parts; or a plain object that serves in its place. */
  read(parts: never): object
}

/** A class with how it is written, for lists of several classes. */
export const savedClass = <T extends object, P extends object>(saved: {
  readonly name: string
  readonly type: abstract new (...args: never[]) => T
  readonly write: (instance: T) => P
  readonly read: (parts: P) => object
}): SavedClass => saved

/**
 * What a graph consists of besides plain data: instances of classes, and objects that are not written at all, because the reader has
 * its own of the same name.
 */
export interface GraphScope {
  readonly classes: readonly SavedClass[]
  readonly known: ReadonlyMap<string, object>
}

/** Marks before values, and kinds of records. Appended to only, or {@link GRAPH_FORMAT} changes. */
export const MARK = {
  undefined: 0,
  null: 1,
  false: 2,
  true: 3,
  integer: 4,
  negative: 5,
  double: 6,
  bigint: 7,
  text: 8,
  sameText: 9,
  reference: 10,
  known: 11,
  array: 12,
  object: 13,
  sameShape: 14,
  map: 15,
  set: 16,
  bytes: 17,
  instance: 18,
  end: 19,
} as const

/** Changes with the meaning of the bytes. */
export const GRAPH_FORMAT = 1

/** Texts up to this length are written once, up to this number of texts. */
export const SHORT_TEXT = 120
export const MAX_TEXTS = 1 << 20
