import { fc, property } from '../random.js'
import { expect, test } from 'vitest'
import { toHex } from '../../src/base/bytes.js'
import type { Hex } from '../../src/evm/hex.js'
import { State, type SealedState } from '../../src/evm/state/state.js'

const address = (n: number): Hex => `0x${n.toString(16).padStart(40, '0')}`

type Step =
  | { readonly kind: 'balance' | 'slot'; readonly of: number; readonly value: number }
  | { readonly kind: 'seal' }
  | { readonly kind: 'restore'; readonly to: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('balance', 'slot'), of: fc.nat(3), value: fc.nat(3) }),
  fc.constant({ kind: 'seal' } as const),
  fc.record({ kind: fc.constant('restore' as const), to: fc.nat(20) }),
)

/** Everything that can be seen of the state. */
const look = (state: State) => {
  for (const n of [0, 1, 2, 3]) expect(state.filled(address(n))).toBe(Number(state.storage(address(n), 7n) !== 0n))
  return JSON.stringify([
    [0, 1, 2, 3].map((n) => [String(state.balance(address(n))), String(state.storage(address(n), 7n))]),
    toHex(state.roots.root()),
  ])
}

property([fc.array(step, { maxLength: 60 })])(
  'any sealed version is restored, in any order, with its values and its root',
  (steps) => {
    const state = new State()
    const sealed: { readonly at: SealedState | undefined; readonly seen: string }[] = [
      { at: undefined, seen: look(state) },
    ]
    for (const one of steps) {
      if (one.kind === 'balance') state.setBalance(address(one.of), BigInt(one.value))
      else if (one.kind === 'slot') {
        state.setAccount(address(one.of), { nonce: 1n, codeHash: `0x${'c5'.repeat(32)}` })
        state.setStorage(address(one.of), 7n, BigInt(one.value))
      } else if (one.kind === 'seal') {
        state.seal()
        sealed.push({ at: state.sealed, seen: look(state) })
      } else if (one.kind === 'restore') {
        const target = sealed[one.to % sealed.length]!
        state.restore(target.at)
        expect(look(state)).toBe(target.seen)
      }
    }
    for (const { at, seen } of sealed) {
      state.restore(at)
      expect(look(state)).toBe(seen)
    }
  },
)

test.each([1, 63, 64, 65, 66, 128, 129, 130, 200])(
  'without what is needed only for versions before %i, that one and later ones are read and returned to as before',
  (version) => {
    const state = new State()
    const seen = new Map<number, { readonly values: string; readonly root: string }>()
    const values = (of: Pick<State, 'balance' | 'storage' | 'filled'>): string =>
      [0, 1, 2, 3]
        .map((n) => [of.balance(address(n)), of.storage(address(n), 7n), of.filled(address(n))].join(' '))
        .join()
    for (let next = 1; next <= 200; next++) {
      const of = address((next * 7) % 4)
      state.setBalance(of, BigInt(next))
      state.setAccount(of, { nonce: BigInt(next), codeHash: `0x${'c5'.repeat(32)}` })
      state.setStorage(of, 7n, BigInt(next % 3))
      const root = toHex(state.roots.root())
      seen.set(state.seal(), { values: values(state), root })
    }
    const first = state.sealed
    state.forget(version)
    const oldest = version - ((version - 1) % 64)
    let held = 0
    for (let one = first; one !== undefined; one = one.parent) held++
    expect(held).toBe(200 - oldest + 1)
    for (const [at, { values: expected, root }] of seen) {
      if (at < oldest) {
        expect(() => state.at(at)).toThrow('historical state is not available')
        expect(() => state.rewind(at)).toThrow(`there is no version ${at}`)
        continue
      }
      expect(values(state.at(at))).toBe(expected)
      expect(toHex(state.fork(at).roots.root())).toBe(root)
    }
    if (oldest > 1) expect(() => state.rewind(0)).toThrow('there is no version 0')
    for (const at of [oldest, 199, oldest + 1]) {
      state.restore(first)
      state.rewind(at)
      expect(values(state)).toBe(seen.get(at)!.values)
      expect(toHex(state.roots.root())).toBe(seen.get(at)!.root)
    }
  },
)
