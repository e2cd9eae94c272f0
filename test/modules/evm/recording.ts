import { readLines } from '../../app/wasmd/recording.js'
import type { Json } from '../../../src/base/json-value.js'

/** Rows of stores in hexadecimal, by the store's name. */
type Rows = Readonly<Record<string, Readonly<Record<string, string>>>>

export interface Header {
  readonly program: string
  readonly version: string
  readonly stores: readonly string[]
  readonly genesis: {
    readonly chain_id: string
    readonly genesis_time: string
    readonly max_gas: number
    readonly app_state: Readonly<Record<string, Json>>
  }
  /** After genesis, before the first block. */
  readonly rows: Rows
  /** Paths of REST: verb, path, method. In the recording of queries alone. */
  readonly routes?: readonly string[]
  /** Interfaces with their implementations. In the recording of queries alone. */
  readonly interfaces?: Readonly<Record<string, readonly string[]>>
}

export interface Block {
  readonly story: string
  readonly height: number
  /** Of the header, as the chain was told. */
  readonly hash: string
  readonly appHash: string
  readonly proposer: string
  /** Addresses of validators that did not sign the block before. */
  readonly absent?: readonly string[]
  readonly time: string
  readonly txs?: readonly {
    readonly tx: string
    readonly code?: number
    readonly codespace?: string
    readonly log?: string
    readonly wanted: number
    readonly used: number
    readonly data?: string
    readonly events: Block['events']
  }[]
  readonly events: readonly (readonly [type: string, attributes: readonly (readonly string[])[]])[]
  /** Changed ones; null for one that is gone. */
  readonly rows: Readonly<Record<string, Readonly<Record<string, string | null>>>>
  /** Of stores that changed. */
  readonly roots: Readonly<Record<string, string>>
  /** Asked after the block. */
  readonly questions?: readonly Question[]
}

/** A gRPC query: its response, in the JSON of REST too, its status, or the text of a panic. */
export interface Question {
  readonly path: string
  readonly request: string
  /** The latest if it is left out. */
  readonly height?: number
  readonly response?: string
  readonly json?: string
  readonly code?: number
  readonly text?: string
  readonly panic?: string
}

/** What `reference/evmd` wrote. @param name of the recording */
export function recording(name: string): { readonly header: Header; readonly blocks: readonly Block[] } {
  const [header, ...blocks] = readLines(`fixtures/evmd/${name}.jsonl.br`) as readonly [Header, ...Block[]]
  return { header, blocks }
}
