import { UsageError } from '../../base/index.js'
import type { ChainApp } from '../../app/index.js'
import { failureDetails } from '../../modules/contractmanager/index.js'

/** A failed callback as the contract manager stores it, or as the callbacks layer of a chain with an EVM inside reports it. */
export interface FailureRecord {
  readonly address: string
  /** Counted by the contract manager; on a chain with an EVM inside the position among those that failed. */
  readonly id: bigint
  /** The sudo message, exactly as the contract received it; empty for a contract in Solidity. */
  readonly sudoPayload: Uint8Array
  /** The redacted error: `codespace: <codespace>, code: <code>`; of a contract in Solidity what the chain reports. */
  readonly error: string
  /** The full error from the events; undefined when they are not kept. */
  readonly details: string | undefined
}

/** Failed callbacks of a contract or of all, each with its full error where its block is kept. @throws UsageError on a chain without a contract manager */
export function readFailures(app: ChainApp, contract: string | undefined): readonly FailureRecord[] {
  const { contractManager } = app
  if (contractManager === undefined)
    throw new UsageError(`${app.chainId} has no contract manager, so it records no failures`)
  const failures = contractManager.failures(app.context, contract)
  const detailsOf = failureDetails(app.baseApp.blocks(true), failures)
  return failures.map((failure) => ({ ...failure, details: detailsOf(failure) }))
}
