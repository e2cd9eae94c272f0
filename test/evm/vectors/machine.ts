import { createAddressFromString } from '@ethereumjs/util'
import type { Common } from '@ethereumjs/common'
import { applyMessage, type Outcome } from '../../../src/evm/execution/apply.js'
import { Executor } from '../../../src/evm/execution/executor.js'
import { TRAITS } from '../../../src/evm/options/traits.js'
import type { BlockContext, Message } from '../../../src/evm/execution/message.js'
import { MessageRefusal } from '../../../src/evm/errors.js'
import { forksFrom } from '../../../src/evm/rules/forks.js'
import { hex, unhex, type Hex } from '../../../src/evm/hex.js'
import { BLOBS } from '../../../src/evm/crypto/kzg.js'
import type { Execution } from '../../../src/evm/options/options.js'
import { State } from '../../../src/evm/state/state.js'
import { accountExists, codeAt, type StateView } from '../../../src/evm/state/view.js'
import { traced } from '../../../src/evm/tracers/traced.js'
import type { Account, Change, Header, Result, Run, Vector } from './file.js'
import { remembering } from './remembering.js'
import { Trace } from './trace.js'
import { brief, plain } from './words.js'

/** How code is run: by the quick loop, without it, or while a tracer watches each step. */
export type Way = 'quick' | 'library' | 'traced'

const address = (digits: string): Hex => `0x${digits}`
const bytesOf = (digits = ''): Uint8Array => unhex(`0x${digits}`)
const number = (digits: string): bigint => BigInt(`0x${digits}`)

/** The names of the forks since which empty accounts are gone, and a part of the price is burnt. */
const CLEARING = 'spuriousDragon'
const BURNING = 'london'

/** One fork, and a way to run code in it. */
export class Machine {
  private readonly header: Header
  private readonly fork: number
  private readonly common: Common
  private readonly executor: Executor
  private readonly stage: Stage
  private readonly way: Way
  private readonly block: BlockContext
  /** What was to be refunded in the last run. */
  private refund = 0n

  /** @param stage what the cases of this fork begin with */
  static async create(header: Header, fork: number, way: Way, stage: Stage): Promise<Machine> {
    const forks = forksFrom(BigInt(header.chainId), NAMES[header.forks[fork]!] ?? header.forks[fork]!)
    const execution: Execution = way === 'library' ? 'library' : 'quick'
    const executor = await Executor.create(forks, blockHash, TRAITS.functional, execution)
    return new Machine(
      header,
      fork,
      way,
      executor,
      forks.at(BigInt(header.block.number), BigInt(header.block.timestamp)),
      stage,
    )
  }

  private constructor(header: Header, fork: number, way: Way, executor: Executor, common: Common, stage: Stage) {
    this.header = header
    this.fork = fork
    this.common = common
    this.executor = executor
    this.way = way
    this.stage = stage
    const { block } = header
    const merged = fork >= header.forks.indexOf('paris')
    this.block = {
      header: {
        number: BigInt(block.number),
        coinbase: createAddressFromString(address(block.coinbase)),
        timestamp: BigInt(block.timestamp),
        difficulty: merged ? 0n : BigInt(block.difficulty),
        prevRandao: merged ? unhex(block.random as Hex) : new Uint8Array(32),
        gasLimit: BigInt(block.gasLimit),
        ...(this.since(BURNING) ? { baseFeePerGas: BigInt(block.baseFee) } : {}),
        getBlobGasPrice: () => BigInt(block.blobBaseFee),
      },
    }
    const { evm } = executor
    const kept = evm as unknown as { _bn254: object; _bls: object | undefined }
    kept._bn254 = remembering(kept._bn254)
    kept._bls &&= remembering(kept._bls)
    Object.assign(evm.common, { customCrypto: { ...evm.common.customCrypto, kzg: CHECKS } })
    const run = evm.runCall.bind(evm)
    evm.runCall = async (options) => {
      const result = await run(options)
      this.refund = result.execResult.gasRefund ?? 0n
      return result
    }
  }

