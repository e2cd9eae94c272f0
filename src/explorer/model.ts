import type { JourneyData, Json, PartDetail } from '../pages/index.js'

export type { JourneyData, Json, PartDetail } from '../pages/index.js'

/** The state that the explorer's page receives at each change. Whole numbers that may be large are decimal strings. */
export interface ExplorerState {
  /** Data from another epoch may no longer exist: a snapshot was restored, or the server was restarted. */
  readonly epoch: string
  /** Grows with each change. */
  readonly revision: number
  readonly by: string
  readonly chains: readonly ChainState[]
  /** Rows of the activity. */
  readonly rows: number
  /** Actions in the log. */
  readonly actions: number
  readonly automatic: { readonly relayer: boolean; readonly queryRelayer: boolean }
  /** Seconds between blocks that are made by themselves; null: none are. */
  readonly every: number | null
  /** Why blocks are no longer made by themselves. */
  readonly stopped: string | null
  readonly snapshots: readonly { readonly id: number; readonly heights: Readonly<Record<string, number>> }[]
}

interface ChainState {
  readonly key: string
  readonly chainId: string
  readonly name: string
  readonly prefix: string
  readonly denom: string
  readonly height: number
  /** Nanoseconds since 1970. */
  readonly time: string
  /** Number of the newest block of its EVM; undefined when it has none, 0 before its first. */
  readonly evm?: number
  /** Whether it calls contracts back under a limit, and keeps failures. */
  readonly hasFailures: boolean
  readonly failures: number
}

/** One line of the activity. */
export interface RowData {
  readonly id: number
  readonly chain: string
  readonly kind: 'block' | 'tx' | 'callback' | 'run' | 'evm' | 'evmBlock'
  readonly height: number
  /** Empty for what has none. */
  readonly hash: string
  readonly title: string
  readonly state: 'ok' | 'refused' | 'failure'
  readonly gas?: string
  /** Nanoseconds since 1970. */
  readonly time: string
}

/** A part of the activity, the newest row first. */
export interface RowsData {
  readonly epoch: string
  readonly total: number
  readonly from: number
  readonly rows: readonly RowData[]
}

/** One row in full. */
export interface EntryData {
  readonly row: RowData
  /** Details of a transaction, callback or run. */
  readonly part?: PartDetail
  /** Packets that it sent, received or settled, with what came before and followed. */
  readonly journeys?: readonly JourneyData[]
  /** Details of a transaction of the EVM. */
  readonly evm?: EvmTxData
  /** Set where the tree of calls is not kept. */
  readonly withoutCalls?: true
  /** The transaction as the REST gateway shows it, or the block, or the receipt of the EVM. */
  readonly raw?: Json
}

/** A transaction of an EVM, with what it cost. Amounts are in wei. */
export interface EvmTxData {
  readonly from: string
  readonly to?: string
  /** The contract that it made. */
  readonly created?: string
  /** Name of the contract, where its compiled code was given. */
  readonly name?: string
  readonly value: string
  readonly nonce: string
  readonly type: string
  /** Size of its input. */
  readonly bytes: number
  readonly gas: {
    readonly limit: string
    readonly charged: string
    /** For the transaction itself and its input, before any code runs. The rest is missing where the node has no traces. */
    readonly before?: string
    readonly execution?: string
    readonly refund?: string
    /** What the least price of the input adds. */
    readonly floor?: string
  }
  readonly fee: {
    /** Price of a unit of gas. */
    readonly price: string
    readonly base: string
    readonly burned: string
    readonly tip: string
    readonly blobs?: string
    readonly total: string
  }
  /** Why it has no tree of calls. */
  readonly untraced?: string
}

/** Contracts of the EVMs that transactions made, and the ABIs that decode them. */
export interface EvmContractsData {
  readonly contracts: readonly {
    readonly chain: string
    readonly address: string
    readonly name?: string
    readonly height: number
    /** The row that made it. */
    readonly row: number
  }[]
  readonly abis: readonly {
    readonly name: string
    readonly functions: number
    readonly events: number
    readonly errors: number
  }[]
}

export interface ContractRow {
  readonly chain: string
  readonly address: string
  readonly label: string
  readonly codeId: string
  readonly double: boolean
}

/** A contract in Solidity on a chain with the EVM inside. */
export interface SolidityRow {
  readonly chain: string
  /** In hex, with the capitals of EIP-55. */
  readonly address: string
  readonly label: string
  readonly balances: readonly { readonly denom: string; readonly amount: string }[]
  /** Failed callbacks. */
  readonly failures: number
  /** Signatures, such as `transfer(address,uint256)`. */
  readonly functions: readonly string[]
}

export interface ContractData extends ContractRow {
  readonly creator: string
  readonly admin: string
  readonly ibcPort: string
  /** SHA-256 of its code, in hex. */
  readonly checksum: string
  /** Where the code was read from. */
  readonly file?: string
  readonly entryPoints: readonly string[]
  readonly balances: readonly { readonly denom: string; readonly amount: string }[]
  readonly failures: number
  readonly history: readonly {
    readonly operation: string
    readonly codeId: string
    readonly msg: string
    readonly height: string
  }[]
  readonly entries: number
}

