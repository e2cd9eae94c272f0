import { heightOf } from '../../library-frames.js'
import { nameOf } from '../watch/opcodes.js'
import { outOfGas, VmFailure } from './failure.js'
import type { SyncFrame } from './frame.js'
import { runOperation } from './operations.js'
import { OPERATIONS } from './prices.js'

const STACK = 1024

/** Runs the opcode at which the quick loop stopped. @throws VmFailure. Source: go-ethereum core/vm/interpreter.go */
export function step(frame: SyncFrame): void {
  const { run, of } = frame
  const opcode = of.code[run.programCounter]!
  const operation = OPERATIONS[opcode]
  if (operation === undefined) throw new VmFailure(`invalid opcode: ${nameOf(opcode)}`)
  const height = heightOf(run.stack)
  if (height < operation.takes) throw new VmFailure(`stack underflow (${height} <=> ${operation.takes})`)
  const most = STACK + operation.takes - operation.gives
  if (height > most) throw new VmFailure(`stack limit reached ${height} (${most})`)
  const price = BigInt(operation.price)
  if (run.gasLeft < price) throw outOfGas()
  run.gasLeft -= price
  runOperation(frame, opcode)
  run.programCounter++
}
