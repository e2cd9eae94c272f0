import { readFileSync } from 'node:fs'
import { LineCounter, parseDocument } from 'yaml'
import { FixtureError } from '../base/errors.js'
import { placeIssues } from '../sandbox/issues.js'
import { FIXTURE_VERSION, fixtureSchema, type Fixture } from './fixture.js'

function parse(text: string, file: string): unknown {
  const lines = new LineCounter()
  // JSON is YAML 1.2; one reader serves both.
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, intAsBigInt: false })
  const [error] = document.errors
  if (error) {
    const { line, col } = lines.linePos(error.pos[0])
    const reason = error.message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '') ?? error.code
    throw new FixtureError({ file, pointer: '', message: `line ${line}, column ${col}: ${reason}`, cause: error })
  }
  return document.toJS({ maxAliasCount: 100 })
}

/** Checks a fixture that is already in memory. @throws FixtureError with the place of the first thing that is wrong; the others are details. */
export function checkFixture(value: unknown, file: string): Fixture {
  const version = typeof value === 'object' && value !== null && 'sudobox' in value ? value.sudobox : undefined
  if (typeof version === 'number' && version > FIXTURE_VERSION)
    throw new FixtureError({
      file,
      pointer: '/sudobox',
      message: `the fixture is of version ${version}, this Sudobox reads up to ${FIXTURE_VERSION}: use a newer Sudobox`,
    })
  const parsed = fixtureSchema.safeParse(value)
  if (parsed.success) return parsed.data
  const [first, ...others] = placeIssues(parsed.error)
  throw new FixtureError({
    file,
    pointer: first?.pointer ?? '',
    message: first?.message ?? 'not a fixture',
    details: others.map(({ pointer, message }) => `#${pointer}: ${message}`),
  })
}

/** Reads a fixture of YAML or JSON. @throws FixtureError when it cannot be read, is neither, or is not a fixture. */
export function readFixture(file: string): Fixture {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    throw new FixtureError({ file, pointer: '', message: 'no such file, or it cannot be read', cause })
  }
  return checkFixture(parse(text, file), file)
}
