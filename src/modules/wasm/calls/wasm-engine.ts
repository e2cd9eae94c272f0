import { addressText, nilPointer, txDigest, wrapError, type Context } from '../../../chain/index.js'
import { ChainError, NO_BYTES } from '../../../base/index.js'
import { GoJsonError, unmarshal, type GoType } from '../../../codec/go-json/index.js'
import { ContractResult, encodeEnv, NilDereference, QueryResult, type Response } from '../../../codec/wasm/index.js'
import { NotedAnswers } from '../../../vm/debug/index.js'
import {
  VmError,
  type Checksum,
  type CodeReport,
  type ContractVm,
  type EntryPoint,
  type MadeCall,
} from '../../../vm/internal.js'
import { ContractBackend, type QueryFunction } from './backend.js'
import { ErrCreateFailed, ErrVMError } from '../errors.js'
import { FAULTS } from './faults.js'
import { compileCost, consumeVmGas, deserializeCost, fromVmGas, gasForContract } from './gas-register.js'
import { OBSERVER } from './observer.js'

/** Longest payload of a submessage. Source: wasmvm lib_libwasmvm.go `ReplyPayloadMaxBytes`. */
const MAX_PAYLOAD = 128 * 1024

const OUT_OF_GAS = 'Out of gas'

/** One call of a contract. */
export interface WasmEngineCall {
  readonly contract: Uint8Array
  readonly checksum: Checksum
  readonly entry: EntryPoint
  /** The arguments after `env`. */
  readonly args: readonly Uint8Array[]
  readonly query: QueryFunction
  /** Gas consumed on the meter when the call began, before the contract was loaded. */
  readonly gasBefore: number
}

/** The VM as the module uses it: gas in and out of the meter, results read as wasmvm reads them. Source: wasmvm lib_libwasmvm.go. */
export class WasmEngine {
  readonly #vm: ContractVm

  constructor(vm: ContractVm) {
    this.#vm = vm
  }

  report(checksum: Checksum): CodeReport {
    return this.#vm.report(checksum)
  }

  /** The name of the double behind a checksum; undefined for a real contract. */
  doubleOf(checksum: Checksum): string | undefined {
    return this.#vm.doubleOf?.(checksum)
  }

  wasm(checksum: Checksum): Uint8Array {
    return this.#vm.wasm(checksum)
  }

  /** Checks and compiles code and charges for it. @throws ChainError wasm/2 with the VM's text */
  store(ctx: Context, wasm: Uint8Array): CodeReport {
    const limit = gasForContract(ctx.gasMeter)
    const cost = compileCost(wasm.length)
    const stored = limit < cost ? OUT_OF_GAS : this.storeUncharged(wasm)
    consumeVmGas(ctx.gasMeter, cost)
    if (stored === OUT_OF_GAS) throw ErrCreateFailed.error(stored)
    if (!(stored instanceof ChainError)) return stored
    if (stored.details.length > 0) ctx.value(OBSERVER)?.refusedCode?.(stored.details)
    throw stored
  }

  /** The analysis report of the code, or why the VM rejects it: wasm/2 with the VM's text. Its details are our own: which releases accept the code. */
  storeUncharged(wasm: Uint8Array): CodeReport | ChainError {
    try {
      return this.#vm.store(wasm)
    } catch (error) {
      if (error instanceof VmError) return wrapError(ErrCreateFailed.error(), vmText(error), error.details)
      throw error
    }
  }

  /**
   * Calls an entry point that returns a response. `ok` is undefined when the contract returned neither a response nor an error.
   * @throws ChainError wasm/29; Panic when the meter runs out
   */
  call(ctx: Context, call: WasmEngineCall): { readonly ok: Response | undefined } | { readonly error: string } {
    const result = this.#run(ctx, call, ContractResult)
    return result.error === '' ? { ok: result.ok } : { error: result.error }
  }

  /** Calls `query`. @throws ChainError wasm/29; Panic when the meter runs out */
  query(ctx: Context, call: WasmEngineCall): { readonly ok: Uint8Array | undefined } | { readonly error: string } {
    const result = this.#run(ctx, call, QueryResult)
    return result.error === '' ? { ok: result.ok } : { error: result.error }
  }

