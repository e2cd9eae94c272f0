import { readFileSync } from 'node:fs'
import { LineCounter, parseDocument } from 'yaml'
import { FixtureError } from '../base/errors.js'
import { placeIssues } from '../sandbox/issues.js'
import { fixtureSchema, type Fixture } from './fixture.js'
import { migrate, VERSIONS, type Versions } from './migrate.js'

/** The value of YAML or JSON. @throws FixtureError with line and column */
export function parseText(text: string, file: string): unknown {
  const lines = new LineCounter()
  // JSON is YAML 1.2; one reader serves both.
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, intAsBigInt: false })
  const [error] = document.errors
  if (error) {
    const { line, col } = lines.linePos(error.pos[0])
    const reason = error.message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '') ?? error.code
    throw new FixtureError({ file, pointer: '', message: `line ${line}, column ${col}: ${reason}`, cause: error })
  }
  try {
    return document.toJS({ maxAliasCount: 100 })
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    throw new FixtureError({ file, pointer: '', message: `aliases that cannot be followed: ${message}`, cause })
  }
}

/**
 * Checks a fixture that is already in memory; one of an older version is brought to the newest first.
 * @throws FixtureError with the place of the first thing that is wrong; the others are details.
 */
export function checkFixture(value: unknown, file: string, versions: Versions = VERSIONS): Fixture {
  const parsed = fixtureSchema.safeParse(migrate(value, file, versions))
  if (parsed.success) return parsed.data
  const [first, ...others] = placeIssues(parsed.error)
  throw new FixtureError({
    file,
    pointer: first?.pointer ?? '',
    message: first?.message ?? 'not a fixture',
    details: others.map(({ pointer, message }) => `#${pointer}: ${message}`),
  })
}

/** @throws FixtureError when there is none */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new FixtureError({ file, pointer: '', message: 'no such file, or it cannot be read', cause })
  }
}

/** Reads a fixture of YAML or JSON. @throws FixtureError when it cannot be read, is neither, or is not a fixture. */
export const readFixture = (file: string): Fixture => checkFixture(parseText(readText(file), file), file)
