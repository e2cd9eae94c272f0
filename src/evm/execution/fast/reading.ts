import type { Common } from '@ethereumjs/common'
import { NO_BYTES } from '../../../base/index.js'
import { hex, unhex, type Hex } from '../../hex.js'
import { emptyMemory, emptyStack } from '../../library-frames.js'
import type { Traits } from '../../options/traits.js'
import { codeAt, type StateView } from '../../state/view.js'
import type { Outcome } from '../apply.js'
import { chargedGas } from '../charge.js'
import { judge, judgeUnpaid } from '../judge.js'
import type { BlockContext, Message } from '../message.js'
import { runQuickly, type RunState, type Warm } from './loop.js'
import type { Table } from './table.js'

/** First byte of code that points to other code (EIP-7702), or is of another format. */
const FOREIGN = 0xef
const COUNTABLE = BigInt(Number.MAX_SAFE_INTEGER)

/**
 * Runs a message whose changes are not kept, if it only reads its own storage, computes and returns: most calls of a `view`
 * function. Undefined when it does anything else, fails or takes long; then the VM has to run it from its beginning. The result is that of
 * {@link applyMessage} gives.
 * @throws MessageRefusal as {@link applyMessage}
 */
export function readQuickly(
  state: StateView,
  rules: Table,
  common: Common,
  block: BlockContext,
  message: Message,
  traits: Traits,
): Outcome | undefined {
  const { to, from, gas, value, data } = message
  if (to === undefined || value !== 0n || gas > COUNTABLE || !isPlain(message)) return undefined
  const code = codeAt(state, to)
  if (code.length === 0 || code[0] === FOREIGN) return undefined
  const sender = { nonce: state.account(from)?.nonce ?? 0n, balance: state.balance(from) }
  const { intrinsic, floor } = traits.feesOutside
    ? judgeUnpaid(message, common)
    : judge(message, sender, block, common, {})

  const caller = { bytes: unhex(from) }
  const run: RunState = {
    programCounter: 0,
    opCode: 0,
    gasLeft: gas - intrinsic,
    memoryWordCount: 0n,
    highestMemCost: 0n,
    returnBytes: NO_BYTES,
    stack: emptyStack(),
    memory: emptyMemory(),
    env: {
      address: { bytes: unhex(to) },
      caller,
      origin: caller,
      callData: data,
      callValue: value,
      gasPrice: message.gasPrice,
      code,
      block,
    },
  }
  let returnData: Uint8Array = NO_BYTES
  const reason = runQuickly({
    run,
    code,
    table: rules,
    warm: new WarmSlots(),
    state,
    finish: (bytes) => {
      returnData = bytes
    },
  })
  if (reason !== 'ended') return undefined
  const spent = gas - run.gasLeft
  const gasUsed = chargedGas(traits, { limit: gas, used: spent, floor })
  return {
    gasUsed,
    peakGas: traits.feesOutside ? spent : gasUsed,
    returnData,
    failure: undefined,
    logs: [],
    createdAddress: undefined,
  }
}

/** Whether nothing but the caller, the contract and the data matters. */
const isPlain = ({ accessList, authorizationList, blobVersionedHashes }: Message): boolean =>
  accessList === undefined && authorizationList === undefined && blobVersionedHashes === undefined

/** The slots of one contract that were touched. */
class WarmSlots implements Warm {
  readonly #slots = new Set<Hex>()

  isWarmedStorage(_address: Uint8Array, slot: Uint8Array): boolean {
    return this.#slots.has(hex(slot))
  }

  addWarmedStorage(_address: Uint8Array, slot: Uint8Array): void {
    this.#slots.add(hex(slot))
  }
}
