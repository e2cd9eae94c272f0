import {
  addressText,
  ErrKeyNotFound,
  ErrNotFound,
  nilPointer,
  plainError,
  rethrowing,
  wrapError,
  type Context,
} from '../../chain/index.js'
import { Failure, Params } from '../../codec/neutron/contractmanager.js'
import type { NeutronRelease } from '../../codec/neutron/release.js'
import { prefixEnd } from '../../store/index.js'
import { ErrFailedToResubmitFailure, ErrIncorrectFailureToResubmit, ErrNotContractResubmission } from './errors.js'
import type { WasmKeeper } from './expected.js'
import { failureKey, FAILURES_PREFIX, failuresOf, PARAMS_KEY, STORE } from './keys.js'
import { sudoPayload, type Callback } from './payload.js'
import { sudoWithLimit, type SudoOutcome } from './sudo-limit.js'

export const DEFAULT_PARAMS: Params = { sudoCallGasLimit: 1_000_000n }

export interface ContractManagerOptions {
  readonly wasm: WasmKeeper
  /** Bech32 address that may change the params: the gov module account. */
  readonly authority: string
  /** Default: Neutron's. */
  readonly release?: NeutronRelease | undefined
  /** Called at the end of each call under the sudo limit. */
  readonly report?: (ctx: Context, contract: Uint8Array, outcome: SudoOutcome) => void
  /** Overrides the limit from the params for one call; the params are read all the same. */
  readonly limitOf?: (ctx: Context, contract: Uint8Array) => bigint | undefined
}

/** Failed callbacks of contracts. Source: neutron x/contractmanager/keeper. */
export class ContractManagerKeeper {
  readonly authority: string
  readonly release: NeutronRelease
  readonly #wasm: WasmKeeper
  readonly limitOf: NonNullable<ContractManagerOptions['limitOf']>
  readonly #report: NonNullable<ContractManagerOptions['report']>

  constructor({
    wasm,
    authority,
    release = 'neutron',
    report = () => {},
    limitOf = () => undefined,
  }: ContractManagerOptions) {
    this.authority = authority
    this.release = release
    this.#wasm = wasm
    this.#report = report
    this.limitOf = limitOf
  }

  /** The limit is 0 when no params are stored. */
  params(ctx: Context): Params {
    const bytes = ctx.store(STORE).get(PARAMS_KEY)
    return bytes === undefined ? { sudoCallGasLimit: 0n } : Params.decode(bytes)
  }

  setParams(ctx: Context, params: Params): void {
    ctx.store(STORE).set(PARAMS_KEY, Params.encode(params).finish())
  }

  /** Stores a failure under the contract's next id: one more than its highest, so the id of a deleted failure can be reused. */
  addFailure(ctx: Context, address: string, payload: Uint8Array, error: string): Failure {
    const failure = { address, id: this.#nextId(ctx, address), sudoPayload: payload, error }
    ctx.store(STORE).set(failureKey(address, failure.id), Failure.encode(failure).finish())
    return failure
  }

  /** @throws ChainError sdk/22 */
  failure(ctx: Context, contract: Uint8Array, id: bigint): Failure {
    const address = addressText(ctx.prefix, contract)
    const bytes = ctx.store(STORE).get(failureKey(address, id))
    if (bytes === undefined)
      throw ErrKeyNotFound.error(`no failure found for contractAddress = ${address} and failureId = ${id}`)
    return Failure.decode(bytes)
  }

  /** All failures, or those of one contract (bech32), in the order of the store. */
  failures(ctx: Context, address?: string): Failure[] {
    const prefix = address === undefined ? FAILURES_PREFIX : failuresOf(address)
    const rows = ctx.store(STORE).iterator(prefix, prefixEnd(prefix))
    const failures: Failure[] = []
    for (; rows.valid; rows.next()) failures.push(Failure.decode(rows.value))
    rows.close()
    return failures
  }

  /**
   * Calls back under the sudo limit. A failure is stored and not thrown; the caller's meter is charged for the gas used.
   * Used for packets, interchain accounts and, in the sandbox, query results.
   * @throws Panic when the caller's own meter runs out, or for a Go panic of the contract's chain code
   */
  callback(ctx: Context, contract: Uint8Array, callback: Callback): SudoOutcome {
    return this.sudo(ctx, contract, sudoPayload(callback))
  }

  /** Calls a contract's `sudo` with an encoded message, under the limit. Source: neutron x/contractmanager/ibc_middleware.go `SudoLimitWrapper.Sudo`. */
  sudo(ctx: Context, contract: Uint8Array, msg: Uint8Array): SudoOutcome {
    const outcome = sudoWithLimit(this, this.#wasm, ctx, contract, msg)
    this.#report(ctx, contract, outcome)
    return outcome
  }

  /**
   * Delivers a query result without a gas limit or a failure record, as on the live chain: errors are thrown.
   * @throws ChainError undefined/1 `failed to sudo: …` or `… is not a contract address`
   * Source: keeper/sudo.go `SudoTxQueryResult`, `SudoKVQueryResult`.
   */
  directCallback(ctx: Context, contract: Uint8Array, callback: Callback): Uint8Array | undefined {
    if (!this.#wasm.hasContract(ctx, contract))
      throw plainError(`${addressText(ctx.prefix, contract)} is not a contract address`)
    return rethrowing(
      (error) => plainError(`failed to sudo: ${error.log}`, error),
      () => this.#wasm.contracts.sudo(ctx, contract, sudoPayload(callback)),
    )
  }

  /**
   * Delivers a failed callback again, without a limit. The failure is deleted on success and kept otherwise.
   * @throws ChainError contractmanager/1104, sdk/38, contractmanager/1101, contractmanager/1102
   */
  resubmit(ctx: Context, contract: Uint8Array, id: bigint): void {
    if (!this.#wasm.hasContract(ctx, contract))
      throw ErrNotContractResubmission.error('sender in resubmit request is not a smart contract')
    this.resubmitFailure(ctx, contract, this.#failureToResubmit(ctx, contract, id))
  }

  /**
   * Resubmits a failure that was read before. @throws ChainError contractmanager/1101, contractmanager/1102
   * @throws Panic on Nolus, whose module gets the keeper of contracts before there is one. Source: nolus-core app/keepers/keepers.go `NewAppKeepers`.
   */
  resubmitFailure(ctx: Context, contract: Uint8Array, failure: Failure): void {
    const { id } = failure
    if (failure.sudoPayload.length === 0)
      throw ErrIncorrectFailureToResubmit.error(`cannot resubmit failure without sudo payload; failureId = ${id}`)
    if (this.release === 'nolus') throw nilPointer()
    rethrowing(
      (error) => ErrFailedToResubmitFailure.error(`cannot resubmit failure; failureId = ${id}; err = ${error.log}`),
      () => this.#wasm.contracts.sudo(ctx, contract, failure.sudoPayload),
    )
    ctx.store(STORE).delete(failureKey(addressText(ctx.prefix, contract), id))
  }

  #failureToResubmit(ctx: Context, contract: Uint8Array, id: bigint): Failure {
    try {
      return this.failure(ctx, contract, id)
    } catch (error) {
      if (ErrKeyNotFound.is(error))
        throw wrapError(ErrNotFound.error(), 'no failure with given FailureId found to resubmit')
      throw error
    }
  }

  #nextId(ctx: Context, address: string): bigint {
    const prefix = failuresOf(address)
    const rows = ctx.store(STORE).reverseIterator(prefix, prefixEnd(prefix))
    const id = rows.valid ? Failure.decode(rows.value).id + 1n : 0n
    rows.close()
    return id
  }
}
