import type { TraceNode } from '../sandbox/internal.js'
import { VM_GAS } from '../vm/tools/index.js'
import type { CallTrace } from './call-trace.js'

/** What the chain charged before the contract's code began: the call without its code, and without what its submessages used. */
export function gasBefore({ gasUsed, children }: TraceNode, trace: CallTrace): bigint {
  const submessages = children.filter((child) => child.kind !== 'query' && child.entryPoint !== 'query')
  const own = submessages.reduce((rest, child) => rest - child.gasUsed, gasUsed)
  const before = own - BigInt(Math.ceil(trace.gasUsed / VM_GAS))
  return before > 0n ? before : 0n
}
