import { savedClass } from '../base/object-graph/index.js'

/**
 * The value of a row that is made when it is first read, such as one that contains an app hash. Its length is known before, since writing it is
 * charged by the byte. Making it must give the same bytes whenever it is done.
 */
export class LazyBytes {
  /** Once saved, the bytes are made. */
  static readonly saved = savedClass({
    name: 'LazyBytes',
    type: LazyBytes,
    write: ({ bytes }) => ({ bytes }),
    read: ({ bytes }) => new LazyBytes(bytes.length, () => bytes),
  })

  readonly length: number
  #make: (() => Uint8Array) | undefined
  #bytes: Uint8Array | undefined

  constructor(length: number, make: () => Uint8Array) {
    this.length = length
    this.#make = make
  }

  get bytes(): Uint8Array {
    if (this.#bytes === undefined) {
      this.#bytes = this.#make!()
      this.#make = undefined
    }
    return this.#bytes
  }
}

/** The value of a row. Stores are given either form and return bytes. */
export type Value = Uint8Array | LazyBytes

export const bytesOf = (value: Value): Uint8Array => (value instanceof LazyBytes ? value.bytes : value)
