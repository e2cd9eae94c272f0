import { Account, createAddressFromString } from '@ethereumjs/util'
import { MerkleStateManager } from '@ethereumjs/statemanager'
import { fc, property, runs } from '../random.js'
import { describe, expect, test } from 'vitest'
import { EMPTY_CODE_HASH, keccak256 } from '../../src/evm/crypto/hash.js'
import { hex, wordBytes, type Hex } from '../../src/evm/hex.js'
import { StateManager } from '../../src/evm/state/manager.js'
import { State, type SealedState } from '../../src/evm/state/state.js'
import {
  listRoot,
  trieEntries,
  trieGet,
  triePut,
  trieDelete,
  trieRoot,
  type TrieNode,
} from '../../src/evm/state/trie.js'

const ADDRESSES: Hex[] = Array.from({ length: 5 }, (_, i) => `0x${(i + 1).toString(16).padStart(40, '0')}` as const)

type Step =
  | { do: 'account'; at: number; nonce: bigint; balance: bigint }
  | { do: 'storage'; at: number; slot: bigint; value: bigint }
  | { do: 'code'; at: number; code: Uint8Array }
  | { do: 'delete' | 'clear'; at: number }
  | { do: 'checkpoint' | 'commit' | 'revert' | 'root' }

const at = fc.nat({ max: ADDRESSES.length - 1 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('account' as const), at, nonce: fc.bigInt(1n, 4n), balance: fc.bigInt(0n, 5n) }),
  fc.record({ do: fc.constant('storage' as const), at, slot: fc.bigInt(0n, 3n), value: fc.bigInt(0n, 2n) }),
  fc.record({ do: fc.constant('code' as const), at, code: fc.uint8Array({ minLength: 1, maxLength: 3 }) }),
  fc.record({ do: fc.constantFrom('delete' as const, 'clear' as const), at }),
  fc.record({ do: fc.constantFrom('checkpoint' as const, 'commit' as const, 'revert' as const, 'root' as const) }),
)

type Both = StateManager | MerkleStateManager

/** Storage and code only where there is an account, as the EVM does it. */
async function run(manager: Both, steps: readonly Step[]): Promise<string[]> {
  const roots: string[] = []
  let depth = 0
  for (const one of steps) {
    if (!('at' in one)) {
      if (one.do === 'root') roots.push(hex(await manager.getStateRoot()))
      else if (one.do === 'checkpoint' || depth > 0) {
        depth += one.do === 'checkpoint' ? 1 : -1
        await manager[one.do]()
      }
      continue
    }
    const address = createAddressFromString(ADDRESSES[one.at]!)
    const account = await manager.getAccount(address)
    if (one.do === 'account') {
      const changed = account ?? new Account()
      changed.nonce = one.nonce
      changed.balance = one.balance
      await manager.putAccount(address, changed)
    } else if (account === undefined) continue
    else if (one.do === 'storage')
      await manager.putStorage(
        address,
        wordBytes(one.slot),
        one.value === 0n ? new Uint8Array(0) : Uint8Array.of(Number(one.value)),
      )
    else if (one.do === 'code') await manager.putCode(address, one.code)
    else if (one.do === 'clear') await manager.clearStorage(address)
    else {
      await manager.clearStorage(address)
      await manager.deleteAccount(address)
    }
  }
  while (depth-- > 0) await manager.commit()
  roots.push(hex(await manager.getStateRoot()))
  return roots
}

