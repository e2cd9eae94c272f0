import type { Evidence } from 'cosmjs-types/tendermint/types/evidence'
import type { Misbehaviour } from '../context.js'

/** Evidence as a block carries it. */
export interface BlockEvidence {
  readonly evidence: Evidence
  /** Its report to the application: one item for each validator. Source: cometbft v0.38.21 types/evidence.go `ABCI`. */
  readonly misbehaviour: readonly Misbehaviour[]
}
