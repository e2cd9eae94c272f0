import { SudoboxError } from '../../base/errors.js'

/** A failure as the contract manager's REST prints it. */
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
  /** Base64 of the key with which the next page begins; null on the last one. */
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
  /** Of the code, lower-case hex. */
  readonly checksum: string
  readonly permission: { readonly permission: string; readonly addresses: readonly string[] }
}

/** A contract's code in a file. */
export interface WasmCode {
  readonly file: string
  readonly bytes: Uint8Array
  /** SHA-256 in lower-case hex: of a packed file that of what is in it. */
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

/** All that was downloaded from a chain, by what it tells. */
export interface Evidence {
  readonly failure: RestFailure
  readonly contracts: ReadonlyMap<string, RestContractInfo>
  readonly states: ReadonlyMap<string, readonly StatePage[]>
  readonly balances: ReadonlyMap<string, readonly RestCoin[]>
  /** Pages of balances that others speak of and that are not there. */
  readonly missingBalances: readonly Missing[]
  /** By code id. */
  readonly codeInfos: ReadonlyMap<string, RestCodeInfo>
  /** By checksum. */
  readonly codes: ReadonlyMap<string, WasmCode>
  /** Codes whose contracts are loaded at a discount; undefined when nobody looked. */
  readonly pinned: readonly string[] | undefined
  readonly sudoCallGasLimit: string | undefined
  readonly block: BlockPlace | undefined
  /** The transaction in which the call failed. */
  readonly tx: { readonly index: number; readonly bytes: string } | undefined
}

/** Something that was not downloaded, and how it is. */
export interface Missing {
  /** `the state of neutron1…` */
  readonly what: string
  /** Why it is needed. */
  readonly why: string
  /** The path and query at the chain's REST; undefined where it is no document. */
  readonly path: string | undefined
}

/** What was downloaded does not suffice, or does not fit together. */
export class EvidenceError extends SudoboxError {
  readonly code = 'EVIDENCE'
  readonly missing: readonly Missing[]

  constructor(message: string, missing: readonly Missing[], details: readonly string[] = []) {
    super(message, { details: [...details, ...missing.flatMap(missingLines)] })
    this.missing = missing
  }
}

/** A missing thing, and below it the command that gets it. */
export const missingLines = ({ what, why, path }: Missing): readonly string[] => [
  `${what}: ${why}`,
  ...(path === undefined ? [] : [`  curl "$REST${path}"`]),
]
