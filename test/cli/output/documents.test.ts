import { expect, test } from 'vitest'
import { formatJson } from '../../../src/cli/node/output.js'
import { documentText } from '../../../src/cli/output/plain-text.js'
import { HOSTILE } from '../../hostile-text.js'

const TEXTS = [
  HOSTILE,
  '::error::x',
  '\n::error::x',
  'a\n\t ::error::x\n',
  'a\r::error::x',
  'a\u001B[31m\n\u001B[31m::error::x',
  'a\n##[error]x',
]

// oxlint-disable-next-line no-control-regex -- escapes begin colours
const COLOUR = /\u001B\[\d*m/g
// oxlint-disable-next-line no-control-regex -- it looks for control characters
const CONTROL = /[\0-\u0008\u000B-\u001F\u007F-\u009F\u2028-\u202E]/

test.each(TEXTS.flatMap((text) => (['text', 'json'] as const).map((format) => [text, format] as const)))(
  'a text of a contract is no command of a CI system: %j as %s',
  (text, format) => {
    const values = { [text]: text, list: [text, [text]], inner: { [text]: { a: text } } }
    const printed = documentText(formatJson(JSON.stringify(values), format)).replaceAll(COLOUR, '')
    expect(printed.split('\n').filter((line) => /^\s*::|##(?:\[|vso\[)/.test(line))).toEqual([])
    expect(printed).not.toMatch(CONTROL)
  },
)
