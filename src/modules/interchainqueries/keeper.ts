import { NO_BYTES } from '../../base/index.js'
import type { Context } from '../../chain/index.js'
import { Params, QueryResult, RegisteredQuery } from '../../codec/neutron/interchainqueries.js'
import { remember } from '../../codec/index.js'
import { keyBytes, prefixEnd, uint64Key } from '../../store/index.js'
import { ErrInvalidQueryId, ErrNoQueryResult } from './errors.js'
import type { BankKeeper, Contracts, IbcKeeper } from './expected.js'
import {
  LAST_ID_KEY,
  PARAMS_KEY,
  processedKey,
  QUERIES_PREFIX,
  queryKey,
  removedKey,
  resultKey,
  STORE,
} from './keys.js'

/** Source: neutron x/interchainqueries/types/params.go. */
export const DEFAULT_PARAMS: Params = {
  querySubmitTimeout: 1_036_800n,
  queryDeposit: [{ denom: 'untrn', amount: 1_000_000n }],
  txQueryRemovalLimit: 10_000n,
  maxKvQueryKeysCount: 32n,
  maxTransactionsFilters: 32n,
}
const NO_PARAMS: Params = {
  querySubmitTimeout: 0n,
  queryDeposit: [],
  txQueryRemovalLimit: 0n,
  maxKvQueryKeysCount: 0n,
  maxTransactionsFilters: 0n,
}

/** They are read at the end of every block. */
const readParams = remember(Params.decode)

export interface InterchainQueriesOptions {
  readonly bank: BankKeeper
  readonly ibc: IbcKeeper
  readonly contracts: Contracts
  /** Bech32 address that may change the params: the gov module account. */
  readonly authority: string
  /** Type of the module's events: the chain's name. */
  readonly eventType: string
  /** Whether contracts are called under the sudo limit (`wrapped`). On the live chain they are not (`direct`), and their error fails the submission. */
  readonly callbacks: 'wrapped' | 'direct'
  /** Whether empty values can be proven; on the live chain they cannot. */
  readonly emptyValues: 'reject' | 'allow'
}

/** Registered queries and their results. Source: neutron x/interchainqueries/keeper/keeper.go. */
export class InterchainQueriesKeeper {
  readonly options: InterchainQueriesOptions

  constructor(options: InterchainQueriesOptions) {
    this.options = options
  }

  /** All zero when none are stored. */
  params(ctx: Context): Params {
    const bytes = ctx.store(STORE).get(PARAMS_KEY)
    return bytes === undefined ? NO_PARAMS : readParams(bytes)
  }
  setParams(ctx: Context, params: Params): void {
    ctx.store(STORE).set(PARAMS_KEY, Params.encode(params).finish())
  }

  /** The last id given out; 0 before the first. */
  lastId(ctx: Context): bigint {
    const bytes = ctx.store(STORE).get(LAST_ID_KEY)
    return bytes === undefined ? 0n : Buffer.from(bytes).readBigUInt64BE()
  }
  setLastId(ctx: Context, id: bigint): void {
    ctx.store(STORE).set(LAST_ID_KEY, keyBytes(uint64Key(id)))
  }

  /** @throws ChainError interchainqueries/1100 */
  query(ctx: Context, id: bigint): RegisteredQuery {
    const query = this.find(ctx, id)
    if (query === undefined) throw ErrInvalidQueryId.error(`there is no query with id: ${id}`)
    return query
  }
  find(ctx: Context, id: bigint): RegisteredQuery | undefined {
    const bytes = ctx.store(STORE).get(queryKey(id))
    return bytes && RegisteredQuery.decode(bytes)
  }
  has(ctx: Context, id: bigint): boolean {
    return ctx.store(STORE).has(queryKey(id))
  }
  save(ctx: Context, query: RegisteredQuery): void {
    ctx.store(STORE).set(queryKey(query.id), RegisteredQuery.encode(query).finish())
  }
  /** In the order of their ids. */
  all(ctx: Context): RegisteredQuery[] {
    const rows = ctx.store(STORE).iterator(QUERIES_PREFIX, prefixEnd(QUERIES_PREFIX))
    const queries: RegisteredQuery[] = []
    for (; rows.valid; rows.next()) queries.push(RegisteredQuery.decode(rows.value))
    rows.close()
    return queries
  }

  /** A KV result is deleted at once; transaction hashes are deleted by later end blockers. */
  remove(ctx: Context, { id, queryType }: RegisteredQuery): void {
    const store = ctx.store(STORE)
    store.delete(queryKey(id))
    if (queryType === 'kv') store.delete(resultKey(id))
    else if (queryType === 'tx') store.set(removedKey(id), NO_BYTES)
  }

  /** The last KV result. @throws ChainError interchainqueries/1115 */
  result(ctx: Context, id: bigint): QueryResult {
    const bytes = ctx.store(STORE).get(resultKey(id))
    if (bytes === undefined) throw ErrNoQueryResult.error()
    return QueryResult.decode(bytes)
  }

  /** Stores a KV result without its proofs, and both heights of the query. Source: `saveKVQueryResult` */
  saveResult(ctx: Context, query: RegisteredQuery, { kvResults, height, revision }: QueryResult): void {
    const bare: QueryResult = {
      kvResults: kvResults.map((value) => ({ ...value, proof: undefined })),
      block: undefined,
      height,
      revision,
      allowKvCallbacks: false,
    }
    ctx.store(STORE).set(resultKey(query.id), QueryResult.encode(bare).finish())
    this.save(ctx, {
      ...query,
      lastSubmittedResultRemoteHeight: { revisionNumber: revision, revisionHeight: height },
      lastSubmittedResultLocalHeight: BigInt(ctx.block.height),
    })
  }

  /** Records that a result came in this block. @throws ChainError interchainqueries/1100. Source: `UpdateLastLocalHeight` */
  touch(ctx: Context, id: bigint): void {
    const query = this.find(ctx, id)
    if (query === undefined) throw ErrInvalidQueryId.error(`query with ID ${id} not found`)
    this.save(ctx, { ...query, lastSubmittedResultLocalHeight: BigInt(ctx.block.height) })
  }

  /** Whether a transaction was delivered for a query. @param hash SHA-256 of its bytes */
  isProcessed(ctx: Context, id: bigint, hash: Uint8Array): boolean {
    return ctx.store(STORE).has(processedKey(id, hash))
  }
  markProcessed(ctx: Context, id: bigint, hash: Uint8Array): void {
    ctx.store(STORE).set(processedKey(id, hash), NO_BYTES)
  }
}
