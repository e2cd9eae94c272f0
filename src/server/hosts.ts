import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { domainToASCII } from 'node:url'
import { LRUCache } from 'lru-cache'
import { UsageError } from '../base/index.js'

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8)
LOOPBACK.addAddress('::1', 'ipv6')

/** Results that are kept of one function. */
const KEPT = 64
/** Characters of a text whose result is kept. */
const SHORT = 256

/** A function that remembers its last results, because each request has the same few hosts. */
function remembered<T>(of: (text: string) => T): (text: string) => T {
  const known = new LRUCache<string, { readonly result: T }>({ max: KEPT })
  return (text) => {
    if (text.length > SHORT) return of(text)
    let found = known.get(text)
    if (found === undefined) known.set(text, (found = { result: of(text) }))
    return found.result
  }
}

/**
 * The host of a `Host` header, an authority or an address, normalized as in URLs (lower case, IPv4 with four decimal parts, IPv6
 * in brackets), without port and final dot. Undefined if it is not a host.
 */
const hostOf = remembered((text: string): string | undefined => {
  if (!/^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d*)?$/i.test(text)) return undefined
  try {
    return new URL(`http://${text}`).hostname.replace(/\.$/, '')
  } catch {
    return undefined
  }
})

/** The host of a socket's address: `::1` has no brackets, and an IPv4 client of an IPv6 socket appears as `::ffff:127.0.0.1`. */
const hostOfAddress = (address: string): string | undefined =>
  hostOf(isIPv6(address) ? (/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? `[${address}]`) : address)

/** Whether a name or address is a loopback one: `localhost`, 127.0.0.0/8, `::1`. */
export const isLoopback = remembered((host: string): boolean => {
  const name = hostOfAddress(host)
  if (name === undefined) return false
  const address = name.replace(/^\[|\]$/g, '')
  const family = isIP(address)
  return family === 0 ? name === 'localhost' : LOOPBACK.check(address, family === 6 ? 'ipv6' : 'ipv4')
})

/** @throws UsageError for an invalid host */
function optionOf(name: string): string {
  const international = /^[\p{L}\p{N}._-]+$/u.test(name) ? domainToASCII(name) : ''
  const host = name === '*' ? name : (hostOfAddress(name) ?? hostOf(international))
  if (host !== undefined) return host
  throw new UsageError(`an allowed host is a name or an address, not ${JSON.stringify(name)}`, {
    details: ["right: 'node.example', '192.0.2.7', '[2001:db8::7]', '*' for all"],
  })
}

/** Why a client is refused. */
export interface HostRefusal {
  readonly status: 400 | 403
  readonly text: string
}

/** Checks the host that a client requests. @param local the local address of the connection */
export type HostRule = (
  given: string | undefined,
  local: string | undefined,
  header?: string,
) => HostRefusal | undefined

/**
 * Accepts requests for loopback, for the name or address that the server listens on, for the local address of the connection, or for an allowed
 * name. A web page whose own name points to this machine (DNS rebinding) requests that name. Ports are not compared: they may be forwarded.
 * @param allowed host names and addresses, `*` for all
 * @throws UsageError for an allowed name that is not a host
 */
export function hostRule(bound: string, allowed: readonly string[]): HostRule {
  const names = new Set([hostOfAddress(bound), ...allowed.map(optionOf)])
  if (names.has('*')) return () => undefined
  return (given, local, header = 'Host header') => {
    if (given === undefined || given === '')
      return { status: 403, text: `no ${header}: it must name this server, e.g. localhost` }
    const shown = JSON.stringify(given.slice(0, 100))
    const host = hostOf(given)
    if (host === undefined) return { status: 400, text: `${header} ${shown} is not a host` }
    if (isLoopback(host) || names.has(host) || (local !== undefined && host === hostOfAddress(local))) return undefined
    return {
      status: 403,
      text: `${header} ${shown} is not allowed; to allow it, start with --allowed-host ${host} (in code: allowedHosts)`,
    }
  }
}

/** Checks a request's `Host` header, and its target if that contains a host too. */
export function refuseHost(rule: HostRule, { url, socket, headersDistinct }: IncomingMessage): HostRefusal | undefined {
  const [given, ...more] = headersDistinct['host'] ?? []
  if (more.length > 0) return { status: 400, text: 'more than one Host header' }
  const [, target] = /^[a-z][a-z\d+.-]*:\/*([^/?#]*)/i.exec(url ?? '') ?? []
  return (
    rule(given, socket.localAddress) ??
    (target === undefined ? undefined : rule(target, socket.localAddress, 'request target'))
  )
}