  /** Runs a case. Returns what came out in the words of the file. */
  async run(vector: Vector, { limit, state: expected = {} }: Run): Promise<Result> {
    const { header, executor, common, block } = this
    const { target, other } = header.names
    const { accounts = {} } = vector
    const { state, before } = this.stage.set(vector)
    const message = this.message(vector, limit)
    const job = (): Promise<Outcome> => applyMessage(executor.use(state, common), block, message)
    try {
      const tracer = this.way === 'traced' ? new Trace() : undefined
      const { from, to, gas } = message
      const of = { from, to, gas, coinbase: address(header.block.coinbase) }
      const outcome = tracer === undefined ? await job() : await traced(executor.use(state, common), tracer, of, job)
      const trace = tracer?.result()
      return {
        ...this.told(vector, outcome, {
          before,
          state,
          named: [target, other, ...Object.keys(accounts), ...Object.keys(expected)],
        }),
        ...(trace !== undefined && { trace }),
      }
    } catch (error) {
      if (error instanceof MessageRefusal) return { refused: error.message }
      throw error
    } finally {
      state.rewind(SET)
    }
  }

  private message(vector: Vector, limit: number | undefined): Message {
    const { header } = this
    const { accessList, authorizations, blobs, create, code, data, to } = vector
    return {
      from: address(header.block.sender),
      to: create ? undefined : address(to ?? header.names.target),
      gas: BigInt(limit ?? vector.gas ?? header.block.defaultGas),
      gasPrice: BigInt(header.block.gasPrice),
      gasFeeCap: BigInt(header.block.gasPrice),
      gasTipCap: BigInt(header.block.gasPrice),
      value: BigInt(vector.value ?? 0),
      data: bytesOf(create ? code : data),
      accessList: accessList?.map(({ address, storageKeys }) => ({
        address: address.toLowerCase() as Hex,
        storageKeys: storageKeys ?? [],
      })),
      authorizationList: authorizations,
      blobVersionedHashes: blobs,
      maxFeePerBlobGas: blobs === undefined ? 0n : BigInt(header.block.blobBaseFee),
    }
  }

  private told(
    { count, blobs, authorizations }: Vector,
    { failure, gasUsed, peakGas, returnData, logs }: Outcome,
    { before, state, named }: { before: StateView; state: State; named: readonly string[] },
  ): Result {
    const { block } = this.header
    const isBatch = count !== undefined && count > 1
    const tip = BigInt(block.gasPrice) - (this.since(BURNING) ? BigInt(block.baseFee) : 0n)
    const blobFee = BigInt(blobs?.length ?? 0) * 131072n * BigInt(block.blobBaseFee)
    const fees = { paid: gasUsed * BigInt(block.gasPrice) + blobFee, earned: gasUsed * tip }
    const changes = this.changes(before, state, named, fees)
    return {
      ...(failure !== undefined && { error: ERRORS[failure] ?? failure }),
      used: Number(gasUsed),
      ...(peakGas !== gasUsed && { peak: Number(peakGas) }),
      // The refund of an authorization is no opcode's.
      ...(this.refund !== 0n && authorizations === undefined && { refund: Number(this.refund) }),
      ...(returnData.length > 0 && { out: isBatch ? plain(returnData) : brief(returnData) }),
      ...(logs.length > 0 && {
        logs: logs.map(([from, topics, data]) => ({
          address: plain(from),
          ...(topics.length > 0 && { topics: topics.map((topic) => BigInt(hex(topic)).toString(16)) }),
          ...(data.length > 0 && { data: plain(data) }),
        })),
      }),
      ...(Object.keys(changes).length > 0 && { state: changes }),
    }
  }

