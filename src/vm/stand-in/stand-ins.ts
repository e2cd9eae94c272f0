import type { EntryPoint } from '../entry-points.js'
import type { CallOutcome, Checksum } from '../vm.js'

/** Other operators in place of those of one function, at positions of the module that runs. */
export interface Patch {
  /** Index of the function, imported ones counted first. */
  readonly function: number
  /** Position of the first operator that is replaced, and the end of the last. The same: operators are inserted. */
  readonly from: number
  readonly to: number
  readonly bytes: Uint8Array
  /** How many locals of i32 the function has besides its own, for this patch. */
  readonly locals?: number
}

/** A changed contract that runs under the checksum of the original. */
export interface StandIn {
  readonly checksum: Checksum
  /** Sorted by position, without overlaps; none: the original runs. */
  readonly patches: readonly Patch[]
  /** Another build, which runs as a whole in place of the original. */
  readonly build?: Uint8Array
  /** Called with each call when it ends, inner calls first. */
  readonly onCall?: (entry: EntryPoint, args: readonly Uint8Array[], outcome: CallOutcome) => void
  /** Changes what the contract answers. */
  readonly answer?: (entry: EntryPoint, args: readonly Uint8Array[], data: Uint8Array) => Uint8Array
}

/** Which code is replaced at the moment. VMs ask at each call, so stored codes, snapshots and sandboxes stay as they are. */
export class StandIns {
  /** Whether twins with other code run in place of their contracts, since their lines are known. */
  readonly onTwins: boolean
  #current: StandIn | undefined

  constructor({ onTwins = true }: { readonly onTwins?: boolean } = {}) {
    this.onTwins = onTwins
  }

  /** The one for a code, if there is any. */
  of(checksum: Checksum): StandIn | undefined {
    return this.#current?.checksum === checksum ? this.#current : undefined
  }

  /** From the next call on. @param standIn undefined: all codes run as they were stored */
  put(standIn: StandIn | undefined): void {
    this.#current = standIn
  }
}
