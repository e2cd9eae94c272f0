import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { campaignJsonSchema, readCampaign } from 'sudobox/fuzz'

const FIXTURES = join(import.meta.dirname, '../../fixtures')

test('the published schema is the one that checks (node scripts/fixture-schema.mjs writes it)', () => {
  expect(JSON.parse(readFileSync(join(FIXTURES, 'campaign.schema.json'), 'utf8'))).toEqual(
    JSON.parse(JSON.stringify(campaignJsonSchema())),
  )
})

test('every member of a campaign that is not obvious is described in it', () => {
  const { $defs } = campaignJsonSchema() as {
    $defs: Record<string, { properties: Record<string, { description?: string }> }>
  }
  const { properties } = $defs['Campaign']!
  for (const name of ['setup', 'length', 'paranoid', 'found', 'corpus', 'feeDenoms'])
    expect(properties[name]!.description, name).toBeTypeOf('string')
})

test.each(readdirSync(join(FIXTURES, 'campaigns')))('%s is a campaign, to the code and to the schema', async (name) => {
  const file = join(FIXTURES, 'campaigns', name)
  expect((await readCampaign(file)).title).not.toBe('')
  if (!name.endsWith('.json')) return
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(campaignJsonSchema())
  expect(validate(JSON.parse(readFileSync(file, 'utf8'))) ? [] : validate.errors).toEqual([])
})
