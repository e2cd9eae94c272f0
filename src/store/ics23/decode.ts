import {
  HashOp,
  LengthOp,
  type BatchEntry,
  type BatchProof,
  type CommitmentProof,
  type CompressedBatchEntry,
  type CompressedBatchProof,
  type CompressedExistenceProof,
  type CompressedNonExistenceProof,
  type ExistenceProof,
  type InnerOp,
  type LeafOp,
  type NonExistenceProof,
} from 'cosmjs-types/cosmos/ics23/v1/proofs'
import { NO_BYTES } from '../../base/index.js'
import { WireReader } from './wire.js'

/**
 * Decodes proofs as gogoproto does, unlike generated JavaScript code: of a oneof the last alternative counts,
 * a repeated singular message is merged, a wrong wire type is rejected. Byte fields are views on the input.
 */

/** What to do with each known field of a message; others are skipped. */
type Fields<T> = Readonly<Record<number, (target: T, reader: WireReader) => void>>

/** Reads a message into `target`. */
function read<T>(message: string, fields: Fields<T>, target: T, bytes: Uint8Array): T {
  const reader = new WireReader(message, bytes)
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    const put = fields[field]
    if (put === undefined) reader.skip()
    else put(target, reader)
  }
  return target
}

/** Keeps the last alternative of a oneof. */
function choose<T extends object>(target: T, alternative: T): void {
  for (const key of Object.keys(target) as (keyof T)[]) delete target[key]
  Object.assign(target, alternative)
}

const leafFields: Fields<LeafOp> = {
  1: (leaf, reader) => Object.assign(leaf, { hash: reader.int32('Hash') }),
  2: (leaf, reader) => Object.assign(leaf, { prehashKey: reader.int32('PrehashKey') }),
  3: (leaf, reader) => Object.assign(leaf, { prehashValue: reader.int32('PrehashValue') }),
  4: (leaf, reader) => Object.assign(leaf, { length: reader.int32('Length') }),
  5: (leaf, reader) => (leaf.prefix = reader.bytes('Prefix')),
}
const emptyLeaf = (): LeafOp => ({
  hash: HashOp.NO_HASH,
  prehashKey: HashOp.NO_HASH,
  prehashValue: HashOp.NO_HASH,
  length: LengthOp.NO_PREFIX,
  prefix: NO_BYTES,
})
const readLeaf = (leaf: LeafOp, bytes: Uint8Array): LeafOp => read('LeafOp', leafFields, leaf, bytes)

const innerFields: Fields<InnerOp> = {
  1: (inner, reader) => Object.assign(inner, { hash: reader.int32('Hash') }),
  2: (inner, reader) => (inner.prefix = reader.bytes('Prefix')),
  3: (inner, reader) => (inner.suffix = reader.bytes('Suffix')),
}
const readInner = (bytes: Uint8Array): InnerOp =>
  read('InnerOp', innerFields, { hash: HashOp.NO_HASH, prefix: NO_BYTES, suffix: NO_BYTES }, bytes)

/** Key, value and leaf, which both forms of an existence proof begin with. */
const existenceHead: Fields<ExistenceProof | CompressedExistenceProof> = {
  1: (proof, reader) => (proof.key = reader.bytes('Key')),
  2: (proof, reader) => (proof.value = reader.bytes('Value')),
  3: (proof, reader) => (proof.leaf = readLeaf(proof.leaf ?? emptyLeaf(), reader.bytes('Leaf'))),
}
const existenceFields: Fields<ExistenceProof> = {
  ...existenceHead,
  4: (proof, reader) => proof.path.push(readInner(reader.bytes('Path'))),
}
const emptyExistence = (): ExistenceProof => ({ key: NO_BYTES, value: NO_BYTES, path: [] })
const readExistence = (bytes: Uint8Array, into = emptyExistence()): ExistenceProof =>
  read('ExistenceProof', existenceFields, into, bytes)

