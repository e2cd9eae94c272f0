import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { atPointer, jsonPointer, parsedBy, Reach } from '../../src/base/index.js'
import { action as actionSchema, type Json } from '../../src/sandbox/internal.js'
import { fixtureJsonSchema } from 'sudobox/replay'
import { checkFixture, prepareAction } from '../../src/replay/internal.js'
import { pathsIn, samplesOf, withValue } from './samples.js'

interface Field {
  readonly name: string
  /** An action that has the field. */
  readonly action: Json
  readonly path: readonly (string | number)[]
}

/** Each field of each action; those of an action that is repeated are fields of it alone. */
const FIELDS: readonly Field[] = [
  ...new Map(
    samplesOf(actionSchema)
      .flatMap((action) => pathsIn(action).map((path) => ({ action: action as { readonly action: string }, path })))
      .filter(
        ({ path, action }) =>
          path.length > 0 && path.at(-1) !== 'action' && (action.action !== 'repeat' || path.length === 1),
      )
      .map(({ action, path }) => [`${action.action} ${jsonPointer(path)}`, { action, path }] as const),
  ),
].map(([name, field]) => ({ name, ...field }))

const ACTIONS = [...new Set(FIELDS.map(({ name }) => name.split(' ')[0]!))]

const fixtureOf = (action: Json) => ({ sudobox: 1, title: 'fields', steps: [{ do: action }] })
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
const published = ajv.compile(fixtureJsonSchema())

function prepared(action: Json, value: Json): unknown {
  const [step] = checkFixture(fixtureOf(action), 'f.yaml').steps
  return prepareAction(step!.do, () => (name) => (name === 'it' ? value : undefined), new Reach('f.yaml'), [
    'steps',
    0,
    'do',
  ]).action
}

test('the table has all actions, and fields of all types', () => {
  expect(ACTIONS.length).toBeGreaterThan(40)
  expect(FIELDS.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'tx /messages/0/instantiate/codeId',
      'tx /messages/0/store/wasm/sha256',
      'tx /impersonate',
      'block /count',
      'advance /seconds',
      'relay /filter/sequence',
      'relay /forge/proof/flipBit',
      'lightClientAttack /by/0',
      'callback /message/response/request/timeout_height/revision_height',
      'fault /fail/hostCall/nth',
      'repeat /do',
    ]),
  )
})

test.each(ACTIONS)('each field of %s can be a variable', (name) => {
  for (const { path, action, name: field } of FIELDS.filter((one) => one.name.startsWith(`${name} `))) {
    const value = atPointer(action, jsonPointer(path))!
    const variable = withValue(action, path, '${it}')
    expect(
      published(fixtureOf(variable)),
      `${field} in the published schema: ${ajv.errorsText(published.errors)}`,
    ).toBe(true)
    const expected = actionSchema.parse(action)
    expect(prepared(variable, value), field).toEqual(expected)
    // An outcome has whole numbers as texts.
    if (typeof value !== 'object') expect(prepared(variable, String(value)), `${field} from a text`).toEqual(expected)
  }
})

const isText = (value: unknown): value is string => typeof value === 'string'

test.each(ACTIONS)('a part of each text of %s can be a variable', (name) => {
  for (const { path, action, name: field } of FIELDS.filter((one) => one.name.startsWith(`${name} `))) {
    const value = atPointer(action, jsonPointer(path))!
    if (!isText(value) || value.length < 2) continue
    const variable = withValue(action, path, `${value.slice(0, 1)}\${it}`)
    expect(prepared(variable, value.slice(1)), field).toEqual(actionSchema.parse(action))
  }
})

/** The first problem of a file with the action. */
function problemInFile(action: Json): string | undefined {
  try {
    checkFixture(fixtureOf(action), 'f.yaml')
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

test.each(ACTIONS)(
  'a wrong value in a field of %s is refused when the file is read, without a word about variables',
  (name) => {
    for (const { path, action, name: field } of FIELDS.filter((one) => one.name.startsWith(`${name} `)))
      for (const wrong of [null, -1, 'no such {value}', { strange: 1 }, ['$${x}']] as const) {
        const changed = withValue(action, path, wrong)
        const problem = problemInFile(changed)
        if (parsedBy(actionSchema, changed).success) expect(problem, field).toBeUndefined()
        else {
          expect(problem, `${field}: ${JSON.stringify(wrong)}`).toContain('#/steps/0/do')
          expect(problem, field).not.toMatch(/variable|Invalid input$/)
        }
      }
  },
)

test('the action itself is no variable', () => {
  expect(problemInFile('${it}')).toContain('#/steps/0/do')
  expect(problemInFile({ action: '${it}' })).toContain('unknown action "${it}"')
})

test('an unsuitable value of a variable is refused with its place', () => {
  expect(() => prepared({ action: 'block', count: '${it}' }, 'many')).toThrow(
    'f.yaml#/steps/0/do/count: expected a number, not a text',
  )
  expect(() => prepared({ action: 'block', count: '${it}' }, '0')).toThrow('#/steps/0/do/count: Too small')
})
