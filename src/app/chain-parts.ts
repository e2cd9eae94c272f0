import type { Types } from '../codec/proto-json/index.js'
import type { AnteStep, ExtraModes, PostStep, UnorderedRule } from '../chain/ante/index.js'
import type {
  ConsensusParams,
  Context,
  GrpcQueryRouter,
  MessageGuard,
  MessageRouter,
  Module,
  ModuleOrder,
  Release,
  GivenBlock,
  TxOutcome,
} from '../chain/index.js'
import type { AccountKeeper, Permission } from '../modules/auth/index.js'
import type { BankKeeper, SendHooks } from '../modules/bank/index.js'
import type { StakingHooks } from '../modules/staking/index.js'
import type { FeegrantKeeper } from '../modules/feegrant/index.js'
import type { AllowedQueries, BeforeMessage, Bindings, ContractIbc, WasmKeeper } from '../modules/wasm/index.js'
import type { StakingParts } from './staking.js'

/** What a kind of chain defines before keepers are built, with contracts or without. */
export interface BaseKind {
  /** Hooks of the bank; they use the common keepers, and are looked up once the chain runs. */
  readonly sendHooks?: () => SendHooks | undefined
  /** Module accounts with their permissions. */
  readonly moduleAccounts: Readonly<Record<string, readonly Permission[]>>
  /** The module account that distribution hands the community pool over to. */
  readonly communityPool?: string
  /** The denomination that its program takes for that of bonds (default: the SDK's, `stake`). */
  readonly baseDenom?: string
  /** Names of the module accounts that anyone may send to. */
  readonly unblocked?: readonly string[]
  /** Hooks of staking besides those of distribution and slashing. */
  readonly stakingHooks?: Partial<StakingHooks>
  /** Longest metadata and titles of proposals, in bytes (default: the SDK's 255). */
  readonly maxMetadata?: number
  /** Whether proposals of text in the form of v1beta1 have a route (default true). */
  readonly routesTexts?: boolean
  /** Whether fees of some transactions reach their module at the end of the block. */
  readonly creditsVirtual?: boolean
  /** Further addresses that no message may send to. */
  readonly blocked?: readonly Uint8Array[]
  /** How its modules behave where releases differ (default: as in cosmos-sdk v0.53 with ibc-go v10). */
  readonly release?: Release
  /** The types of its messages and queries (default: those of the first release). */
  readonly types?: Types | undefined
  /** What becomes of unordered transactions; by default they are refused with the text of the SDK's step for signatures. */
  readonly unordered?: UnorderedRule
}

/** What a kind of chain with contracts defines. */
export interface ChainKind extends BaseKind {
  /** Capabilities that contracts may require, besides those of wasmd. */
  readonly capabilities?: readonly string[]
  /** Those of wasmd that the chain does not have. */
  readonly lacks?: readonly string[]
  /** Longest code in bytes (default: wasmd's 800 KiB). */
  readonly maxWasmSize?: number
  /** How deep messages between contracts may nest (default: 500). */
  readonly maxCallDepth?: number
  /** The custom messages and queries of contracts; modules add theirs until the chain is built. */
  readonly bindings?: Bindings
  readonly allowedQueries?: AllowedQueries
  /** Those of `grpc` alone, where `stargate` queries have none. */
  readonly allowedGrpc?: AllowedQueries
  /** Checked before each message of a contract. @throws ChainError that refuses it */
  readonly beforeMessage?: BeforeMessage
  /** What contracts need from IBC; looked up once the chain runs. */
  readonly contractIbc: () => ContractIbc
}

/** Gives clients all protobuf files of the app. Source: cosmos-sdk v0.53.6 runtime/services/reflection.go */
export const FILE_DESCRIPTORS = 'cosmos.reflection.v1.ReflectionService'

/** What of a chain another release has otherwise. */
export interface LaterRelease {
  /** Names of the plans that it carries out. */
  readonly plans: readonly string[]
  readonly rules: Release
  readonly types?: Types | undefined
  /** Modules besides the common ones. */
  readonly modules: readonly Module[]
  readonly order: ModuleOrder
}

/** What a kind of chain adds to the common parts. */
export interface ChainParts {
  /** Its release; left out by kinds with one. */
  readonly release?: string
  /** Releases that an upgrade leads to, by their names. */
  readonly later?: Readonly<Record<string, LaterRelease>>
  /** Modules besides auth, bank and wasm. */
  readonly modules: readonly Module[]
  /** All steps of a transaction in place of the SDK's. @param afterSetUp those right after its meter is set */
  readonly ante?: ((afterSetUp: readonly AnteStep[]) => readonly AnteStep[]) | undefined
  /** Consensus params of the genesis (default: those of CometBFT). */
  readonly consensus?: ConsensusParams | undefined
  /** What the chain is given of a block in place of what follows from its blocks. */
  readonly given?: ((height: number) => GivenBlock) | undefined
  /** What the chain reads before each transaction. */
  readonly beforeTx?: ((ctx: Context) => void) | undefined
  /** What the chain changes of a result. */
  readonly afterTx?: ((outcome: TxOutcome, before: readonly TxOutcome[]) => TxOutcome) | undefined
  /** Steps of a transaction right after its meter is set. */
  readonly afterSetUp?: readonly AnteStep[]
  /** Wraps or replaces the SDK's fee step, which it receives. */
  readonly fee?: (deduct: AnteStep) => AnteStep
  /** Steps of a transaction after its size is charged. */
  readonly afterSize?: readonly AnteStep[]
  /** Whether the fee is taken after the steps about signatures. */
  readonly feeLast?: boolean
  /** Steps of a transaction after its messages. */
  readonly post?: readonly PostStep[]
  /** Sign modes besides those of the SDK. */
  readonly signModes?: ExtraModes
  /** The order of the chain's modules, where it is observable. */
  readonly order: ModuleOrder
  /** Names of gRPC services that the app registers besides those of all nodes. */
  readonly nodeServices?: readonly string[]
  /** Refuses messages. */
  readonly guard?: MessageGuard
}

/** Those of every chain. */
export interface BaseKeepers {
  readonly accounts: AccountKeeper
  readonly bank: BankKeeper
  /** The bank without hooks, used by those keepers that Neutron creates before it sets the hooks. Source: neutron app/app.go `SetHooks`. */
  readonly plainBank: BankKeeper
  readonly feegrant: FeegrantKeeper
  readonly staking: StakingParts['staking']
  readonly distribution: StakingParts['distribution']
  readonly gov: StakingParts['gov']
  readonly chain: ChainAccess
}

/** Those of a chain with contracts. */
export interface Keepers extends BaseKeepers {
  readonly wasm: WasmKeeper
}

/** The parts of a chain that its modules use. Usable once the chain is built. */
export interface ChainAccess {
  readonly router: () => MessageRouter
  readonly queries: () => GrpcQueryRouter
  /** The app hash before the current block. */
  readonly appHash: () => Uint8Array
  /** The params of consensus that are in force. */
  readonly consensus: () => ConsensusParams
}
