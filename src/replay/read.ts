import {
  atCallersLine,
  DROPPED_TEXT,
  droppedMember,
  FixtureError,
  insteadOf,
  isDeeperThan,
  MAX_FILE_BYTES,
  parsedBy,
  reasonOf,
} from '../base/index.js'
import { isUtf8 } from 'node:buffer'
import { readFileSync, statSync } from 'node:fs'
import { isNode, isScalar, parseDocument, visit, YAMLParseError, type Document, type ErrorCode } from 'yaml'
import { detailsOf, placeIssues } from '../sandbox/internal.js'
import { fixtureSchema, type Fixture } from './fixture.js'
import { migrate, VERSIONS, type Versions } from './migrate.js'
import { DEEPEST, excessOf, TOO_DEEP } from './yaml-excess.js'

/** The value of YAML or JSON. @throws FixtureError with line and column */
export function parseText(text: string, file: string): unknown {
  const refuseAt = (offset: number, reason: string, cause?: unknown): FixtureError =>
    new FixtureError({ file, pointer: '', message: `${placeOf(text, offset)}: ${reason}`, cause })
  const excess = excessOf(text)
  if (excess?.message === TOO_DEEP) throw tooDeep(file)
  if (excess) throw refuseAt(excess.offset, excess.message)
  // JSON is YAML 1.2; one reader serves both.
  const document = shallow(file, () =>
    // Its own check of keys compares each with all others, and its errors copy the lines around them.
    parseDocument(text, { uniqueKeys: false, intAsBigInt: false, prettyErrors: false }),
  )
  const error = firstOf(wrongKey(document), document.errors[0])
  if (error?.message.startsWith(STACK_END)) throw tooDeep(file, error)
  if (error) throw refuseAt(error.pos[0], error.message, error)
  // Values of other versions are other ones: `yes` is no text in 1.1.
  const { version } = document.directives.yaml
  if (version !== '1.2') throw refuseAt(0, `expected YAML 1.2, received %YAML ${version}`)
  try {
    const value: unknown = shallow(file, () => document.toJS({ maxAliasCount: 100 }))
    if (isDeeperThan(value, DEEPEST)) throw tooDeep(file)
    return value
  } catch (cause) {
    if (cause instanceof FixtureError) throw cause
    const message = cause instanceof Error ? cause.message.slice(0, 200) : String(cause)
    throw new FixtureError({ file, pointer: '', message: `aliases that cannot be resolved: ${message}`, cause })
  }
}

function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset)
  return `line ${before.split('\n').length}, column ${offset - before.lastIndexOf('\n')}`
}

/** The first key that a map has twice, or that is a list or a map. */
function wrongKey(document: Document.Parsed): YAMLParseError | undefined {
  let first: YAMLParseError | undefined
  const found = (key: unknown, code: ErrorCode, message: string): void => {
    const at = (isNode(key) ? key.range?.[0] : undefined) ?? 0
    first = firstOf(first, new YAMLParseError([at, at + 1], code, message))
  }
  visit(document, {
    Map: (_, { items }) => {
      const names = new Set<string>()
      for (const { key } of items) {
        if (!isScalar(key)) return found(key, 'NON_STRING_KEY', 'Map keys must be texts')
        const name = String(key.value)
        if (names.has(name)) return found(key, 'DUPLICATE_KEY', 'Map keys must be unique')
        names.add(name)
      }
    },
  })
  return first
}

const firstOf = (one: YAMLParseError | undefined, other: YAMLParseError | undefined): YAMLParseError | undefined =>
  one !== undefined && (other === undefined || one.pos[0] < other.pos[0]) ? one : other

/** How the YAML reader reports its own stack overflow. */
const STACK_END = 'Maximum call stack'

const tooDeep = (file: string, cause?: unknown): FixtureError =>
  new FixtureError({ file, pointer: '', message: TOO_DEEP, cause })

/** Runs work that recurses once per level. */
function shallow<T>(file: string, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    throw cause instanceof RangeError ? tooDeep(file, cause) : cause
  }
}

/**
 * Validates a fixture in memory; an older version is migrated first.
 * @throws FixtureError with the place of the first problem; the next ones are in its details.
 */
export function checkFixture(value: unknown, file: string, versions: Versions = VERSIONS): Fixture {
  const input = migrate(value, file, versions)
  const parsed = parsedBy(fixtureSchema, input)
  if (parsed.success) {
    const dropped = droppedMember(input, parsed.data)
    if (dropped !== undefined) throw new FixtureError({ file, pointer: dropped, message: DROPPED_TEXT })
    return parsed.data
  }
  const [first, ...others] = placeIssues(parsed.error)
  throw new FixtureError({
    file,
    pointer: first?.pointer ?? '',
    message: first?.message ?? 'not a fixture',
    details: detailsOf(others),
  })
}

/** @throws FixtureError if there is no such file, with similar paths */
export function readText(file: string): string {
  try {
    // A path given by the caller may be a pipe, whose size is 0.
    if (statSync(file).size > MAX_FILE_BYTES)
      throw new FixtureError({ file, pointer: '', message: `is larger than ${MAX_FILE_BYTES} bytes` })
    const bytes = readFileSync(file)
    if (!isUtf8(bytes)) throw new FixtureError({ file, pointer: '', message: 'is not UTF-8' })
    return bytes.toString('utf8')
  } catch (cause) {
    if (cause instanceof FixtureError) throw cause
    throw new FixtureError({ file, pointer: '', message: reasonOf(cause), details: insteadOf(file), cause })
  }
}

/** Reads a fixture of YAML or JSON. @throws FixtureError if it cannot be read, is neither YAML nor JSON, or is not a fixture. */
export const readFixture = atCallersLine(function readFixture(file: string): Fixture {
  return checkFixture(parseText(readText(file), file), file)
})
