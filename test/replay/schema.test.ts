import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fixtureJsonSchema, readFixture } from 'sudobox/replay'

const FIXTURES = join(import.meta.dirname, '../../fixtures')

test('the published schema is the one that checks (node scripts/fixture-schema.mjs writes it)', () => {
  expect(JSON.parse(readFileSync(join(FIXTURES, 'fixture.schema.json'), 'utf8'))).toEqual(
    JSON.parse(JSON.stringify(fixtureJsonSchema())),
  )
})

test.each(readdirSync(join(FIXTURES, 'scenarios')))('%s is a fixture', (name) => {
  expect(readFixture(join(FIXTURES, 'scenarios', name)).sudobox).toBe(1)
})
