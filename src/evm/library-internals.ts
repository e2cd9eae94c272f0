/**
 * Every access to a private part of ethereumjs: how the EVM emits events, one member of `Common`, and in `library-frames.ts` what an interpreter of its EVM
 * holds while it runs a frame. For another release only these two files have to be reviewed. Until that is done and {@link WRITTEN_FOR} changed, an EVM on
 * that release runs code with the library's own loop.
 */
import type { Common } from '@ethereumjs/common'
import { createEVM, EVM, type Message } from '@ethereumjs/evm'
import { Account, createZeroAddress, type Address, type PrefixedHexString } from '@ethereumjs/util'
import { installedRelease } from './installed-release.js'
import type { Interpreter, LibraryOpcode } from './library-frames.js'

/** The release of `@ethereumjs/evm` for which these parts were reviewed. */
export const WRITTEN_FOR = '10.1.3'

export type InterpreterClass = new (
  evm: EVM,
  stateManager: unknown,
  blockchain: unknown,
  env: object,
  gasLeft: bigint,
  journal: unknown,
  performanceLogger: unknown,
  profiler: unknown,
) => Interpreter

interface EvmParts {
  _opcodeMap: readonly LibraryOpcode[]
  _emit: (topic: string, data: unknown) => Promise<void>
  readonly performanceLogger: unknown
}
const partsOf = (evm: EVM): EvmParts => evm as unknown as EvmParts

/** The opcodes by number. Another array after each change of rules. */
export const opcodesOf = (evm: EVM): readonly LibraryOpcode[] => partsOf(evm)._opcodeMap

/** What the outermost message of a transaction sets for all its frames. */
export interface FrameCircumstances {
  readonly gasPrice: bigint
  readonly origin: Address
  readonly block: object
}

/** An interpreter for a message, as the library's `runInterpreter` makes one. */
export async function interpreterFor(
  evm: EVM,
  interpreter: InterpreterClass,
  message: Message,
  { gasPrice, origin, block }: FrameCircumstances,
  initialLogs: unknown,
): Promise<Interpreter> {
  const address = message.to ?? createZeroAddress()
  const env = {
    address,
    caller: message.caller,
    callData: message.data,
    callValue: message.value,
    code: message.code,
    isStatic: message.isStatic,
    isCreate: message.isCreate ?? false,
    depth: message.depth,
    gasPrice,
    origin,
    block,
    contract: (await evm.stateManager.getAccount(address)) ?? new Account(),
    codeAddress: message.codeAddress,
    gasRefund: message.gasRefund,
    chargeCodeAccesses: message.chargeCodeAccesses,
    blobVersionedHashes: message.blobVersionedHashes ?? [],
    createdAddresses: message.createdAddresses,
    initialLogs,
  }
  const made = new interpreter(
    evm,
    evm.stateManager,
    evm.blockchain,
    env,
    message.gasLimit,
    evm.journal,
    partsOf(evm).performanceLogger,
    undefined,
  )
  const { _result: result } = made
  if (message.selfdestruct !== undefined) result.selfdestruct = message.selfdestruct
  if (message.createdAddresses !== undefined) result.createdAddresses = message.createdAddresses
  return made
}

/**
 * Has the EVM wait between messages and opcodes. Before each opcode the library checks whether steps have listeners, and waits for them;
 * so reading the number of listeners is the sign that an opcode follows.
 * @param isDue called before each opcode: whether to wait @param wait called for each message, and for each opcode where it is due
 */
export function waitBetween(evm: EVM, isDue: () => boolean, wait: (topic: string) => Promise<void> | undefined): void {
  const parts = partsOf(evm)
  const { events } = evm
  const emit = parts._emit
  if (typeof emit !== 'function') {
    events.on('beforeMessage', (_, resume) => void Promise.resolve(wait('beforeMessage')).then(resume))
    return
  }
  const listeners = events.listenerCount.bind(events)
  events.listenerCount = (topic) => (topic === 'step' && isDue() ? 1 : listeners(topic))
  parts._emit = async (topic, data) => {
    const waited = wait(topic)
    if (waited !== undefined) await waited
    await emit.call(evm, topic, data)
  }
}

/** The contract whose logs are deposits (EIP-6110), if the chain's configuration names one. */
export const depositContractOf = (common: Common): PrefixedHexString | undefined =>
  (common as unknown as { _chainParams?: { depositContractAddress?: PrefixedHexString } })._chainParams
    ?.depositContractAddress

/** The class of the interpreter, as a custom opcode receives it; undefined if the opcode receives none, or one of an unknown form. */
async function shownInterpreter(): Promise<InterpreterClass | undefined> {
  let shown: Partial<Interpreter> | undefined
  const opcode = {
    opcode: 0x21,
    opcodeName: 'SHOW',
    baseFee: 0,
    logicFunction: (run: { interpreter?: object }) => {
      shown = run.interpreter
    },
  }
  const evm = await createEVM({ customOpcodes: [opcode] as never })
  await evm.runCode({ code: Uint8Array.of(opcode.opcode), gasLimit: 1n })
  const { _runState: run, _result: result } = shown ?? {}
  const isKnown =
    Array.isArray(run?.stack?._store) &&
    typeof run.stack._len === 'number' &&
    run.memory?._store instanceof Uint8Array &&
    Array.isArray(result?.logs) &&
    result.selfdestruct instanceof Map &&
    typeof shown?._getValidJumpDestinations === 'function' &&
    typeof partsOf(evm)._emit === 'function' &&
    typeof partsOf(evm)._opcodeMap?.[0]?.opHandler === 'function'
  return isKnown ? (shown!.constructor as InterpreterClass) : undefined
}

let found: Promise<InterpreterClass | undefined> | undefined

/** The library's interpreter; undefined, with one warning, where the installed library is not the one that this file was written for. */
export function findInterpreter(version = installedRelease()): Promise<InterpreterClass | undefined> {
  return (found ??= (async () => {
    const shown = version === WRITTEN_FOR ? await shownInterpreter().catch(() => undefined) : undefined
    if (shown === undefined)
      process.emitWarning(
        `the installed @ethereumjs/evm (${version}) is not ${WRITTEN_FOR} as it was published: the EVM runs code with the library's own loop, which is slower, and traces no opcodes`,
        { code: 'SUDOBOX_EVM_LIBRARY' },
      )
    return shown
  })())
}
