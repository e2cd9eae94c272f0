import { expect, test } from 'vitest'
import { asLine, asLines, colouredLine, inLine } from '../../src/base/plain-line.js'
import { expectPlain, HOSTILE } from '../hostile-text.js'
import { fc } from '../random.js'

test('foreign text cannot control the terminal', () => {
  expect(inLine('a\u001B]52;c;ZXZpbA==\u0007b')).toBe(String.raw`a\u001b]52;c;ZXZpbA==\u0007b`)
  expect(inLine('gone\u001B[2K\rfine\u009B1A\u202E')).toBe(String.raw`gone\u001b[2K\rfine\u009b1A\u202e`)
  expect(inLine('\u001B[31mred')).toBe(String.raw`\u001b[31mred`)
})

test('tabs and all languages are kept', () => {
  const text = 'a\tb ✓ größer 日本 שלום a::b #1 ## x'
  expect(inLine(text)).toBe(text)
  expect(asLine(text)).toBe(text)
  expect(colouredLine(text)).toBe(text)
})

test.each(['\n', '\r', '\u0085', '\u2028', '\u2029', '\u000B', '\u000C'])('%j ends no line', (end) => {
  const line = asLine(`a${end}b`)
  expect(line).toMatch(/^a\\(?:n|r|u[0-9a-f]{4})b$/)
  expect(colouredLine(`a${end}b`)).toBe(line)
})

test.each([
  ['::stop-commands::x', String.raw`\u003a:stop-commands::x`],
  ['  ::error::x', String.raw`  \u003a:error::x`],
  ['a ##[error]x', String.raw`a \u0023#[error]x`],
  ['###[error]x', String.raw`#\u0023#[error]x`],
  ['##vso[task.complete]', String.raw`\u0023#vso[task.complete]`],
  ['##teamcity[x]', String.raw`\u0023#teamcity[x]`],
])('%j is no command of a CI system', (given, line) => {
  expect(asLine(given)).toBe(line)
  expect(colouredLine(given)).toBe(line)
})

test('a command after a colour is none', () => {
  expect(colouredLine('\u001B[1m::error::x\u001B[22m')).toBe('\u001B[1m\\u003a:error::x\u001B[22m')
})

test.each(['31', '1', '2', '22', '39', '90', '97', '107', '0', '', '38;5;200', '48;2;1;2;3'])(
  'the colour %j is kept',
  (code) => {
    const text = `\u001B[${code}ma\u001B[39m`
    expect(colouredLine(text)).toBe(text)
  },
)

test.each(['8', '5', '6', '7', '1;8', '31;8', '08', '38', '28', '98'])('the code %j is escaped', (code) => {
  expect(colouredLine(`\u001B[${code}ma`)).toBe(`\\u001b[${code}ma`)
})

test('any text is one line, and no command', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(HOSTILE, '::', '##[', '\u001B[', 'm', '\n', '\u001B[8m', ' '),
  )
  fc.assert(
    fc.property(fc.array(piece), (parts) => {
      const text = parts.join('')
      for (const line of [asLine(text), colouredLine(text)]) {
        expect(line).not.toContain('\n')
        expectPlain(line.replaceAll('FORGED', ''))
      }
      expectPlain(asLines([text, text]).replaceAll('FORGED', ''))
    }),
  )
})
