import type { Json } from '../base/json-value.js'
import type { BlockStage, ConsensusParams, PatchedFault } from '../chain/index.js'
import type { Fork } from '../fork/index.js'
import type { Wasmd } from '../modules/wasm/index.js'
import type { GenesisConsensus } from '../modules/consensus/index.js'
import type { BlockHooks } from './chain-app.js'
import type { LayerName } from './ibc-stacks.js'
import type { Plugin } from './plugin/index.js'
import type { Vms } from './vms.js'

/** Members of genesis states, by module. */
export type GenesisMembers = Readonly<Record<string, Readonly<Record<string, Json>>>>

/**
 * How results of interchain queries reach contracts. `wrapped`: under the sudo limit; a failure is recorded and the submission succeeds. `direct`: by a
 * plain sudo call; a failure fails the submission and nothing is recorded, as on the live chain.
 */
export type QueryCallbacks = 'wrapped' | 'direct'

/** The option `icq.callbacks`, and its only default: `wrapped`, and `direct` on a forked chain, which does what the live one does. */
export const queryCallbacksOf = ({ icq, fork }: Pick<ChainOptions, 'icq' | 'fork'>): QueryCallbacks =>
  icq?.callbacks ?? (fork === undefined ? 'wrapped' : 'direct')

/** Options of a chain. */
export interface ChainOptions {
  readonly chainId: string
  /** The chain-name segment of REST paths, and the type of its modules' events. */
  readonly name: string
  readonly prefix: string
  readonly denom: string
  /** Release of the contract VM. */
  readonly vm: string
  readonly wasmd: Wasmd
  /** The release of its app, for kinds with several (default: the kind's). */
  readonly release?: string | undefined
  /** Advisories whose patches it lacks, until an upgrade to another release (default: none). */
  readonly unpatched?: readonly PatchedFault[] | undefined
  /** Whether Neutron's bank calls the hooks of factory tokens before it sends coins, as Neutron's fork does (default), or the SDK's own is used. */
  readonly bank?: 'neutron' | 'stock' | undefined
  readonly txContracts: boolean
  readonly txIndex: boolean
  /** The layers around transfers, from the channels down (default: those of the kind of chain). Neutron's are fixed. */
  readonly layers?: readonly LayerName[] | undefined
  /** How many blocks are kept, and how many heights can be queried (default: all). */
  readonly keepBlocks?: number | undefined
  readonly keepHistory?: number | undefined
  /** How results of interchain queries reach contracts ({@link queryCallbacksOf}), and whether proofs of empty values are accepted (default 'reject'). */
  readonly icq?: { readonly callbacks?: QueryCallbacks; readonly emptyValues?: 'reject' | 'allow' }
  /** Time before the first block, in nanoseconds since 1970. */
  readonly genesisTime: bigint
  /** Height before the first block (default 0). */
  readonly genesisHeight?: number
  /** The voting power of each validator (default: one with 100). A genesis with staking state takes precedence. */
  readonly validators?: readonly bigint[] | undefined
  /** Params by module; omitted members have their defaults. */
  readonly params: Readonly<Record<string, Readonly<Record<string, Json>>>>
  /** The consensus params that its genesis names (default: those of CometBFT, with a limit on the gas of a block). */
  readonly consensus?: Partial<ConsensusParams> | undefined
  /** Members of genesis states by module; omitted members have their defaults. */
  readonly genesis?: GenesisMembers
  /** The VMs of the chain's contracts, and what they observe (default: nothing). */
  readonly vms?: Vms | undefined
  /** Watches what modules do at the beginning and end of blocks; asked at each, and undefined while nobody watches. */
  readonly watchBlocks?: ((stage: BlockStage) => BlockHooks | undefined) | undefined
  /** The live chain whose state it starts with, in place of a genesis. */
  readonly fork?: Fork | undefined
  /** Plug-ins of the user. */
  readonly plugins?: readonly Plugin[]
}

/** Source: cosmos-sdk x/genutil/types/genesis.go `AppGenesis`. */
export interface GenesisDocument {
  readonly app_name: string
  readonly app_version: string
  /** RFC 3339: the time of the last block. */
  readonly genesis_time: string
  readonly chain_id: string
  /** Height of the first block after it. */
  readonly initial_height: number
  readonly app_hash: null
  readonly consensus: { readonly params: GenesisConsensus }
  /** States of all modules, by their names. */
  readonly app_state: GenesisMembers
}
