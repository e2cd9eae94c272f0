import { expect, test } from 'vitest'
import { fuzzCommand } from '../../src/cli/fuzz.js'
import { shrinkCommand } from '../../src/cli/shrink.js'
import { sequencesIn } from '../../src/fuzz/budget.js'
import { foundEnough } from '../../src/fuzz/pool/rules.js'

test('a budget may use the earlier name of its action sequences', () => {
  expect(sequencesIn({ sequences: 3 })).toBe(3)
  expect(sequencesIn({ stories: 4 })).toBe(4)
  expect(sequencesIn({ sequences: 3, stories: 4 })).toBe(3)
  expect(sequencesIn({})).toBeUndefined()
  // A campaign with a budget goes on after what it has found; one without ends after a quiet minute.
  expect([{ sequences: 9 }, { stories: 9 }, {}].map((budget) => foundEnough(budget, 1, 60_001))).toEqual([
    false,
    false,
    true,
  ])
})

test.each([fuzzCommand, shrinkCommand])('the flag has an earlier name, which help does not show', (make) => {
  const command = make().exitOverride()
  expect(command.helpInformation()).toContain('--sequences <n>')
  expect(command.helpInformation()).not.toContain('--stories')
  command.action(() => {})
  command.parse(['x.yaml', '--stories', '7'], { from: 'user' })
  expect(sequencesIn(command.opts())).toBe(7)
})
