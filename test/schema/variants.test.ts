import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { fc, runs } from '../random.js'
import { describe, expect, test } from 'vitest'
import { nearlyValid, readContractSchema, variantsOf, type MessageSchema, type Surroundings } from 'sudobox/fuzz'

const FOLDER = join(import.meta.dirname, '../../contracts/artifacts/schema')
const ENTRY_POINTS = ['instantiate', 'execute', 'query', 'migrate', 'sudo'] as const

const around: Surroundings = {
  addresses: ['neutron1q0alice', 'neutron1q0bobbb'],
  contracts: ['neutron1q0contract'],
  remoteAddresses: ['cosmos1q0remote'],
  denoms: ['untrn', 'ibc/ABC'],
  channels: ['channel-7'],
  connections: ['connection-3'],
  words: ['a-word', 17, 'neutron1seen'],
  numbers: [1_000_000n],
  time: 1_767_225_600_000_000_000n,
  height: 40n,
}

const schemas = readdirSync(FOLDER).flatMap((file) => {
  const raw = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Record<string, object>
  const read = readContractSchema(raw, file)
  return ENTRY_POINTS.filter((entry) => read[entry] !== undefined).map((entry) => ({
    name: `${file} ${entry}`,
    schema: read[entry] as MessageSchema,
    validate: new Ajv({ strict: false, validateFormats: false }).compile(raw[entry]!),
  }))
})

describe.each(schemas)('$name', ({ schema, validate }) => {
  const variants = variantsOf(schema, around)

  test('every message is valid, and every kind is made', () => {
    for (const { name, value } of variants)
      fc.assert(
        fc.property(value, (message) => {
          if (!validate(message)) throw new Error(JSON.stringify([message, validate.errors]))
          if (name !== 'message')
            expect(typeof message === 'string' ? message : Object.keys(message as object)[0]).toBe(name)
        }),
        { numRuns: runs(30) },
      )
  })

  test('messages with one change differ from the original, and most are invalid', () => {
    let invalid = 0
    let all = 0
    for (const { value } of variants)
      fc.assert(
        fc.property(
          value.chain((message) => nearlyValid(message, schema, around).map((wrong) => [message, wrong] as const)),
          ([message, wrong]) => {
            all++
            if (!validate(wrong)) invalid++
            expect(wrong).not.toEqual(message)
          },
        ),
        { numRuns: runs(15) },
      )
    if (all > 0) expect(invalid / all).toBeGreaterThan(0.4)
  })
})
