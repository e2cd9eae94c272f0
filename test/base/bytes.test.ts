import { fc, property, runs } from '../random.js'
import { describe, expect } from 'vitest'
import { fromBase64, toBase64 } from '../../src/base/bytes.js'
import { UsageError } from '../../src/base/errors.js'

/** Padded groups of the standard alphabet and nothing else. */
const STANDARD = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

describe('base64', () => {
  property([fc.uint8Array({ maxLength: 200 })])('what was written is read', (bytes) => {
    expect(fromBase64(toBase64(bytes))).toEqual(bytes)
  })

  const units = fc.constantFrom(...'AQz09+/=-_ \n.\u0141\u00e9\u3d3d'.split(''))
  property([fc.string({ unit: units, maxLength: 9 })], { numRuns: runs(2000) })('nothing else is read', (text) => {
    if (STANDARD.test(text)) expect(fromBase64(text)).toEqual(new Uint8Array(Buffer.from(text, 'base64')))
    else expect(() => fromBase64(text)).toThrow(UsageError)
  })
})
