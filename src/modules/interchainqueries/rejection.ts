import { toHex } from '../../base/index.js'
import { wrapping } from '../../chain/index.js'
import { doubling } from './errors.js'

/** Calls a contract with values; its error rejects the submission. Source: neutron x/interchainqueries/keeper/msg_server.go `SubmitQueryResult`. */
export const rejectingValues = <T>(contract: string, queryId: bigint, call: () => T): T =>
  wrapping(`contract ${contract} rejected KV query result (query_id: ${queryId})`, call)

/** Calls a contract with a transaction; its error rejects the block. Source: keeper/process_block_results.go `ProcessBlock`. */
export const rejectingTx = <T>(contract: string, hash: Uint8Array, call: () => T): T =>
  wrapping(`contract ${contract} rejected transaction query result (tx_hash: ${toHex(hash)})`, call)

/** Takes a submitted block; its error rejects the submission. Source: keeper/msg_server.go `SubmitQueryResult`. */
export const rejectingBlock = <T>(take: () => T): T => doubling('failed to ProcessBlock', take)