const nonExistenceFields: Fields<NonExistenceProof> = {
  1: (proof, reader) => (proof.key = reader.bytes('Key')),
  2: (proof, reader) => (proof.left = readExistence(reader.bytes('Left'), proof.left)),
  3: (proof, reader) => (proof.right = readExistence(reader.bytes('Right'), proof.right)),
}
const readNonExistence = (bytes: Uint8Array): NonExistenceProof =>
  read('NonExistenceProof', nonExistenceFields, { key: NO_BYTES }, bytes)

const entryFields: Fields<BatchEntry> = {
  1: (entry, reader) => choose(entry, { exist: readExistence(reader.bytes('Exist')) }),
  2: (entry, reader) => choose(entry, { nonexist: readNonExistence(reader.bytes('Nonexist')) }),
}
const batchFields: Fields<BatchProof> = {
  1: ({ entries }, reader) => entries.push(read('BatchEntry', entryFields, {}, reader.bytes('Entries'))),
}

const compressedExistenceFields: Fields<CompressedExistenceProof> = {
  ...existenceHead,
  4: (proof, reader) => proof.path.push(...reader.int32s('Path')),
}
const emptyCompressed = (): CompressedExistenceProof => ({ key: NO_BYTES, value: NO_BYTES, path: [] })
const readCompressedExistence = (bytes: Uint8Array, into = emptyCompressed()): CompressedExistenceProof =>
  read('CompressedExistenceProof', compressedExistenceFields, into, bytes)

const compressedNonExistenceFields: Fields<CompressedNonExistenceProof> = {
  1: (proof, reader) => (proof.key = reader.bytes('Key')),
  2: (proof, reader) => (proof.left = readCompressedExistence(reader.bytes('Left'), proof.left)),
  3: (proof, reader) => (proof.right = readCompressedExistence(reader.bytes('Right'), proof.right)),
}
const readCompressedNonExistence = (bytes: Uint8Array): CompressedNonExistenceProof =>
  read('CompressedNonExistenceProof', compressedNonExistenceFields, { key: NO_BYTES }, bytes)

const compressedEntryFields: Fields<CompressedBatchEntry> = {
  1: (entry, reader) => choose(entry, { exist: readCompressedExistence(reader.bytes('Exist')) }),
  2: (entry, reader) => choose(entry, { nonexist: readCompressedNonExistence(reader.bytes('Nonexist')) }),
}
const compressedFields: Fields<CompressedBatchProof> = {
  1: ({ entries }, reader) =>
    entries.push(read('CompressedBatchEntry', compressedEntryFields, {}, reader.bytes('Entries'))),
  2: ({ lookupInners }, reader) => lookupInners.push(readInner(reader.bytes('LookupInners'))),
}

const proofFields: Fields<CommitmentProof> = {
  1: (proof, reader) => choose(proof, { exist: readExistence(reader.bytes('Exist')) }),
  2: (proof, reader) => choose(proof, { nonexist: readNonExistence(reader.bytes('Nonexist')) }),
  3: (proof, reader) =>
    choose(proof, { batch: read('BatchProof', batchFields, { entries: [] }, reader.bytes('Batch')) }),
  4: (proof, reader) =>
    choose(proof, {
      compressed: read(
        'CompressedBatchProof',
        compressedFields,
        { entries: [], lookupInners: [] },
        reader.bytes('Compressed'),
      ),
    }),
}

/** @throws ProtoError with the reference's text */
export const decodeCommitmentProof = (bytes: Uint8Array): CommitmentProof =>
  read('CommitmentProof', proofFields, {}, bytes)

const merkleProofFields: Fields<CommitmentProof[]> = {
  1: (proofs, reader) => proofs.push(decodeCommitmentProof(reader.bytes('Proofs'))),
}

/** The proofs of an `ibc.core.commitment.v1.MerkleProof`. @throws ProtoError with the reference's text */
export const decodeProofs = (bytes: Uint8Array): CommitmentProof[] => read('MerkleProof', merkleProofFields, [], bytes)
