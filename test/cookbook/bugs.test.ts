// Bugs
import { readFixture, replay } from 'sudobox/replay'
import { expect, test } from 'sudobox/vitest'

/** A bug that was found once is a file: actions, and what has to come out. */
test('Replay a bug', async () => {
  const file = 'fixtures/scenarios/stuck-refund.yaml'

  const report = await replay(readFixture(file), file)

  expect(report.steps.find(({ difference }) => difference)).toBeUndefined()
  expect(report.passed).toBe(true)
})
