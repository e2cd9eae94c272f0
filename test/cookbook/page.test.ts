import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { render } from '../../scripts/cookbook.mjs'

// `node scripts/cookbook.mjs` writes it anew.
test('the page of the cookbook has the recipes that run', async () => {
  const page = fileURLToPath(new URL('../../docs/cookbook.md', import.meta.url))
  await expect(render()).toMatchFileSnapshot(page)
})
