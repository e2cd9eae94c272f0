import { expect, test } from 'vitest'
import { toBase64 } from '../../src/base/bytes.js'
import { provesAbsence, StoreProofs } from '../../src/fork/verify/absent-store.js'
import { commitHash, storeProofs } from '../../src/store/commit-info.js'
import { sha256 } from '../../src/crypto/hash.js'
import { fc } from '../random.js'

const NONE = new Uint8Array(0)
const name = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 3 })

test('a store is proven absent exactly when both neighbours are known, and an existing one never', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(name, { minLength: 1, maxLength: 12 }),
      name,
      fc.infiniteStream(fc.boolean()),
      (all, asked, coin) => {
        const stores = new Map(all.sort().map((one) => [one, sha256(Buffer.from(one))]))
        const appHash = commitHash(stores)
        const given = storeProofs(stores)
        const known = all.filter(() => coin.next().value)
        const proofs = new StoreProofs()
        for (const one of known) proofs.learn(one, { value: NONE, ops: [{ data: NONE }, { data: given.get(one)! }] })

        const proof = proofs.absence(appHash, asked)
        const beside = [all.findLast((one) => one < asked), all.find((one) => one > asked)]
        const provable = !all.includes(asked) && beside.every((one) => one === undefined || known.includes(one))
        expect(proof !== undefined).toBe(provable)
        if (proof === undefined) return
        expect(provesAbsence(appHash, asked, proof)).toBe(true)
        for (const one of all) expect(provesAbsence(appHash, one, proof)).toBe(false)
        expect(provesAbsence(sha256(appHash), asked, proof)).toBe(false)
      },
    ),
  )
})

test('an invalid proof proves nothing', () => {
  const appHash = commitHash(new Map([['bank', sha256(NONE)]]))
  const proof = [...storeProofs(new Map([['bank', sha256(NONE)]])).values()][0]!
  for (const given of [true, undefined, 7, '', '?', 'AAAA', toBase64(proof)])
    expect(provesAbsence(appHash, 'wasm', given)).toBe(false)
})
