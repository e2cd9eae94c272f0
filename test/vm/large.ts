import { parse } from '../../src/vm/wasm/parse.js'
import { Writer } from '../../src/vm/wasm/writer.js'

/** A module with another body (local declarations included) for its function `$big`, the one before its last. */
export function withBigBody(wasm: Uint8Array, body: Uint8Array): Uint8Array {
  const { sections, bodies } = parse(wasm, {
    passiveData: true,
    bulkMemory: false,
    references: 'functions',
    migrateVersion: true,
  })
  const out = new Writer(wasm.length + body.length + 64)
  out.copy(wasm, 0, 8)
  for (const { id, start, end } of sections) {
    out.ensure(16)
    out.byte(id)
    const at = out.pos
    out.pos += 5
    if (id === 10) {
      out.u32(bodies.length)
      bodies.forEach((own, i) => {
        const bytes = i === bodies.length - 2 ? body : wasm.subarray(own.start, own.end)
        out.ensure(8)
        out.u32(bytes.length)
        out.copy(bytes, 0, bytes.length)
      })
    } else out.copy(wasm, start, end)
    out.paddedU32(out.pos - at - 5, at)
  }
  return out.finish()
}

/** A body without locals: the parts, each so many times, and its end. */
export function bodyOf(...parts: readonly (readonly [times: number, ...bytes: number[]])[]): Uint8Array {
  const pieces = parts.map(([times, ...bytes]) => {
    const piece = new Uint8Array(times * bytes.length)
    for (let i = 0; i < times; i++) piece.set(bytes, i * bytes.length)
    return piece
  })
  return new Uint8Array(Buffer.concat([Uint8Array.of(0), ...pieces, Uint8Array.of(0x0b)]))
}
