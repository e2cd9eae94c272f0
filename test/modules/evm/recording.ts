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
}

/** What `reference/evmd` wrote. @param name of the recording */
export function recording(name: string): { readonly header: Header; readonly blocks: readonly Block[] } {
  const [header, ...blocks] = readLines(`fixtures/evmd/${name}.jsonl.br`) as readonly [Header, ...Block[]]
  return { header, blocks }
}
