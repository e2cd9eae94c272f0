import { fromHex, fromUtf8, SudoboxError, toHex, toUtf8, UsageError } from '../base/index.js'
import type { Vms } from '../app/index.js'
import { queryRaw } from '../modules/wasm/index.js'
import { partsOf, type StepReport } from '../replay/internal.js'
import { hostCallsOf, TraceRecorder, type Sandbox, type TraceNode } from '../sandbox/internal.js'
import { keyOf } from '../store/index.js'
import { VM_GAS } from '../vm/tools/index.js'

/** A query that a contract made by its gRPC path. */
export interface PathQuery {
  readonly chain: string
  /** Label or address. */
  readonly contract: string
  readonly path: string
  /** What the contract got, as text. */
  readonly answer: string
}

/** What one side did in a step, beyond its outcome. */
export interface StepFacts {
  readonly step: StepReport
  readonly queries: readonly PathQuery[]
  /** Hex of the values that contracts wrote, by chain, contract and key; undefined for a row that is gone. */
  readonly stored: ReadonlyMap<string, string | undefined>
  /** SDK gas by what it was paid for. */
  readonly gas: ReadonlyMap<string, number>
  /** Type URLs of the messages that ran, and their last parts. */
  readonly messages: ReadonlySet<string>
  /** Contracts and accounts that took part. */
  readonly contracts: ReadonlySet<string>
  readonly accounts: ReadonlySet<string>
  /** Codes that chains accepted in it. */
  readonly codes: readonly Uint8Array[]
}

/** What gas of a contract's own functions is called. */
export const CONTRACT_CODE = 'code of the contract'

/** Groups that every transaction has, with the id of its chain. */
const AROUND = /^(?:transaction|query) on \S+$/

const nameIn = (above: string, own: string, isCode: boolean): string => {
  if (isCode && above.endsWith(own)) return above
  return above === '' || AROUND.test(above) ? own : `${above} › ${own}`
}

/** Watches one side step by step. */
export class FactsWatch {
  readonly facts: StepFacts[] = []
  readonly #vms: Vms
  readonly #known = new Set<string>()
  #sandbox: Sandbox | undefined

  constructor(vms: Vms) {
    this.#vms = vms
  }

  readonly onStart = (sandbox: Sandbox): void => {
    this.#sandbox = sandbox
    this.#takeGas()
  }

  readonly onStep = (step: StepReport): void => {
    const nodes = partsOf(step).flatMap(({ result: { chain, trace } }) => flat(trace).map((node) => ({ chain, node })))
    const gas = this.#takeGas()
    this.facts.push({
      step,
      queries: [...nodes.flatMap(({ chain, node }) => pathQueries(chain, node)), ...this.#asked(step)],
      stored: this.#stored(nodes),
      gas,
      messages: messagesIn(step, gas),
      contracts: contractsIn(step, nodes),
      accounts: accountsIn(step),
      codes: this.#newCodes(),
    })
  }

  /** Gas since the last reading. Functions of contracts are one item for each call that they run in. */
  #takeGas(): Map<string, number> {
    const gas = new Map<string, number>()
    for (const { gasTree: tree } of this.#vms.all) {
      if (tree === undefined) continue
      const names = new Map<number, string>()
      const ignored = new Set<number>()
      for (const { node, parent, frame, self } of tree.nodes()) {
        const named = tree.named(frame)
        const above = names.get(parent) ?? ''
        const own = named === undefined ? CONTRACT_CODE : named.name
        const name = nameIn(above, own, named === undefined)
        names.set(node, name)
        if (ignored.has(parent) || named?.kind === 'ignored' || named?.kind === 'free') ignored.add(node)
        else if (self !== 0) gas.set(name, (gas.get(name) ?? 0) + self / VM_GAS)
      }
      tree.clear()
    }
    return gas
  }

  #stored(nodes: readonly { readonly chain: string; readonly node: TraceNode }[]): Map<string, string | undefined> {
    const stored = new Map<string, string | undefined>()
    for (const { chain, node } of nodes) {
      const app = this.#sandbox?.chain(chain)?.host.app
      if (app === undefined || node.kind !== 'call') continue
      const written = node.storage.filter(({ writes, removes }) => writes + removes > 0)
      for (const { key, hex } of written) {
        const value = queryRaw(app.context, app.address(node.contract), keyOf(fromHex(hex)))
        stored.set(`${chain} ${node.label ?? node.contract} ${key}`, value && toHex(value))
      }
    }
    return stored
  }

  /** A query from outside leaves no trace, and is made once more with one: it changes nothing. */
  #asked({ action, outcome }: StepReport): readonly PathQuery[] {
    if (action.action !== 'query') return []
    const host = this.#sandbox?.chain(action.chain)?.host
    const { chain, msg, msgText, contract } = action
    if (host === undefined || outcome instanceof UsageError) return []
    const recorder = new TraceRecorder((address) => host.labels.labelOf(address), { hostCalls: true })
    try {
      host.app.querySmart(host.contractAddress(contract), toUtf8(msgText ?? JSON.stringify(msg)), recorder)
    } catch (error) {
      if (!(error instanceof SudoboxError)) throw error
    }
    this.#takeGas()
    return flat(recorder.roots).flatMap((node) => pathQueries(chain, node))
  }

  #newCodes(): readonly Uint8Array[] {
    return this.#vms.all.flatMap((vm) =>
      vm.checksums().flatMap((checksum) => {
        if (this.#known.has(checksum)) return []
        this.#known.add(checksum)
        return [vm.wasm(checksum)]
      }),
    )
  }
}

const flat = (nodes: readonly TraceNode[]): readonly TraceNode[] =>
  nodes.flatMap((node) => [node, ...flat(node.children)])

function pathQueries(chain: string, node: TraceNode): readonly PathQuery[] {
  return hostCallsOf(node)
    .filter(({ name }) => name === 'query_chain')
    .flatMap(({ given, answer, error }) => {
      const path = pathOf(given[0]?.bytes)
      const text = error ?? (answer[0] === undefined ? '' : Buffer.from(answer[0].bytes).toString('latin1'))
      return path === undefined ? [] : [{ chain, contract: node.label ?? node.contract, path, answer: text }]
    })
}

interface Request {
  readonly stargate?: { readonly path?: string }
  readonly grpc?: { readonly path?: string }
}

function pathOf(bytes: Uint8Array | undefined): string | undefined {
  if (bytes === undefined) return undefined
  try {
    const { stargate, grpc } = JSON.parse(fromUtf8(bytes)) as Request
    return (stargate ?? grpc)?.path
  } catch {
    return undefined
  }
}

function messagesIn(step: StepReport, gas: ReadonlyMap<string, number>): ReadonlySet<string> {
  const urls = partsOf(step).flatMap(({ result }) =>
    result.events.flatMap(({ type, attributes }) =>
      type === 'message' ? attributes.flatMap(([key, value]) => (key === 'action' ? [value] : [])) : [],
    ),
  )
  const names = [...gas.keys()].flatMap((path) => path.split(' › ').filter((name) => name.startsWith('Msg')))
  return new Set([...urls, ...names])
}

function contractsIn({ action }: StepReport, nodes: readonly { readonly node: TraceNode }[]): ReadonlySet<string> {
  const { contract } = action as { readonly contract?: string }
  return new Set([
    ...nodes.map(({ node }) => node.label ?? node.contract),
    ...(contract === undefined ? [] : [contract]),
  ])
}

function accountsIn({ action }: StepReport): ReadonlySet<string> {
  const { from, name } = action as { readonly from?: string; readonly name?: string }
  return new Set([from, name].filter((one) => one !== undefined))
}
