import { z } from 'zod'
import { action, ACTION_VERSION } from '../sandbox/actions/schema.js'
import { sandboxOptions } from '../sandbox/api/options.js'
import { json, UINT_JSON_SCHEMA } from '../sandbox/values/values.js'

/** The version of the file format, which is that of the actions; see `migrate.ts` for what becomes of older ones. */
export const FIXTURE_VERSION = ACTION_VERSION

const variable = z.string().regex(/^[a-zA-Z_][a-zA-Z0-9_]*$/, 'expected a name of letters, digits and underscores')

const step = z
  .strictObject({
    name: z.string().min(1).optional(),
    do: action,
    save: z
      .record(variable, z.string().regex(/^(\/.*)?$/, 'expected a JSON pointer such as "/data/count"'))
      .optional()
      .describe('Names for parts of the outcome, by JSON pointer; later steps write them as ${name}.'),
    expect: json
      .optional()
      .describe(
        'The outcome, or the part of it that counts: members left out are not looked at, a list has to have the same length. ' +
          'Operators: {"$is": value} (all of it, and nothing else), {"$contains": [...]}, {"$max": n}, {"$min": n}, ' +
          '{"$match": "regular expression"}, {"$absent": true}. ' +
          'Without it, or without "ok" in it, the step has to succeed.',
      ),
  })
  .meta({ id: 'Step' })

/** What a campaign notes of a story that it found, so that the story can be shrunk further. */
const campaignRecord = z
  .strictObject({
    title: z.string().min(1),
    file: z.string().min(1).optional().describe('The campaign, as a path from this file.'),
    invariant: z.string().min(1).describe('What the story breaks.'),
    text: z.string().describe('What is wrong, in a sentence.'),
    seed: z.int().min(0),
    setup: z.int().min(0).describe('How many of the steps lead to where stories start.'),
    actions: z.int().min(0).describe('How many of the steps after these are the story.'),
    story: z.array(action).optional().describe('The story, where the steps show another one that is to be like it.'),
  })
  .meta({ id: 'CampaignRecord', description: 'What found the story.' })

/** A fixture as it is written: a sandbox, what is done to it, and what has to come out. */
export const fixtureSchema = z
  .strictObject({
    $schema: z.string().optional(),
    sudobox: z.literal(FIXTURE_VERSION).describe('The version of this format.'),
    by: z.string().optional().describe('The release of Sudobox that wrote the file.'),
    title: z.string().min(1),
    description: z.string().optional(),
    plugins: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .describe('Plug-ins that the fixture needs, by chain: they are code, and given to `replay()` beside the file.'),
    options: sandboxOptions.optional(),
    campaign: campaignRecord.optional(),
    steps: z.array(step).min(1),
  })
  .meta({ id: 'Fixture', title: 'Sudobox fixture', description: 'Actions on a sandbox and what is expected of each.' })

/** A fixture that was checked, with all defaults filled in. */
export type Fixture = z.output<typeof fixtureSchema>
/** A fixture as it is written. */
export type FixtureInput = z.input<typeof fixtureSchema>
/** One action of a fixture, and what it expects of it. */
export type Step = Fixture['steps'][number]

/** The published JSON Schema of the file, for editors and other tools. */
export function fixtureJsonSchema(): object {
  return z.toJSONSchema(fixtureSchema, {
    io: 'input',
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (z.globalRegistry.get(zodSchema)?.id === 'Uint') Object.assign(jsonSchema, UINT_JSON_SCHEMA)
    },
  })
}
