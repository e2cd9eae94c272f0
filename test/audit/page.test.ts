import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { render } from '../../scripts/advisories-page.mjs'
import { ADVISORIES } from '../../src/audit/index.js'

// `npx vitest run -u` writes it anew, and so does `node scripts/advisories-page.mjs`.
test('the page of advisories is that of the table', async () => {
  const page = fileURLToPath(new URL('../../docs/advisories.md', import.meta.url))
  await expect(render(ADVISORIES)).toMatchFileSnapshot(page)
})
