import * as fc from 'fast-check'
import type { ActionInput } from '../../sandbox/index.js'
import { gasLimits } from './gas.js'

/** Whose next call is to fail, and where. */
export interface FaultParts {
  readonly chain?: string
  /** Address or label; any contract when left out. */
  readonly contract?: string
  /** What its callback was measured to need, in SDK gas: the limit is put around it. */
  readonly callbackGas?: bigint
  /** How many messages its calls send. */
  readonly children?: number
  /** How many requests its calls make to the host. */
  readonly hostCalls?: number
}

/**
 * Faults that strike once, in the next call that they fit: too little gas for a callback, a message that fails, a host call that fails, at every
 * place in turn ("fail at every hop"). What is left out is not struck, but for the first message.
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
