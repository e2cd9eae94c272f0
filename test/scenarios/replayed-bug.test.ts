// The third kind of user: a bug that was found once is a file, and the file is a test.
import { replay, readFixture } from 'sudobox/replay'
import { expect, test } from 'sudobox/vitest'

const FILE = 'fixtures/scenarios/stuck-refund.yaml'

test('the refund that needs more than the limit is stuck until it is resubmitted', async () => {
  const report = await replay(readFixture(FILE), FILE)
  expect(report.steps.find((step) => step.difference)?.difference).toBeUndefined()
  expect(report.passed).toBe(true)
})

test('without the resubmission the same fixture reports where it differs', async () => {
  const fixture = readFixture(FILE)
  const broken = {
    ...fixture,
    steps: fixture.steps.filter((step) => step.name !== 'anyone has the refund delivered again'),
  }
  const report = await replay(broken, FILE)
  expect(report.passed).toBe(false)
  expect(report.steps.at(-1)).toMatchObject({ name: 'the money is back', difference: { pointer: '/coins/0/amount' } })
})
