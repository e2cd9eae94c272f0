import { createEVM, type EVM } from '@ethereumjs/evm'
import { Address, ecrecover } from '@ethereumjs/util'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { expect, test } from 'vitest'
import { applyMessage } from '../../src/evm/execution/apply.js'
import { Executor } from '../../src/evm/execution/executor.js'
import { TRAITS } from '../../src/evm/options/traits.js'
import { FastEVM } from '../../src/evm/execution/fast/evm.js'
import { readQuickly } from '../../src/evm/execution/fast/reading.js'
import { forksFrom } from '../../src/evm/rules/forks.js'
import { keccak256, loadKeccak } from '../../src/evm/crypto/hash.js'
import { hex } from '../../src/evm/hex.js'
import { nativeSignatures, recoverPublicKey, recoverWith } from '../../src/evm/crypto/signatures.js'
import { StateManager } from '../../src/evm/state/manager.js'
import { State } from '../../src/evm/state/state.js'

const address = (byte: number): Address => new Address(new Uint8Array(20).fill(byte))
const [SELF, OTHER, CALLER] = [address(0xc0), address(0x0e), address(0xca)]
const BLOCK = {
  header: {
    number: 5n,
    coinbase: CALLER,
    timestamp: 1234n,
    difficulty: 3n,
    prevRandao: new Uint8Array(32).fill(9),
    gasLimit: 30_000_000n,
    baseFeePerGas: 7n,
    getBlobGasPrice: () => 1n,
  },
}
const SLOTS = [0n, 1n, 2n, 31n, 32n, 255n]

/** A generator of numbers that gives the same ones on every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Numbers = ReturnType<typeof numbers>

const push = (value: bigint): number[] => {
  const digits = value.toString(16)
  const bytes = [...Buffer.from(digits.length % 2 === 1 ? `0${digits}` : digits, 'hex')]
  return [0x5f + bytes.length, ...bytes]
}

/** Numbers that programs work on: small ones, edges, and anything. */
function operand(next: Numbers): bigint {
  const kind = next(8)
  if (kind < 4) return BigInt(next(70))
  if (kind === 4) return 2n ** 256n - 1n - BigInt(next(3))
  if (kind === 5) return 2n ** BigInt(next(256)) + BigInt(next(3))
  if (kind === 6) return 2n ** 255n + BigInt(next(2))
  return BigInt(
    `0x${Array.from({ length: 1 + next(31) }, () => (next(255) + 1).toString(16).padStart(2, '0')).join('')}`,
  )
}

/** A program that mostly makes sense: operands come first; now and then it does not. */
function program(next: Numbers): Uint8Array {
  const code: number[] = []
  for (let count = 5 + next(40); count > 0; count--) {
    const kind = next(12)
    if (kind < 3) code.push(...push(operand(next)))
    else if (kind < 10) {
      for (let operands = next(5); operands > 0; operands--) code.push(...push(operand(next)))
      code.push(next(3) === 0 ? 0x50 + next(16) : next(0xa5))
    } else if (kind === 10) {
      // A jump over something, seldom to a wrong place.
      const target = code.length + 5 + next(12)
      const over = target - code.length - 5
      code.push(0x60, next(3), 0x60, next(9) === 0 ? target + 1 : target, next(2) === 0 ? 0x57 : 0x56)
      code.push(...Array.from({ length: over }, () => 0x30), 0x5b)
    } else {
      // A call to itself or another, with what is in memory.
      const to = next(2) === 0 ? OTHER : SELF
      const kindOfCall = [0xf1, 0xf2, 0xf4, 0xfa][next(4)]!
      code.push(...push(32n), ...push(BigInt(next(64))), ...push(BigInt(next(64))), ...push(0n))
      if (kindOfCall < 0xf4) code.push(...push(BigInt(next(2))))
      code.push(0x73, ...to.bytes, ...push(BigInt(next(50_000))), kindOfCall)
    }
  }
  const end = next(4)
  if (end < 2) code.push(...push(BigInt(next(100))), ...push(BigInt(next(40))), end === 0 ? 0xf3 : 0xfd)
  return Uint8Array.from(code)
}

async function machines(fork: string): Promise<readonly (readonly [EVM, StateManager])[]> {
  const forks = forksFrom(1n, fork)
  const [one, two] = [new StateManager(new State()), new StateManager(new State())]
  return [
    [await createEVM({ common: forks.copy(), stateManager: one }), one],
    [await FastEVM.create({ common: forks.copy(), stateManager: two }), two],
  ]
}

/** Runs two programs that can call each other; everything that can be told from outside. */
async function story([evm, manager]: readonly [EVM, StateManager], codes: Uint8Array[], gas: bigint, data: Uint8Array) {
  const state = (manager.state = new State())
  state.setCode(hex(SELF.bytes), codes[0]!)
  state.setCode(hex(OTHER.bytes), codes[1]!)
  state.setBalance(hex(SELF.bytes), 10n)
  state.setStorage(hex(SELF.bytes), 1n, 77n)
  state.clearOriginals()
  const { execResult } = await evm.runCall({
    block: BLOCK,
    caller: CALLER,
    to: SELF,
    gasLimit: gas,
    data,
    skipNonceIncrement: true,
  })
  await evm.journal.cleanup()
  return {
    used: execResult.executionGasUsed,
    refund: execResult.gasRefund,
    data: hex(execResult.returnValue),
    error: execResult.exceptionError?.error,
    logs: execResult.logs,
    destroyed: [...(execResult.selfdestruct ?? [])],
    storage: [SELF, OTHER].map(({ bytes }) => SLOTS.map((slot) => state.storage(hex(bytes), slot))),
    balances: [SELF, OTHER].map(({ bytes }) => state.balance(hex(bytes))),
  }
}

