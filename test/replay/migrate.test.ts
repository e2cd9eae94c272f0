import { expect, test } from 'vitest'
import { FixtureError } from '../../src/base/errors.js'
import { version } from '../../src/base/version.js'
import { checkFixture } from '../../src/replay/index.js'
import { migrate, type Versions } from '../../src/replay/migrate.js'

/** As if actions had been called `what` before, and `steps` had been `story` before that. */
const VERSIONS: Versions = {
  newest: 1,
  migrations: {
    [-1]: ({ story, ...rest }) => ({ ...rest, steps: story }),
    0: ({ steps, ...rest }) => ({
      ...rest,
      steps: (steps as { what: unknown }[]).map(({ what, ...step }) => ({ ...step, do: what })),
    }),
  },
}

const newest = { sudobox: 1, title: 'x', steps: [{ do: { action: 'block' } }] }

test('an older fixture is migrated to the newest version, step by step', () => {
  const oldest = { sudobox: -1, title: 'x', story: [{ what: { action: 'block' } }] }
  expect(migrate(oldest, 'file', VERSIONS)).toEqual(newest)
  expect(checkFixture({ ...newest, sudobox: 0, steps: [{ what: { action: 'block' } }] }, 'file', VERSIONS)).toEqual(
    checkFixture(newest, 'file'),
  )
  expect(oldest.sudobox).toBe(-1)
})

test.each([
  ['a newer one', { sudobox: 2 }, `this Sudobox (${version()}) reads up to 1: a newer release of it reads it`],
  ['a newer one that tells its writer', { sudobox: 3, by: 'sudobox 1.4.0' }, 'Sudobox 1.4.0 or newer reads it'],
  ['one that never was', { sudobox: 0 }, 'fixtures never had a version 0; the newest is 1'],
  ['a version that is no whole number', { sudobox: 0.5 }, 'fixtures never had a version 0.5'],
])('%s is refused with its place', (_, members, message) => {
  const check = () => checkFixture({ ...newest, ...members }, 'some.json')
  expect(check).toThrow(FixtureError)
  expect(check).toThrow('some.json#/sudobox: ')
  expect(check).toThrow(message)
})
