import { expect, test } from 'vitest'
import { toUtf8 } from '../../src/base/index.js'
import { valueText } from '../../src/pages/index.js'

test('a stored value is shown as text, with its line ends', () => {
  expect(valueText(toUtf8('{"owner":"zoë"}\n'), 100)).toBe('{"owner":"zoë"}\n')
})

test.each([
  ['control characters', Uint8Array.of(0x61, 0x00, 0x62), '0x610062'],
  ['the last control character before the line ends', Uint8Array.of(0x08), '0x08'],
  ['bytes that are not UTF-8', Uint8Array.of(0xff, 0x01), '0xff01'],
])('%s are shown in hex', (_, bytes, text) => {
  expect(valueText(bytes, 100)).toBe(text)
})

test('only the beginning of a long value is shown', () => {
  expect(valueText(toUtf8('x'.repeat(50)), 10)).toMatch(/^x{10}(?!x)/)
})
