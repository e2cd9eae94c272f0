import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import type { Hex } from '../../../src/evm/index.js'

/** Addresses, code and data in hex without 0x; words without leading zeros. The format is told in reference/evm/README.md. */
export interface Header {
  readonly goEthereum: string
  readonly forks: readonly string[]
  readonly chainId: number
  readonly block: Readonly<Record<BlockMember, string>>
  readonly world: Readonly<Record<string, Account>>
  readonly names: { readonly target: string; readonly other: string }
}

type BlockMember =
  | 'number'
  | 'timestamp'
  | 'gasLimit'
  | 'baseFee'
  | 'blobBaseFee'
  | 'gasPrice'
  | 'difficulty'
  | 'random'
  | 'coinbase'
  | 'sender'
  | 'defaultGas'

export interface Account {
  readonly nonce?: string
  readonly balance?: string
  readonly code?: string
  readonly storage?: Readonly<Record<string, string>>
}

export interface Vector {
  readonly group: string
  readonly name: string
  /** Operand sets that its code runs one after the other. */
  readonly count?: number
  readonly code?: string
  readonly second?: string
  readonly storage?: Readonly<Record<string, string>>
  readonly data?: string
  readonly gas?: number
  readonly value?: number
  readonly create?: boolean
  readonly to?: string
  readonly accessList?: readonly { readonly address: Hex; readonly storageKeys: readonly Hex[] | null }[]
  readonly blobs?: readonly Hex[]
  readonly authorizations?: readonly Authorization[]
  readonly accounts?: Readonly<Record<string, Account>>
  readonly runs: readonly Run[]
}

interface Authorization {
  readonly chainId: Hex
  readonly address: Hex
  readonly nonce: Hex
  readonly yParity: Hex
  readonly r: Hex
  readonly s: Hex
}

/** What go-ethereum makes of a case in some forks. What is not there is zero, empty or as before. */
export interface Result {
  readonly refused?: string
  readonly error?: string
  readonly used?: number
  readonly peak?: number
  readonly refund?: number
  readonly out?: string
  readonly logs?: readonly { readonly address: string; readonly topics?: readonly string[]; readonly data?: string }[]
  readonly state?: Readonly<Record<string, Change | null>>
  /** Start of the hash of what a tracer is told. */
  readonly trace?: string
}

export interface Change {
  readonly created?: boolean
  readonly nonce?: string
  readonly balance?: string
  readonly code?: string
  readonly storage?: Readonly<Record<string, string>>
}

export interface Run extends Result {
  readonly forks: readonly number[]
  readonly limit?: number
}

/** The cases that `reference/evm` recorded. */
export function readVectors(): { readonly header: Header; readonly vectors: readonly Vector[] } {
  const packed = readFileSync(new URL('../../../fixtures/evm/vectors.jsonl.br', import.meta.url))
  const [header, ...vectors] = brotliDecompressSync(packed).toString().trimEnd().split('\n')
  return { header: JSON.parse(header!) as Header, vectors: vectors.map((line) => JSON.parse(line) as Vector) }
}
