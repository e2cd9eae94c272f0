import type { AppSnapshot } from '../../chain/index.js'
import type { KnownDoubles } from '../../vm/doubles/index.js'
import type { Fault } from '../faults/faults.js'
import type { ChainHost } from './chain-host.js'
import type { EvmLinkSnapshot } from './evm-link/evm-link.js'
import type { KeyType } from './keyring.js'
import type { SolidityContracts } from './solidity.js'

/** One chain of a sandbox at one moment. */
export interface ChainHostSnapshot {
  readonly app: AppSnapshot
  readonly labels: ReadonlyMap<string, string>
  readonly abis: SolidityContracts['abis']
  readonly accounts: ReadonlyMap<string, KeyType>
  /** Undefined when the EVM had not started. */
  readonly evm: EvmLinkSnapshot | undefined
  readonly faults: readonly Fault[]
  /** Undefined on a chain without CosmWasm contracts. */
  readonly doubles: KnownDoubles | undefined
}

export const snapshotOf = ({ app, labels, solidity, accounts, evmLink, faults }: ChainHost): ChainHostSnapshot => ({
  app: app.snapshot(),
  labels: labels.addresses,
  abis: solidity.abis,
  accounts: accounts.keyTypes,
  evm: evmLink?.snapshot(),
  faults: faults.waiting,
  doubles: app.knownDoubles,
})

export function restoreHost(
  { app, labels, solidity, accounts, evmLink, faults }: ChainHost,
  snapshot: ChainHostSnapshot,
): void {
  const restoreChain = (): void => app.restore(snapshot.app)
  if (evmLink === undefined) restoreChain()
  else evmLink.restore(snapshot.evm, restoreChain)
  labels.addresses = snapshot.labels
  solidity.abis = snapshot.abis
  accounts.keyTypes = snapshot.accounts
  faults.waiting = snapshot.faults
  app.knownDoubles = snapshot.doubles
}
