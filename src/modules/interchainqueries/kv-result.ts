import { ClientState, ConsensusState } from 'cosmjs-types/ibc/lightclients/tendermint/v1/tendermint'
import { equalBytes } from '../../base/index.js'
import { rethrowing } from '../../chain/index.js'
import { verifyStorageValues } from '../../chain/ibc/index.js'
import type { Any } from '../../codec/index.js'
import type { KVKey, RegisteredQuery, StorageValue } from '../../codec/neutron/interchainqueries.js'
import { ErrInvalidClientId, ErrInvalidSubmittedResult } from './errors.js'

/**
 * Verifies the presence of each value, or the absence of its key, in the remote chain's stores.
 * @returns the values; empty for keys proven absent, whatever the relayer sent
 * @throws ChainError interchainqueries/1107, /1102; GoPanic for a proof without steps
 * Source: neutron x/interchainqueries/keeper/msg_server.go.
 */
export function verifyValues(
  clientState: Any | undefined,
  consensusState: Any,
  query: RegisteredQuery,
  values: readonly StorageValue[],
  options: { readonly clientId: string; readonly emptyValues: 'reject' | 'allow'; readonly trusts: boolean },
): readonly StorageValue[] {
  const { clientId, emptyValues, trusts } = options
  const { root } = ConsensusState.decode(consensusState.value)
  if (clientState === undefined)
    throw ErrInvalidClientId.error(`could not find a ClientState with client id: ${clientId}`)
  const { proofSpecs: specs } = ClientState.decode(clientState.value)
  const check = (value: StorageValue, index: number) => checkKey(value, query.keys[index]!)
  return rethrowing(
    ({ log }) => ErrInvalidSubmittedResult.error(`failed to verify submitted result: ${log}`),
    () => verifyStorageValues(values, { root: root.hash, specs, emptyValues, trusts, check }),
  )
}

function checkKey({ key, storagePrefix }: StorageValue, wanted: KVKey): void {
  if (!equalBytes(key, wanted.key))
    throw ErrInvalidSubmittedResult.error(
      `KV key from result is not equal to registered query key: ${numbers(key)} != ${numbers(wanted.key)}`,
    )
  if (storagePrefix !== wanted.path)
    throw ErrInvalidSubmittedResult.error(
      `KV path from result is not equal to registered query storage prefix: ${storagePrefix} != ${wanted.path}`,
    )
}

/** Go's `%v` of bytes. */
const numbers = (bytes: Uint8Array): string => `[${bytes.join(' ')}]`