/** One key of a contract's storage. */
export interface StoredData {
  readonly hex: string
  readonly key: readonly { readonly kind: 'text' | 'number' | 'hex'; readonly text: string }[]
  /** The value as text if it is UTF-8, else in hex. */
  readonly value: string
}

export interface StorageData {
  readonly total: number
  readonly from: number
  readonly rows: readonly StoredData[]
}

/** The messages of a contract. */
export interface SchemaData {
  readonly from: 'file' | 'given' | 'inferred' | 'none'
  readonly file?: string
  /** The schema as cosmwasm-schema writes it. */
  readonly schema?: Json
}

export interface CodeRow {
  readonly chain: string
  readonly codeId: string
  readonly checksum: string
  /** Name of the file that it was read from; for a code that a client stored, the name and version that a contract of it states (cw2). */
  readonly name?: string
  readonly contracts: number
}

/** A contract of the package. */
export interface ExampleRow {
  readonly file: string
  readonly about: string
}

/** An open channel for transfers, from one end. */
export interface ChannelRow {
  readonly chain: string
  readonly channel: string
  /** The chain at the other end. */
  readonly to: string
}

export interface AccountRow {
  readonly chain: string
  readonly name: string
  readonly address: string
  /** How it signs; `none`: the sandbox has no key of it, and impersonates it. */
  readonly key: 'secp256k1' | 'eth' | 'none'
  readonly balances: readonly { readonly denom: string; readonly amount: string }[]
}

export interface FailureRow {
  readonly chain: string
  readonly address: string
  readonly label: string
  readonly id: string
  readonly payload: string
  readonly error: string
  readonly details?: string
}

/** A packet on its way. */
export interface PacketRow {
  readonly from: string
  readonly to: string
  readonly sequence: string
  readonly sourcePort: string
  readonly sourceChannel: string
  readonly destinationPort: string
  readonly destinationChannel: string
  /** The data as text if it is UTF-8, else in base64. */
  readonly data: string
  /** `0-0`: none. */
  readonly timeoutHeight: string
  /** Nanoseconds since 1970; `0`: none. */
  readonly timeoutTime: string
  readonly state: 'sent' | 'received' | 'acknowledged' | 'timedOut' | 'closed' | 'stranded'
  /** What is due. */
  readonly next?: string
  /** `dropped`, or the time until which it is held back. */
  readonly held?: string
  /** Why the last attempt failed. */
  readonly failure?: string
}

/** Packets that others followed from: forwarded ones, and those that made a contract send one. */
export interface JourneysData {
  /** The newest first. */
  readonly journeys: readonly JourneyData[]
  /** Older ones, which are left out. */
  readonly more: number
}

/** Settled packets: their senders were notified of the outcome. */
export interface SettledData {
  /** The newest first. */
  readonly packets: readonly SettledRow[]
  /** Older ones, which are left out. */
  readonly more: number
}

export interface SettledRow extends Pick<
  PacketRow,
  'from' | 'to' | 'sequence' | 'sourcePort' | 'sourceChannel' | 'destinationPort' | 'destinationChannel' | 'data'
> {
  /** `delivered`: with the acknowledgement of a result; `refused`: with that of an error. */
  readonly end: 'delivered' | 'refused' | 'timedOut'
  /** The acknowledgement as text if it is UTF-8, else in base64. */
  readonly acknowledgement?: string
  /** Height of the block that sent it. */
  readonly sentAt: number
  /** The transaction that notified its sender, as a row of the activity. */
  readonly row?: number
}

/** An interchain query. */
export interface QueryRow {
  readonly chain: string
  readonly id: string
  readonly type: 'kv' | 'tx'
  readonly owner: string
  readonly label: string
  readonly connection: string
  readonly period: string
  readonly due: boolean
  readonly dueAt: string
  /** Local height of the last result; `0` if there is none. */
  readonly localHeight: string
  readonly remoteHeight: string
  readonly asks: Json
  readonly failures: readonly string[]
  /** The row of the activity that brought the last result. */
  readonly row?: number
}

/** Armed faults. */
export interface FaultRow {
  readonly chain: string
  readonly contract?: string
  readonly entryPoint?: string
  readonly fail: Json
}

/** Something that a search found. */
export interface HitData {
  readonly kind: 'transaction' | 'block' | 'contract' | 'account' | 'EVM transaction' | 'EVM block'
  readonly chain: string
  readonly title: string
  readonly note: string
  /** The row, for what is in the activity. */
  readonly row?: number
  readonly address?: string
}

/** An error with what would be right. */
export interface ErrorData {
  /** `stale`: it was about a state that no longer exists. */
  readonly kind: 'stale' | 'refused' | 'invalid' | 'chain' | 'internal'
  readonly message: string
  readonly details: readonly string[]
}

/** The result of an action. */
export interface ActionAnswer {
  readonly error?: ErrorData
  readonly outcome?: Json
  readonly parts: readonly PartDetail[]
}
