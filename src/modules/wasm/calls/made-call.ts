import type { NotedAnswers } from '../../../vm/debug/index.js'
import type { Checksum, EntryPoint } from '../../../vm/internal.js'

/** A call of a contract with all answers that it received, so that it can be made again, for example on a VM that profiles. */
export interface MadeCall {
  readonly checksum: Checksum
  readonly wasm: () => Uint8Array
  /** Release of the VM. */
  readonly version: string
  readonly capabilities: readonly string[]
  readonly entry: EntryPoint
  readonly args: readonly Uint8Array[]
  /** VM gas. */
  readonly gasLimit: bigint
  readonly answers: NotedAnswers
}
