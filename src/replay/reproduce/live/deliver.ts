import { SudoboxError, toBase64, toHex } from '../../../base/index.js'
import { MAX_BLOCK_GAS } from '../../../app/index.js'
import { MsgResubmitFailure } from '../../../codec/neutron/contractmanager.js'
import { ForkError } from '../../../fork/index.js'
import {
  attempt,
  deliverInBlock,
  Thrown,
  TxError,
  type ActionInput,
  type Sandbox,
  type TraceNode,
  type TxResult,
} from '../../../sandbox/internal.js'
import { requireCodeInfo } from '../../../modules/wasm/index.js'
import { functionsOf, tables, type Delivery } from '../deliver.js'
import type { FoundFailure } from './find.js'

/** How the callback is made again. */
export interface Again {
  /** Whether its whole transaction is run, after those before it in the block; else the callback alone. */
  readonly whole: boolean
  readonly found: FoundFailure
  /** Time between the last block of the fork and that of the failure. */
  readonly nanoseconds: bigint
}

/** A transaction of the block that ended differently than on the chain. */
interface Deviation {
  readonly index: number
  readonly text: string
}

/** The callback under the limit, and the transaction that it was in. */
export interface LimitedEnd {
  readonly delivery: Delivery
  /** Result of the whole transaction; undefined if the callback alone was made. */
  readonly tx: TxResult | undefined
  readonly deviations: readonly Deviation[]
}

/** The transactions of the block up to the one in which the callback failed. */
const upTo = ({ block, index }: FoundFailure): readonly Uint8Array[] => block.txs.slice(0, (index ?? -1) + 1)

/** The actions that make the callback again, as a fixture has them. */
export function actionsOf({ whole, found, nanoseconds }: Again): readonly ActionInput[] {
  const { failure, block, index } = found
  if (whole)
    return [{ action: 'produce', nanoseconds, txs: { neutron: upTo(found).map(toBase64) }, signatures: 'believed' }]
  return [
    { action: 'blockInterval', nanoseconds },
    {
      action: 'sudo',
      contract: failure.address,
      payload: toBase64(failure.sudoPayload),
      ...(index !== undefined && { tx: { index, bytes: toBase64(block.txs[index]!) } }),
    },
  ]
}

/** The contract resubmits, as far as the chain sees. */
export const resubmissionOf = ({ failure: { address, id } }: FoundFailure): ActionInput & { action: 'tx' } => ({
  action: 'tx',
  from: address,
  impersonate: true,
  gasLimit: BigInt(MAX_BLOCK_GAS),
  messages: [
    {
      any: {
        typeUrl: MsgResubmitFailure.typeUrl,
        value: toBase64(MsgResubmitFailure.encode({ sender: address, failureId: id }).finish()),
      },
    },
  ],
})

/** Runs the block up to the transaction in which the callback failed. @returns undefined if the transaction does not get as far as the callback here, and why */
export function deliverWhole(sandbox: Sandbox, { found, nanoseconds }: Again): LimitedEnd | string {
  const { host } = sandbox.chains.neutron
  const { app } = host
  const txs = upTo(found)
  const ends = app.block(app.time + nanoseconds, () =>
    txs.map((bytes, index) => {
      if (index === found.index) resetProfiles(sandbox)
      return attempt(() => deliverInBlock(host, bytes, false))
    }),
  )
  for (const end of ends) if (end instanceof Thrown && isFatal(end.error)) throw end.error
  const last = ends.at(-1)!
  if (last instanceof Thrown) return (last.error as SudoboxError).shortMessage
  const node = callOf(last.trace, found)
  if (node === undefined) return last.code === 0 ? 'the contract is not called back in it' : last.rawLog
  return {
    delivery: limitedDelivery(sandbox, last, node, found),
    tx: last,
    deviations: ends.flatMap((end, index) => deviation(end, index, found)),
  }
}

/** A node that cannot be read is not an outcome, and neither is a bug. */
const isFatal = (error: unknown): boolean => error instanceof ForkError || !(error instanceof SudoboxError)

function deviation(end: TxResult | Thrown, index: number, { block }: FoundFailure): readonly Deviation[] {
  const { code, gas_used: gas } = block.results[index]!
  const position = `transaction ${index} of the block`
  if (end instanceof Thrown)
    return [{ index, text: `${position} could not be run here: ${(end.error as SudoboxError).shortMessage}` }]
  if (end.code !== code)
    return [
      {
        index,
        text: `${position} ${ended(end.code)} here and ${ended(code)} on the chain${end.code === 0 ? '' : `: ${end.rawLog}`}`,
      },
    ]
  if (end.gasUsed !== gas) return [{ index, text: `${position} used ${end.gasUsed} gas here and ${gas} on the chain` }]
  return []
}

