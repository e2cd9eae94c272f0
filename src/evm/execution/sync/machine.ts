import { encode } from '@ethereumjs/rlp'
import { concatBytes, NO_BYTES } from '../../../base/index.js'
import { checksum } from '../../crypto/address.js'
import { keccak256 } from '../../crypto/hash.js'
import { hex, minimalBytes, unhex, wordBytes, type Hex } from '../../hex.js'
import type { EvmCoverage } from '../fast/counts.js'
import { FrameFailure, outOfGas, VmFailure } from './failure.js'
import { runFrame } from './frame.js'
import { delegateOf, type JournaledState } from './state.js'
import type { Watch } from './watch.js'

/** What code can ask about the block and the transaction. */
export interface Circumstances {
  readonly origin: Hex
  readonly gasPrice: bigint
  readonly chainId: bigint
  readonly number: bigint
  /** Seconds. */
  readonly time: bigint
  readonly coinbase: Hex
  readonly gasLimit: bigint
  readonly baseFee: bigint
  readonly random: bigint
  readonly blobHashes: readonly bigint[]
  /** @throws the error of a chain whose blocks have no blob base fee */
  readonly blobBaseFee: () => bigint
  /** Hash of a block that is at most 256 back. */
  readonly blockHash: (number: bigint) => bigint
  /** Whether an account may call others, or make contracts. */
  readonly mayCall: (caller: Hex) => boolean
  readonly mayCreate: (caller: Hex) => boolean
  /** Undefined for an address without a precompile. */
  readonly precompile: (address: Hex) => Precompile | undefined
}

/** A contract that is part of the chain. */
export interface Precompile {
  /** Gas for an input. */
  price(input: Uint8Array): bigint
  /** @throws VmFailure; what was charged stays so if that is a revert */
  run(input: Uint8Array, call: PrecompileCall): Uint8Array
}

export interface PrecompileCall {
  readonly caller: Hex
  readonly value: bigint
  readonly isStatic: boolean
  /** What is left of it. */
  readonly gas: bigint
  /** Takes more gas. @throws VmFailure */
  readonly charge: (gas: bigint) => void
}

/** How a call ended. Of a failed one, data is what it reverted with. */
export interface CallResult {
  readonly gas: bigint
  readonly data: Uint8Array
  readonly failure: VmFailure | undefined
}

export interface CallOf {
  readonly kind: 'call' | 'callcode' | 'delegate' | 'static'
  readonly caller: Hex
  /** Whose code runs. */
  readonly code: Hex
  /** Whose storage and balance it is. */
  readonly self: Hex
  readonly value: bigint
  readonly input: Uint8Array
  readonly gas: bigint
  readonly isStatic: boolean
  /** 0 for that of a transaction. */
  readonly depth: number
}

export interface CreateOf {
  readonly caller: Hex
  readonly code: Uint8Array
  readonly value: bigint
  readonly gas: bigint
  /** Undefined for an address by the nonce. */
  readonly salt?: bigint | undefined
  readonly depth: number
}

const MAX_DEPTH = 1024
const MAX_CODE = 24_576
const GAS_PER_BYTE = 200n
const MAX_NONCE = (1n << 64n) - 1n

/** Runs calls and creations, one inside the other and without a promise, on a journal. Source: go-ethereum core/vm/evm.go, rules of Prague. */
export class Machine {
  readonly state: JournaledState
  readonly circumstances: Circumstances
  /** Tells somebody what happens; undefined if nobody watches. */
  readonly watch: Watch | undefined
  /** Counts the blocks of contracts' code that run. Code that creates a contract is not counted. */
  readonly coverage: EvmCoverage | undefined

  constructor(state: JournaledState, circumstances: Circumstances, watch?: Watch, coverage?: EvmCoverage) {
    this.state = state
    this.circumstances = circumstances
    this.watch = watch
    this.coverage = coverage
  }

  call(call: CallOf): CallResult {
    const { watch } = this
    return watch === undefined ? this.#call(call) : watch.call(call, () => this.#call(call))
  }

