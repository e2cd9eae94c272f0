import { FixtureError } from '../base/errors.js'
import { version as release } from '../base/version.js'
import { FIXTURE_VERSION } from './fixture.js'

type FixtureJson = { readonly [member: string]: unknown }

/** Makes a fixture of one version one of the next. What it cannot understand it leaves, for the check of the schema to tell. */
type Migration = (fixture: FixtureJson) => FixtureJson

/** The versions of a format: the newest, and how each older one becomes the next. */
export interface Versions {
  readonly newest: number
  /** By the version that they start from. */
  readonly migrations: Readonly<Record<number, Migration>>
}

/** Version 1 is the first that was published. */
export const VERSIONS: Versions = { newest: FIXTURE_VERSION, migrations: {} }

/**
 * A fixture of any version as one of the newest. What names no version is given back as it is, for the check of the schema to tell.
 * @throws FixtureError for a version that is newer, or never existed
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
    if (step === undefined) throw refuse(`there was never a version ${version} of fixtures; the newest is ${newest}`)
    fixture = { ...step(fixture), sudobox: from + 1 }
  }
  return fixture
}

/** The release that surely reads a file: the one that wrote it, where the file says so. */
function readerOf(fixture: object): string {
  const by = 'by' in fixture && typeof fixture.by === 'string' ? /^sudobox (\d+\.\d+\.\d\S*)$/.exec(fixture.by) : null
  return by === null ? 'a newer release of it' : `Sudobox ${by[1]} or newer`
}