const ended = (code: number): string => (code === 0 ? 'succeeded' : `failed with code ${code}`)

/** Makes the callback alone, under the limit. */
export function deliverCallback(sandbox: Sandbox, again: Again): LimitedEnd {
  resetProfiles(sandbox)
  const actions = actionsOf({ ...again, whole: false })
  const results = actions.map((action) => performed(sandbox, action))
  const result = results.at(-1)!
  const node = callOf(result.trace, again.found)
  return { delivery: limitedDelivery(sandbox, result, node, again.found), tx: undefined, deviations: [] }
}

/** Resubmits the failure. @returns with the gas of its whole transaction too */
export function resubmit(
  sandbox: Sandbox,
  found: FoundFailure,
): { readonly delivery: Delivery; readonly txGas: bigint } {
  resetProfiles(sandbox)
  const result = performed(sandbox, resubmissionOf(found))
  const node = result.trace.find((one) => one.kind === 'call')
  const trace = node === undefined ? [] : [node]
  return {
    txGas: result.gasUsed,
    delivery: {
      ok: result.code === 0,
      gasUsed: node?.gasUsed ?? result.gasUsed,
      gasLimit: undefined,
      error: undefined,
      details: result.code === 0 ? undefined : result.rawLog,
      trace,
      ...tables(trace, functions(sandbox, trace)),
      absent: [],
    },
  }
}

/** The result of an action, of one that failed too. */
function performed(sandbox: Sandbox, action: ActionInput): TxResult {
  try {
    return sandbox.performNow(action as never) as TxResult
  } catch (error) {
    if (error instanceof TxError) return error.result
    throw error
  }
}

function limitedDelivery(
  sandbox: Sandbox,
  result: TxResult,
  node: TraceNode | undefined,
  { failure }: FoundFailure,
): Delivery {
  const calls = result.sudo.filter(({ contract }) => contract === failure.address)
  const call = calls.find((one) => one.failure?.id === failure.id) ?? calls[0]
  const trace = node === undefined ? [] : [node]
  return {
    ok: call?.failure === undefined && result.code === 0,
    gasUsed: call?.gasUsed ?? node?.gasUsed ?? 0n,
    gasLimit: call?.gasLimit ?? node?.gasLimit,
    error: call?.failure?.error,
    details: call?.failure?.details ?? (result.code === 0 ? undefined : result.rawLog),
    trace,
    ...tables(trace, functions(sandbox, trace)),
    absent: [],
  }
}

/** The call of the contract with the message, under the limit. */
function callOf(nodes: readonly TraceNode[], { failure }: FoundFailure): TraceNode | undefined {
  const message = Buffer.from(failure.sudoPayload).toString('utf8')
  for (const node of nodes) {
    const isIt = node.entryPoint === 'sudo' && node.contract === failure.address && node.message === message
    const found = isIt ? node : callOf(node.children, { failure } as FoundFailure)
    if (found !== undefined) return found
  }
  return undefined
}

function resetProfiles({ chains }: Sandbox): void {
  const { vm, options } = chains.neutron.host.app
  if (options.vms?.observed.profile !== true) return
  for (const code of vm.checksums()) vm.profile(code, { reset: true })
}

function functions(sandbox: Sandbox, trace: readonly TraceNode[]) {
  const { host } = sandbox.chains.neutron
  if (host.app.options.vms?.observed.profile !== true) return []
  return functionsOf(host.app.vm, labelsByCode(host, trace))
}

/** Labels of the contracts that were called, by the code that they run. */
function labelsByCode(
  host: Sandbox['chains']['neutron']['host'],
  trace: readonly TraceNode[],
  labels = new Map<string, string>(),
): ReadonlyMap<string, string> {
  const { app } = host
  for (const { kind, contract, label, children } of trace) {
    const info = kind === 'call' ? app.wasm.contractInfo(app.context, app.address(contract)) : undefined
    if (info !== undefined) {
      const code = toHex(requireCodeInfo(app.context, info.codeId).codeHash)
      const others = labels.get(code)?.split(', ') ?? []
      labels.set(code, [...new Set([...others, label ?? contract])].join(', '))
    }
    labelsByCode(host, children, labels)
  }
  return labels
}
