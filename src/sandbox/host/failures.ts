import { UsageError } from '../../base/index.js'
import type { ChainApp } from '../../app/index.js'
import { failureDetails } from '../../modules/contractmanager/index.js'
/** A failed callback as the contract manager stores it. */
export interface FailureRecord {
  readonly address: string
  readonly id: bigint
  /** The sudo message, exactly as the contract received it. */
  readonly sudoPayload: Uint8Array
  /** The redacted error: `codespace: <codespace>, code: <code>`. */
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
