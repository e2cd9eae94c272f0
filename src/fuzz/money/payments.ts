import type { ChainHost, Json, TraceNode } from '../../sandbox/internal.js'
import { fromHex } from '../../base/index.js'
import { addressText } from '../../chain/index.js'
import { isOfEvm } from '../chains/solidity.js'

/** Messages of cw20 that move tokens which their owner allowed the sender to move. */
const FROM_OWNER: ReadonlySet<string> = new Set(['transfer_from', 'send_from', 'burn_from'])

/** Whether a transaction failed because a token did not let a contract take tokens of an account: it has too few, or allowed too few. */
export const lacksTokens = (host: ChainHost, trace: readonly TraceNode[], account: string): boolean =>
  trace.some(
    (node) =>
      (node.error !== undefined && ownerOf(host, node) === account) || lacksTokens(host, node.children, account),
  )

/** Whose tokens a call moves in the name of another account; undefined for any other call. */
function ownerOf(host: ChainHost, { kind, entryPoint, message }: TraceNode): string | undefined {
  if (kind !== 'call') return undefined
  if (isOfEvm(host)) {
    const [owner] = entryPoint === 'transferFrom' ? (Object.values(parsed(message)) as readonly unknown[]) : []
    return typeof owner === 'string' && HEX.test(owner)
      ? addressText(host.app.prefix, fromHex(owner.slice(2)))
      : undefined
  }
  const [[name, args] = ['', undefined]] = entryPoint === 'execute' ? Object.entries(parsed(message)) : []
  return FROM_OWNER.has(name) ? ((args as { readonly owner?: string } | null)?.owner ?? undefined) : undefined
}

const HEX = /^0x[0-9a-fA-F]{40}$/

function parsed(message: string): { readonly [name: string]: Json } {
  try {
    const value = JSON.parse(message) as Json
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

const isObject = (value: Json): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
