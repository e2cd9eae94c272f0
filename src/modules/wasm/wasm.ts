import { NO_BYTES } from '../../base/index.js'
import { addressText, ErrInvalidRequest, ErrUnauthorized, event, type Context } from '../../chain/index.js'
import type { ContractVm } from '../../vm/internal.js'
import { classicAddress, predictableAddress } from './addresses.js'
import { defaultPolicy, govPolicy, type AuthorizationPolicy } from './authorization.js'
import type { Bindings } from './dispatch/bindings.js'
import { createCode, pinCode, setAccessConfig, unpinCode } from './code.js'
import { SUBMESSAGE_POLICY } from './context.js'
import { Contracts, type InstantiateRequest } from './contracts.js'
import { Dispatcher, type Messenger } from './dispatch/dispatch.js'
import { WasmEngine } from './calls/wasm-engine.js'
import type { Wasmd } from './events.js'
import type { AccountKeeper, BankKeeper, BankSettings, Queries, Router } from './expected.js'
import { adminAddress, getContractInfo, hasContractInfo, nextId, setContractInfo } from './keeper.js'
import { LAST_CONTRACT_ID_KEY } from './keys.js'
import { MAX_CALL_DEPTH, MAX_WASM_SIZE, SMART_QUERY_GAS } from './limits.js'
import { IbcCalls } from './ibc/calls.js'
import type { ContractIbc } from './ibc/expected.js'
import { packet2Messenger, packetMessenger } from './ibc/messenger.js'
import { ibcQuerier } from './ibc/querier.js'
import { burner, chainOf, checkedBy, countedUnpatched, routed, type BeforeMessage } from './dispatch/messenger.js'
import { answerWith, bankQuerier, wasmQuerier, type Queriers } from './dispatch/queriers.js'
import type { AccessConfig, ContractInfo } from './records.js'
import { grpcQuerier, stargateQuerier, type AllowedQueries } from './dispatch/stargate.js'

export interface WasmOptions {
  readonly vm: ContractVm
  readonly accounts: AccountKeeper
  readonly bank: BankKeeper
  readonly settings: BankSettings
  /** Bech32 address of the authority: the gov module account. */
  readonly authority: string
  /** Looked up only when a message is sent, because the router also contains this module. */
  readonly router: () => Router
  readonly queries: () => Queries
  /** Stock wasmd or the live chain's fork (default stock). */
  readonly wasmd?: Wasmd
  /** The chain's custom JSON; without it custom messages and queries are unknown. */
  readonly bindings?: Bindings
  /** gRPC paths that contracts may query, by `grpc` and `stargate`; without it both are disabled. */
  readonly allowedQueries?: AllowedQueries
  /** Those of `grpc` alone, besides the others. */
  readonly allowedGrpc?: AllowedQueries | undefined
  /** Checked before each message of a contract. */
  readonly beforeMessage?: BeforeMessage | undefined
  /** Messengers of other modules (packets of contracts), asked after the router and before burning. */
  readonly messengers?: readonly Messenger[]
  /** Queriers of other modules: `ibc`, `staking`, `distribution`. They override the module's own queriers of the same name. */
  readonly queriers?: Queriers
  /** What contracts need from IBC; without it they have neither packets nor channels. Looked up only when a contract uses it, because IBC calls contracts. */
  readonly ibc?: () => ContractIbc | undefined
  /** Longest code in bytes (default 800 KiB). */
  readonly maxWasmSize?: number | undefined
  /** How deep messages may nest (default 500). */
  readonly maxCallDepth?: number | undefined
  /** SDK gas of a smart query from outside (default 3,000,000). */
  readonly queryGasLimit?: number
}

/** The wasm module: contracts, their code, messages and queries. Source: wasmd v0.61.12 x/wasm/keeper. */
export class WasmKeeper {
  readonly authority: string
  readonly maxWasmSize: number
  readonly queryGasLimit: number
  /** The gRPC paths that contracts may query; empty on a chain that refuses all. */
  readonly allowedPaths: readonly string[]
  /** The custom messages and queries of contracts; undefined if there are none. */
  readonly bindings: Bindings | undefined
  readonly engine: WasmEngine
  /** The calls of contracts. */
  readonly contracts: Contracts
  /** Calls of contracts by IBC. */
  readonly ibcCalls: IbcCalls

  constructor(options: WasmOptions) {
    const { vm, accounts, bank, settings, wasmd = 'stock', maxCallDepth = MAX_CALL_DEPTH } = options
    this.authority = options.authority
    this.maxWasmSize = options.maxWasmSize ?? MAX_WASM_SIZE
    this.queryGasLimit = options.queryGasLimit ?? SMART_QUERY_GAS
    this.allowedPaths = [...(options.allowedQueries?.keys() ?? []), ...(options.allowedGrpc?.keys() ?? [])]
    this.bindings = options.bindings
    this.engine = new WasmEngine(vm)
    const dispatcher = new Dispatcher(
      countedUnpatched(messengerOf(options), maxCallDepth),
      (ctx, contract, reply) => this.contracts.reply(ctx, contract, reply),
      wasmd,
    )
    this.contracts = new Contracts(
      {
        engine: this.engine,
        accounts,
        bank,
        settings,
        wasmd,
        maxCallDepth,
      },
      {
        query: (...query) => answer(...query),
        dispatch: (...messages) => dispatcher.run(...messages),
      },
    )
    const answer = answerWith(queriersOf(options, this.contracts))
    this.ibcCalls = new IbcCalls(this.contracts, this.engine)
  }

  /** Stores code under the next id. @throws ChainError sdk/4, wasm/2; Panic */
  create(
    ctx: Context,
    creator: Uint8Array,
    code: Uint8Array,
    access?: AccessConfig,
    policy: AuthorizationPolicy = defaultPolicy,
  ): { readonly codeId: bigint; readonly checksum: Uint8Array } {
    return createCode(ctx, this.engine, creator, code, access, policy, this.maxWasmSize)
  }