  #run<T extends { ok: unknown; error: string }>(ctx: Context, call: WasmEngineCall, type: GoType<T>): T {
    const run = this.attempt(ctx, call, type)
    if ('vmError' in run) throw ErrVMError.error(run.vmError)
    return run.result
  }

  /** Calls an entry point with any kind of result; `vmError` is the VM's error text when there is no result. @throws Panic when the meter runs out */
  attempt<T extends { ok: unknown; error: string }>(
    ctx: Context,
    call: WasmEngineCall,
    type: GoType<T>,
  ): { readonly result: T } | { readonly vmError: string } {
    const limit = gasForContract(ctx.gasMeter)
    const observer = ctx.value(OBSERVER)
    const backend = new ContractBackend(ctx, call.contract, call.query)
    const answers =
      observer === undefined || this.doubleOf(call.checksum) !== undefined ? undefined : new NotedAnswers()
    const args = [envBytes(ctx, call.contract), ...call.args]
    const outcome = this.#vm.call(call.checksum, call.entry, args, {
      answers,
      backend: ctx.value(FAULTS)?.backend(backend) ?? backend,
      ...(observer?.hostCall && { hostCall: observer.hostCall }),
      gasLimit: limit,
      ...(observer?.debug && { overhear: (text) => observer.debug?.(text) }),
    })
    if (backend.escaped !== undefined) throw backend.escaped.error
    if (outcome.error?.kind === 'EngineStack') throw outcome.error
    const read =
      outcome.data === undefined
        ? { used: outcome.gas.usedInternally, error: vmText(outcome.error) }
        : readResult(outcome.data, outcome.gas.usedInternally, limit, type)
    try {
      this.#vm.gasTree?.charged(this.#vm.hostFrame(call.checksum), fromVmGas(read.used), outcome.gas.usedInternally)
      consumeVmGas(ctx.gasMeter, read.used, true)
    } finally {
      observer?.ran({
        sdkGas: ctx.gasMeter.consumed - call.gasBefore,
        vmGas: outcome.gas,
        error: 'error' in read ? read.error : read.result.error || undefined,
        vmError: outcome.error,
        made: answers && this.#made(call, args, limit, answers),
        ...(outcome.thrownAt && { thrownAt: outcome.thrownAt }),
      })
    }
    return 'error' in read ? { vmError: read.error } : { result: read.result }
  }

  #made(
    { checksum, entry }: WasmEngineCall,
    args: readonly Uint8Array[],
    gasLimit: bigint,
    answers: NotedAnswers,
  ): MadeCall {
    const vm = this.#vm
    const capabilities = vm.report(checksum).requiredCapabilities
    return {
      checksum,
      wasm: () => vm.wasm(checksum),
      version: vm.version,
      capabilities,
      entry,
      args,
      gasLimit,
      answers,
    }
  }
}

const vmText = (error: VmError | undefined): string =>
  error === undefined || error.kind === 'GasDepletion' ? OUT_OF_GAS : `Error calling the VM: ${error.shortMessage}`

/** Reads a raw result and prices the reading. Source: wasmvm `DeserializeResponse`. */
function readResult<T extends { ok: unknown }>(
  data: Uint8Array,
  usedBefore: bigint,
  limit: bigint,
  type: GoType<T>,
): { readonly used: bigint; readonly error: string } | { readonly used: bigint; readonly result: T } {
  const used = usedBefore + deserializeCost(data.length)
  if (limit < used)
    return {
      used: usedBefore,
      error: `insufficient gas left to deserialize contract execution result (${data.length} bytes)`,
    }
  try {
    const result = unmarshal(type, data)
    const problem = payloadProblem(result.ok)
    return problem === undefined ? { used, result } : { used, error: problem }
  } catch (error) {
    if (error instanceof GoJsonError) return { used, error: error.shortMessage }
    if (error instanceof NilDereference) throw nilPointer()
    throw error
  }
}

function payloadProblem(ok: unknown): string | undefined {
  if (typeof ok !== 'object' || ok === null || !('messages' in ok)) return undefined
  for (const [index, { payload }] of (ok as Response).messages.entries())
    if (payload !== undefined && payload.length > MAX_PAYLOAD)
      return `reply contains submessage at index ${index} with payload larger than ${MAX_PAYLOAD} bytes: ${payload.length} bytes`
  return undefined
}

/** Source: wasmd x/wasm/types/types.go `NewEnv`. */
const envBytes = (ctx: Context, contract: Uint8Array): Uint8Array =>
  encodeEnv({
    block: ctx.block,
    transaction:
      ctx.txIndex === undefined
        ? undefined
        : { index: ctx.txIndex, hash: ctx.release.tellsTxHash ? txDigest(ctx.txBytes) : NO_BYTES },
    contract: { address: addressText(ctx.prefix, contract) },
  })
