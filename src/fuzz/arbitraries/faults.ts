import * as fc from 'fast-check'
import type { ActionInput } from '../../sandbox/internal.js'
import { gasLimits } from './gas.js'

/** Which calls fail, and where. */
export interface FaultParts {
  readonly chain?: string
  /** Address or label; any contract when left out. */
  readonly contract?: string
  /** Measured SDK gas of its callback: generated limits are around it. Without it, no gas limits. */
  readonly callbackGas?: bigint
  /** The number of messages that a call sends. */
  readonly children?: number
  /** The number of host calls that a call makes. */
  readonly hostCalls?: number
}

/**
 * Faults that take effect once, in the next matching call: too little gas for a callback, a failing message, a failing host call. The message or
 * host call that fails can be any of those there are.
 *
 * @example
 * const { sudo } = await probe() // the callback once without a fault
 * fc.assert(fc.asyncProperty(faults({ contract: 'vault', callbackGas: sudo[0].gasUsed }), async (fault) => {
 *   await sandbox.perform(fault)
 *   await sandbox.relayer.relay()
 * }))
 */
export function faults({
  chain,
  contract,
  callbackGas,
  children = 1,
  hostCalls = 0,
}: FaultParts): fc.Arbitrary<ActionInput> {
  const fault = (fail: Extract<ActionInput, { action: 'fault' }>['fail']): ActionInput => ({
    action: 'fault',
    ...(chain !== undefined && { chain }),
    ...(contract !== undefined && { contract }),
    fail,
  })
  const kinds = [
    ...(children > 0 ? [fc.integer({ min: 1, max: children }).map((child) => fault({ child }))] : []),
    ...(callbackGas === undefined ? [] : [gasLimits(callbackGas).map((gas) => fault({ gas: gas.toString() }))]),
    ...(hostCalls > 0 ? [fc.integer({ min: 1, max: hostCalls }).map((nth) => fault({ hostCall: { nth } }))] : []),
  ]
  return fc.oneof(...kinds)
}
