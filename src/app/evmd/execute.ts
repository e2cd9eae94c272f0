import { NO_BYTES } from '../../base/index.js'
import { nilPointer, wrapping, type Context } from '../../chain/index.js'
import { abiWord } from '../../codec/abi/index.js'
import {
  delegateOf,
  type EvmCoverage,
  JournaledState,
  Machine,
  type CallResult,
  nameOf,
  Watch,
  type Circumstances,
  type Stored,
} from '../../evm/execution/sync/index.js'
import { parseEthAddress } from '../../crypto/index.js'
import { hex, unhex, type Hex } from '../../evm/internal.js'
import {
  authorityOf,
  type Access,
  type EvmMessage,
  type Executed,
  type Execution,
  type StateOverrides,
} from '../../modules/evm/index.js'
import { OBSERVER } from '../../modules/wasm/index.js'
import { commit, denomOf, free, type StateParts } from './commit.js'
import { NativeCalls, RUNNING } from './natives.js'
import { override } from './overrides.js'
import { ETHEREUM_ADDRESSES, type PrecompileTable } from './precompiles/index.js'

/** What the EVM of a chain runs on. */
export interface EvmParts extends StateParts {
  readonly chainId: bigint
  /** Gas limit of a block. */
  readonly maxGas: () => bigint
  readonly precompiles: PrecompileTable
  readonly coverage: EvmCoverage | undefined
}

/** Warm in each transaction. */
const WARM_FROM_START = ETHEREUM_ADDRESSES.map(hex)
const NOBODY: Hex = `0x${'0'.repeat(40)}`

/** How a message runs, and who watches. */
export interface WatchedExecution extends Execution {
  /** Called right before, with the accounts as the message finds them. */
  readonly watch?: (state: JournaledState) => Watch | undefined
  /** Gas limit of the block, if code sees another than that of the chain; below zero for none. */
  readonly maxGas?: bigint
}

/** Runs a message on the chain's own state. Source: cosmos/evm v0.7.3 x/vm/keeper/state_transition.go `ApplyMessageWithConfig`. */
export const executeOn =
  (parts: EvmParts) =>
  (
    ctx: Context,
    message: EvmMessage,
    { commits, isNested = false, overrides, state: rows = ctx, watch, maxGas }: WatchedExecution,
  ): Executed => {
    const { from, tx } = message
    const natives = isNested
      ? ctx.value(RUNNING)!
      : new NativeCalls(parts, rows, new JournaledState(storedOf(parts, rows)))
    const { state } = natives
    const { precompile, warm } =
      overrides === undefined ? usual(parts, ctx, natives) : changed(parts, ctx, natives, overrides)
    const watched = watch?.(state) ?? (commits ? observing(ctx) : undefined)
    const machine = new Machine(
      state,
      circumstancesOf(parts, ctx, message, precompile, maxGas),
      watched,
      parts.coverage,
    )
    const caller = hex(from)
    if (!isNested) warmUp(state, message, warm)
    const done = tx.to === undefined ? created(machine, message, caller) : called(parts, machine, message, caller)
    const { failure } = done
    if (isNested) {
      if (failure === undefined && commits) natives.flush()
    } else if (failure === undefined && commits) {
      commit(parts, natives.ctx, state.dirty)
      natives.write()
    } else natives.drop()
    return {
      vmError: failure?.message ?? '',
      returned: failure?.rejected ?? done.data,
      logs: state.logs.map(({ address, topics, ...log }) => ({
        ...log,
        address: unhex(address),
        topics: topics.map(abiWord),
      })),
      left: done.gas,
      refund: state.refund,
    }
  }

/** Reports calls to the observer of a transaction, if there is one. */
function observing(ctx: Context): Watch | undefined {
  const observer = ctx.value(OBSERVER)
  if (observer?.evmBegin === undefined) return undefined
  return new Watch({
    enter: ({ type, from, to, input, value = 0n, gas }) =>
      observer.evmBegin?.({ opcode: nameOf(type), from: unhex(from), to: unhex(to), input, value, gas }),
    exit: ({ output, gasUsed, error }) => observer.evmEnd?.({ output, gasUsed, error }),
  })
}

/** The precompiles of a message: which there are, and those that are warm from the start. */
interface Found {
  readonly precompile: Circumstances['precompile']
  readonly warm: Iterable<Hex>
}

const usual = ({ precompiles }: EvmParts, ctx: Context, natives: NativeCalls): Found => ({
  precompile: (address) => precompiles.of(ctx, address, natives),
  warm: WARM_FROM_START,
})

/** A token takes the place of all other precompiles once it is called. Source: x/vm/keeper/precompiles.go `GetPrecompileRecipientCallHook` */
function changed({ precompiles }: EvmParts, ctx: Context, natives: NativeCalls, overrides: StateOverrides): Found {
  let left = precompiles.fixed(ctx, natives)
  wrapping('failed to apply state override', () => override(natives.state, left, overrides))
  const warm = [...left.keys()]
  return {
    precompile: (address) => {
      const found = left.get(address) ?? precompiles.token(ctx, address, natives)
      if (found !== undefined && !left.has(address)) left = new Map([[address, found]])
      return found
    },
    warm,
  }
}

