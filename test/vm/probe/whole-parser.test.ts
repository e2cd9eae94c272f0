import { describe, expect, test } from 'vitest'
import { FormFinder } from '../../../src/vm/probe/value-form.js'
import { WholeParser } from '../../../src/vm/probe/whole-parser.js'
import type { Json } from '../../../src/base/json-value.js'

type Type = (value: Json | undefined, name: string) => string | undefined

const PREFIX = 'Error parsing into type vault::contract::sv::ContractExecMsg: '

/** A type whose values are recognized. */
const plain =
  (expected: string, fits: (value: Json) => boolean): Type =>
  (value, name) =>
    value === undefined
      ? `Missing field ${name}`
      : fits(value)
        ? undefined
        : `Invalid type ${Array.isArray(value) ? 'sequence' : typeof value}. Expected ${expected}`
const text = plain('a string', (value) => typeof value === 'string')
const amount = plain('string-encoded integer', (value) => typeof value === 'string' && /^\d+$/.test(value))
const small = plain('u8', (value) => typeof value === 'number' && value >= 0 && value < 256)
const option =
  (type: Type): Type =>
  (value, name) =>
    value === undefined || value === null ? undefined : type(value, name)
const list =
  (type: Type): Type =>
  (value, name) =>
    Array.isArray(value)
      ? value.map((one: Json) => type(one, name)).find((error) => error !== undefined)
      : plain('a sequence', () => false)(value, name)

/** Fields that are there are read in the order of their names, as from a `BTreeMap`; then the first missing one is named. */
const struct =
  (fields: Record<string, Type>, closed = false): Type =>
  (value, name) => {
    if (value === undefined) return `Missing field ${name}`
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'Invalid type. Expected struct'
    const given = value as Record<string, Json>
    const unknown = Object.keys(given).find((one) => !(one in fields))
    if (closed && unknown !== undefined)
      return `Unknown field ${unknown}. Expected one of ${Object.keys(fields).join(', ')}`
    const names = [
      ...Object.keys(given)
        .filter((one) => one in fields)
        .sort(),
      ...Object.keys(fields),
    ]
    return names.map((one) => fields[one]!(given[one], one)).find((error) => error !== undefined)
  }
const choice =
  (variants: Record<string, Type>): Type =>
  (value, called) => {
    if (value === undefined) return `Missing field ${called}`
    if (typeof value !== 'object' || value === null) return 'Invalid type. Expected an enum'
    const [name] = Object.keys(value) as [string]
    return name in variants
      ? variants[name]!((value as Record<string, Json>)[name], name)
      : `Unknown variant ${name}. Expected one of ${Object.keys(variants).join(', ')}`
  }

/** Answers as a contract of sylvia does. */
function sylvia(variants: Record<string, Type>): (message: string) => string {
  return (message) => {
    let value: Json
    try {
      value = JSON.parse(message) as Json
    } catch {
      return `${PREFIX}EOF while parsing a JSON value.`
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${PREFIX}Wrong message format!`
    const members = Object.entries(value)
    if (members.length !== 1) return `${PREFIX}Expected exactly one message. Received ${members.length}`
    const [[name, body]] = members as [[string, Json]]
    const names = Object.keys(variants)
    // The last two characters are cut, also if there are no names.
    const known = `Messages supported by this contract: ${names.map((one) => `${one}, `).join('')}`.slice(0, -2)
    if (!(name in variants)) return `${PREFIX}Unsupported message received: ${message}. ${known}`
    const error = variants[name]!(body, name)
    return error === undefined ? 'the contract itself refuses' : PREFIX + error
  }
}

const formOf = (variants: Record<string, Type>, words: readonly string[] = []) => {
  const finder = new FormFinder(new WholeParser(words, sylvia(variants)))
  finder.form('', 'ExecuteMsg')
  const { oneOf } = finder.definitions['ExecuteMsg'] as { oneOf: readonly { properties: Record<string, Json> }[] }
  return { forms: Object.assign({}, ...oneOf.map(({ properties }) => properties)) as Record<string, Json>, finder }
}

describe('messages that are read as a whole', () => {
  test('are named by the error for an unknown one', () => {
    const { forms } = formOf({ bond: struct({}), unbond: struct({}) })
    expect(forms).toEqual({ bond: closed({}, []), unbond: closed({}, []) })
  })

  test('a contract without messages has none', () => {
    const finder = new FormFinder(new WholeParser([], sylvia({})))
    expect(finder.form('', 'ExecuteMsg').schema).toEqual({ oneOf: [] })
  })

  test('have fields, of which some are optional and some have the name of one around them', () => {
    const coin = struct({ denom: text, amount })
    const { forms } = formOf(
      {
        bond: struct({ validator: text, amount, limits: list(small), coin, memo: option(text) }),
        set: struct({ config: struct({ owner: text, amount }, true), amount: coin }),
      },
      ['memo', 'other', 'denom'],
    )
    const coinForm = closed({ denom: { type: 'string' }, amount: { $ref: '#/definitions/Uint128' } }, [
      'denom',
      'amount',
    ])
    expect(forms['bond']).toMatchObject({
      required: ['validator', 'amount', 'limits', 'coin'],
      properties: {
        validator: { type: 'string' },
        amount: { $ref: expect.stringContaining('Uint') as string },
        limits: { type: 'array', items: { type: 'integer', format: 'uint8' } },
        coin: { required: coinForm.required },
        memo: { type: ['string', 'null'] },
      },
    })
    expect(Object.keys((forms['bond'] as { properties: object }).properties)).toHaveLength(5)
    expect(forms['set']).toMatchObject({
      required: ['config', 'amount'],
      properties: { config: { required: ['owner', 'amount'] }, amount: { required: ['denom', 'amount'] } },
    })
  })

  test('have enums', () => {
    const { finder } = formOf({ vote: struct({ to: choice({ yes: struct({}), no: struct({ reason: text }) }) }) })
    expect(finder.definitions['To']).toEqual({
      oneOf: [
        closed({ yes: closed({}, []) }, ['yes']),
        closed({ no: closed({ reason: { type: 'string' } }, ['reason']) }, ['no']),
      ],
    })
  })
})

function closed(properties: object, required: readonly string[]): { readonly required?: readonly string[] } {
  return { type: 'object', ...(required.length > 0 && { required }), properties, additionalProperties: false } as object
}