test.each(['homestead', 'byzantium', 'istanbul', 'berlin', 'cancun', 'osaka'])(
  'random programs give the same result as in the library: %s',
  async (fork) => {
    const [theirs, ours] = await machines(fork)
    const next = numbers(fork.length * 7919)
    const ends = new Set<string | undefined>()
    for (let round = 0; round < 150; round++) {
      const codes = [program(next), program(next)]
      const gas = BigInt(next(3) === 0 ? next(3000) : 20_000 + next(100_000))
      const data = Uint8Array.from({ length: next(70) }, () => next(256))
      const expected = await story(theirs!, codes, gas, data)
      expect(await story(ours!, codes, gas, data), codes.map((code) => hex(code)).join(' ')).toEqual(expected)
      ends.add(expected.error?.split(' at ')[0])
    }
    expect([...ends]).toEqual(expect.arrayContaining([undefined, 'out of gas', 'stack underflow', 'invalid JUMP']))
  },
  120_000,
)

test.each(['istanbul', 'berlin', 'osaka'])(
  'reads without the VM equal those of the VM: %s',
  async (fork) => {
    const forks = forksFrom(1n, fork)
    const executor = await Executor.create(forks, () => undefined, TRAITS.functional)
    const common = forks.at(BLOCK.header.number, BLOCK.header.timestamp)
    const next = numbers(fork.length * 104_729)
    const block = { header: { ...BLOCK.header, baseFeePerGas: 0n } }
    let read = 0
    for (let round = 0; round < 700; round++) {
      const state = new State()
      state.setCode(hex(SELF.bytes), program(next))
      state.setStorage(hex(SELF.bytes), 1n, 77n)
      const message = {
        from: hex(CALLER.bytes),
        to: hex(SELF.bytes),
        gas: 21_000n + BigInt(next(3) === 0 ? next(3000) : 20_000 + next(100_000)),
        gasPrice: 0n,
        gasFeeCap: 0n,
        gasTipCap: 0n,
        value: 0n,
        data: Uint8Array.from({ length: next(70) }, () => next(256)),
        accessList: undefined,
        authorizationList: undefined,
        blobVersionedHashes: undefined,
        maxFeePerBlobGas: 0n,
      }
      const expected = await applyMessage(executor.use(state.fork(state.seal()), common), block, message).catch(String)
      const rules = executor.evm.rules!
      const attempt = (): unknown => {
        try {
          return readQuickly(state, rules, common, block, message, TRAITS.functional)
        } catch (error) {
          return String(error)
        }
      }
      const outcome = attempt()
      if (outcome === undefined) continue
      expect(outcome).toEqual(expected)
      if (typeof outcome !== 'string') read++
    }
    expect(read).toBeGreaterThan(20)
  },
  120_000,
)

test('hashes are the same before and after the quicker function is loaded', async () => {
  const inputs = Array.from({ length: 300 }, (_, length) => new Uint8Array(length).fill(length))
  for (const input of inputs) expect(keccak256(input)).toEqual(keccak_256(input))
  await loadKeccak()
  const hashes = inputs.map(keccak256)
  // A fresh array each: the library reads the buffer below it.
  for (const [length, input] of inputs.entries()) expect(hashes[length]).toEqual(keccak_256(input))
  expect(new Set(hashes.map(({ buffer }) => buffer)).size).toBe(inputs.length)
})

test('signatures name the same key, or none, with the binding, without it and in the library', () => {
  const next = numbers(5)
  const bytes = (): Uint8Array => Uint8Array.from({ length: 32 }, () => next(256))
  const key = bytes()
  const order = secp256k1.Point.Fn.ORDER
  const word = (value: bigint): Uint8Array => Uint8Array.from(Buffer.from(value.toString(16).padStart(64, '0'), 'hex'))
  const attempt = (recover: () => Uint8Array): string => {
    try {
      return hex(recover())
    } catch {
      return 'none'
    }
  }
  const found = new Set<string>()
  const same = (hash: Uint8Array, v: bigint, r: Uint8Array, s: Uint8Array, chainId?: bigint): void => {
    const expected = attempt(() => ecrecover(hash, v, r, s, chainId))
    expect(attempt(() => recoverPublicKey(hash, v, r, s, chainId))).toBe(expected)
    const whole = Uint8Array.from([...r, ...s])
    if (whole.length === 64 && (v === 0n || v === 1n))
      for (const by of [nativeSignatures(), undefined])
        expect(attempt(() => recoverWith(by, hash, whole, Number(v)))).toBe(expected)
    found.add(expected === 'none' ? 'none' : 'key')
  }
  for (let round = 0; round < 12; round++) {
    const hash = bytes()
    const signature = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' })
    const [r, s] = [signature.subarray(1, 33), signature.subarray(33)]
    const v = BigInt(signature[0]!)
    const high = word(order - BigInt(hex(s)))
    same(hash, v, r, s)
    same(hash, 27n + v, r, s)
    same(hash, 35n + 2n * 4711n + v, r, s, 4711n)
    same(hash, 1n - v, r, high)
    same(hash, v, bytes(), bytes())
    same(hash, v, r, bytes())
    same(hash, v, Uint8Array.of(7), Uint8Array.of(9))
    for (const wrong of [0n, order, order + 1n]) {
      same(hash, v, word(wrong), s)
      same(hash, v, r, word(wrong))
    }
    same(hash, 29n, r, s)
  }
  expect(found).toEqual(new Set(['key', 'none']))
})
