import { fromUtf8, UsageError } from '../base/index.js'

/** A section of a WebAssembly file. */
export interface WasmSection {
  /** `code`, `data`, …; for a custom section, its own name: `name`, `.debug_info`. */
  readonly name: string
  /** Where it begins in the file, and its end, its head included. */
  readonly start: number
  readonly end: number
}

/** By their ids. Source: WebAssembly core specification, 5.5.2. */
const NAMES = [
  'custom',
  'type',
  'import',
  'function',
  'table',
  'memory',
  'global',
  'export',
  'start',
  'element',
  'code',
  'data',
  'data count',
  'tag',
]
const HEAD = 8

/** Whether the bytes begin as a WebAssembly module does. */
const isWasm = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 4)).toString('latin1') === '\0asm'

/** All sections, in order. @throws UsageError for bytes that are no module, or one that is cut off */
export function sectionsOf(bytes: Uint8Array): readonly WasmSection[] {
  if (!isWasm(bytes) || bytes.length < HEAD) throw new UsageError('this is not a WebAssembly module')
  let at = HEAD
  const u32 = (): number => {
    let value = 0
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = bytes[at++]
      if (byte === undefined) break
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
    throw new UsageError('this WebAssembly module is cut off, or broken')
  }
  const sections: WasmSection[] = []
  while (at < bytes.length) {
    const start = at
    const id = bytes[at++]!
    const end = u32() + at
    if (end > bytes.length) throw new UsageError('this WebAssembly module is cut off')
    const length = id === 0 ? u32() : 0
    const name = id === 0 ? fromUtf8(bytes.subarray(at, Math.min(at + length, end))) : (NAMES[id] ?? `section ${id}`)
    sections.push({ name, start, end })
    at = end
  }
  return sections
}

/** Debug information, which compilers write for each function, those of the standard library included. */
export const isDebug = (name: string): boolean =>
  name.startsWith('.debug_') || name === 'external_debug_info' || name === 'sourceMappingURL'

/** Whether a module has debug information. @throws UsageError as {@link sectionsOf} does */
export const hasDebug = (bytes: Uint8Array): boolean => sectionsOf(bytes).some(({ name }) => isDebug(name))

/** The module without the sections of these names. */
export function withoutSections(bytes: Uint8Array, isLeftOut: (name: string) => boolean): Uint8Array {
  const kept = sectionsOf(bytes).filter(({ name }) => !isLeftOut(name))
  return new Uint8Array(
    Buffer.concat([bytes.subarray(0, HEAD), ...kept.map(({ start, end }) => bytes.subarray(start, end))]),
  )
}
