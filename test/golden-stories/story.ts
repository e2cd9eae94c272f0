import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { FixtureError, UsageError } from '../../src/base/errors.js'
import { checksumOf } from '../../src/vm/index.js'

/** A golden story: an exact starting state, steps, and what the real chain answered to each. The format is `fixtures/golden-stories/story.schema.json`. */

const count = z.number().int().nonnegative()
const coins = z.array(z.tuple([z.string(), z.string()]))
const events = z.array(z.object({ type: z.string(), attributes: z.array(z.tuple([z.string(), z.string()])) }))
const json = z.record(z.string(), z.json())

/** By store: key and value in hex, null for what goes. */
const rows = z.record(z.string(), z.record(z.string(), z.string().nullable()))

const account = z.object({
  address: z.string(),
  name: z.string(),
  is_module: z.boolean().default(false),
  permissions: z.array(z.string()).default([]),
  balances: coins,
  account_number: count,
  sequence: count.default(0),
})

const setup = z.object({
  chain_id: z.string(),
  prefix: z.string(),
  height: count,
  time_ns: z.string(),
  level: z.enum(['keeper', 'tx']),
  params: z.record(z.string(), json),
  accounts: z.array(account),
  next_account_number: count,
  codes: z.array(z.object({ code_id: count, file: z.string(), sha256: z.string(), creator: z.string() })),
  contracts: z.array(
    z.object({
      address: z.string(),
      code_id: count,
      creator: z.string(),
      admin: z.string().nullable(),
      label: z.string(),
      msg: z.string(),
      funds: coins,
    }),
  ),
  clients: z
    .array(z.object({ raw_store: z.array(z.object({ key_hex: z.string(), value_base64: z.string() })) }))
    .default([]),
  connections: z.array(z.object({ connection_id: z.string(), connection: json })).default([]),
  channels: z
    .array(z.object({ port_id: z.string(), channel_id: z.string(), channel: json, next_sequence_send: count }))
    .default([]),
  signer: z.object({ address: z.string() }).optional(),
  /** A file with the rows of all stores, and the rows in which the story's start differs from it. */
  base: z.string().optional(),
  rows: rows.optional(),
})

const failure = z.object({ id: count, error: z.string(), sudo_payload_utf8: z.string() })

const state = z.looseObject({
  contract_storage: z
    .array(z.object({ contract: z.string(), key_utf8: z.string(), value_utf8: z.string().nullable() }))
    .optional(),
  balances: z.array(z.object({ address: z.string(), denom: z.string(), amount: z.string() })).optional(),
  failures: z.array(z.object({ contract: z.string(), failures: z.array(failure) })).optional(),
  failure_ids: z.array(z.object({ contract: z.string(), ids: z.array(count) })).optional(),
  registered_queries: z.array(z.looseObject({ query_id: count })).optional(),
  query_results: z.array(z.looseObject({ query_id: count })).optional(),
  processed_txs: z.array(z.looseObject({ query_id: count, tx_hash_hex: z.string() })).optional(),
  tx_queries_to_remove: z.array(count).optional(),
  last_query_id: count.optional(),
  signer_sequence: count.optional(),
})

const expectation = z.looseObject({
  ok: z.literal(true).optional(),
  error: z.object({ codespace: z.string(), code: z.number(), text: z.string() }).optional(),
  panic: z
    .object({
      kind: z.enum(['out_of_gas', 'go_panic']),
      descriptor: z.string().optional(),
      text: z.string().optional(),
    })
    .optional(),
  gas_used: count.optional(),
  events: events.optional(),
  state: state.optional(),
})

const step = z.object({
  name: z.string(),
  do: z.looseObject({ kind: z.string() }),
  gas_limit: z.union([count, z.literal('infinite')]),
  commit: z.boolean(),
  expect: expectation,
})

const story = z.object({
  format: z.literal('golden-story'),
  version: z.literal(1),
  name: z.string(),
  title: z.string(),
  setup,
  steps: z.array(step),
})

export type Story = z.output<typeof story>
export type StorySetup = z.output<typeof setup>
export type StoryStep = z.output<typeof step>
export type StoryExpectation = z.output<typeof expectation>
export type StoryState = z.output<typeof state>
export type StoryRows = z.output<typeof rows>
export type StoryCoins = z.output<typeof coins>

/** @throws FixtureError when the file cannot be read or is no golden story of version 1 */
export function readStory(file: string): Story {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new FixtureError({ file, pointer: '', message: 'no such file, or it is not JSON', cause })
  }
  const parsed = story.safeParse(value)
  if (parsed.success) return withBase(parsed.data, file)
  const [issue] = parsed.error.issues
  throw new FixtureError({
    file,
    pointer: (issue?.path ?? []).map((part) => `/${String(part)}`).join(''),
    message: issue?.message ?? 'not a golden story',
  })
}

/** A story whose rows are all rows of its start. */
function withBase(story: Story, file: string): Story {
  const { base, rows: own = {} } = story.setup
  if (base === undefined) return story
  const path = [dirname(file), join(dirname(file), '..')].map((folder) => join(folder, basename(base))).find(existsSync)
  if (path === undefined)
    throw new FixtureError({
      file,
      pointer: '/setup/base',
      message: `there is no ${base} beside the story or above it`,
    })
  const all = z.looseObject({ rows }).parse(JSON.parse(readFileSync(path, 'utf8'))).rows
  for (const [store, changed] of Object.entries(own)) all[store] = { ...all[store], ...changed }
  return { ...story, setup: { ...story.setup, rows: all } }
}

/** Finds a module that a story names, by its hash. */
export type FindModule = (file: string, sha256: string) => Uint8Array

/**
 * Looks beside the story, in the folder above it and in further ones.
 * @throws FixtureError from the function that it gives, when there is no file of that name and hash
 */
export function modulesBeside(storyFile: string, further: readonly string[] = []): FindModule {
  const folders = [dirname(storyFile), join(dirname(storyFile), '..'), ...further]
  return (file, sha256) => {
    if (basename(file) !== file)
      throw new UsageError(`a story names its modules without folders, not ${JSON.stringify(file)}`)
    for (const path of folders.map((folder) => join(folder, file))) {
      if (!existsSync(path)) continue
      const wasm = new Uint8Array(readFileSync(path))
      if (checksumOf(wasm) === sha256) return wasm
    }
    throw new FixtureError({
      file: storyFile,
      pointer: '/setup/codes',
      message: `the module ${file} with the hash ${sha256} is in none of the folders`,
      details: folders,
    })
  }
}
