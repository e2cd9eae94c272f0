import { readLines } from '../../app/wasmd/recording.js'
import type { Hex } from '../../../src/evm/index.js'
import type { Answer } from './recording.js'

/** A request of the recorded session, with a name for what was sent or for its result. */
export interface Asked {
  readonly id: number
  readonly method: string
  readonly params?: unknown
  readonly name?: string
  readonly answer: Omit<Answer, 'id'>
}

/** A line of the session: it has one of these members. Format: reference/evmd/README.md. */
export interface Step {
  readonly part?: string
  readonly asked?: Asked
  readonly block?: { readonly height: number; readonly hash: string; readonly time: string }
}

/** What `reference/evmd` recorded of a node of one validator. */
export const steps = readLines('fixtures/evmd/session.jsonl.br') as unknown as readonly Step[]

export const base64ToHex = (text: string): Hex => `0x${Buffer.from(text, 'base64').toString('hex')}`
