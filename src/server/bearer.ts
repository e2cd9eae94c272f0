import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Profile } from '../evm/index.js'

const digest = (text: string): Uint8Array => createHash('sha256').update(text).digest()

/** Who may call private methods: those who show the token; without a token those who reach a loopback address. */
export interface Access {
  readonly profile: Profile
  readonly token: string | undefined
  /** Whether only this machine can connect. */
  readonly loopback: boolean
}

export const isLoopback = (host: string): boolean => /^(?:127\.\d+\.\d+\.\d+|::1|localhost)$/.test(host)

/** Whether a request may call private methods. Tokens are compared in a time that does not depend on them. */
export function isTrusted({ headers }: IncomingMessage, { profile, token, loopback }: Access): boolean {
  if (profile === 'cosmos-evm') return true
  if (token === undefined) return profile === 'functional' && loopback
  const given = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]
  return given !== undefined && timingSafeEqual(digest(given), digest(token))
}