function warmUp(state: JournaledState, { from, tx }: EvmMessage, warm: Iterable<Hex>): void {
  for (const address of [hex(from), ...warm, NOBODY]) state.warm(address)
  if (tx.to !== undefined) state.warm(hex(tx.to))
  for (const { address, slots } of tx.accessList) {
    state.warm(hex(address))
    for (const slot of slots) state.warmSlot(hex(address), BigInt(hex(slot)))
  }
}

/** The sequence is that of the sender after the steps before messages. */
function created(machine: Machine, { tx, gas }: EvmMessage, caller: Hex): CallResult {
  const { state } = machine
  state.setNonce(caller, tx.nonce)
  const done = machine.create({ caller, code: tx.data, value: tx.value, gas, depth: 0 })
  if (state.nonce(caller) === tx.nonce) state.setNonce(caller, tx.nonce + 1n)
  return done
}

function called({ chainId }: EvmParts, machine: Machine, { tx, gas }: EvmMessage, caller: Hex): CallResult {
  const { state } = machine
  for (const authorization of tx.authorizations) authorize(state, authorization, chainId)
  const to = hex(tx.to!)
  const target = delegateOf(state.code(to))
  if (target !== undefined) state.warm(target)
  const { value, data: input } = tx
  return machine.call({ kind: 'call', caller, code: to, self: to, value, input, gas, isStatic: false, depth: 0 })
}

const MAX_UINT64 = (1n << 64n) - 1n
const MAX_NONCE = MAX_UINT64

/** One that is not valid changes nothing. Source: x/vm/keeper/state_transition.go `applyAuthorization`. */
function authorize(state: JournaledState, given: EvmMessage['tx']['authorizations'][number], chainId: bigint): void {
  if ((given.chainId !== 0n && given.chainId !== chainId) || given.nonce === MAX_NONCE) return
  let authority: Hex
  try {
    authority = hex(authorityOf(given))
  } catch {
    return
  }
  state.warm(authority)
  const code = state.code(authority)
  if (code.length > 0 && delegateOf(code) === undefined) return
  if (state.nonce(authority) !== given.nonce) return
  if (state.exists(authority)) state.addRefund(12_500n)
  state.setNonce(authority, given.nonce + 1n)
  const target = hex(given.address)
  state.setCode(authority, target === NOBODY ? NO_BYTES : unhex(`0xef0100${target.slice(2)}`))
}

/** The chain's state as the journal reads it. */
const storedOf = ({ accounts, bank, evm }: EvmParts, ctx: Context): Stored => ({
  account: (address) => {
    const bytes = unhex(address)
    const account = accounts.get(ctx, bytes)
    if (account === undefined) return undefined
    const { amount: balance } = bank.spendableCoin(ctx, bytes, denomOf(evm, ctx))
    // The chain reads what is locked a second time, which has a price where rows have one.
    accounts.locked(ctx, bytes)
    return { nonce: account.sequence, balance, codeHash: hex(evm.codeHash(ctx, bytes)) }
  },
  code: (hash) => evm.code(ctx, unhex(hash)),
  storage: (address, slot) => {
    const value = evm.slot(ctx, unhex(address), abiWord(slot))
    return value === undefined ? 0n : BigInt(hex(value))
  },
  hasStorage: (address) => evm.slots(ctx, unhex(address)).next().done !== true,
})

function circumstancesOf(
  parts: EvmParts,
  ctx: Context,
  { from, price, baseFee, coinbase, blobHashes = [] }: EvmMessage,
  precompile: Circumstances['precompile'],
  maxGas = parts.maxGas(),
): Circumstances {
  return {
    origin: hex(from),
    gasPrice: price,
    chainId: parts.chainId,
    number: BigInt(ctx.block.height),
    time: ctx.block.time / 1_000_000_000n,
    coinbase: hex(coinbase),
    gasLimit: maxGas < 0n ? MAX_UINT64 : maxGas,
    baseFee,
    random: (1n << 256n) - 1n,
    blobHashes: blobHashes.map((hash) => BigInt(hex(hash))),
    // The block of the EVM has no value for it.
    blobBaseFee: () => {
      throw nilPointer()
    },
    blockHash: (number) => {
      const hash = parts.evm.blockHash(ctx, number)
      return hash === undefined ? 0n : BigInt(hex(hash))
    },
    precompile,
    ...permissions(parts, ctx, from),
  }
}

/** Who may call and create, as the params have it. Source: cosmos/evm v0.7.3 x/vm/types/permissions.go */
function permissions(
  { evm }: EvmParts,
  ctx: Context,
  signer: Uint8Array,
): Pick<Circumstances, 'mayCall' | 'mayCreate'> {
  const { call, create } = evm.params(free(ctx))
  return { mayCall: allowed(call, hex(signer)), mayCreate: allowed(create, hex(signer)) }
}

const anybody = (): boolean => true

function allowed({ type, list }: Access, signer: Hex): (caller: Hex) => boolean {
  if (type === 'ACCESS_TYPE_RESTRICTED') return () => false
  const isOpen = type === 'ACCESS_TYPE_PERMISSIONLESS'
  if (isOpen && list.length === 0) return anybody
  const named = new Set(list.map((text) => hex(parseEthAddress(text))))
  return isOpen
    ? (caller) => !named.has(signer) && !named.has(caller)
    : (caller) => named.has(signer) || named.has(caller)
}
