import { toBase64, toUtf8 } from '../../base/bytes.js'
import { BackendError, type GasReport, type Querier } from '../backend.js'

const COST_FLAT = 100_000
const COST_RESPONSE_BYTE = 100

/** A coin as contracts see it: the amount in decimal. */
export interface MockCoin {
  readonly denom: string
  /** Decimal number. */
  readonly amount: string
}

/** Coins by address. */
export type MockBalances = Readonly<Record<string, readonly MockCoin[]>>

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
type JsonObject = Readonly<Record<string, Json>>

/** What a query ends in: an answer for the contract, or an error of the system. */
type Answer = { readonly data: Json } | { readonly error: JsonObject }

const VARIANTS = ['bank', 'custom', 'staking', 'distribution', 'stargate', 'ibc', 'wasm', 'grpc'] as const

/**
 * Answers queries as the native crate's mock does: balances as given, everything else as on a chain where there is nothing.
 * Sources: cosmwasm-vm `testing/querier.rs`, cosmwasm-std `testing/mock.rs`.
 */
export class MockQuerier implements Querier {
  private readonly balances: MockBalances

  constructor(balances: MockBalances = {}) {
    this.balances = balances
  }

  query(request: Uint8Array, gasLimit: bigint, gas: GasReport): Uint8Array {
    const response = toUtf8(this.respond(request))
    gas.external = COST_FLAT + COST_RESPONSE_BYTE * response.length
    if (BigInt(gas.external) > gasLimit) throw new BackendError('outOfGas', 'Ran out of gas during call into backend')
    return response
  }

  private respond(request: Uint8Array): string {
    const answer = this.answer(request)
    if ('error' in answer) return JSON.stringify({ error: answer.error })
    return JSON.stringify({ ok: { ok: toBase64(toUtf8(JSON.stringify(answer.data))) } })
  }

  private answer(request: Uint8Array): Answer {
    const text = Buffer.from(request).toString('utf8')
    const invalid = (reason: string): Answer => ({
      error: {
        invalid_request: {
          error: `Parsing query request: kind: Serialization, error: ${reason}`,
          request: toBase64(request),
        },
      },
    })
    const head = enumFault(Buffer.from(request).toString('latin1'), VARIANTS)
    if (head) return invalid(head)
    let parsed: unknown
    try {
      parsed = JSON.parse(text)
    } catch {
      return invalid(`expected value at ${positionOf(text, text.length)}`)
    }
    const [kind, content] = variantOf(parsed)
    const [name, fields] = variantOf(content)
    switch (kind as (typeof VARIANTS)[number]) {
      case 'bank':
        return this.bank(name, fields) ?? invalid(`unknown variant \`${name}\` at ${positionOf(text, text.length)}`)
      case 'wasm':
        return {
          error:
            name === 'code_info'
              ? { no_such_code: { code_id: Number(fields['code_id']) } }
              : { no_such_contract: { addr: textOf(fields['contract_addr']) } },
        }
      case 'custom':
        return unsupported('custom')
      case 'stargate':
        return unsupported('Stargate')
      case 'grpc':
        return unsupported('GRPC')
      default: {
        const empty = EMPTY_ANSWERS[`${kind}.${name}`]
        return empty
          ? { data: empty(fields) }
          : invalid(`unknown variant \`${name}\` at ${positionOf(text, text.length)}`)
      }
    }
  }

  private bank(name: string, fields: JsonObject): Answer | undefined {
    const denom = textOf(fields['denom'])
    switch (name) {
      case 'balance': {
        const coins = this.balances[textOf(fields['address'])] ?? []
        const amount = coins.find((coin) => coin.denom === denom)?.amount ?? '0'
        return { data: { amount: { denom, amount } } }
      }
      case 'supply': {
        const coins = Object.values(this.balances).flat()
        const amount = coins.reduce((sum, coin) => (coin.denom === denom ? sum + BigInt(coin.amount) : sum), 0n)
        return { data: { amount: { denom, amount: amount.toString() } } }
      }
      case 'denom_metadata':
        return { error: { unknown: {} } }
      case 'all_denom_metadata':
        return { data: { metadata: [], next_key: null } }
      default:
        return undefined
    }
  }
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

const unsupported = (kind: string): Answer => ({ error: { unsupported_request: { kind } } })

/** Answers of a chain without validators, rewards and channels. */
const EMPTY_ANSWERS: Readonly<Record<string, (fields: JsonObject) => Json>> = {
  'staking.bonded_denom': () => ({ denom: '' }),
  'staking.all_delegations': () => ({ delegations: [] }),
  'staking.delegation': () => ({ delegation: null }),
  'staking.all_validators': () => ({ validators: [] }),
  'staking.validator': () => ({ validator: null }),
  'distribution.delegator_withdraw_address': (fields) => ({ withdraw_address: fields['delegator_address'] ?? '' }),
  'distribution.delegation_rewards': () => ({ rewards: [] }),
  'distribution.delegation_total_rewards': () => ({ rewards: [], total: [] }),
  'distribution.delegator_validators': () => ({ validators: [] }),
  'ibc.port_id': () => ({ port_id: '' }),
  'ibc.channel': () => ({ channel: null }),
}

/** Line and column as serde counts them: `at` bytes are read, one character each. */
function positionOf(text: string, at: number): string {
  const lines = text.slice(0, at).split('\n')
  return `line ${lines.length} column ${lines.at(-1)!.length}`
}

/** What serde says of the head of an enum's JSON, its bytes as characters; undefined when it names a variant. Source: serde_json `deserialize_enum`. */
function enumFault(text: string, variants: readonly string[]): string | undefined {
  const space = (at: number): number => at + /^[ \t\n\r]*/.exec(text.slice(at))![0].length
  const start = space(0)
  if (start === text.length) return `EOF while parsing a value at ${positionOf(text, start)}`
  const object = text[start] === '{'
  if (!object && text[start] !== '"') return `expected value at ${positionOf(text, start + 1)}`
  const key = object ? space(start + 1) : start
  if (key === text.length) return `EOF while parsing an object at ${positionOf(text, key)}`
  if (text[key] === '}') return `expected value at ${positionOf(text, key + 1)}`
  if (text[key] !== '"') return `key must be a string at ${positionOf(text, key + 1)}`
  const name = /^"((?:[^"\\]|\\.)*)"/.exec(text.slice(key))
  if (!name) return `EOF while parsing a string at ${positionOf(text, text.length)}`
  if (variants.includes(name[1]!)) return undefined
  const known = variants.map((variant) => `\`${variant}\``).join(', ')
  return `unknown variant \`${name[1]}\`, expected one of ${known} at ${positionOf(text, key + name[0].length)}`
}

/** The one key of an enum as serde writes it, with its content. */
function variantOf(value: unknown): [string, JsonObject] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return ['', {}]
  const [entry] = Object.entries(value)
  return entry
    ? [entry[0], typeof entry[1] === 'object' && entry[1] !== null ? (entry[1] as JsonObject) : {}]
    : ['', {}]
}
