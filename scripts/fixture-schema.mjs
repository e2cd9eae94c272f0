// Writes the published JSON Schema of fixtures from the code that checks them: node scripts/fixture-schema.mjs (after npm run build).
import { writeFileSync } from 'node:fs'
import { fixtureJsonSchema } from '../dist/replay/index.js'

writeFileSync(
  new URL('../fixtures/fixture.schema.json', import.meta.url),
  JSON.stringify(fixtureJsonSchema(), undefined, 2) + '\n',
)
