import type { Json } from '../../base/json-value.js'
import { refuseUnknown, toBase64, toUtf8 } from '../../base/index.js'
import { BackendError, type GasReport, type Querier } from '../backend.js'
import { queryRequest } from './requests.js'
import { SerdeError, SerdeReader, type Chosen } from './serde-json.js'

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

type JsonObject = Readonly<Record<string, Json>>

/** The outcome of a query: an answer for the contract, or a system error. */
type Answer = { readonly data: Json } | { readonly error: JsonObject } | { readonly noCode: bigint }

/**
 * Answers queries as the native crate's mock does: balances as given, everything else as on an empty chain.
 * Sources: cosmwasm-vm `testing/querier.rs`, cosmwasm-std `testing/mock.rs`.
 */
export class MockQuerier implements Querier {
  readonly #balances: MockBalances

  constructor(balances: MockBalances = {}) {
    refuseUnknown('new MockQuerier', [balances])
    this.#balances = balances
  }

  query(request: Uint8Array, gasLimit: bigint, gas: GasReport): Uint8Array {
    const response = toUtf8(this.#respond(request))
    gas.external = COST_FLAT + COST_RESPONSE_BYTE * response.length
    if (BigInt(gas.external) > gasLimit) throw new BackendError('outOfGas', 'Ran out of gas during call into backend')
    return response
  }

  #respond(request: Uint8Array): string {
    const answer = this.#answer(request)
    if ('error' in answer) return JSON.stringify({ error: answer.error })
    // An id may be above 2^53.
    if ('noCode' in answer) return `{"error":{"no_such_code":{"code_id":${answer.noCode}}}}`
    return JSON.stringify({ ok: { ok: toBase64(toUtf8(JSON.stringify(answer.data))) } })
  }

  #answer(request: Uint8Array): Answer {
    let chosen: Chosen
    try {
      chosen = SerdeReader.read(request, queryRequest)
    } catch (error) {
      if (!(error instanceof SerdeError)) throw error
      const reason = `Parsing query request: kind: Serialization, error: ${error.message}`
      return { error: { invalid_request: { error: reason, request: toBase64(request) } } }
    }
    const { name: kind, content } = chosen
    const unsupported = UNSUPPORTED[kind]
    if (unsupported !== undefined) return { error: { unsupported_request: { kind: unsupported } } }
    const { name, content: fields } = content as { readonly name: string; readonly content: JsonObject }
    if (kind === 'bank') return this.#bank(name, fields)
    if (kind !== 'wasm') return { data: EMPTY_ANSWERS[`${kind}.${name}`]!(fields) }
    return name === 'code_info'
      ? { noCode: fields['code_id'] as unknown as bigint }
      : { error: { no_such_contract: { addr: fields['contract_addr']! } } }
  }

  #bank(name: string, fields: JsonObject): Answer {
    const denom = textOf(fields['denom'])
    switch (name) {
      case 'balance': {
        const address = textOf(fields['address'])
        const coins = Object.hasOwn(this.#balances, address) ? this.#balances[address]! : []
        const amount = coins.find((coin) => coin.denom === denom)?.amount ?? '0'
        return { data: { amount: { denom, amount } } }
      }
      case 'supply': {
        const coins = Object.values(this.#balances).flat()
        const amount = coins.reduce((sum, coin) => (coin.denom === denom ? sum + BigInt(coin.amount) : sum), 0n)
        return { data: { amount: { denom, amount: amount.toString() } } }
      }
      case 'denom_metadata':
        return { error: { unknown: {} } }
      default:
        return { data: { metadata: [], next_key: null } }
    }
  }
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

/** Kinds of requests that the mock does not answer, under the names that it gives them. */
const UNSUPPORTED: Readonly<Record<string, string>> = { custom: 'custom', stargate: 'Stargate', grpc: 'GRPC' }

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
