import { expect, test } from 'vitest'
import { ARGUMENTS, TYPES } from '../../src/base/arguments/table.js'

test('the table of arguments is that of the types; `npm run arguments` writes it', async () => {
  const written = await import('../../scripts/arguments.mjs')
  expect(ARGUMENTS).toEqual(written.ARGUMENTS)
  expect(TYPES).toEqual(written.TYPES)
})
