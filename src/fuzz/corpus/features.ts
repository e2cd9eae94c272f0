import type { Feature } from '../coverage.js'

/** Ascending features as their differences, each a LEB128 number, in base64: a few kB where JSON needs a hundred. */
export function encodeFeatures(features: readonly Feature[]): string {
  const bytes: number[] = []
  let last = 0
  for (const feature of features) {
    let step = feature - last
    for (; step >= 0x80; step = Math.floor(step / 0x80)) bytes.push((step % 0x80) | 0x80)
    bytes.push(step)
    last = feature
  }
  return Buffer.from(bytes).toString('base64')
}

/** @returns undefined for a text that {@link encodeFeatures} does not write */
export function decodeFeatures(text: string): readonly Feature[] | undefined {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.toString('base64') !== text) return undefined
  const features: Feature[] = []
  let last = 0
  let step = 0
  let unit = 1
  for (const byte of bytes) {
    step += (byte & 0x7f) * unit
    unit *= 0x80
    if (byte >= 0x80) continue
    if (step === 0 && features.length > 0) return undefined
    last += step
    if (!Number.isSafeInteger(last)) return undefined
    features.push(last)
    step = 0
    unit = 1
  }
  return unit === 1 ? features : undefined
}
