// Writes the published JSON Schemas of fixtures and of campaigns from the code that checks them: node scripts/fixture-schema.mjs (after npm run build).
import { writeFileSync } from 'node:fs'
import { campaignJsonSchema } from '../dist/fuzz/index.js'
import { fixtureJsonSchema } from '../dist/replay/index.js'

const schemas = { fixture: fixtureJsonSchema(), campaign: campaignJsonSchema() }
for (const [name, schema] of Object.entries(schemas))
  writeFileSync(
    new URL(`../fixtures/${name}.schema.json`, import.meta.url),
    JSON.stringify(schema, undefined, 2) + '\n',
  )
