import { FixtureError, version as release } from '../base/index.js'
import { FIXTURE_VERSION } from './fixture.js'

type FixtureJson = { readonly [member: string]: unknown }

/** Converts a fixture to the next version. Leaves what it does not understand, which the schema check then reports. */
type Migration = (fixture: FixtureJson) => FixtureJson

/** The versions of a format: the newest, and the migrations from each older one to the next. */
export interface Versions {
  readonly newest: number
  /** By the version they start from. */
  readonly migrations: Readonly<Record<number, Migration>>
}

/** Version 1 is the first published one. */
export const VERSIONS: Versions = { newest: FIXTURE_VERSION, migrations: {} }

/**
 * Migrates a fixture of any version to the newest. One without a version is returned unchanged; the schema check then reports it.
 * @throws FixtureError for a version that is newer or never existed
 */
export function migrate(value: unknown, file: string, { newest, migrations }: Versions = VERSIONS): unknown {
  if (typeof value !== 'object' || value === null || !('sudobox' in value) || typeof value.sudobox !== 'number')
    return value
  const { sudobox: version } = value
  const refuse = (message: string): FixtureError => new FixtureError({ file, pointer: '/sudobox', message })
  if (version > newest)
    throw refuse(
      `the fixture is of version ${version}, this Sudobox (${release()}) reads up to ${newest}: ${readerOf(value)} reads it`,
    )
  let fixture: FixtureJson = { ...value }
  for (let from = version; from < newest; from++) {
    const step = migrations[from]
    if (step === undefined) throw refuse(`fixtures never had a version ${version}; the newest is ${newest}`)
    fixture = { ...step(fixture), sudobox: from + 1 }
  }
  return fixture
}

/** The release that can read a file: the one that wrote it, if the file says so. */
function readerOf(fixture: object): string {
  const by = 'by' in fixture && typeof fixture.by === 'string' ? /^sudobox (\d+\.\d+\.\d\S*)$/.exec(fixture.by) : null
  return by === null ? 'a newer release of it' : `Sudobox ${by[1]} or newer`
}
