import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { render } from '../../scripts/releases-page.mjs'
import { allSurfaces } from '../../src/app/index.js'
import { changesBetween } from '../../src/rehearse/index.js'
import { rangesOf, scheduleOf, vmVersions } from '../../src/vm/internal.js'

// `npx vitest run -u` writes it anew, and so does `node scripts/releases-page.mjs`.
test('the page of releases is that of the chains', async () => {
  const page = fileURLToPath(new URL('../../docs/releases.md', import.meta.url))
  const schedules = vmVersions().map(scheduleOf)
  await expect(render({ surfaces: allSurfaces(), schedules, rangesOf, changesBetween })).toMatchFileSnapshot(page)
})
