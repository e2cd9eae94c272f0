/**
 * Copies of a module whose data differs in the last bytes. Engines keep compiled code by the bytes of a module, so the same ones would
 * be compiled once only.
 */
export class Copies {
  private readonly wasm: Uint8Array<ArrayBuffer>
  private readonly at: number
  private count = 0

  /** @throws Error when the module has no data */
  constructor(wasm: Uint8Array<ArrayBuffer>) {
    this.wasm = wasm
    this.at = endOfData(wasm) - 4
  }

  next(): Uint8Array<ArrayBuffer> {
    const copy = this.wasm.slice()
    new DataView(copy.buffer).setUint32(this.at, ++this.count)
    return copy
  }
}

function endOfData(wasm: Uint8Array): number {
  for (let at = 8; at < wasm.length;) {
    const id = wasm[at++]!
    let length = 0
    for (let shift = 0, byte = 0x80; byte > 0x7f; shift += 7) {
      byte = wasm[at++]!
      length |= (byte & 0x7f) << shift
    }
    at += length
    if (id === 11) return at
  }
  throw new Error('a module without data')
}
