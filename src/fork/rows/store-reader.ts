import type { CommitmentProof } from 'cosmjs-types/cosmos/ics23/v1/proofs'
import { QueryAllContractStateRequest, QueryAllContractStateResponse } from 'cosmjs-types/cosmwasm/wasm/v1/query'
import { encodeBech32, ProtoError } from '../../codec/index.js'
import { decodeCommitmentProof } from '../../store/ics23/index.js'
import { joinKeys, keyBytes, keyOf, prefixEnd, type Key } from '../../store/index.js'
import { ForkError } from '../errors.js'
import { decoded, type AbciAnswer, type AbciQuery, type Refusal } from '../node/abci.js'
import { after, factsOf } from './proof-facts.js'
import { type Facts, type Gap, isWhole, type RowReader } from './remote-store.js'
import { justBelow, spread } from './spread.js'

/** Answers queries at the height of the fork. */
export interface HeightReader {
  /** The bech32 prefix of addresses. */
  readonly prefix: () => string
  abci(queries: readonly Omit<AbciQuery, 'height'>[]): readonly (AbciAnswer | Refusal)[]
  /** Checks a proof, if all are to be checked. @throws ForkError `forged` */
  check(store: string, key: Key, answer: AbciAnswer): void
  readonly verifies: boolean
  /** Keeps facts for later runs. */
  keep(facts: readonly Facts[]): void
}

/** How many readings are made at once where rows follow each other. */
const AT_ONCE = 16
/** Rows of the first page of a contract's state; the next ones have four times as many. */
const FIRST_PAGE = 50
const LARGEST_PAGE = 3_200

/** Prefix of what contracts store, and length with a contract's address. Source: wasmd x/wasm/types/keys.go `ContractStorePrefix`. */
const CONTRACT_STORE = '\u0003'
const CONTRACT_LENGTH = 33

/** Reads rows of a store by proofs of single keys, since `subspace` queries answer for the last height only; rows of a contract page by page. */
export class StoreReader implements RowReader {
  readonly #name: string
  readonly #node: HeightReader

  constructor(name: string, node: HeightReader) {
    this.#name = name
    this.#node = node
  }

  /** The facts in the answer to a reading of one key. @throws ForkError */
  read(key: Key, answer: AbciAnswer | Refusal): readonly Facts[] {
    return this.#kept([this.#factsOf(key, answer)])
  }

  at(key: Key): readonly Facts[] {
    return this.#prove([key])
  }

  from({ from, to, repeated }: Gap, end: Key | undefined): readonly Facts[] {
    const contract = this.#contractOf(from, end)
    const page = contract && this.#page(contract, from, FIRST_PAGE * 4 ** Math.min(repeated, 3))
    if (page !== undefined) return page
    if (repeated === 0) return this.#prove([from])
    return this.#prove([from, ...spread(from, to ?? justBelow(undefined), AT_ONCE - 1)])
  }

  below({ from, to, repeated }: Gap): readonly Facts[] {
    const last = justBelow(to)
    const facts = this.#prove(repeated === 0 ? [last] : [last, ...spread(from, last, AT_ONCE - 1)])
    const [{ span }] = facts as [Facts]
    if (to === undefined ? span.to === undefined : span.to === undefined || span.to >= to) return facts
    throw new ForkError(
      'unknown',
      `the store ${JSON.stringify(this.#name)} has keys that are too long to be read in descending order`,
    )
  }

  #prove(keys: readonly Key[]): readonly Facts[] {
    const path = `/store/${this.#name}/key`
    const answers = this.#node.abci(keys.map((key) => ({ path, data: keyBytes(key), prove: true })))
    return this.#kept(answers.map((answer, i) => this.#factsOf(keys[i]!, answer)))
  }

  #kept(facts: readonly Facts[]): readonly Facts[] {
    if (!facts.every(isWhole)) throw this.#forged('with rows outside of what was asked for, or in another order')
    this.#node.keep(facts)
    return facts
  }

  #factsOf(key: Key, answer: AbciAnswer | Refusal): Facts {
    if ('codespace' in answer) throw this.#refused(answer)
    const [op] = answer.ops
    if (op === undefined) throw this.#forged('without the proof that was asked for')
    this.#node.check(this.#name, key, answer)
    const facts = factsOf(key, this.#decodedProof(op.data))
    if (facts === undefined) throw this.#forged('with the proof of something else')
    return facts
  }

  /** The prefix of the contract in whose state a range lies; undefined if it lies elsewhere. */
  #contractOf(from: Key, end: Key | undefined): Key | undefined {
    if (this.#name !== 'wasm' || !from.startsWith(CONTRACT_STORE) || from.length < CONTRACT_LENGTH) return undefined
    const prefix = from.slice(0, CONTRACT_LENGTH) as Key
    const last = prefixEnd(prefix)
    return end !== undefined && last !== undefined && end <= last ? prefix : undefined
  }

  /** Rows of a contract in ascending order; undefined if the node does not give them. */
  #page(prefix: Key, from: Key, limit: number): readonly Facts[] | undefined {
    const address = encodeBech32(this.#node.prefix(), keyBytes(prefix.slice(1) as Key))
    const data = QueryAllContractStateRequest.encode({
      address,
      pagination: {
        key: keyBytes(from.slice(CONTRACT_LENGTH) as Key),
        limit: BigInt(Math.min(limit, LARGEST_PAGE)),
        offset: 0n,
        countTotal: false,
        reverse: false,
      },
    }).finish()
    const [answer] = this.#node.abci([{ path: '/cosmwasm.wasm.v1.Query/AllContractState', data }])
    if (answer === undefined || 'codespace' in answer) return undefined
    const { models, pagination } = decoded(QueryAllContractStateResponse, answer.value, 'AllContractState')
    const rows = models.map(({ key, value }) => ({ key: joinKeys(prefix, keyOf(key)), value }))
    if (this.#node.verifies) {
      // The keys are only hints: the proof of what follows a row proves the row too.
      return this.#prove([from, ...rows.map(({ key }) => after(key))])
    }
    const next = pagination?.nextKey
    const to = next === undefined || next.length === 0 ? prefixEnd(prefix) : joinKeys(prefix, keyOf(next))
    return this.#kept([{ span: { from, to }, rows }])
  }

  #decodedProof(bytes: Uint8Array): CommitmentProof {
    try {
      return decodeCommitmentProof(bytes)
    } catch (error) {
      if (error instanceof ProtoError) throw this.#forged('with something else than a proof')
      throw error
    }
  }

  #refused({ codespace, code, log }: Refusal): ForkError {
    return new ForkError('refused', `the node refused to read the store ${JSON.stringify(this.#name)}: ${log}`, {
      details: [`${codespace}/${code}`],
    })
  }

  #forged(what: string): ForkError {
    return new ForkError('forged', `the node answered ${what}: a row of the store ${JSON.stringify(this.#name)}`)
  }
}
