import { communication } from './region.js'

/** Several byte strings in one: each is followed by its length, 4 bytes big endian. Source: cosmwasm-vm `sections.rs`. */
export function encodeSections(...sections: readonly Uint8Array[]): Uint8Array {
  let length = 0
  for (const section of sections) length += section.length + 4
  const out = new Uint8Array(length)
  let at = 0
  for (const section of sections) {
    out.set(section, at)
    at += section.length
    out[at++] = section.length >>> 24
    out[at++] = section.length >>> 16
    out[at++] = section.length >>> 8
    out[at++] = section.length
  }
  return out
}

/** @throws VmError of kind CommunicationErr */
export function decodeSections(data: Uint8Array): Uint8Array[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const sections: Uint8Array[] = []
  let rest = data.length
  while (rest >= 4) {
    const end = rest - 4
    const start = end - view.getUint32(end)
    if (start < 0) throw communication('Got an invalid section: section length overflow')
    sections.push(data.subarray(start, end))
    rest = start
  }
  if (rest > 0) throw communication('Got an invalid section: extra data outside of any section')
  return sections.reverse()
}
