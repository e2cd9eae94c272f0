import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Profile } from '../evm/index.js'
import { isLoopback } from './hosts.js'

const digest = (text: string): Uint8Array => createHash('sha256').update(text).digest()

/** Who may call private methods: whoever shows the token; without a token, whoever connects on this machine to a loopback address. */
export interface Access {
  readonly profile: Profile
  readonly token: string | undefined
  /** What is listened on. */
  readonly host: string
}

/**
 * Whether a request may call private methods. On a port that other machines reach nobody may without a token, local clients neither: a proxy, a
 * tunnel or a container's port that is forwarded looks local. Tokens are compared in a time that does not depend on them.
 */
export function isTrusted({ headers, socket }: IncomingMessage, { profile, token, host }: Access): boolean {
  if (token === undefined)
    return profile !== 'documented' && [host, socket.localAddress, socket.remoteAddress].every(isLocal)
  const given = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]
  return given !== undefined && timingSafeEqual(digest(given), digest(token))
}

const isLocal = (address: string | undefined): boolean => address !== undefined && isLoopback(address)
