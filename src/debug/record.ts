import {
  GAS_MODULUS,
  StepBuffer,
  type HostCall,
  type SteppedCall,
  type StepView,
  type VmError,
} from '../vm/internal.js'
import { StepIndex, type Steps } from './step-index.js'

/** A call to the chain, and the step during which it was made. */
export interface TracedHostCall extends HostCall {
  readonly step: number
  /** VM gas of the module that ran. */
  readonly gasAfter: number
}

/** What one run of a call shows. */
interface Recorded {
  readonly index: StepIndex
  readonly hostCalls: readonly TracedHostCall[]
  /** VM gas of the module that ran. */
  readonly gasUsed: number
  readonly data: Uint8Array | undefined
  readonly error: VmError | undefined
}

/** A module keeps at most this much gas. */
const LARGEST_GAS = 2n ** 62n
const GAS_BITS = Math.log2(GAS_MODULUS)

/** More steps than any call has. */
const ALL = 2 ** 52

/** Makes a call and counts its steps, which takes little longer than the call. @param places how many there are */
export function record(stepped: SteppedCall, places: number, gasLimit: bigint): Recorded {
  const hostCalls: TracedHostCall[] = []
  const { data, error, gasUsed, steps } = stepped.run(
    (view) => ({
      hostCall: (one) => hostCalls.push({ ...one, step: Math.max(view.steps - 1, 0), gasAfter: Number(view.gasUsed) }),
    }),
    ALL,
  )
  const index = new StepIndex(steps, {
    places,
    refill: (from, take) => refill(stepped, from, take),
    scan: (take) => scan(stepped, take),
    gasUsed: gasUsedOf(gasLimit),
  })
  return { index, hostCalls, data, error, gasUsed: Number(gasUsed) }
}

function scan(stepped: SteppedCall, take: (steps: Steps) => void): void {
  const buffer = new StepBuffer(() => {
    take(buffer)
    buffer.clear()
  })
  stepped.run(() => ({ step: buffer.step }))
  if (buffer.length > 0) take(buffer)
}

/** A buffer's worth of steps, from one on. */
function refill(stepped: SteppedCall, from: number, take: (steps: Steps) => void): void {
  let running: StepView | undefined
  const buffer = new StepBuffer(() => running!.stop())
  stepped.run((view) => {
    running = view
    return { step: buffer.step }
  }, from)
  take(buffer)
}

/** A module with steps gives only the lower bits of the gas that is left. */
function gasUsedOf(gasLimit: bigint): (left: number) => number {
  const limit = Number(BigInt.asUintN(GAS_BITS, gasLimit < LARGEST_GAS ? gasLimit : LARGEST_GAS))
  return (left) => (left > limit ? limit - left + GAS_MODULUS : limit - left)
}
