import {
  createSandbox,
  deliverSudo,
  TraceRecorder,
  TxError,
  type StorageUse,
  type TraceNode,
  type TxResult,
} from '../../sandbox/internal.js'
import type { Vm } from '../../vm/internal.js'
import { demangle } from '../../vm/tools/index.js'
import { GAS_MULTIPLIER } from '../../modules/wasm/index.js'
import { MAX_BLOCK_GAS } from '../../app/index.js'
import type { Assembled } from './assemble.js'
import type { Evidence } from './evidence.js'

/** Gas of the calls of one function. */
export interface FunctionGas {
  /** SHA-256 of the code, in hex. */
  readonly code: string
  /** Labels of the contracts of this code. */
  readonly contract: string
  /** Its name in the source; its index if the code has no names. */
  readonly name: string
  readonly calls: number
  /** SDK gas that it spent itself, rounded down. */
  readonly self: bigint
  /** Including what the functions it called spent. */
  readonly total: bigint
}

/** Gas of the operations on one key, over all calls. */
export interface KeyGas extends StorageUse {
  readonly contract: string
  /** Label of the contract. */
  readonly label: string | undefined
}

/** The outcome of delivering a failure's message. */
export interface Delivery {
  readonly ok: boolean
  /** Gas of the call alone, in SDK gas. */
  readonly gasUsed: bigint
  /** The sudo limit; undefined without one. */
  readonly gasLimit: bigint | undefined
  /** Error as the contract manager records it; undefined if the call succeeded, or without a limit. */
  readonly error: string | undefined
  /** The full error. */
  readonly details: string | undefined
  readonly trace: readonly TraceNode[]
  /** The most expensive first. */
  readonly functions: readonly FunctionGas[]
  /** The most expensive first. */
  readonly keys: readonly KeyGas[]
  /** Called contracts that do not exist. */
  readonly absent: readonly string[]
}

/** Records the calls, and which called contracts do not exist. */
class AbsenceRecorder extends TraceRecorder {
  readonly absentOnes = new Set<string>()

  absent(contract: string): void {
    this.absentOnes.add(contract)
  }
}

/** The action that delivers the message, under the limit or as a resubmission does. */
export const deliveryOf = ({ failure, tx }: Evidence, limited: boolean) => ({
  action: 'sudo' as const,
  chain: 'neutron',
  contract: failure.address,
  payload: failure.sudo_payload,
  limited,
  tx: tx ?? { index: 0, bytes: '' },
  ...(!limited && { gasLimit: BigInt(MAX_BLOCK_GAS) }),
})

/** Delivers the message on a new chain. @throws UsageError for an invalid genesis */
export async function deliver(
  { options, users }: Assembled,
  evidence: Evidence,
  limited: boolean,
  labelOf: (contract: string) => string | undefined,
): Promise<Delivery> {
  const sandbox = createSandbox(options, { profile: true })
  try {
    const { host } = sandbox.chains.neutron
    const { vm } = host.app
    for (const code of vm.checksums()) vm.profile(code, { reset: true })
    const watch = new AbsenceRecorder(labelOf)
    const action = { gasLimit: undefined, ...deliveryOf(evidence, limited) }
    let result: TxResult
    try {
      result = deliverSudo(host, action, watch)
    } catch (error) {
      if (!(error instanceof TxError)) throw error
      result = error.result
    }
    const functions = functionsOf(vm, users)
    return { ...endOf(result, limited), ...tables(result.trace, functions), absent: [...watch.absentOnes] }
  } finally {
    await sandbox.close()
  }
}

/** Gas of the functions that ran since the profiles were reset. @param users labels of contracts by code */
export const functionsOf = (vm: Vm, users: ReadonlyMap<string, string>): readonly FunctionGas[] =>
  vm.checksums().flatMap((code) =>
    vm.profile(code).functions.map(({ index, name, calls, self, total }) => ({
      code,
      contract: users.get(code) ?? '',
      name: name === undefined ? `function ${index}` : demangle(name),
      calls,
      self: self / BigInt(GAS_MULTIPLIER),
      total: total / BigInt(GAS_MULTIPLIER),
    })),
  )

function endOf(result: TxResult, limited: boolean) {
  const [call] = result.sudo
  const { trace } = result
  if (limited && call !== undefined)
    return {
      ok: call.failure === undefined,
      gasUsed: call.gasUsed,
      gasLimit: call.gasLimit,
      error: call.failure?.error,
      details: call.failure?.details,
      trace,
    }
  const ok = result.code === 0
  const gasUsed = trace[0]?.gasUsed ?? result.gasUsed
  return { ok, gasUsed, gasLimit: undefined, error: undefined, details: ok ? undefined : result.rawLog, trace }
}

export function tables(trace: readonly TraceNode[], functions: readonly FunctionGas[]) {
  const descending = (a: bigint, b: bigint): number => (a === b ? 0 : a < b ? 1 : -1)
  return {
    functions: functions.toSorted((a, b) => descending(a.self, b.self)),
    keys: keysOf(trace).toSorted((a, b) => descending(a.gas, b.gas)),
  }
}

function keysOf(trace: readonly TraceNode[]): readonly KeyGas[] {
  const keys = new Map<string, KeyGas>()
  const visit = ({ contract, label, storage, children }: TraceNode): void => {
    for (const use of storage) {
      const name = `${contract} ${use.hex}`
      const before = keys.get(name)
      keys.set(name, before === undefined ? { contract, label, ...use } : sum(before, use))
    }
    for (const child of children) visit(child)
  }
  for (const node of trace) visit(node)
  return [...keys.values()]
}

const sum = (a: KeyGas, b: StorageUse): KeyGas => ({
  ...a,
  reads: a.reads + b.reads,
  writes: a.writes + b.writes,
  removes: a.removes + b.removes,
  scans: a.scans + b.scans,
  gas: a.gas + b.gas,
})
