import { extname } from 'node:path'
import { Document, isScalar, parseDocument, stringify } from 'yaml'
import { own, writeAtomically } from '../base/index.js'
import { quotedJson, type Json } from '../sandbox/internal.js'
import { expectation } from './expected.js'
import type { Fixture } from './fixture.js'
import { firstDifference } from './match.js'
import { VERSIONS, migrate } from './migrate.js'
import { parseText, readText } from './read.js'
import type { StepReport } from './run.js'

/** A place in a fixture with its new value; undefined removes it. */
export interface Edit {
  readonly path: readonly (string | number)[]
  readonly value: Json | undefined
}

type JsonObject = { readonly [member: string]: Json }

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)
const hasOperator = (value: JsonObject): boolean => Object.keys(value).some((key) => key.startsWith('$'))

/**
 * The edits that make a step's expectation match its outcome. Members without an expectation stay out, what still matches
 * stays as it is written, variables and bounds included. A step without expectation gets none.
 */
export function editsOf({ steps }: Fixture, { index, expected, view }: StepReport): readonly Edit[] {
  const step = steps[index]!
  if (step.expect === undefined) return []
  return [...editsBelow(expectation(step), expected, view, ['steps', index, 'expect'])]
}

function* editsBelow(
  written: Json | undefined,
  expected: Json,
  actual: Json | undefined,
  path: Edit['path'],
): Generator<Edit> {
  if (firstDifference(expected, actual) === undefined) return
  if (isObject(expected) && isObject(written) && '$is' in expected && Object.keys(expected).length === 1)
    yield { path: [...path, '$is'], value: actual }
  else if (isObject(expected) && isObject(written) && isObject(actual) && !hasOperator(expected))
    for (const key of Object.keys(expected))
      yield* editsBelow(own(written, key), expected[key]!, own(actual, key), [...path, key])
  else if (isList(expected) && isList(written) && isList(actual) && actual.length === expected.length)
    for (const [at, item] of expected.entries()) yield* editsBelow(written[at], item, actual[at], [...path, at])
  else yield { path, value: actual === undefined ? undefined : likeExpected(expected, actual) }
}

/** The part of a value that an expectation covers. */
function likeExpected(expected: Json | undefined, actual: Json): Json {
  if (typeof expected === 'number' && typeof actual === 'string' && Number.isSafeInteger(Number(actual)))
    return Number(actual)
  if (isList(expected) && isList(actual))
    return actual.map((item, at) => likeExpected(expected[Math.min(at, expected.length - 1)], item))
  if (isObject(expected) && isObject(actual) && !hasOperator(expected))
    return Object.fromEntries(
      Object.keys(expected).flatMap((key) =>
        Object.hasOwn(actual, key) ? [[key, likeExpected(expected[key], actual[key]!)]] : [],
      ),
    )
  return actual
}

/**
 * Rewrites a fixture with the expectations that match its run; keeps YAML comments and layout where possible.
 * @returns whether anything changed @throws FixtureError if it cannot be read, UsageError if it cannot be written
 */
export function updateFixture(file: string, edits: readonly Edit[]): boolean {
  if (edits.length === 0) return false
  const text = readText(file)
  const value = parseText(text, file)
  const quoted = edits.map(({ path, value: to }) => ({ path, value: to === undefined ? undefined : quotedJson(to) }))
  const isOld = (value as { readonly sudobox: number }).sudobox !== VERSIONS.newest
  const isJson = extname(file) === '.json'
  if (isOld || isJson) {
    const document = new Document(migrate(value, file), { aliasDuplicateObjects: false })
    for (const edit of quoted) apply(document, edit)
    writeAtomically(file, isJson ? `${JSON.stringify(document.toJS(), undefined, 2)}\n` : document.toString(LAYOUT))
  } else writeAtomically(file, editedYaml(text, quoted))
  return true
}

const LAYOUT = { lineWidth: 0 } as const

/** If only scalar values change, the rest of the file stays exactly as it is. */
function editedYaml(text: string, edits: readonly Edit[]): string {
  // The fixture has been read, so its keys are unique.
  const document = parseDocument(text, { uniqueKeys: false })
  const places = edits.map(({ path, value }) => {
    const node = document.getIn(path, true)
    return isScalar(node) && node.range && (typeof value !== 'object' || value === null) && value !== undefined
      ? { from: node.range[0], to: node.range[1], text: scalarText(value) }
      : undefined
  })
  if (places.every((place) => place !== undefined))
    return places
      .toSorted((a, b) => b.from - a.from)
      .reduce((result, { from, to, text: replaced }) => result.slice(0, from) + replaced + result.slice(to), text)
  for (const edit of edits) apply(document, edit)
  return document.toString(LAYOUT)
}

/** On one line, and valid within braces too. */
const scalarText = (value: Json): string =>
  typeof value === 'string'
    ? stringify([value], { collectionStyle: 'flow', lineWidth: 0, singleQuote: true }).trim().slice(1, -1).trim()
    : JSON.stringify(value)

function apply(document: Document, { path, value }: Edit): void {
  if (value === undefined) document.deleteIn(path)
  else document.setIn(path, document.createNode(value))
}
