import { ErrInvalidAddress, ErrInvalidRequest, ErrInvalidType, parseAccAddress, rethrowing } from '../../chain/index.js'
import { toHex } from '../../base/index.js'
import { isBlank } from '../../codec/index.js'
import type {
  KVKey,
  MsgRegisterInterchainQuery,
  MsgRemoveInterchainQuery,
  MsgSubmitQueryResult,
  MsgUpdateInterchainQuery,
  Params,
} from '../../codec/neutron/interchainqueries.js'
import {
  ErrEmptyKeyId,
  ErrEmptyKeyPath,
  ErrEmptyKeys,
  ErrEmptyResult,
  ErrInvalidConnectionId,
  ErrInvalidQueryId,
  ErrInvalidQueryType,
  ErrInvalidTransactionsFilter,
  ErrInvalidUpdatePeriod,
  ErrTooManyKvQueryKeys,
} from './errors.js'
import { filterProblem } from './filter.js'

/** Stateless checks of messages. Source: neutron x/interchainqueries/types/tx.go. */

/** @throws ChainError sdk/7 */
function checkSender(prefix: string, sender: string): Uint8Array {
  if (isBlank(sender)) throw ErrInvalidAddress.error('missing sender address')
  return rethrowing(
    () => ErrInvalidAddress.error(`failed to parse address: ${sender}`),
    () => parseAccAddress(prefix, sender),
  )
}

/** `path/hex`, which identifies a key and is printed in events. */
export const keyText = ({ path, key }: KVKey): string => `${path}/${toHex(key)}`

/** @throws ChainError interchainqueries/1120, /1118, /1119, sdk/29, sdk/18 */
export function checkKeys(keys: readonly (KVKey | undefined)[], most: bigint): asserts keys is readonly KVKey[] {
  if (BigInt(keys.length) > most) throw ErrTooManyKvQueryKeys.error(`keys count cannot be more than ${most}`)
  const seen = new Set<string>()
  for (const key of keys) {
    if (key === undefined) throw ErrInvalidType.error('key cannot be nil')
    const text = keyText(key)
    if (seen.has(text)) throw ErrInvalidRequest.error('keys cannot be duplicated')
    if (key.path === '') throw ErrEmptyKeyPath.error('keys path cannot be empty')
    if (key.key.length === 0) throw ErrEmptyKeyId.error('keys id cannot be empty')
    seen.add(text)
  }
}

/** @throws ChainError interchainqueries/1106 */
export function checkFilter(filter: string, most: bigint): void {
  const problem = filterProblem(filter, most)
  if (problem !== undefined) throw ErrInvalidTransactionsFilter.error(problem)
}

/** @returns the sender's address @throws ChainError interchainqueries/1103, /1104, /1105, /1117 and others of keys and filter, sdk/7 */
export function validateRegistration(prefix: string, message: MsgRegisterInterchainQuery, params: Params): Uint8Array {
  const { queryType, keys, transactionsFilter, connectionId, updatePeriod } = message
  if (updatePeriod === 0n) throw ErrInvalidUpdatePeriod.error('update period can not be equal to zero')
  const sender = checkSender(prefix, message.sender)
  if (isBlank(connectionId)) throw ErrInvalidConnectionId.error('connection id cannot be empty')
  if (queryType !== 'kv' && queryType !== 'tx') throw ErrInvalidQueryType.error('invalid query type')
  if (queryType === 'kv') {
    if (keys.length === 0) throw ErrEmptyKeys.error('keys cannot be empty')
    checkKeys(keys, params.maxKvQueryKeysCount)
  } else checkFilter(transactionsFilter, params.maxTransactionsFilters)
  return sender
}

/** @throws ChainError interchainqueries/1100 and others of keys and filter, sdk/18, sdk/7 */
export function validateUpdate(prefix: string, message: MsgUpdateInterchainQuery, params: Params): void {
  const { queryId, newKeys, newUpdatePeriod, newTransactionsFilter } = message
  checkQueryId(queryId)
  if (newKeys.length === 0 && newTransactionsFilter === '' && newUpdatePeriod === 0n)
    throw ErrInvalidRequest.error('one of new_keys, new_transactions_filter or new_update_period should be set')
  if (newKeys.length > 0 && newTransactionsFilter !== '')
    throw ErrInvalidRequest.error('either new_keys or new_transactions_filter should be set')
  if (newKeys.length > 0) checkKeys(newKeys, params.maxKvQueryKeysCount)
  if (newTransactionsFilter !== '') checkFilter(newTransactionsFilter, params.maxTransactionsFilters)
  checkSender(prefix, message.sender)
}

/** @returns the sender's address @throws ChainError interchainqueries/1100, sdk/7 */
export function validateRemoval(prefix: string, { queryId, sender }: MsgRemoveInterchainQuery): Uint8Array {
  checkQueryId(queryId)
  return checkSender(prefix, sender)
}

/** @throws ChainError interchainqueries/1101, /1100, sdk/7 */
export function validateSubmission(prefix: string, { result, queryId, sender }: MsgSubmitQueryResult): void {
  if (result === undefined || (result.kvResults.length === 0 && result.block === undefined))
    throw ErrEmptyResult.error("query result can't be empty")
  if (queryId === 0n) throw ErrInvalidQueryId.error('query id cannot be equal zero')
  checkSender(prefix, sender)
}

function checkQueryId(id: bigint): void {
  if (id === 0n) throw ErrInvalidQueryId.error('query_id cannot be empty or equal to 0')
}
