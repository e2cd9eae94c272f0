import { ChainError } from '../../../base/index.js'
import { event, FiniteGasMeter, OutOfGasPanic, Panic, type Attribute, type Context } from '../../../chain/index.js'
import { ErrCallbackOutOfGas, ErrCallbackPanic, type CallbackData } from './data.js'

export type CallbackType = 'send_packet' | 'acknowledgement_packet' | 'timeout_packet' | 'receive_packet'

/**
 * Runs a callback on a branch with its own meter, whose gas is charged to the caller's. Its error is returned, with two exceptions: panics while
 * sending a packet are rethrown, and if the relayer reserved too little gas, the whole transaction fails.
 * Source: ibc-go v10.5.0 apps/callbacks/internal/process.go.
 */
export function processCallback(
  ctx: Context,
  type: CallbackType,
  { executionGasLimit, commitGasLimit }: CallbackData,
  run: (ctx: Context) => void,
): ChainError | undefined {
  const meter = new FiniteGasMeter(executionGasLimit)
  const branch = ctx.branch()
  let failure: ChainError | Panic | undefined
  try {
    run(branch.ctx.withGasMeter(meter))
    branch.write()
  } catch (error) {
    branch.discard()
    if (!(error instanceof ChainError || error instanceof Panic)) throw error
    failure = error
  }
  ctx.gasMeter.consume(meter.consumedToLimit, `ibc ${type} callback`, meter.consumedToLimit)
  if (failure instanceof Panic && type === 'send_packet') throw failure
  if (meter.isPastLimit) {
    if (executionGasLimit < commitGasLimit)
      throw new OutOfGasPanic(`ibc ${type} callback out of gas; commitGasLimit: ${commitGasLimit}`)
    return ErrCallbackOutOfGas.error(`ibc ${type} callback out of gas`)
  }
  return failure instanceof Panic
    ? ErrCallbackPanic.error(`ibc ${type} callback panicked with: ${panicText(failure)}`)
    : failure
}

const panicText = (panic: Panic): string => (panic instanceof OutOfGasPanic ? `{${panic.descriptor}}` : panic.message)

/** Source: ibc-go v10.5.0 apps/callbacks/types/events.go `EmitCallbackEvent`. */
export function emitCallback(
  ctx: Context,
  type: CallbackType,
  place: { readonly portId: string; readonly channelId: string; readonly sequence: bigint },
  data: CallbackData,
  error: ChainError | undefined,
): void {
  const side = type === 'receive_packet' ? 'dest' : 'src'
  const result: readonly Attribute[] =
    error === undefined
      ? [['callback_result', 'success']]
      : [
          ['callback_error', error.log],
          ['callback_result', 'failure'],
        ]
  ctx.events.emit(
    event(
      `ibc_${side}_callback`,
      ['module', 'ibccallbacks'],
      ['callback_type', type],
      ['callback_address', data.address],
      ['callback_exec_gas_limit', String(data.executionGasLimit)],
      ['callback_commit_gas_limit', String(data.commitGasLimit)],
      ['packet_sequence', String(place.sequence)],
      ['callback_base_application_version', data.version],
      ...result,
      [`packet_${side}_port`, place.portId],
      [`packet_${side}_channel`, place.channelId],
    ),
  )
}
