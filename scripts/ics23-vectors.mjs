// Runs the vectors of cosmos/ics23 (its folder `testdata`) against our verifier:
// `node scripts/ics23-vectors.mjs FOLDER`. Our texts and batches are those of go v0.11.0 (branch release/v0.11.x), which ibc-go v10 uses.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { CommitmentProof } from 'cosmjs-types/cosmos/ics23/v1/proofs'
import { sources } from './source.mjs'

const [
  { checkExistence, checkInner, checkLeaf },
  ics23,
  { leftBranchesAreEmpty, rightBranchesAreEmpty },
  { applyInner, applyLeaf, doHash },
] = await sources('store/ics23/check', 'store/ics23/index', 'store/ics23/neighbours', 'store/ics23/ops')

const [folder] = process.argv.slice(2)
if (folder === undefined || !existsSync(folder)) {
  console.error('usage: node scripts/ics23-vectors.mjs FOLDER (testdata of cosmos/ics23)')
  process.exit(2)
}

const SPECS = { iavl: ics23.IAVL_SPEC, tendermint: ics23.TENDERMINT_SPEC, smt: ics23.SMT_SPEC }
const NOTHING = new Uint8Array(0)
const base64 = (text) => (text ? new Uint8Array(Buffer.from(text, 'base64')) : NOTHING)
const hex = (text) => new Uint8Array(Buffer.from(text ?? '', 'hex'))
const toHex = (bytes) => Buffer.from(bytes ?? NOTHING).toString('hex')
const json = (...path) => JSON.parse(readFileSync(join(folder, ...path), 'utf8'))

const leafOf = (op) => ({
  hash: op.hash ?? 0,
  prehashKey: op.prehash_key ?? 0,
  prehashValue: op.prehash_value ?? 0,
  length: op.length ?? 0,
  prefix: base64(op.prefix),
})
const innerOf = (op) => ({ hash: op.hash ?? 0, prefix: base64(op.prefix), suffix: base64(op.suffix) })
const existenceOf = (proof) => ({
  key: base64(proof.key),
  value: base64(proof.value),
  ...(proof.leaf && { leaf: leafOf(proof.leaf) }),
  path: (proof.path ?? []).map(innerOf),
})
const specOf = (spec) => ({
  ...(spec.leaf_spec && { leafSpec: leafOf(spec.leaf_spec) }),
  ...(spec.inner_spec && {
    innerSpec: {
      childOrder: spec.inner_spec.child_order ?? [],
      childSize: spec.inner_spec.child_size ?? 0,
      minPrefixLength: spec.inner_spec.min_prefix_length ?? 0,
      maxPrefixLength: spec.inner_spec.max_prefix_length ?? 0,
      emptyChild: base64(spec.inner_spec.empty_child),
      hash: spec.inner_spec.hash ?? 0,
    },
  }),
  minDepth: spec.min_depth ?? 0,
  maxDepth: spec.max_depth ?? 0,
})

let matched = 0
const differences = []
function compare(name, expected, actual) {
  if (expected === actual) matched++
  else differences.push(`${name}: expected ${expected}, got ${actual}`)
}
/** The result of a step, or its error text. */
function attempt(step) {
  try {
    return { result: step() }
  } catch (error) {
    if (!(error instanceof ics23.ProofError)) throw error
    return { error: error.shortMessage }
  }
}
/** Compares hashes of steps of which some must fail. */
function compareHash(name, { IsErr, Expected }, step) {
  const { result, error } = attempt(step)
  compare(name, IsErr ? 'an error' : toHex(base64(Expected)), error === undefined ? toHex(result) : 'an error')
}
const verify = (spec, root, proof, { key, value }) =>
  value
    ? ics23.verifyMembership(spec, hex(root), proof, hex(key), hex(value))
    : ics23.verifyNonMembership(spec, hex(root), proof, hex(key))

const TABLES = {
  TestLeafOpData: (name, test) =>
    compareHash(name, test, () => applyLeaf(leafOf(test.Op), base64(test.Key), base64(test.Value), 'reject')),
  TestInnerOpData: (name, test) => compareHash(name, test, () => applyInner(innerOf(test.Op), base64(test.Child))),
  // One of these spells a name otherwise, which Go reads as well.
  TestDoHashData: (name, { PreImage, Preimage = PreImage, ...test }) =>
    compare(name, test.ExpectedHash, toHex(doHash(test.HashOp, new TextEncoder().encode(Preimage)))),
  TestExistenceProofData: (name, test) =>
    compareHash(name, test, () => ics23.calculateRoot({ exist: existenceOf(test.Proof) })),
  TestCheckLeafData: (name, test) => {
    const spec = specOf({ leaf_spec: test.Spec })
    compare(name, test.IsErr, attempt(() => checkLeaf(leafOf(test.Leaf), spec)).error !== undefined)
  },
  TestCheckAgainstSpecData: (name, test) =>
    compare(name, test.Err, attempt(() => checkExistence(existenceOf(test.Proof), specOf(test.Spec))).error ?? ''),
  TestEmptyBranchData: (name, test) => {
    const [op, spec] = [innerOf(test.Op), specOf(test.Spec)]
    compare(`${name}, check`, undefined, attempt(() => checkInner(op, spec, 1)).error)
    compare(`${name}, left`, test.IsLeft, leftBranchesAreEmpty(spec.innerSpec, op))
    compare(`${name}, right`, test.IsRight, rightBranchesAreEmpty(spec.innerSpec, op))
  },
}
for (const [file, run] of Object.entries(TABLES))
  for (const [name, test] of Object.entries(json(`${file}.json`))) run(`${file}: ${name}`, test)

for (const [kind, spec] of Object.entries(SPECS)) {
  const files = readdirSync(join(folder, kind)).sort()
  const singles = files.filter((file) => !file.startsWith('batch')).map((file) => json(kind, file))
  for (const [i, vector] of singles.entries()) {
    const name = `${kind} ${i}`
    const proof = ics23.decodeCommitmentProof(hex(vector.proof))
    compare(`${name}, root`, vector.root, toHex(ics23.calculateRoot(proof)))
    compare(`${name}, verified`, true, verify(spec, vector.root, proof, vector))
    compare(`${name}, encoded again`, vector.proof, toHex(CommitmentProof.encode(proof).finish()))
    for (const other of Object.keys(SPECS).filter((other) => other !== kind && !vector.value))
      compare(`${name}, as ${other}`, false, verify(SPECS[other], vector.root, proof, vector))
  }
  const combined = ics23.combineProofs(singles.map(({ proof }) => ics23.decodeCommitmentProof(hex(proof))))
  for (const [i, vector] of singles.entries())
    compare(`${kind} ${i} in a batch`, true, verify(spec, vector.root, combined, vector))
  for (const file of files.filter((file) => file.startsWith('batch'))) {
    const { root, proof: bytes, items } = json(kind, file)
    const proof = ics23.decodeCommitmentProof(hex(bytes))
    for (const [i, item] of items.entries())
      compare(`${kind}/${basename(file)} ${i}`, true, verify(spec, root, proof, item))
    const again = CommitmentProof.encode(ics23.compress(ics23.decompress(proof))).finish()
    compare(`${kind}/${basename(file)}, grown and compressed`, bytes, toHex(again))
  }
}

for (const difference of differences) console.log(difference)
console.log(`${matched} matched, ${differences.length} differ`)
process.exitCode = differences.length === 0 ? 0 : 1
