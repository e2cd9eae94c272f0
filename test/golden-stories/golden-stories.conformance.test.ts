import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { runStory } from './run.js'
import { modulesBeside, readStory } from './story.js'

const folder = fileURLToPath(new URL('../../fixtures/golden-stories/', import.meta.url))
const total = { matched: 0, differs: 0, 'out of scope': 0 }
const reasons = new Map<string, number>()

for (const module of ['chain', 'contractmanager', 'interchainqueries']) {
  describe(`golden stories of ${module}`, () => {
    for (const name of readdirSync(`${folder}${module}`)) {
      test(name, () => {
        const file = `${folder}${module}/${name}`
        const report = runStory(readStory(file), modulesBeside(file))
        for (const { verdict, reason } of report.steps) {
          total[verdict]++
          if (reason !== undefined) reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
        }
        expect(report.steps.filter(({ verdict }) => verdict !== 'matched')).toEqual([])
      })
    }
  })
}

afterAll(() => {
  const list = [...reasons].map(([reason, count]) => `  ${count} × ${reason}`)
  console.info(
    [`${total.matched} matched, ${total.differs} differ, ${total['out of scope']} out of scope`, ...list].join('\n'),
  )
})
