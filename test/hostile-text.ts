import { expect } from 'vitest'

/** What an attacker puts into a name or an error: lines of its own, commands of CI systems, and what acts on a terminal. */
export const HOSTILE =
  '::stop-commands::x\n::error::FORGED\nFORGED\r::warning::FORGED\u2028FORGED\u2029FORGED\u0085FORGED ##[error]a ##vso[task.complete]b\u001B[8mhidden\u001B[0m\u001B]52;c;eA==\u0007\u202Elive\u009B1A'

/** Colours that commands print. */
// oxlint-disable-next-line no-control-regex -- an escape begins them
const COLOURED = /\u001B\[(?:0?|1|2|3|22|23|39|49|3[0-7]|9[0-7]|4[0-7]|10[0-7])m/g

/** No line is the attacker's, none is a command, and nothing but colours acts on a terminal. */
export function expectPlain(printed: string): void {
  const text = printed.replaceAll(COLOURED, '')
  // oxlint-disable-next-line no-control-regex -- it looks for control characters
  expect(text.match(/[\0-\u0008\u000B-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]/)).toBeNull()
  expect(text.split('\n').filter((line) => /^\s*(?:::|FORGED)/.test(line))).toEqual([])
  expect(text).not.toMatch(/##(?:\[|vso\[)/)
}