  #call(call: CallOf): CallResult {
    const { kind, caller, code: at, self, value, input, gas, depth } = call
    const { state } = this
    const { precompile, mayCall } = this.circumstances
    const who = kind === 'delegate' ? self : caller
    if (!mayCall(who)) return { gas, data: NO_BYTES, failure: forbidden(who, 'perform a call') }
    const contract = precompile(at)
    if (contract !== undefined) state.warm(at)
    if (depth > MAX_DEPTH) return { gas, data: NO_BYTES, failure: new VmFailure('max call depth exceeded') }
    const pays = kind === 'call' || kind === 'callcode'
    if (pays && value > state.balance(caller))
      return { gas, data: NO_BYTES, failure: new VmFailure('insufficient balance for transfer') }
    const snapshot = state.snapshot()
    if (kind === 'call') {
      if (!state.exists(at)) {
        if (contract === undefined && value === 0n) return { gas, data: NO_BYTES, failure: undefined }
        state.create(at)
      }
      state.subtractBalance(caller, value)
      state.addBalance(at, value)
    } else if (kind === 'static') state.addBalance(at, 0n)
    return this.#attempt(snapshot, () => {
      if (contract !== undefined) return runPrecompile(contract, call)
      const code = this.#resolved(at)
      if (code.length === 0) return { gas, data: NO_BYTES }
      const counts = this.coverage?.of(code)
      return runFrame(this, { code, self, caller, value, input, gas, depth, isStatic: call.isStatic, counts })
    })
  }

  /** @returns also the address */
  create(creation: CreateOf): CallResult & { readonly address: Hex } {
    const { caller, code, salt, gas } = creation
    const { watch } = this
    const address =
      salt === undefined ? addressByNonce(caller, this.state.nonce(caller)) : addressBySalt(caller, salt, code)
    if (!this.circumstances.mayCreate(caller))
      return { gas, data: NO_BYTES, failure: forbidden(caller, 'deploy contracts'), address }
    const run = (): CallResult => this.#create(creation, address)
    return { ...(watch === undefined ? run() : watch.create(creation, address, run)), address }
  }

  #create({ caller, code, value, gas, depth }: CreateOf, address: Hex): CallResult {
    const { state } = this
    const nonce = state.nonce(caller)
    const refused = (text: string, left = gas) => ({
      gas: left,
      data: NO_BYTES,
      failure: new VmFailure(text),
    })
    if (depth > MAX_DEPTH) return refused('max call depth exceeded')
    if (value > state.balance(caller)) return refused('insufficient balance for transfer')
    if (nonce === MAX_NONCE) return refused('nonce uint64 overflow')
    state.setNonce(caller, nonce + 1n)
    state.warm(address)
    if (state.nonce(address) !== 0n || state.hasCode(address) || state.hasStorage(address))
      return refused('contract address collision', 0n)
    const snapshot = state.snapshot()
    if (!state.exists(address)) state.create(address)
    state.markNew(address)
    state.setNonce(address, 1n)
    state.subtractBalance(caller, value)
    state.addBalance(address, value)
    return this.#attempt(snapshot, () => {
      const ended = runFrame(this, {
        code,
        self: address,
        caller,
        value,
        input: NO_BYTES,
        gas,
        depth,
        isStatic: false,
      })
      const { data } = ended
      if (data.length > MAX_CODE)
        throw rejected(`max code size exceeded: code size ${data.length} limit ${MAX_CODE}`, data)
      if (data[0] === 0xef) throw rejected('invalid code: must not begin with 0xef', data)
      const price = BigInt(data.length) * GAS_PER_BYTE
      if (price > ended.gas) throw rejected('contract creation code storage out of gas', data)
      if (data.length > 0) state.setCode(address, data.slice())
      return { gas: ended.gas - price, data }
    })
  }

  /** Undoes what fails; what does not revert takes all gas. */
  #attempt(snapshot: number, work: () => { readonly gas: bigint; readonly data: Uint8Array }): CallResult {
    try {
      return { ...work(), failure: undefined }
    } catch (error) {
      const failure = error instanceof FrameFailure ? error.failure : error
      if (!(failure instanceof VmFailure)) throw error
      this.state.revert(snapshot)
      const left = error instanceof FrameFailure ? error.gas : 0n
      return { gas: failure.isRevert ? left : 0n, data: failure.data ?? NO_BYTES, failure }
    }
  }

  /** The code of an account, or that which it points to. */
  #resolved(address: Hex): Uint8Array {
    const code = this.state.code(address)
    const target = delegateOf(code)
    return target === undefined ? code : this.state.code(target)
  }
}

/** Whoever delegates to a precompile is its caller. @throws FrameFailure. Source: go-ethereum core/vm/evm.go `DelegateCall`, contracts.go `RunPrecompiledContract` */
function runPrecompile(
  contract: Precompile,
  { kind, caller, self, value, input, gas, isStatic }: CallOf,
): { readonly gas: bigint; readonly data: Uint8Array } {
  let left = gas
  const charge = (price: bigint): void => {
    if (price > left) throw outOfGas()
    left -= price
  }
  try {
    charge(contract.price(input))
    const data = contract.run(input, {
      caller: kind === 'delegate' ? self : caller,
      value,
      isStatic: isStatic || kind !== 'call',
      gas: left,
      charge,
    })
    return { gas: left, data }
  } catch (error) {
    throw error instanceof VmFailure ? new FrameFailure(error, left) : error
  }
}

const forbidden = (caller: Hex, what: string): VmFailure =>
  new VmFailure(`caller address ${checksum(caller)} does not have permission to ${what}`)

const rejected = (text: string, code: Uint8Array): VmFailure => new VmFailure(text, undefined, code)

/** Address of what an account creates. */
export const addressByNonce = (caller: Hex, nonce: bigint): Hex =>
  hex(keccak256(encode([unhex(caller), minimalBytes(nonce)])).subarray(12))

/** Source: EIP-1014. */
export const addressBySalt = (caller: Hex, salt: bigint, code: Uint8Array): Hex =>
  hex(keccak256(concatBytes(Uint8Array.of(0xff), unhex(caller), wordBytes(salt), keccak256(code))).subarray(12))
