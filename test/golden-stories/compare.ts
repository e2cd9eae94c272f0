import type { Json } from '../../src/base/json-value.js'
import { fromUtf8, toBase64, toUtf8 } from '../../src/base/bytes.js'
import type { ChainError } from '../../src/base/errors.js'
import type { Context } from '../../src/chain/context.js'
import type { Event } from '../../src/chain/events.js'
import { OutOfGasPanic, type Panic } from '../../src/chain/gas.js'
import { queryRaw } from '../../src/modules/wasm/index.js'
import { keyOf } from '../../src/store/key.js'
import type { StoryChain } from './chain.js'
import { queriesView } from './interchain-queries.js'
import type { StoryExpectation, StoryState } from './story.js'

type Members = Record<string, Json>

/** How an error or panic stands in an expectation. */
export const errorView = ({ codespace, code, log }: ChainError): Json => ({ codespace, code, text: log })

export const panicView = (panic: Panic): Json =>
  panic instanceof OutOfGasPanic
    ? { kind: 'out_of_gas', descriptor: panic.descriptor }
    : { kind: 'go_panic', text: panic.message }

export const eventsView = (events: readonly Event[]): Json =>
  events.map(({ type, attributes }) => ({ type, attributes: attributes.map(([key, value]) => [key, value]) }))

export function dataView(data: Uint8Array | undefined): Members {
  if (data === undefined) return { data_base64: null }
  return { data_base64: toBase64(data) }
}

/** Reads what an expectation looks at in the state. */
export function stateView(chain: StoryChain, ctx: Context, wanted: StoryState): Members {
  const view: Members = {}
  const text = (bytes: Uint8Array | undefined) => (bytes === undefined ? null : fromUtf8(bytes))
  if (wanted.contract_storage !== undefined)
    view['contract_storage'] = wanted.contract_storage.map(({ contract, key_utf8: key }) => ({
      contract,
      key_utf8: key,
      value_utf8: text(queryRaw(ctx, chain.address(contract), keyOf(toUtf8(key)))),
    }))
  if (wanted.balances !== undefined)
    view['balances'] = wanted.balances.map(({ address, denom }) => ({
      address,
      denom,
      amount: String(chain.app.keepers.bank.balance(ctx, chain.address(address), denom).amount),
    }))
  const failures = (contract: string) => chain.app.contractManager.failures(ctx, contract)
  if (wanted.failures !== undefined)
    view['failures'] = wanted.failures.map(({ contract }) => ({
      contract,
      failures: failures(contract).map(({ id, error, sudoPayload }) => ({
        id: Number(id),
        error,
        sudo_payload_utf8: fromUtf8(sudoPayload),
      })),
    }))
  if (wanted.failure_ids !== undefined)
    view['failure_ids'] = wanted.failure_ids.map(({ contract }) => ({
      contract,
      ids: failures(contract).map(({ id }) => Number(id)),
    }))
  if (wanted.signer_sequence !== undefined && chain.signer !== undefined) {
    const account = chain.app.keepers.accounts.get(ctx, chain.address(chain.signer))
    view['signer_sequence'] = Number(account?.sequence ?? 0)
  }
  return { ...view, ...queriesView(chain, ctx, wanted) }
}

/** One thing that came out otherwise. */
export interface StoryDifference {
  /** Where: a path of names and positions. */
  readonly path: string
  readonly expected: Json | undefined
  readonly actual: Json | undefined
}

/** What an expectation says, without what need not be compared. */
const OPTIONAL = new Set(['events_before_error', 'data_utf8', 'response_utf8', 'log_is_cut'])

/** All members of an expectation against a view; members that only the view has do not matter. `data_utf8` counts where there is no `data_base64`. */
export function compare(expected: StoryExpectation, actual: Members): readonly StoryDifference[] {
  const differences: StoryDifference[] = []
  for (const [name, value] of Object.entries(expected)) {
    if (OPTIONAL.has(name) && !(name === 'data_utf8' && name in actual)) continue
    // Blanks in the body of an error depend on how the reference was built.
    if (name === 'body' && expected['status'] !== 200) walk(name, parsed(value), parsed(actual[name]), differences)
    else walk(name, value as Json, actual[name], differences)
  }
  return differences
}

const parsed = (body: unknown): Json => (typeof body === 'string' ? (JSON.parse(body) as Json) : null)

const isObject = (value: Json | undefined): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function walk(path: string, expected: Json | undefined, actual: Json | undefined, into: StoryDifference[]): void {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const [left, right] = [expected as readonly Json[], actual as readonly Json[]]
    for (let i = 0; i < Math.max(left.length, right.length); i++) walk(`${path}/${i}`, left[i], right[i], into)
  } else if (isObject(expected) && isObject(actual)) {
    for (const name of new Set([...Object.keys(expected), ...Object.keys(actual)]))
      walk(`${path}/${name}`, expected[name], actual[name], into)
  } else if (expected !== actual) into.push({ path, expected, actual })
}
