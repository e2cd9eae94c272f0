import { fileURLToPath } from 'node:url'
import { globSync } from 'tinyglobby'
import { expect, test } from 'vitest'
import { runStory } from '../golden-stories/run.js'
import { modulesBeside, readStory } from '../golden-stories/story.js'

const folder = fileURLToPath(new URL('../../fixtures/layers/', import.meta.url))
const modules = fileURLToPath(new URL('../../fixtures/golden-stories/', import.meta.url))

test.each(globSync('*/*.json', { cwd: folder }).toSorted())('%s', (name) => {
  const file = `${folder}${name}`
  const { steps } = runStory(readStory(file), modulesBeside(file, [modules]))
  expect(steps.filter(({ verdict }) => verdict !== 'matched')).toEqual([])
})
