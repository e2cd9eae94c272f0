import { expect, test } from 'vitest'
import { plainText } from '../../src/cli/output/plain-text.js'

test('foreign text cannot control the terminal', () => {
  expect(plainText('a\u001B]52;c;ZXZpbA==\u0007b')).toBe('a\\u001b]52;c;ZXZpbA==\\u0007b')
  expect(plainText('gone\u001B[2K\rfine\u009B1A\u202E')).toBe('gone\\u001b[2K\\u000dfine\\u009b1A\\u202e')
})

test('colours, tabs, line breaks and all languages are kept', () => {
  const text = '\u001B[31mrot\u001B[39m\t✓ größer 日本\n'
  expect(plainText(text)).toBe(text)
})
