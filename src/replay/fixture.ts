import { z } from 'zod'
import { ACTION_VERSION, json, sandboxOptions, UINT_JSON_SCHEMA } from '../sandbox/internal.js'
import { actionInFile } from './written-action.js'

/** The version of the file format, which is that of the actions; `migrate.ts` converts older ones. */
export const FIXTURE_VERSION = ACTION_VERSION

const variable = z.string().regex(/^[a-zA-Z_][a-zA-Z0-9_]*$/, 'expected a name made of letters, digits and underscores')

const step = z
  .strictObject({
    name: z.string().min(1).optional(),
    do: actionInFile,
    save: z
      .record(variable, z.string().regex(/^(\/.*)?$/, 'expected a JSON pointer such as "/data/count"'))
      .optional()
      .describe('Saves parts of the outcome: names, each with a JSON pointer. Later steps refer to them as ${name}.'),
    expect: json
      .optional()
      .describe(
        'The outcome, or the part of it that matters: omitted members are not compared, a list must have the same length. ' +
          'Operators: {"$is": value} (all of it, and nothing else), {"$contains": [...]}, {"$max": n}, {"$min": n}, ' +
          '{"$match": "regular expression"}, {"$absent": true}. ' +
          'Without it, or without "ok" in it, the step must succeed.',
      ),
  })
  .meta({ id: 'Step' })

/** What a campaign records about an action sequence that it found, so that it can be shrunk further. */
const campaignRecord = z
  .strictObject({
    title: z.string().min(1),
    file: z.string().min(1).optional().describe('The campaign, as a path relative to this file.'),
    invariant: z.string().min(1).describe('The invariant that the action sequence violates.'),
    expect: z
      .enum(['kept', 'broken'])
      .default('kept')
      .describe(
        'What a replay expects of the invariant. kept: the fixture fails while it is violated; broken: for a known bug, it fails when it is not.',
      ),
    text: z.string().describe('The violation, in a sentence.'),
    violation: z
      .strictObject({
        at: z.string().optional().describe('The place, as label/name of a message or callback.'),
        account: z.string().optional().describe('The actor; contracts for balances of the contracts.'),
        asset: z.string().optional().describe('The coin, such as hub:uatom.'),
        key: z.string().optional().describe('What else tells it from others of the same invariant.'),
      })
      .optional()
      .describe(
        'What tells the violation from others of the same invariant: a replay looks for this one. Any violation of the invariant counts when left out.',
      ),
    seed: z.int().min(0),
    setup: z.int().min(0).describe('The number of steps that are the setup.'),
    saved: z
      .record(z.string(), json)
      .optional()
      .describe("The values that the campaign's setup saved, by name, which its claims and messages may contain."),
    actions: z.int().min(0).describe('The number of steps after the setup that make up the action sequence.'),
    story: z
      .array(actionInFile)
      .optional()
      .describe('The action sequence, if the steps are those of another one that should be equal to it.'),
  })
  .meta({ id: 'CampaignRecord', description: 'The seed of the campaign that found the action sequence.' })

/** A fixture as written: a sandbox, actions on it, and their expected outcomes. */
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
      .describe(
        'Plug-ins that the fixture needs, by chain. They are code, so they are passed to `replay()` together with the file.',
      ),
    options: sandboxOptions.optional(),
    campaign: campaignRecord.optional(),
    steps: z.array(step).default([]),
  })
  .meta({ id: 'Fixture', title: 'Sudobox fixture', description: 'Actions on a sandbox and their expected outcomes.' })

/** A validated fixture, with all defaults filled in. */
export type Fixture = z.output<typeof fixtureSchema>
/** A fixture as written. */
export type FixtureInput = z.input<typeof fixtureSchema>
/** An action of a fixture, and its expected outcome. */
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