describe('the flat state', () => {
  property([fc.array(step, { maxLength: 60 })], { numRuns: runs(150) })(
    "has the roots of the library's Merkle state, checkpoints included",
    async (steps) => {
      expect(await run(new StateManager(new State()), steps)).toEqual(await run(new MerkleStateManager(), steps))
    },
  )

  property([fc.array(fc.array(step, { maxLength: 12 }), { maxLength: 8 }), fc.nat(), fc.boolean()], {
    numRuns: runs(150),
  })('keeps every version readable and returns to any of them', async (blocks, pick, rootEach) => {
    const state = new State()
    const manager = new StateManager(state)
    const seen: { version: number; dump: unknown }[] = []
    for (const steps of blocks) {
      await run(
        manager,
        steps.filter((one) => rootEach || one.do !== 'root'),
      )
      seen.push({ version: state.seal(), dump: dump(state) })
    }
    const roots = new Map<number, string>()
    for (const { version, dump: then } of seen) {
      expect(dump(state.at(version))).toEqual(then)
      const fork = state.fork(version)
      expect(dump(fork)).toEqual(then)
      roots.set(version, hex(fork.roots.root()))
      // What is done to a fork stays with it.
      fork.setBalance(ADDRESSES[0]!, 77n)
      fork.setStorage(ADDRESSES[0]!, 1n, 0n)
      expect(fork.storage(ADDRESSES[0]!, 1n)).toBe(0n)
      expect(dump(state.at(version))).toEqual(then)
    }
    if (seen.length === 0) return
    const target = seen[pick % seen.length]!
    state.rewind(target.version)
    expect(dump(state)).toEqual(target.dump)
    expect(hex(state.roots.root())).toBe(roots.get(target.version))
    const again = blocks[pick % seen.length]!
    await run(manager, again)
    expect(state.seal()).toBeGreaterThan(seen.at(-1)!.version)
    expect(dump(state.at(target.version))).toEqual(target.dump)
  })

  test('gives the root of each of many versions, forwards, backwards, and after a return to an old one', () => {
    const state = new State()
    const roots: { version: number; root: string; sealed: SealedState }[] = []
    const step = (i: number): void => {
      state.setBalance(ADDRESSES[i % 5]!, BigInt(i + 1))
      state.setAccount(ADDRESSES[0]!, { nonce: BigInt(i + 1), codeHash: hex(EMPTY_CODE_HASH) })
      state.setStorage(ADDRESSES[0]!, BigInt((i * 7) % 40), i % 3 === 0 ? 0n : BigInt(i))
    }
    const seal = (): void => {
      // A version without a root before it is sealed lags behind, too.
      const root = roots.length % 4 === 3 ? undefined : hex(state.roots.root())
      const version = state.seal()
      roots.push({ version, root: root ?? hex(state.fork(version).roots.root()), sealed: state.sealed! })
    }
    const rootOf = (version: number) => hex(trieRoot(state.roots.at(version, state.at(version))))
    for (let i = 0; i < 300; i++) {
      step(i)
      seal()
    }
    for (const { version, root } of [...roots, ...roots.toReversed()]) expect(rootOf(version)).toBe(root)
    const fork = state.fork(roots[90]!.version)
    state.rewind(roots[99]!.version)
    expect(hex(state.roots.root())).toBe(roots[99]!.root)
    expect(hex(fork.roots.root())).toBe(roots[90]!.root)
    state.restore(roots[280]!.sealed)
    expect(hex(state.roots.root())).toBe(roots[280]!.root)
    state.restore(roots[150]!.sealed)
    step(1000)
    roots.length = 151
    seal()
    for (const { version, root } of roots) expect(rootOf(version)).toBe(root)
  })

  test('reports whether a contract has storage without reading the slots that were cleared', async () => {
    const [contract] = ADDRESSES
    const state = new State()
    for (let slot = 0n; slot < 300n; slot++) state.setStorage(contract!, slot, 1n)
    state.seal()
    const fork = state.fork(state.version)
    for (let slot = 0n; slot < 300n; slot++) fork.setStorage(contract!, slot, 0n)
    fork.setBalance(contract!, 1n)
    let looked = 0
    const storage = fork.storage.bind(fork)
    fork.storage = (...of) => {
      looked++
      return storage(...of)
    }
    fork.slots = function* () {
      looked++
      yield* []
    }
    const manager = new StateManager(fork)
    const root = async (): Promise<Hex> =>
      hex((await manager.getAccount(createAddressFromString(contract!)))!.storageRoot)
    expect(await root()).toBe(hex(trieRoot(undefined)))
    fork.checkpoint()
    fork.setStorage(contract!, 299n, 5n)
    expect(await root()).not.toBe(hex(trieRoot(undefined)))
    fork.revert()
    expect(await root()).toBe(hex(trieRoot(undefined)))
    expect(looked).toBe(0)
  })

  property([fc.array(fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 3 })), { maxLength: 80 })])(
    'has tries that do not depend on the order of changes',
    (changes) => {
      let root: TrieNode<number> | undefined
      const model = new Map<number, number>()
      for (const [key, value] of changes) {
        if (value === 0) root = trieDelete(root, keccak256(wordBytes(BigInt(key))))
        else root = triePut(root, keccak256(wordBytes(BigInt(key))), { bytes: Uint8Array.of(value), data: value })
        if (value === 0) model.delete(key)
        else model.set(key, value)
      }
      let fresh: TrieNode<number> | undefined
      for (const [key, value] of [...model].sort(([a], [b]) => a - b)) {
        const at = keccak256(wordBytes(BigInt(key)))
        fresh = triePut(fresh, at, { bytes: Uint8Array.of(value), data: value })
        expect(trieGet(root, at)?.data).toBe(value)
      }
      expect(hex(trieRoot(root))).toBe(hex(trieRoot(fresh)))
      const keys = [...trieEntries(root)].map(({ key }) => hex(key))
      expect(keys).toEqual([...keys].sort())
      expect(keys).toHaveLength(model.size)
    },
  )

  test('gives a list the root that a block header has', () => {
    expect(hex(listRoot([]))).toBe('0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421')
  })

  test('includes a balance that was changed outside, in the root and the history', () => {
    const values = new Map<Hex, bigint>()
    const balances = { get: (a: Hex) => values.get(a) ?? 0n, set: (a: Hex, v: bigint) => void values.set(a, v) }
    const state = new State({ balances })
    const [alice, bob] = ADDRESSES as [Hex, Hex]
    state.setBalance(alice, 10n)
    const first = state.seal()
    values.set(alice, 4n)
    values.set(bob, 6n)
    state.balanceChanged(alice)
    state.balanceChanged(bob)
    const root = hex(state.roots.root())
    const second = state.seal()
    expect([state.at(first).balance(alice), state.at(first).balance(bob)]).toEqual([10n, 0n])
    expect([state.at(second).balance(alice), state.at(second).balance(bob)]).toEqual([4n, 6n])
    const alone = new State()
    alone.setBalance(alice, 4n)
    alone.setBalance(bob, 6n)
    expect(root).toBe(hex(alone.roots.root()))
    state.rewind(first)
    expect([...values]).toEqual([
      [alice, 10n],
      [bob, 0n],
    ])
  })
})

/** Everything that can be seen of a state. Slots beyond the four are never written, so what is filled can be counted. */
function dump(state: Pick<State, 'account' | 'balance' | 'storage' | 'filled'>): unknown {
  return ADDRESSES.map((address) => {
    const storage = [0n, 1n, 2n, 3n].map((slot) => state.storage(address, slot))
    expect(state.filled(address)).toBe(storage.filter((value) => value !== 0n).length)
    return { account: state.account(address), balance: state.balance(address), storage }
  })
}
