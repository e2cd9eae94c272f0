import { z } from 'zod'
import { FixtureError } from '../../base/index.js'
import { placeIssues } from '../../sandbox/internal.js'

/** Documents of a chain's REST, as far as a reproduction reads them; other members are ignored. */

const decimal = z.string().regex(/^\d{1,20}$/, 'expected a whole number as a string')
const base64 = z.base64()
const hash = z.string().regex(/^[0-9a-fA-F]{64}$/, 'expected 64 hex digits')
const nextKey = z.union([base64, z.null()]).optional()
const pagination = z.object({ next_key: nextKey }).nullish()

const failure = z.object({ address: z.string().min(1), id: decimal, sudo_payload: base64, error: z.string() })
const permission = z.object({ permission: z.string(), addresses: z.array(z.string()).default([]) })
const header = z.object({ chain_id: z.string().min(1), height: decimal, time: z.iso.datetime({ offset: false }) })

/** By the member that identifies the kind. */
const DOCUMENTS = {
  failures: z.object({ failures: z.array(failure), pagination }),
  failure: z.object({ failure }),
  models: z.object({
    models: z.array(z.object({ key: z.string().regex(/^([0-9a-fA-F]{2})*$/, 'expected hex'), value: base64 })),
    pagination,
  }),
  contract_info: z.object({
    address: z.string().min(1),
    contract_info: z.object({
      code_id: decimal,
      creator: z.string().min(1),
      admin: z.string().default(''),
      label: z.string(),
      created: z.object({ block_height: decimal, tx_index: decimal }),
      ibc_port_id: z.string().default(''),
      ibc2_port_id: z.string().default(''),
    }),
  }),
  checksum: z.object({ code_id: decimal, creator: z.string(), checksum: hash, instantiate_permission: permission }),
  code_info: z.object({
    code_info: z.object({ code_id: decimal, creator: z.string(), data_hash: hash, instantiate_permission: permission }),
    data: base64.optional(),
  }),
  params: z.object({ params: z.object({ sudo_call_gas_limit: decimal }) }),
  balances: z.object({ balances: z.array(z.object({ denom: z.string().min(1), amount: decimal })), pagination }),
  block: z.object({ block: z.object({ header }) }),
  code_ids: z.object({ code_ids: z.array(decimal), pagination }),
  tx_result: z.object({ height: decimal, index: z.int().nonnegative(), tx: base64 }),
} as const

type Kind = keyof typeof DOCUMENTS
export type RestDocument = { readonly [K in Kind]: { readonly kind: K } & z.output<(typeof DOCUMENTS)[K]> }[Kind]

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The document in a file. CometBFT's responses may be wrapped in JSON-RPC. @throws FixtureError for anything else */
export function readDocument(value: unknown, file: string): RestDocument {
  if (isObject(value) && value['jsonrpc'] !== undefined && isObject(value['result']))
    return readDocument(value['result'], file)
  const refuse = (pointer: string, message: string, details: readonly string[] = []): FixtureError =>
    new FixtureError({ file, pointer, message, details })
  if (!isObject(value)) throw refuse('', "is not a response of a chain's REST API", known())
  if (isObject(value['error']) || (typeof value['code'] === 'number' && typeof value['message'] === 'string'))
    throw refuse(
      '',
      `the chain responded with an error: ${String(value['message'] ?? (value['error'] as { message?: unknown }).message)}`,
    )
  const kind = (Object.keys(DOCUMENTS) as Kind[]).find((member) => Object.hasOwn(value, member))
  if (kind === undefined)
    throw refuse('', "is not a response of a chain's REST API, or not one that is used here", known())
  const parsed = DOCUMENTS[kind].safeParse(value)
  if (parsed.success) return { kind, ...parsed.data } as RestDocument
  const [issue] = placeIssues(parsed.error)
  throw refuse(issue?.pointer ?? '', issue?.message ?? `no ${kind}`)
}

const known = (): readonly string[] => [
  'used are: failures, contract info, pages of contract state, code (or a .wasm), code info, pinned codes, params of the contract manager, balances, a block, and `/tx` of the RPC',
]
