import { replay, readFixture } from 'sudobox/replay'
import { expect, test } from 'sudobox/vitest'

const FILE = 'fixtures/scenarios/packets.yaml'

test('every action of the relayer can be written into a fixture, and is replayed to the byte', async () => {
  const runs = await Promise.all([replay(readFixture(FILE), FILE), replay(readFixture(FILE), FILE)])
  for (const { steps } of runs) expect(steps.find((step) => step.difference)).toBeUndefined()
  expect(runs[0].passed).toBe(true)
  expect(runs[0].steps.map(({ view }) => view)).toEqual(runs[1].steps.map(({ view }) => view))
})
