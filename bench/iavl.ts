/**
 * Times of the IAVL tree, its roots and proofs, as process CPU time, medians. Run it with
 * `node -e "import('vite').then((vite) => vite.runnerImport('./bench/iavl.ts'))"`, or compiled.
 */
import { createHash } from 'node:crypto'
import { Commitment } from '../src/store/commitment.js'
import type { Change } from '../src/store/change-set.js'
import { decodeMerkleProof, SDK_SPECS, verifyChainedMembership } from '../src/store/ics23/index.js'
import { IavlTree } from '../src/store/iavl/tree.js'
import { keyBytes, keyOf, type Key } from '../src/store/key.js'
import { merkleProofBytes } from '../src/store/proof-ops.js'

const SIZE = 100_000
const RUNS = 51
const VALUE = new Uint8Array(48).fill(7)

let state = 1
const random = (below: number): number => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) % below

/** Keys as wasm has them: a byte, a contract, the name of a map, an address; 88 bytes. */
const keyAt = (n: number): Key => {
  const address = createHash('sha512').update(String(n)).digest().subarray(0, 46)
  return keyOf(Buffer.concat([Buffer.from([3]), Buffer.alloc(32, n % 50), Buffer.from('\0\u0007balance'), address]))
}

function measure(name: string, times: number, per: number, run: () => void, warmUp = times): void {
  for (let i = 0; i < warmUp; i++) run()
  const spent = Array.from({ length: times }, () => {
    const start = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(start)
    return (user + system) / per
  })
  const median = spent.sort((a, b) => a - b)[times >>> 1]!
  console.log(`${name.padEnd(60)} ${median.toFixed(2).padStart(12)} µs`)
}

const keys = Array.from({ length: SIZE }, (_, i) => keyAt(i))
const rows = keys.toSorted().map((key): Change => [key, VALUE])
const full = IavlTree.empty.next(1, rows)

measure('build of 100,000 keys, root included', 5, 1, () => void IavlTree.empty.next(1, rows).digest, 1)
measure('build of 100,000 keys, no hashing', 5, 1, () => void IavlTree.empty.next(1, rows), 1)
void full.digest

let fresh = SIZE
const changes = (count: number): Change[] =>
  Array.from({ length: count }, (): Key => (random(5) === 0 ? keyAt(fresh++) : keys[random(SIZE)]!))
    .toSorted()
    .map((key) => [key, VALUE])
let tree = full
for (const count of [1, 8, 100, 1000]) {
  const sets = Array.from({ length: 2 * RUNS }, () => changes(count))
  let at = 0
  measure(`change of ${count} random keys, root included`, RUNS, 1, () => {
    tree = tree.next(tree.version + 1, sets[at++]!)
    void tree.digest
  })
}

const present = Array.from({ length: 1000 }, () => keys[random(SIZE)]!)
const absent = Array.from({ length: 1000 }, () => keyAt(fresh++))
measure('existence proof of a hashed tree', 21, 1000, () => present.forEach((key) => full.proof(key)))
measure('non-existence proof of a hashed tree', 21, 1000, () => absent.forEach((key) => full.proof(key)))

const names = Array.from({ length: 20 }, (_, i) => `store${String(i).padStart(2, '0')}`)
const start = Commitment.before(names).next(1, () => new Map(names.map((name) => [name, rows.slice(0, 1000)])))
start.replay()
void start.hash
const later = Array.from({ length: 4000 }, (_, i) => start.next(i + 2, () => new Map()))
measure('app hash over 20 stores', 20, 100, () => later.splice(0, 100).forEach(({ hash }) => void hash))
measure('query with both proofs', 11, 1000, () =>
  rows.slice(0, 1000).forEach(([key]) => void start.query('store07', key)),
)
const proofs = rows.slice(0, 200).map(([key]) => ({ key, proof: merkleProofBytes(start.query('store07', key).ops) }))
const store = new TextEncoder().encode('store07')
measure('reading and verifying both proofs', 21, 200, () =>
  proofs.forEach(({ key, proof }) =>
    verifyChainedMembership(decodeMerkleProof(proof), SDK_SPECS, start.hash, [store, keyBytes(key)], VALUE),
  ),
)

const heights = Array.from({ length: 1000 }, () => new Map([['store07', changes(8)]]))
const waiting = () => heights.reduce((before, set, i) => before.next(i + 2, () => set), start)
measure('1000 heights of 8 changes, one hash at the end', 5, 1, () => void waiting().hash)
measure('1000 heights of 8 changes, no hash', 5, 1, () => waiting().replay())
