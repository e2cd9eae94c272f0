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
  /** Of random transactions. */
  readonly seed?: number
  /** What most of the random transactions are about. */
  readonly theme?: string
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
  /** Checks of transactions for the pool, after the block, each after those before it. */
  readonly checks?: Block['txs']
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

/** A chain from its genesis. */
export interface Recording {
  readonly header: Header
  readonly blocks: readonly Block[]
}

/** What `reference/evmd` wrote. @param name of the recording */
export const recording = (name: string): Recording => recordings(`fixtures/evmd/${name}.jsonl.br`)[0]!

/** The chains of a file, each of which begins with its genesis. */
export function recordings(file: string): readonly Recording[] {
  const chains: { readonly header: Header; readonly blocks: Block[] }[] = []
  for (const line of readLines(file) as readonly (Header | Block)[])
    if ('genesis' in line) chains.push({ header: line, blocks: [] })
    else chains.at(-1)!.blocks.push(line)
  return chains
}
