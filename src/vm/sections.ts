import { communication } from './region.js'

/** Several byte strings in one: each is followed by its length, 4 bytes big endian. Source: cosmwasm-vm `sections.rs`. */
export function encodeSections(...sections: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(sections.reduce((sum, { length }) => sum + length + 4, 0))
  const view = new DataView(out.buffer)
  let at = 0
  for (const section of sections) {
    out.set(section, at)
    view.setUint32(at + section.length, section.length)
    at += section.length + 4
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
