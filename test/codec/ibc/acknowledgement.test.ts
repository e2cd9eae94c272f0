import { fc } from '../../random.js'
import { expect, test } from 'vitest'
import { fromUtf8, toUtf8 } from '../../../src/base/bytes.js'
import {
  acknowledgementText,
  decodeAcknowledgement,
  encodeAcknowledgement,
  isCanonicalAcknowledgement,
  type Acknowledgement,
} from '../../../src/codec/ibc/acknowledgement.js'

test('a written acknowledgement is read back, and is canonical', () => {
  const acks = fc.oneof(
    fc.uint8Array().map((result): Acknowledgement => ({ result })),
    fc.string().map((error): Acknowledgement => ({ error })),
  )
  fc.assert(
    fc.property(acks, (ack) => {
      const json = encodeAcknowledgement(ack)
      expect(decodeAcknowledgement(json)).toEqual(ack)
      expect(isCanonicalAcknowledgement(json)).toBe(true)
    }),
  )
})

test.each([
  ['{"result":"AQ=="}', 'result:"\\001" '],
  ['{"error":"ABCI code: 5: \\"x\\""}', 'error:"ABCI code: 5: \\"x\\"" '],
  ['{}', ''],
])('%s is printed as Go prints it', (json, text) => {
  expect(acknowledgementText(decodeAcknowledgement(toUtf8(json)))).toBe(text)
})

test.each([
  ['', 'EOF'],
  ['{"result":', 'unexpected EOF'],
  ['{"other":1}', 'unknown field "other" in types.Acknowledgement'],
  ['"text"', 'json: cannot unmarshal string into Go value of type map[string]json.RawMessage'],
])('%j is no acknowledgement', (json, text) => {
  expect(() => decodeAcknowledgement(toUtf8(json))).toThrow(text)
  expect(isCanonicalAcknowledgement(toUtf8(json))).toBe(true)
})

test('an acknowledgement that the chain would write otherwise is not canonical', () => {
  for (const json of [
    '{"result": "AQ=="}',
    '{"result":"AQ=="} ',
    '{"result":"AQ==","error":null}',
    '{"result":"AQ=="}{}',
  ])
    expect(isCanonicalAcknowledgement(toUtf8(json)), json).toBe(false)
  expect(fromUtf8(encodeAcknowledgement({ error: '<' }))).toBe('{"error":"\\u003c"}')
})
