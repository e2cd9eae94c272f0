import {
  addressText,
  ErrInvalidRequest,
  ErrUnauthorized,
  event,
  EventManager,
  GAS_TAP,
  nilPointer,
  wrapping,
  type Context,
} from '../../chain/index.js'
import { toHex } from '../../base/index.js'
import { coinsAreZero, type Coin } from '../../codec/index.js'
import {
  encodeInfo,
  encodeMigrateInfo,
  encodeReply,
  type MessageInfo,
  type Reply,
  type Response,
} from '../../codec/wasm/index.js'
import type { EntryPoint } from '../../vm/internal.js'
import { claimAccount } from './claim-account.js'
import type { AuthorizationPolicy } from './authorization.js'
import { compactMessage } from './dispatch/compact.js'
import { enterMessages, enterQuery, SUBMESSAGE_POLICY, TX_CONTRACTS } from './context.js'
import { type WasmEngine, type WasmEngineCall } from './calls/wasm-engine.js'
import {
  DeterministicError,
  ErrDuplicate,
  ErrExecuteFailed,
  ErrInstantiateFailed,
  ErrMigrationFailed,
  ErrQueryFailed,
} from './errors.js'
import { contractEvents, emitAll, type Wasmd } from './events.js'
import type { AccountKeeper, BankKeeper, BankSettings } from './expected.js'
import { eventCosts, replyCosts, setupCost } from './calls/gas-register.js'
import {
  addToCodeIndex,
  addToCreatorIndex,
  adminAddress,
  appendHistory,
  currentPosition,
  getCodeInfo,
  getContractInfo,
  getInstance,
  hasContractInfo,
  isPinned,
  lastHistoryEntry,
  removeFromCodeIndex,
  requireCodeInfo,
  setContractInfo,
  type Instance,
} from './keeper.js'
import { ibc2Port, ibcPort } from './ibc/ports.js'
import { MAX_QUERY_STACK_SIZE } from './limits.js'
import { isObserved, observed } from './calls/observer.js'
import { Operation, type CodeInfo, type ContractInfo, type HistoryEntry } from './records.js'

/** Answers the queries of a contract and sends its messages; the part of the module that the calls depend on. */
export interface Surroundings {
  /** @returns the bytes that the VM hands to the contract */
  query(ctx: Context, contract: Uint8Array, request: Uint8Array, vmGasLimit: bigint): Uint8Array
  /** Runs the submessages of a response. @returns data of the last reply that returned data */
  dispatch(ctx: Context, contract: Uint8Array, ibcPort: string, messages: Response['messages']): Uint8Array | undefined
}

export interface ContractsOptions {
  readonly engine: WasmEngine
  readonly accounts: AccountKeeper
  readonly bank: BankKeeper
  readonly settings: BankSettings
  readonly wasmd: Wasmd
  readonly maxCallDepth: number
}

export interface InstantiateRequest {
  readonly codeId: bigint
  readonly creator: Uint8Array
  readonly admin: Uint8Array | undefined
  readonly msg: Uint8Array
  readonly label: string
  readonly funds: readonly Coin[]
  /** Computes the address; runs after the permission check and may advance a sequence. */
  address(ctx: Context, checksum: Uint8Array): Uint8Array
}

/**
 * Calls contracts. Addresses are raw bytes; data is undefined when there is none.
 * Each method throws ChainError for errors and Panic for panics of the chain; the caller then drops the state.
 * Source: wasmd x/wasm/keeper/keeper.go.
 */
export class Contracts {
  readonly #options: ContractsOptions
  readonly #around: Surroundings

  constructor(options: ContractsOptions, around: Surroundings) {
    this.#options = options
    this.#around = around
  }

