import { errorsAtCallersLine, jsonOf, refuseNotJson, strictArguments, toBase64, UsageError } from '../../base/index.js'
import { contractRef } from './contract.js'
import { joinedCoins, type CoinsInput } from './input.js'
import type { SandboxChain } from './chain.js'
import type { Json } from '../values/values.js'

/** An address, a name, an account or a contract. */
export type Holder = string | { readonly address: string }

/** A record in the form that it has in the genesis of its module; numbers may be bigints. What is left out is zero or empty. */
export interface StateRecord {
  readonly [member: string]: RecordValue
}
type RecordValue = Json | bigint | undefined | StateRecord | readonly RecordValue[]

/**
 * Writes records straight into a chain's state, without fees or permissions: each in its own block, in the chain's encoding, with its indexes.
 * Supply and pools are adjusted, so that the chain can continue from there.
 */
export class ChainState {
  static {
    strictArguments(this, 'ChainState')
    errorsAtCallersLine(this)
  }

  readonly #chain: SandboxChain

  constructor(chain: SandboxChain) {
    this.#chain = chain
  }

  /** Sets the balances of an address in the given denominations; 0 removes one. The supply is adjusted. */
  setBalance(of: Holder, coins: CoinsInput): void {
    this.put('bank', 'balance', { address: this.#address(of), coins: coinList(coins) })
  }
  /** Sets the supply of denominations, whatever the balances add up to. */
  setSupply(coins: CoinsInput): void {
    for (const coin of coinList(coins)) this.put('bank', 'supply', coin)
  }
  /** `base`, `display`, `denom_units`, `name`, `symbol`, … */
  setDenomMetadata(metadata: StateRecord): void {
    this.put('bank', 'denom_metadata', metadata)
  }
  /** `operator_address`, `consensus_pubkey`, `status` (`BOND_STATUS_BONDED`), `tokens`, `delegator_shares`, `commission`, … */
  setValidator(validator: StateRecord): void {
    this.put('staking', 'validator', validator)
  }
  /** Shares of an existing validator, whose own tokens and shares do not change; as a decimal (`"5.5"`) or a whole number. */
  setDelegation(delegator: Holder, validator: string, shares: string | bigint): void {
    this.put('staking', 'delegation', {
      delegator_address: this.#address(delegator),
      validator_address: validator,
      shares: String(shares),
    })
  }
  /** `entries`: `creation_height`, `completion_time`, `initial_balance`, `balance`, `unbonding_id`. Paid out at their completion time. */
  setUnbondingDelegation(delegator: Holder, validator: string, entries: readonly StateRecord[]): void {
    this.put('staking', 'unbonding_delegation', {
      delegator_address: this.#address(delegator),
      validator_address: validator,
      entries,
    })
  }
  /** `id`, `messages`, `status` (`PROPOSAL_STATUS_VOTING_PERIOD`), `voting_end_time`, `title`, … An open one ends at its end time. */
  setProposal(proposal: StateRecord): void {
    this.put('gov', 'proposal', proposal)
  }
  /** `options`: `option` (`VOTE_OPTION_YES`) and `weight` (`"1.0"`). */
  setVote(proposalId: bigint | number, voter: Holder, options: readonly StateRecord[]): void {
    this.put('gov', 'vote', { proposal_id: String(proposalId), voter: this.#address(voter), options })
  }
  /** The community pool: decimal amounts by denomination. */
  setFeePool(amounts: Readonly<Record<string, string | bigint>>): void {
    const coins = Object.entries(amounts).map(([denom, amount]) => ({ denom, amount: String(amount) }))
    this.put('distribution', 'fee_pool', { community_pool: coins })
  }
  /** `address` (of consensus: `cosmosvalcons1…`), `start_height`, `index_offset`, `jailed_until`, `tombstoned`, `missed_blocks_counter`. */
  setSigningInfo(info: StateRecord): void {
    this.put('slashing', 'signing_info', info)
  }
  /** An entry of a contract's storage; undefined removes it. The contract need not exist. */
  setContractState(contract: Holder, key: Uint8Array, value: Uint8Array | undefined): void {
    this.put('wasm', 'contract_state', {
      contract: this.#address(contract),
      key: toBase64(key),
      value: value === undefined ? null : toBase64(value),
    })
  }

  /** Any record that a module lets tests write. @throws UsageError that names the invalid member, or lists the kinds of records */
  put(module: string, kind: string, record: StateRecord): void {
    this.#chain.sandbox.performNow({ action: 'putRecord', chain: this.#chain.key, module, kind, record: plain(record) })
  }

  #address(of: Holder): string {
    const name = contractRef(of)
    return this.#chain.addressOf(name) ?? name
  }
}

/** Zeros count. @throws UsageError */
const coinList = (coins: CoinsInput): { readonly denom: string; readonly amount: string }[] =>
  joinedCoins(coins)
    .split(',')
    .filter((text) => text !== '')
    .map((text) => {
      const [, amount, denom] = /^\s*(\d+)([a-zA-Z]\S*)\s*$/.exec(text) ?? []
      if (amount === undefined || denom === undefined)
        throw new UsageError(`expected coins such as "100uatom,5stake", got ${JSON.stringify(text.slice(0, 80))}`)
      return { denom, amount }
    })

function plain(record: StateRecord): Json {
  refuseNotJson(record, 'a record', { bigints: true })
  return jsonOf(record)
}
