import { beforeAll, expect, test } from 'vitest'
import { keccak256, loadKeccak } from '../../../src/evm/crypto/hash.js'
import {
  ethereumPrecompile,
  JournaledState,
  Machine,
  Watch,
  type Stored,
} from '../../../src/evm/execution/sync/index.js'
import { hex, unhex, type Hex } from '../../../src/evm/hex.js'
import { intrinsicGas } from '../../../src/modules/evm/index.js'
import { readVectors, type Account, type Run, type Vector } from './file.js'
import { Trace } from './trace.js'
import { brief } from './words.js'

const { header, vectors } = readVectors()
const PRAGUE = header.forks.indexOf('prague')
const { block, names } = header

const address = (digits: string): Hex => `0x${digits}`
const bytesOf = (digits = ''): Uint8Array => unhex(`0x${digits}`)

/** The accounts of a case. */
function storedOf({ create, code, second, storage, accounts = {} }: Vector): Stored {
  const contract = (digits: string): Account => ({
    nonce: '1',
    balance: '1000',
    code: digits,
    ...(storage && { storage }),
  })
  const all = new Map<Hex, Account>(
    Object.entries({
      ...header.world,
      ...(!create && code !== undefined && { [names.target]: contract(code) }),
      ...(second !== undefined && { [names.other]: contract(second) }),
      ...accounts,
    }).map(([name, account]) => [address(name), account]),
  )
  const codes = new Map([...all.values()].map(({ code }) => [hex(keccak256(bytesOf(code))), bytesOf(code)]))
  const slotsOf = (at: Hex) => Object.entries(all.get(at)?.storage ?? {})
  return {
    account: (at) => {
      const found = all.get(at)
      if (found === undefined) return undefined
      const { nonce = '0', balance = '0', code } = found
      if (BigInt(nonce) === 0n && BigInt(balance) === 0n && code === undefined) return undefined
      return { nonce: BigInt(nonce), balance: BigInt(balance), codeHash: hex(keccak256(bytesOf(code))) }
    },
    code: (hash) => codes.get(hash)!,
    storage: (at, slot) => BigInt(`0x${slotsOf(at).find(([name]) => BigInt(`0x${name}`) === slot)?.[1] ?? '0'}`),
    hasStorage: (at) => slotsOf(at).length > 0,
  }
}

const PRECOMPILES = Array.from({ length: 17 }, (_, i): Hex => `0x${(i + 1).toString(16).padStart(40, '0')}`)

function ran(vector: Vector, { limit }: Run): { trace: Trace; error: string | undefined; out: Uint8Array } {
  const state = new JournaledState(storedOf(vector))
  const trace = new Trace()
  const caller = address(block.sender)
  const machine = new Machine(
    state,
    {
      origin: caller,
      gasPrice: BigInt(block.gasPrice),
      chainId: BigInt(header.chainId),
      number: BigInt(block.number),
      time: BigInt(block.timestamp),
      coinbase: address(block.coinbase),
      gasLimit: BigInt(block.gasLimit),
      baseFee: BigInt(block.baseFee),
      random: BigInt(block.random),
      blobHashes: [],
      mayCall: () => true,
      mayCreate: () => true,
      blobBaseFee: () => BigInt(block.blobBaseFee),
      blockHash: (number) => (0xbbn << 248n) | (number & ((1n << 248n) - 1n)),
      precompile: (at) => (PRECOMPILES.includes(at) ? ethereumPrecompile(Number(BigInt(at))) : undefined),
    },
    new Watch(trace),
  )
  const { create, code, data, accessList = [] } = vector
  const to = create ? undefined : address(vector.to ?? names.target)
  const input = bytesOf(create ? code : data)
  const lists = accessList.map(({ address: at, storageKeys }) => ({
    address: unhex(at),
    slots: (storageKeys ?? []).map(unhex),
  }))
  const most = BigInt(limit ?? vector.gas ?? block.defaultGas)
  const gas =
    most -
    intrinsicGas({ data: input, to: to === undefined ? undefined : unhex(to), accessList: lists, authorizations: [] })
  for (const at of [caller, address(block.coinbase), ...PRECOMPILES, ...(to === undefined ? [] : [to])]) state.warm(at)
  for (const { address: at, slots } of lists) {
    state.warm(hex(at))
    for (const slot of slots) state.warmSlot(hex(at), BigInt(hex(slot)))
  }
  // Of the sender are taken the gas and a nonce before.
  state.subtractBalance(caller, most * BigInt(block.gasPrice))
  const value = BigInt(vector.value ?? 0)
  if (to !== undefined) state.setNonce(caller, state.nonce(caller) + 1n)
  const { failure, data: out } =
    to === undefined
      ? machine.create({ caller, code: input, value, gas, depth: 0 })
      : machine.call({ kind: 'call', caller, code: to, self: to, value, input, gas, isStatic: false, depth: 0 })
  return { trace, error: failure?.message, out }
}

/** The recording's go-ethereum, v1.17.10, refuses it while it charges for the opcode; the fork that cosmos/evm v0.7.3 uses, of v1.17.2, while it runs it. */
const isLater = (name: string): boolean => /STATICCALL: CREATE2?$/.test(name)

/** Not what cannot be asked of the machine alone: messages with authorizations or blobs, and those that are refused before they run. */
const isHere = ({ authorizations, blobs, name }: Vector, run: Run): boolean =>
  authorizations === undefined &&
  blobs === undefined &&
  run.refused === undefined &&
  !name.endsWith('where there is storage alone') &&
  !isLater(name) &&
  run.forks.includes(PRAGUE)

beforeAll(loadKeccak)

test.each([...new Set(vectors.map(({ group }) => group))])('%s is traced as in go-ethereum', (group) => {
  const wrong: unknown[] = []
  for (const vector of vectors.filter((one) => one.group === group))
    for (const run of vector.runs.filter((one) => isHere(vector, one))) {
      const { trace, error, out } = ran(vector, run)
      // Why a precompiled contract fails is told in words that are not all go-ethereum's.
      const isTraced = group !== 'precompiles'
      const got = {
        trace: isTraced ? trace.result() : undefined,
        error,
        out: out.length > 0 && !vector.count ? brief(out) : undefined,
      }
      const expected = {
        trace: isTraced ? run.trace : undefined,
        error: run.error,
        out: vector.count ? undefined : run.out,
      }
      if (JSON.stringify(got) !== JSON.stringify(expected))
        wrong.push({ case: vector.name, limit: run.limit, got, expected })
    }
  expect({ count: wrong.length, wrong: wrong.slice(0, 5) }).toEqual({ count: 0, wrong: [] })
})
