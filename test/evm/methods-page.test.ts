import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { render } from '../../scripts/evm-methods.mjs'
import { METHODS } from '../../src/evm/rpc/methods/all.js'
import { methodsOf } from '../../src/evm/rpc/profiles/profiles.js'

// `npx vitest run -u` writes it anew, and so does `node scripts/evm-methods.mjs`.
test('the reference page of the methods is that of the table', async () => {
  const page = fileURLToPath(new URL('../../docs/evm-methods.md', import.meta.url))
  await expect(render(METHODS, methodsOf)).toMatchFileSnapshot(page)
})

test('no two methods have the same name', () => {
  const names = METHODS.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
})