  /** What differs from before, beside the sender's nonce and what is paid for gas. */
  private changes(
    before: StateView,
    state: State,
    named: readonly string[],
    fees: { paid: bigint; earned: bigint },
  ): Record<string, Change | null> {
    const { block } = this.header
    state.seal()
    const keys = new Set(state.sealed!.changes.flatMap(({ keys }) => keys))
    const slots = [...keys].filter((key) => typeof key === 'bigint')
    const found: Record<string, Change | null> = {}
    // A slot that changed does not say whose it is.
    const known = slots.length === 0 ? [] : [...Object.keys(this.header.world), ...named].map(address)
    for (const at of new Set([...[...keys].filter(isAddress), ...known])) {
      const name = at.slice(2)
      const was = accountExists(before, at)
      if (!accountExists(state, at)) {
        if (was) found[name] = null
        continue
      }
      const nonce = (before.account(at)?.nonce ?? 0n) + (name === block.sender ? 1n : 0n)
      const balance =
        before.balance(at) - (name === block.sender ? fees.paid : 0n) + (name === block.coinbase ? fees.earned : 0n)
      const code = codeAt(state, at)
      const written = slots.filter((slot) => state.storage(at, slot) !== before.storage(at, slot))
      const isNonce = (state.account(at)?.nonce ?? 0n) !== nonce
      const isBalance = state.balance(at) !== balance
      const isCode =
        state.account(at)?.codeHash !== before.account(at)?.codeHash && plain(code) !== plain(codeAt(before, at))
      if (was && !isNonce && !isBalance && !isCode && written.length === 0) continue
      found[name] = {
        ...(!was && { created: true }),
        ...(isNonce && { nonce: state.account(at)!.nonce.toString() }),
        ...(isBalance && { balance: state.balance(at).toString() }),
        ...(isCode && { code: brief(code) }),
        ...(written.length > 0 && {
          storage: Object.fromEntries(written.map((slot) => [slot.toString(16), state.storage(at, slot).toString(16)])),
        }),
      }
    }
    return found
  }

  private since(fork: string): boolean {
    return this.fork >= this.header.forks.indexOf(fork)
  }
}

const CHECKS = remembering(BLOBS)

/** The version of a case's state at which it begins. */
const SET = 1

/** The accounts with which each case begins, made once for all forks in which they are the same. */
export class Stage {
  private readonly header: Header
  /** Whether accounts without anything are no accounts. */
  private readonly clearing: boolean
  private readonly world = new State()
  private last: { readonly vector: Vector; readonly state: State; readonly before: StateView } | undefined

  /** One for the forks with empty accounts, and one for those without. */
  static of(header: Header): (fork: number) => Stage {
    const [older, newer] = [new Stage(header, false), new Stage(header, true)]
    return (fork) => (fork >= header.forks.indexOf(CLEARING) ? newer : older)
  }

  private constructor(header: Header, clearing: boolean) {
    this.header = header
    this.clearing = clearing
    for (const [name, account] of Object.entries(header.world)) this.put(this.world, name, account)
    this.world.seal()
  }

  /** The state of a case, to be rewound to {@link SET} after use, and the same to read from meanwhile. Made for one case at a time. */
  set(vector: Vector): { readonly state: State; readonly before: StateView } {
    if (this.last?.vector !== vector) this.last = { vector, ...this.made(vector) }
    return this.last
  }

  private made({ create, code, second, storage, accounts = {} }: Vector): { state: State; before: StateView } {
    const state = this.world.fork(this.world.version)
    const { target, other } = this.header.names
    const contract = (digits: string): Account => ({
      nonce: '1',
      balance: '1000',
      code: digits,
      ...(storage && { storage }),
    })
    if (!create && code !== undefined) this.put(state, target, contract(code))
    if (second !== undefined) this.put(state, other, contract(second))
    for (const [name, account] of Object.entries(accounts)) this.put(state, name, account)
    return { state, before: state.at(state.seal()) }
  }

  private put(state: State, name: string, { nonce = '0', balance = '0', code, storage = {} }: Account): void {
    const at = address(name)
    const exists = BigInt(nonce) !== 0n || BigInt(balance) !== 0n || code !== undefined
    if (!exists && this.clearing) return
    state.setCode(at, bytesOf(code))
    state.setAccount(at, { nonce: BigInt(nonce), codeHash: state.account(at)!.codeHash })
    state.setBalance(at, BigInt(balance))
    for (const [slot, value] of Object.entries(storage)) state.setStorage(at, number(slot), number(value))
  }
}

/** Names of forks that are others here. */
const NAMES: Readonly<Record<string, string>> = { frontier: 'chainstart' }

/** What go-ethereum's EVM calls the failures that its RPC and the library name otherwise. */
const ERRORS: Readonly<Record<string, string>> = { revert: 'execution reverted' }

const isAddress = (key: unknown): key is Hex => typeof key === 'string'

function blockHash(number: bigint): Uint8Array {
  const hash = unhex(`0x${number.toString(16).padStart(64, '0')}`)
  hash[0] = 0xbb
  return hash
}
