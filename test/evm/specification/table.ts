import { readFileSync } from 'node:fs'
import type { Profile } from '../../../src/evm/index.js'
import type { Json } from './match.js'

export type Transport = 'http' | 'ws'

/** One thing to do, and what has to come of it. */
export interface Step {
  /** The method; that of the row when it is not named. */
  readonly call?: string
  readonly params?: readonly Json[]
  /** What must be answered; see `match.ts`. */
  readonly result?: Json
  /** Code and text of the error that must be answered; the text may be `/a pattern/`. */
  readonly error?: readonly [number, string]
  /** Name of the result for later steps. */
  readonly as?: string
  /** Makes a block. */
  readonly mine?: true
  /** What a subscription of this id must have been told. */
  readonly event?: string
  /** Writes a file of these bytes below the directory of the node. */
  readonly write?: readonly [string, string]
  /** A file that must hold JSON like this, or text when `text` is a pattern. */
  readonly file?: string
  readonly json?: Json
  readonly text?: string
}

/** Steps for both transports, or for each its own; `absent` is error -32601; another profile's name is the same as there. */
type Expectation = 'absent' | Profile | readonly Step[] | Readonly<Record<Transport, readonly Step[]>>

export interface Row {
  readonly status: 'Y' | 'Stub' | 'N'
  readonly expect: Partial<Readonly<Record<Profile, Expectation>>>
}

export const TABLE = JSON.parse(
  readFileSync(new URL('../../../fixtures/evm/coverage.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, Row>>

/** The steps of a row, or undefined when it has none. */
export function stepsOf(name: string, profile: Profile, transport: Transport): readonly Step[] | undefined {
  const expectation = TABLE[name]?.expect[profile]
  if (expectation === undefined) return undefined
  if (expectation === 'absent')
    return [{ params: [], error: [-32601, `the method ${name} does not exist/is not available`] }]
  if (typeof expectation === 'string') return stepsOf(name, expectation, transport)
  return 'http' in expectation ? expectation[transport] : expectation
}
