import wabtModule from 'wabt'
import { BuildError } from './errors.mjs'

/** All features after the first version of WebAssembly; the VM refuses most of them. */
const LATER_FEATURES = {
  bulk_memory: false,
  exceptions: false,
  extended_const: false,
  gc: false,
  memory64: false,
  multi_memory: false,
  multi_value: false,
  mutable_globals: false,
  reference_types: false,
  sat_float_to_int: false,
  sign_extension: false,
  simd: false,
  tail_call: false,
  threads: false,
}

/** Throws unless the module validates as the first version of WebAssembly. */
export async function requireFirstVersion(name, bytes) {
  const wabt = await wabtModule()
  try {
    const module = wabt.readWasm(bytes, LATER_FEATURES)
    module.validate()
    module.destroy()
  } catch (error) {
    throw new BuildError(`${name}: the built module uses WebAssembly features that the VM refuses: ${error.message}`)
  }
}

/** The module as a stripping linker produces it. */
export function withoutCustomSections(bytes) {
  const parts = [bytes.subarray(0, 8)]
  for (let at = 8; at < bytes.length;) {
    const start = at
    const id = bytes[at++]
    let length = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]
      length += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) break
    }
    at += length
    if (id !== 0) parts.push(bytes.subarray(start, at))
  }
  return Buffer.concat(parts)
}
