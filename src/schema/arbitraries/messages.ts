import * as fc from 'fast-check'
import { UsageError } from '../../base/index.js'
import type { Json } from '../../sandbox/internal.js'
import { nearlyValid } from '../nearly-valid.js'
import type { MessageSchema } from '../node.js'
import { variantNames, variantsOf } from '../variants.js'
import { NOWHERE, type Surroundings } from '../surroundings.js'

/** Which messages to generate from a schema. */
export interface MessageOptions {
  /** Names of the kinds of messages; all when left out. */
  readonly only?: readonly string[]
  /** Names and values that messages may contain; made-up names where left out. */
  readonly around?: Partial<Surroundings>
}

function variants(schema: MessageSchema, { only, around }: MessageOptions): fc.Arbitrary<Json> {
  const all = variantsOf(schema, { ...NOWHERE, ...around })
  const kept = only === undefined ? all : all.filter(({ name }) => only.includes(name))
  if (kept.length === 0)
    throw new UsageError('the schema has no such message', {
      details: [`wanted: ${only?.join(', ') ?? 'any'}`, `available: ${variantNames(schema).join(', ') || 'none'}`],
    })
  return fc.oneof(...kept.map(({ value }) => value))
}

/**
 * Valid messages of an entry point.
 *
 * @throws UsageError if the schema has no message with one of these names
 * @example
 * const { execute } = readContractSchemaFile('schema/cw20_base.json')
 * messages(execute!, { only: ['transfer'], around: { addresses: [alice.address], numbers: [1_000_000n] } })
 */
export const messages = (schema: MessageSchema, options: MessageOptions = {}): fc.Arbitrary<Json> =>
  variants(schema, options)

/**
 * Messages of an entry point with one mistake; see {@link nearlyValid}.
 *
 * @throws UsageError if the schema has no message with one of these names
 */
export const wrongMessages = (schema: MessageSchema, options: MessageOptions = {}): fc.Arbitrary<Json> =>
  variants(schema, options).chain((message) => nearlyValid(message, schema, { ...NOWHERE, ...options.around }))
