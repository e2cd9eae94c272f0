import { atCallersLine } from '../base/callers-line.js'
import { readFileSync, statSync } from 'node:fs'
import { isScalar, LineCounter, parseDocument, visit, YAMLParseError, type Document } from 'yaml'
import { FixtureError } from '../base/errors.js'
import { MAX_BYTES } from '../base/reach.js'
import { placeIssues } from '../sandbox/actions/issues.js'
import { fixtureSchema, type Fixture } from './fixture.js'
import { migrate, VERSIONS, type Versions } from './migrate.js'
import { DROPPED_TEXT, droppedMember } from '../base/dropped-member.js'

/** The value of YAML or JSON. @throws FixtureError with line and column */
export function parseText(text: string, file: string): unknown {
  const lines = new LineCounter()
  // JSON is YAML 1.2; one reader serves both.
  const document = shallow(file, () =>
    // Its own check of keys compares each with all others.
    parseDocument(text, { lineCounter: lines, uniqueKeys: false, intAsBigInt: false }),
  )
  const error = firstOf(repeatedKeys(document), document.errors[0])
  if (error?.message.startsWith(STACK_END)) throw tooDeep(file, error)
  if (error) {
    const { line, col } = lines.linePos(error.pos[0])
    const reason = error.message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '') ?? error.code
    throw new FixtureError({ file, pointer: '', message: `line ${line}, column ${col}: ${reason}`, cause: error })
  }
  try {
    const value: unknown = shallow(file, () => document.toJS({ maxAliasCount: 100 }))
    checkDepth(value, file)
    return value
  } catch (cause) {
    if (cause instanceof FixtureError) throw cause
    const message = cause instanceof Error ? cause.message : String(cause)
    throw new FixtureError({ file, pointer: '', message: `aliases that cannot be resolved: ${message}`, cause })
  }
}

/** The first key that a map has twice. */
function repeatedKeys(document: Document.Parsed): YAMLParseError | undefined {
  let first: YAMLParseError | undefined
  visit(document, {
    Map: (_, { items }) => {
      const values = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        if (values.has(key.value)) {
          const at = key.range?.[0] ?? 0
          first = firstOf(first, new YAMLParseError([at, at + 1], 'DUPLICATE_KEY', 'Map keys must be unique'))
          return
        }
        values.add(key.value)
      }
    },
  })
  return first
}

const firstOf = (one: YAMLParseError | undefined, other: YAMLParseError | undefined): YAMLParseError | undefined =>
  one !== undefined && (other === undefined || one.pos[0] < other.pos[0]) ? one : other

/** Maximum nesting: code that walks a value recurses once per level. */
const DEEPEST = 500

/** How the YAML reader reports its own stack overflow. */
const STACK_END = 'Maximum call stack'

const tooDeep = (file: string, cause?: unknown): FixtureError =>
  new FixtureError({ file, pointer: '', message: `lists and members are nested deeper than ${DEEPEST}`, cause })

/** Runs work that recurses once per level. */
function shallow<T>(file: string, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    throw cause instanceof RangeError ? tooDeep(file, cause) : cause
  }
}

function checkDepth(value: unknown, file: string): void {
  let level: readonly unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) throw tooDeep(file)
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
}

/**
 * Validates a fixture in memory; an older version is migrated first.
 * @throws FixtureError with the place of the first problem; the others are in its details.
 */
export function checkFixture(value: unknown, file: string, versions: Versions = VERSIONS): Fixture {
  const input = migrate(value, file, versions)
  const parsed = fixtureSchema.safeParse(input)
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
    details: others.map(({ pointer, message }) => `#${pointer}: ${message}`),
  })
}

/** @throws FixtureError if there is no such file */
export function readText(file: string): string {
  try {
    // A path given by the caller may be a pipe, whose size is 0.
    if (statSync(file).size > MAX_BYTES)
      throw new FixtureError({ file, pointer: '', message: `is larger than ${MAX_BYTES} bytes` })
    return readFileSync(file, 'utf8')
  } catch (cause) {
    if (cause instanceof FixtureError) throw cause
    throw new FixtureError({ file, pointer: '', message: 'no such file, or it cannot be read', cause })
  }
}

/** Reads a fixture of YAML or JSON. @throws FixtureError if it cannot be read, is neither YAML nor JSON, or is not a fixture. */
export const readFixture = atCallersLine(function readFixture(file: string): Fixture {
  return checkFixture(parseText(readText(file), file), file)
})