  instantiate(
    ctx: Context,
    request: InstantiateRequest,
    policy: AuthorizationPolicy,
  ): { readonly address: Uint8Array; readonly data: Uint8Array | undefined } {
    const { codeId, creator, funds } = request
    const gasBefore = ctx.gasMeter.consumed
    const msg = compactMessage(this.#options.wasmd, 'init', request.msg)
    const code = requireCodeInfo(ctx, codeId)
    this.load(ctx, code, codeId, 'instantiate')
    if (!policy.canInstantiate(code.instantiateConfig, this.#text(ctx, creator)))
      throw ErrUnauthorized.error('can not instantiate')
    const address = request.address(ctx, code.codeHash)
    if (hasContractInfo(ctx, address))
      throw ErrDuplicate.error(
        'contract address already exists, try a different combination of creator, checksum and salt',
      )
    claimAccount(this.#options, ctx, address)
    const contract = this.#text(ctx, address)
    const info = messageInfo(this.#text(ctx, creator), funds)
    const isDouble = this.#isDouble(toHex(code.codeHash))
    const call = { entryPoint: 'instantiate', contract, codeId, message: msg, info, isDouble, gasBefore } as const
    const data = observed(ctx, call, () => {
      this.#transfer(ctx, creator, address, funds)
      const args = [encodeInfo(info), msg]
      const result = this.#call(ctx, address, toHex(code.codeHash), 'instantiate', args, gasBefore)
      if ('error' in result) throw new DeterministicError(ErrInstantiateFailed, result.error)
      const stored = this.#storeContract(ctx, address, { ...request, msg }, code)
      ctx.events.emit(event('instantiate', ['_contract_address', contract], ['code_id', String(codeId)]))
      const inner = ctx.withValue(SUBMESSAGE_POLICY, policy.forSubmessages('instantiate'))
      return wrapping('dispatch', () => this.respond(inner, address, stored.ibcPortId, result.ok))
    })
    return { address, data }
  }

  execute(ctx: Context, contract: Uint8Array, sender: Uint8Array, msg: Uint8Array, funds: readonly Coin[]) {
    const gasBefore = ctx.gasMeter.consumed
    const instance = getInstance(ctx, contract)
    this.load(ctx, instance.code, instance.info.codeId, 'execute')
    const info = messageInfo(this.#text(ctx, sender), funds)
    return this.#observe(ctx, 'execute', contract, instance, msg, info, gasBefore, () => {
      this.#transfer(ctx, sender, contract, funds)
      const result = this.#call(ctx, contract, instance.checksum, 'execute', [encodeInfo(info), msg], gasBefore)
      if ('error' in result) throw new DeterministicError(ErrExecuteFailed, result.error)
      ctx.events.emit(event('execute', ['_contract_address', this.#text(ctx, contract)]))
      return this.respond(ctx, contract, instance.info.ibcPortId, result.ok)
    })
  }

  migrate(
    ctx: Context,
    contract: Uint8Array,
    sender: Uint8Array,
    newCodeId: bigint,
    rawMsg: Uint8Array,
    policy: AuthorizationPolicy,
  ): Uint8Array | undefined {
    const gasBefore = ctx.gasMeter.consumed
    const msg = compactMessage(this.#options.wasmd, 'migrate', rawMsg)
    const info = getContractInfo(ctx, contract)
    if (info === undefined) throw ErrInvalidRequest.error('unknown contract')
    if (!policy.canModifyContract(adminAddress(ctx, info), sender)) throw ErrUnauthorized.error('can not migrate')
    const newCode = getCodeInfo(ctx, newCodeId)
    if (newCode === undefined) throw ErrInvalidRequest.error('unknown code')
    if (!policy.canInstantiate(newCode.instantiateConfig, this.#text(ctx, sender)))
      throw ErrUnauthorized.error('to use new code')
    const report = this.#options.engine.report(toHex(newCode.codeHash))
    if (!report.hasIbcEntryPoints && info.ibcPortId !== '') throw ErrMigrationFailed.error('requires ibc callbacks')
    const oldCode = requireCodeInfo(ctx, info.codeId)
    const oldVersion = this.#options.engine.report(toHex(oldCode.codeHash)).contractMigrateVersion
    const version = report.contractMigrateVersion
    const call = {
      entryPoint: 'migrate',
      contract: this.#text(ctx, contract),
      codeId: newCodeId,
      message: msg,
      info: undefined,
      isDouble: this.#isDouble(toHex(newCode.codeHash)),
      gasBefore,
    } as const
    return observed(ctx, call, () => {
      const runs = version === undefined || oldVersion === undefined || version !== oldVersion
      const response = runs
        ? this.#runMigrate(ctx, contract, newCode, newCodeId, msg, this.#text(ctx, sender), oldVersion)
        : undefined
      const ibcPortId = report.hasIbcEntryPoints ? ibcPort(call.contract) : info.ibcPortId
      this.#storeMigration(ctx, contract, { ...info, codeId: newCodeId, ibcPortId }, msg)
      ctx.events.emit(event('migrate', ['code_id', String(newCodeId)], ['_contract_address', call.contract]))
      if (response === undefined) return undefined
      const inner = ctx.withValue(SUBMESSAGE_POLICY, policy.forSubmessages('migrate'))
      return wrapping('dispatch', () => this.respond(inner, contract, ibcPortId, response))
    })
  }

  /** Gives a contract other code without calling it; a port is kept, or added if the new code needs one. No chain message can do this. */
  replaceCode(ctx: Context, contract: Uint8Array, codeId: bigint, msg: Uint8Array): void {
    const info = getContractInfo(ctx, contract)!
    const { hasIbcEntryPoints } = this.#options.engine.report(toHex(requireCodeInfo(ctx, codeId).codeHash))
    const ibcPortId = hasIbcEntryPoints ? ibcPort(this.#text(ctx, contract)) : info.ibcPortId
    this.#storeMigration(ctx, contract, { ...info, codeId, ibcPortId }, msg)
  }

  /** Privileged: the caller must check who may call it. Submessages run under the default policy. */
  sudo(ctx: Context, contract: Uint8Array, msg: Uint8Array): Uint8Array | undefined {
    ctx.value(GAS_TAP)?.callsBack()
    const gasBefore = ctx.gasMeter.consumed
    const instance = getInstance(ctx, contract)
    this.load(ctx, instance.code, instance.info.codeId, 'sudo')
    return this.#observe(ctx, 'sudo', contract, instance, msg, undefined, gasBefore, () => {
      const result = this.#call(ctx, contract, instance.checksum, 'sudo', [msg], gasBefore)
      if ('error' in result) throw new DeterministicError(ErrExecuteFailed, result.error)
      ctx.events.emit(event('sudo', ['_contract_address', this.#text(ctx, contract)]))
      return wrapping('dispatch', () => this.respond(ctx, contract, instance.info.ibcPortId, result.ok))
    })
  }

  /** Calls a contract's `reply` with the outcome of its submessage. */
  reply(ctx: Context, contract: Uint8Array, reply: Reply): Uint8Array | undefined {
    const gasBefore = ctx.gasMeter.consumed
    const instance = getInstance(ctx, contract)
    ctx.gasMeter.consume(replyCosts(reply.result), 'Loading CosmWasm module: reply')
    const msg = encodeReply(reply)
    return this.#observe(ctx, 'reply', contract, instance, msg, undefined, gasBefore, () => {
      const result = this.#call(ctx, contract, instance.checksum, 'reply', [msg], gasBefore)
      if ('error' in result) throw new DeterministicError(ErrExecuteFailed, result.error)
      ctx.events.emit(event('reply', ['_contract_address', this.#text(ctx, contract)]))
      return wrapping('dispatch', () => this.respond(ctx, contract, instance.info.ibcPortId, result.ok))
    })
  }

  querySmart(outer: Context, contract: Uint8Array, msg: Uint8Array): Uint8Array | undefined {
    const gasBefore = outer.gasMeter.consumed
    const ctx = enterQuery(outer, MAX_QUERY_STACK_SIZE)
    const instance = getInstance(ctx, contract)
    this.load(ctx, instance.code, instance.info.codeId, 'query')
    return this.#observe(ctx, 'query', contract, instance, msg, undefined, gasBefore, () => {
      const result = this.#options.engine.query(ctx, {
        contract,
        checksum: instance.checksum,
        entry: 'query',
        args: [msg],
        query: this.querier(ctx, contract),
        gasBefore,
      })
      if ('error' in result) throw new DeterministicError(ErrQueryFailed, result.error)
      return result.ok
    })
  }

  #text(ctx: Context, address: Uint8Array): string {
    return addressText(ctx.prefix, address)
  }

  #observe(
    ctx: Context,
    entryPoint: EntryPoint,
    contract: Uint8Array,
    { info: { codeId }, checksum }: Instance,
    message: Uint8Array,
    info: MessageInfo | undefined,
    gasBefore: number,
    run: () => Uint8Array | undefined,
  ): Uint8Array | undefined {
    if (!isObserved(ctx)) return run()
    const isDouble = this.#isDouble(checksum)
    const call = { entryPoint, contract: this.#text(ctx, contract), codeId, message, info, isDouble, gasBefore }
    return observed(ctx, call, run)
  }

  #isDouble(checksum: string): boolean {
    return this.#options.engine.doubleOf(checksum) !== undefined
  }

  /** Charges for loading the code: less when it is pinned or was loaded before in a transaction that tracks this. */
  load(ctx: Context, code: CodeInfo, codeId: bigint, what: string): void {
    const pinned = isPinned(ctx, codeId)
    const loaded = ctx.value(TX_CONTRACTS)
    const checksum = toHex(code.codeHash)
    const discount = pinned || loaded?.has(checksum) === true
    if (!pinned) loaded?.add(checksum)
    ctx.gasMeter.consume(setupCost(discount), `Loading CosmWasm module: ${what}`)
  }

  #call(
    ctx: Context,
    contract: Uint8Array,
    checksum: string,
    entry: EntryPoint,
    args: readonly Uint8Array[],
    gasBefore: number,
  ) {
    return this.#options.engine.call(ctx, {
      contract,
      checksum,
      entry,
      args,
      query: this.querier(ctx, contract),
      gasBefore,
    })
  }

  /** Answers the queries of a running contract. */
  querier(ctx: Context, contract: Uint8Array): WasmEngineCall['query'] {
    return (request, limit) => this.#around.query(ctx, contract, request, limit)
  }

  /** Emits the response's events and runs its submessages. Source: `handleContractResponse`. */
  respond(
    ctx: Context,
    contract: Uint8Array,
    ibcPortId: string,
    response: Response | undefined,
  ): Uint8Array | undefined {
    if (response === undefined) throw nilPointer()
    ctx.gasMeter.consume(eventCosts(response.attributes, response.events), 'Custom contract event attributes')
    for (const events of contractEvents(this.#text(ctx, contract), response.attributes, response.events))
      emitAll(ctx, events)
    const inner = ctx.release.unpatched.has('CWA-2025-007') ? ctx : enterMessages(ctx, this.#options.maxCallDepth)
    return this.#around.dispatch(inner, contract, ibcPortId, response.messages) ?? response.data
  }

  /** Moves funds to a contract, without the message events of bank. Source: `BankCoinTransferrer`. */
  #transfer(ctx: Context, from: Uint8Array, to: Uint8Array, funds: readonly Coin[]): void {
    if (coinsAreZero(funds)) return
    const events = new EventManager()
    const inner = ctx.withEvents(events)
    this.#options.settings.assertSendEnabled(inner, funds)
    if (this.#options.bank.isBlocked(to))
      throw ErrUnauthorized.error(`${this.#text(ctx, to)} is not allowed to receive funds`)
    this.#options.bank.send(inner, from, to, funds)
    emitAll(
      ctx,
      events.events.filter(({ type }) => type !== 'message'),
    )
  }

  #storeContract(
    ctx: Context,
    contract: Uint8Array,
    { codeId, creator, admin, label, msg }: InstantiateRequest,
    code: CodeInfo,
  ): ContractInfo {
    const created = currentPosition(ctx)
    const text = this.#text(ctx, contract)
    const { hasIbcEntryPoints } = this.#options.engine.report(toHex(code.codeHash))
    const info: ContractInfo = {
      codeId,
      creator: this.#text(ctx, creator),
      admin: admin === undefined ? '' : this.#text(ctx, admin),
      label,
      created,
      ibcPortId: hasIbcEntryPoints ? ibcPort(text) : '',
      ibc2PortId: clientPort(ctx, text),
    }
    const entry: HistoryEntry = { operation: Operation.Init, codeId, updated: created, msg }
    addToCodeIndex(ctx, contract, entry)
    addToCreatorIndex(ctx, creator, created, contract)
    appendHistory(ctx, contract, entry)
    setContractInfo(ctx, contract, info)
    return info
  }

  /** Calls `migrate` of the new code. A nil response is ignored: the one place where wasmd does not panic on it. */
  #runMigrate(
    ctx: Context,
    contract: Uint8Array,
    code: CodeInfo,
    codeId: bigint,
    msg: Uint8Array,
    sender: string,
    oldMigrateVersion: bigint | undefined,
  ): Response | undefined {
    const gasBefore = ctx.gasMeter.consumed
    this.load(ctx, code, codeId, 'migrate')
    const args = [msg, encodeMigrateInfo({ sender, oldMigrateVersion })]
    const result = this.#call(ctx, contract, toHex(code.codeHash), 'migrate', args, gasBefore)
    if ('error' in result) throw new DeterministicError(ErrMigrationFailed, result.error)
    return result.ok
  }

  #storeMigration(ctx: Context, contract: Uint8Array, info: ContractInfo, msg: Uint8Array): void {
    removeFromCodeIndex(ctx, contract, lastHistoryEntry(ctx, contract))
    const updated = currentPosition(ctx)
    const entry: HistoryEntry = { operation: Operation.Migrate, codeId: info.codeId, updated, msg }
    appendHistory(ctx, contract, entry)
    addToCodeIndex(ctx, contract, entry)
    if (!ctx.release.hasClientPorts) return setContractInfo(ctx, contract, info)
    setContractInfo(ctx, contract, { ...info, ibc2PortId: clientPort(ctx, this.#text(ctx, contract)) })
  }
}

/** The port for packets between clients, if the release has one. */
const clientPort = (ctx: Context, contract: string): string =>
  ctx.release.hasClientPorts ? ibc2Port(ctx.prefix, contract) : ''

const messageInfo = (sender: string, funds: readonly Coin[]): MessageInfo => ({
  sender,
  funds: funds.map(({ denom, amount }) => ({ denom, amount: String(amount) })),
})

/** Source: wasmd x/wasm/keeper/ibc.go. */