  /** Instantiates at the next classic address. */
  instantiate(
    ctx: Context,
    request: Omit<InstantiateRequest, 'address'>,
    policy: AuthorizationPolicy = defaultPolicy,
  ): { readonly address: Uint8Array; readonly data: Uint8Array | undefined } {
    const address = (inner: Context) => classicAddress(request.codeId, nextId(inner, LAST_CONTRACT_ID_KEY))
    return this.contracts.instantiate(ctx, { ...request, address }, policy)
  }

  /** Instantiates at the address of creator, code and salt, and of the message with `fixMsg`. */
  instantiate2(
    ctx: Context,
    request: Omit<InstantiateRequest, 'address'> & { readonly salt: Uint8Array; readonly fixMsg: boolean },
    policy: AuthorizationPolicy = defaultPolicy,
  ): { readonly address: Uint8Array; readonly data: Uint8Array | undefined } {
    const { creator, salt, fixMsg, msg } = request
    const address = (_: Context, checksum: Uint8Array) =>
      predictableAddress(checksum, creator, salt, fixMsg ? msg : NO_BYTES)
    return this.contracts.instantiate(ctx, { ...request, address }, policy)
  }

  /** Migrates a contract to other code and calls `migrate`. */
  migrate(
    ctx: Context,
    contract: Uint8Array,
    sender: Uint8Array,
    codeId: bigint,
    msg: Uint8Array,
    policy: AuthorizationPolicy = defaultPolicy,
  ): Uint8Array | undefined {
    return this.contracts.migrate(ctx, contract, sender, codeId, msg, policy)
  }

  /** Sets or clears the admin. @throws ChainError sdk/18, sdk/4 */
  setAdmin(
    ctx: Context,
    contract: Uint8Array,
    caller: Uint8Array,
    newAdmin: Uint8Array | undefined,
    policy: AuthorizationPolicy = defaultPolicy,
  ): void {
    const info = this.#modifiable(ctx, contract, caller, policy)
    const admin = newAdmin === undefined ? '' : addressText(ctx.prefix, newAdmin)
    setContractInfo(ctx, contract, { ...info, admin })
    const text = addressText(ctx.prefix, contract)
    ctx.events.emit(event('update_contract_admin', ['_contract_address', text], ['new_admin_address', admin]))
  }

  /** @throws ChainError sdk/18, sdk/4 */
  setLabel(
    ctx: Context,
    contract: Uint8Array,
    caller: Uint8Array,
    label: string,
    policy: AuthorizationPolicy = defaultPolicy,
  ): void {
    const info = this.#modifiable(ctx, contract, caller, policy)
    setContractInfo(ctx, contract, { ...info, label })
    const text = addressText(ctx.prefix, contract)
    ctx.events.emit(event('update_contract_label', ['_contract_address', text], ['new_label', label]))
  }

  /** Pins code, which makes loading it cheaper. */
  pin(ctx: Context, codeId: bigint): void {
    pinCode(ctx, codeId)
  }

  unpin(ctx: Context, codeId: bigint): void {
    unpinCode(ctx, codeId)
  }

  setAccessConfig(
    ctx: Context,
    codeId: bigint,
    caller: Uint8Array,
    config: AccessConfig,
    policy: AuthorizationPolicy = defaultPolicy,
  ): void {
    setAccessConfig(ctx, codeId, caller, config, policy)
  }

  hasContract(ctx: Context, contract: Uint8Array): boolean {
    return hasContractInfo(ctx, contract)
  }

  contractInfo(ctx: Context, contract: Uint8Array): ContractInfo | undefined {
    return getContractInfo(ctx, contract)
  }

  /** What the sender of a message may do. Source: wasmd msg_server.go `selectAuthorizationPolicy`. */
  policyFor(ctx: Context, actor: string): AuthorizationPolicy {
    return actor === this.authority ? govPolicy : (ctx.value(SUBMESSAGE_POLICY) ?? defaultPolicy)
  }

  #modifiable(ctx: Context, contract: Uint8Array, caller: Uint8Array, policy: AuthorizationPolicy): ContractInfo {
    const info = getContractInfo(ctx, contract)
    if (info === undefined) throw ErrInvalidRequest.error('unknown contract')
    if (!policy.canModifyContract(adminAddress(ctx, info), caller))
      throw ErrUnauthorized.error('can not modify contract')
    return info
  }
}

const NO_IBC = (): undefined => undefined

function messengerOf({
  router,
  bank,
  bindings,
  wasmd,
  ibc = NO_IBC,
  messengers = [],
  beforeMessage,
}: WasmOptions): Messenger {
  const chain = chainOf(
    routed(router, ibc, wasmd),
    packetMessenger(ibc),
    packet2Messenger(ibc),
    ...messengers,
    burner(bank),
  )
  const all = bindings === undefined ? chain : bindings.messengerBefore(chain)
  return beforeMessage === undefined ? all : checkedBy(beforeMessage, all)
}

function queriersOf(options: WasmOptions, contracts: Contracts): Queriers {
  const { bank, settings, queries, bindings, ibc = NO_IBC, allowedQueries = new Map(), allowedGrpc = [] } = options
  return {
    bank: bankQuerier(bank, settings, queries),
    wasm: wasmQuerier(contracts),
    ibc: ibcQuerier(ibc),
    ...(bindings && { custom: bindings.querier }),
    grpc: grpcQuerier(new Map([...allowedQueries, ...allowedGrpc]), queries),
    stargate: stargateQuerier(allowedQueries, queries),
    ...options.queriers,
  }
}
