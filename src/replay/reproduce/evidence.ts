import { SudoboxError } from '../../base/index.js'

/** A failure in the JSON of the contract manager's REST. */
export interface RestFailure {
  readonly address: string
  readonly id: string
  /** Base64. */
  readonly sudo_payload: string
  readonly error: string
}

interface RestModel {
  /** Upper-case hex. */
  readonly key: string
  /** Base64. */
  readonly value: string
}

/** One page of a contract's state. */
export interface StatePage {
  readonly file: string
  readonly models: readonly RestModel[]
  /** Base64 of the first key of the next page; null on the last page. */
  readonly nextKey: string | null
}

export interface RestContractInfo {
  readonly code_id: string
  readonly creator: string
  readonly admin: string
  readonly label: string
  readonly created: { readonly block_height: string; readonly tx_index: string }
  readonly ibc_port_id: string
  readonly ibc2_port_id: string
}

export interface RestCodeInfo {
  readonly creator: string
  /** Checksum of the code, lower-case hex. */
  readonly checksum: string
  readonly permission: { readonly permission: string; readonly addresses: readonly string[] }
}

/** A contract's code in a file. */
export interface WasmCode {
  readonly file: string
  readonly bytes: Uint8Array
  /** SHA-256 in lower-case hex; for a gzipped file, of its content. */
  readonly checksum: string
}

export interface RestCoin {
  readonly denom: string
  readonly amount: string
}

interface BlockPlace {
  readonly chainId: string
  readonly height: bigint
  /** Nanoseconds since 1970. */
  readonly time: bigint
}

/** Everything downloaded from a chain, by kind. */
export interface Evidence {
  readonly failure: RestFailure
  readonly contracts: ReadonlyMap<string, RestContractInfo>
  readonly states: ReadonlyMap<string, readonly StatePage[]>
  readonly balances: ReadonlyMap<string, readonly RestCoin[]>
  /** Missing pages of balances that other pages refer to. */
  readonly missingBalances: readonly Missing[]
  /** By code id. */
  readonly codeInfos: ReadonlyMap<string, RestCodeInfo>
  /** By checksum. */
  readonly codes: ReadonlyMap<string, WasmCode>
  /** Pinned codes, whose contracts are loaded at a discount; undefined if not downloaded. */
  readonly pinned: readonly string[] | undefined
  readonly sudoCallGasLimit: string | undefined
  readonly block: BlockPlace | undefined
  /** The transaction of the failed call. */
  readonly tx: { readonly index: number; readonly bytes: string } | undefined
}

/** Something that was not downloaded, and how to get it. */
export interface Missing {
  /** `the state of neutron1…` */
  readonly what: string
  /** Why it is needed. */
  readonly why: string
  /** Path and query at the chain's REST; undefined if it cannot be downloaded. */
  readonly path: string | undefined
}

/** The downloaded documents are not enough, or contradict each other. */
export class EvidenceError extends SudoboxError {
  readonly code = 'EVIDENCE'
  readonly missing: readonly Missing[]

  constructor(message: string, missing: readonly Missing[], details: readonly string[] = []) {
    super(message, { details: [...details, ...missing.flatMap(missingLines)] })
    this.missing = missing
  }
}

/** Describes something missing, with the command that downloads it. */
export const missingLines = ({ what, why, path }: Missing): readonly string[] => [
  `${what}: ${why}`,
  ...(path === undefined ? [] : [`  curl "$REST${path}"`]),
]
