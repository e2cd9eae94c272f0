import { readFileSync } from 'node:fs'
import type { Hex } from '../../../src/evm/index.js'

/** What the node answered: a result, or an error. */
export interface Answer {
  readonly id: number
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

/** A session of a real node of cosmos/evm, recorded over HTTP. Every second request is in the file: `id` counts them all. */
export interface Recording {
  readonly source: string
  /** By name, the hash of each transaction, or why it was refused. */
  readonly transactions: Readonly<Record<string, Hex | NonNullable<Answer['error']>>>
  readonly receipts: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly answers: readonly { readonly method: string; readonly params: readonly unknown[]; readonly answer: Answer }[]
}

const file = new URL('../../../fixtures/evm/cosmos-evm/session.json', import.meta.url)
export const recording = JSON.parse(readFileSync(file, 'utf8')) as Recording
