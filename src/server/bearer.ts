import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Profile } from '../evm/index.js'
import { isLoopback } from './hosts.js'

const digest = (text: string): Uint8Array => createHash('sha256').update(text).digest()

/** Who may call private methods: clients with the token; if there is no token, clients on this machine that connect to a loopback address. */
export interface Access {
  readonly profile: Profile
  readonly token: string | undefined
  /** The address that the server listens on. */
  readonly host: string
}

/**
 * Whether a request may call private methods. On a port that other machines can reach nobody may without a token, not even local clients: a proxy, a
 * tunnel or a forwarded container port looks local. Tokens are compared in constant time.
 */
export function isTrusted({ headers, socket }: IncomingMessage, { profile, token, host }: Access): boolean {
  if (token === undefined)
    return profile !== 'documented' && [host, socket.localAddress, socket.remoteAddress].every(isLocal)
  const given = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]
  return given !== undefined && timingSafeEqual(digest(given), digest(token))
}

const isLocal = (address: string | undefined): boolean => address !== undefined && isLoopback(address)
