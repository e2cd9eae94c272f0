import { ChainError } from '../../base/index.js'
import { addressText, event, FiniteGasMeter, OutOfGasPanic, redactedText, type Context } from '../../chain/index.js'
import { SystemErrorException } from '../../codec/wasm/index.js'
import { ErrSudoOutOfGas } from './errors.js'
import type { WasmKeeper } from './expected.js'
import type { ContractManagerKeeper } from './keeper.js'

/** The outcome of a call under the limit. A failure has already been stored and emitted; most callers ignore it. */
export interface SudoOutcome {
  readonly data: Uint8Array | undefined
  /** The full error; undefined when the call succeeded. */
  readonly error: ChainError | undefined
  /** Id of the stored failure. */
  readonly failureId: bigint | undefined
  /** SDK gas that the call used, at most the limit; already charged to the caller's meter. */
  readonly gasUsed: number
  readonly gasLimit: bigint
}

/**
 * Calls `sudo` of a contract on a branch with its own meter. Running out of that gas becomes an error; an error drops the branch,
 * stores a failure and emits one event with the full text, both at the caller's expense. What the call used, at most the limit, is charged last.
 * Source: neutron x/contractmanager/ibc_middleware.go.
 */
export function sudoWithLimit(
  manager: ContractManagerKeeper,
  wasm: WasmKeeper,
  ctx: Context,
  contract: Uint8Array,
  msg: Uint8Array,
): SudoOutcome {
  const { sudoCallGasLimit } = manager.params(ctx)
  const gasLimit = manager.limitOf(ctx, contract) ?? sudoCallGasLimit
  const meter = new FiniteGasMeter(Number(gasLimit))
  const branch = ctx.branch()
  let result: { readonly data: Uint8Array | undefined } | { readonly error: ChainError }
  try {
    result = { data: wasm.contracts.sudo(branch.ctx.withGasMeter(meter), contract, msg) }
  } catch (error) {
    branch.discard()
    result = { error: callError(error, meter) }
  }
  let failureId: bigint | undefined
  if ('error' in result) failureId = recordFailure(manager, ctx, contract, msg, result.error)
  else branch.write()
  const gasUsed = meter.consumedToLimit
  ctx.gasMeter.consume(gasUsed, 'consume gas from cached context', gasUsed)
  return 'error' in result
    ? { data: undefined, error: result.error, failureId, gasUsed, gasLimit }
    : { data: result.data, error: undefined, failureId, gasUsed, gasLimit }
}

/** Only running out of this very meter becomes an error; anything else that is not a chain error is rethrown. */
function callError(error: unknown, meter: FiniteGasMeter): ChainError {
  if (error instanceof ChainError) return error
  if (error instanceof OutOfGasPanic && meter.isOutOfGas) return ErrSudoOutOfGas.error()
  throw error
}

function recordFailure(
  manager: ContractManagerKeeper,
  ctx: Context,
  contract: Uint8Array,
  msg: Uint8Array,
  error: ChainError,
): bigint {
  const address = addressText(ctx.prefix, contract)
  // Only wasmvm's system errors keep their text; unlike a reply, the record redacts deterministic errors too.
  const redacted = error instanceof SystemErrorException ? error.log : redactedText(error)
  const { id } = manager.addFailure(ctx, address, msg, redacted)
  ctx.events.emit(event('sudo', ['_contract_address', address], ['failure_id', String(id)], ['error', error.log]))
  return id
}
