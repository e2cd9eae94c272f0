import type { TraceNode } from '../../sandbox/internal.js'
import type { Delivery } from './deliver.js'
import type { Evidence, Missing } from './evidence.js'
import { own } from '../../base/index.js'

type Content = Readonly<Record<string, unknown>>

/** What a contract needed of the chain, and whether a rebuilt chain can answer it. */
type Need = (content: Content, evidence: Evidence, node: TraceNode) => readonly Missing[]

const contractNeeds = (address: string, why: string): readonly Missing[] => [
  { what: `the contract info of ${address}`, why, path: `/cosmwasm/wasm/v1/contract/${address}` },
  { what: `the state of ${address}`, why, path: `/cosmwasm/wasm/v1/contract/${address}/state` },
  { what: `the code of ${address}`, why, path: '/cosmwasm/wasm/v1/code/<code_id of its contract info>' },
]

const balanceNeed = (address: string, why: string): Missing => ({
  what: `the balances of ${address}`,
  why,
  path: `/cosmos/bank/v1beta1/balances/${address}`,
})

const needsBalance: Need = ({ address }, { balances }, node) =>
  typeof address !== 'string' || balances.has(address) ? [] : [balanceNeed(address, `${nameOf(node)} asks for them`)]

const needsContract: Need = ({ contract_addr: address }, { contracts }, node) =>
  typeof address !== 'string' || contracts.has(address) ? [] : contractNeeds(address, `${nameOf(node)} asks for it`)

const never: Need = (_, __, node) => [
  {
    what: `the answer to ${node.label} ${node.message.slice(0, 200)}`,
    why: `${nameOf(node)} asks for it, and it cannot be downloaded: the chain was rebuilt without it`,
    path: undefined,
  },
]

/** By the name of the query. Queries of the bank's settings and of the contract's own failures need nothing. */
const NEEDS: Readonly<Record<string, Need>> = {
  'bank.balance': needsBalance,
  'bank.all_balances': needsBalance,
  'wasm.raw': needsContract,
  'wasm.contract_info': needsContract,
  'wasm.smart': needsContract,
  'wasm.code_info': ({ code_id: id }, { codeInfos }, node) =>
    codeInfos.has(String(id))
      ? []
      : [
          {
            what: `the code info ${String(id)}`,
            why: `${nameOf(node)} asks for it`,
            path: `/cosmwasm/wasm/v1/code-info/${String(id)}`,
          },
        ],
}

const nameOf = ({ contract }: TraceNode): string => contract

/** What the calls needed that was not downloaded. With it the outcome may differ. */
export function needsOf(evidence: Evidence, deliveries: readonly Delivery[]): readonly Missing[] {
  const needs = new Map<string, Missing>()
  const add = (missing: readonly Missing[]): void => {
    for (const one of missing) if (!needs.has(one.what)) needs.set(one.what, one)
  }
  const visit = (node: TraceNode): void => {
    if (node.kind === 'query') add((own(NEEDS, node.label ?? '') ?? never)(contentOf(node), evidence, node))
    if (spends(node) && !evidence.balances.has(node.contract))
      add([balanceNeed(node.contract, 'it sends coins that it does not have on the rebuilt chain')])
    for (const child of node.children) visit(child)
  }
  for (const { trace, absent } of deliveries) {
    for (const address of absent) add(contractNeeds(address, 'it is called or queried'))
    for (const node of trace) visit(node)
  }
  return [...needs.values()]
}

const spends = ({ error }: TraceNode): boolean => error !== undefined && /\bspendable balance\b/.test(error)

function contentOf({ message }: TraceNode): Content {
  try {
    const content: unknown = JSON.parse(message)
    return typeof content === 'object' && content !== null ? (content as Content) : {}
  } catch {
    return {}
  }
}
