import { Header, Misbehaviour } from 'cosmjs-types/ibc/lightclients/tendermint/v1/tendermint'
import { decoding, nilPointer, registerError, rethrowing, wrapping, type Context } from '../../chain/index.js'
import { equalBytes, toHex } from '../../base/index.js'
import type { Any } from '../../codec/index.js'
import type { Block, Proof, RegisteredQuery, TxValue } from '../../codec/neutron/interchainqueries.js'
import {
  checkMerkleProof,
  headerHash,
  MerkleError,
  resultBytes,
  sha256,
  verifyMerkleProof,
  type MerkleProof,
} from '../../crypto/index.js'
import { ErrInternal, ErrInvalidHeader, ErrInvalidProof, ErrInvalidType, ErrProtoUnmarshal } from './errors.js'
import type { QueryCallback } from './expected.js'
import type { InterchainQueriesKeeper } from './keeper.js'
import { rejectingTx } from './rejection.js'

const HEADER = '/ibc.lightclients.tendermint.v1.Header'
const MISBEHAVIOUR = '/ibc.lightclients.tendermint.v1.Misbehaviour'

const ErrUnpackAny = registerError('ibc', 14, 'failed unpacking protobuf message from Any')

/** The client messages that a light client accepts. */
export const isClientMessage = ({ typeUrl }: Any): boolean => typeUrl === HEADER || typeUrl === MISBEHAVIOUR

/** A transaction that was submitted for a query. */
export interface Delivery {
  readonly query: RegisteredQuery
  /** Client of the query's connection. */
  readonly clientId: string
  readonly block: Block & { readonly tx: TxValue }
  /** Calls the contract. @throws ChainError when its error fails the submission */
  call(callback: QueryCallback): void
}

/**
 * Updates the light client with two headers and delivers a successful transaction of the first block to the contract, only once.
 * @throws ChainError interchainqueries/1109 to 1111, /1113, undefined/1; Panic
 * Source: neutron x/interchainqueries/keeper/process_block_results.go `ProcessBlock`.
 */
export function deliverTx(keeper: InterchainQueriesKeeper, ctx: Context, delivery: Delivery): void {
  const { query, clientId, block } = delivery
  const packed = unpack(block.header, 'block header')
  const packedNext = unpack(block.nextBlockHeader, 'next block header')
  const { header, next } = rethrowing(
    ({ log }) => ErrInvalidHeader.error(`failed to verify headers: ${log}`),
    () => {
      const { clients } = keeper.options.ibc
      wrapping('failed to update client', () => clients.update(ctx, clientId, packed))
      wrapping('failed to update client', () => clients.update(ctx, clientId, packedNext))
      return headersOf(packed, packedNext)
    },
  )
  const { tx } = block
  const hash = sha256(tx.data)
  if (keeper.isProcessed(ctx, query.id, hash)) return
  const name = toHex(hash)
  rethrowing(
    ({ log }) => ErrInternal.error(`failed to verifyTransaction ${name}: ${log}`),
    () => verifyTransaction(header, next, tx),
  )
  rejectingTx(query.owner, hash, () =>
    delivery.call({
      tx_query_result: {
        query_id: query.id,
        height: {
          revision_number: header.trustedHeight.revisionNumber,
          revision_height: header.signedHeader!.header!.height,
        },
        data: tx.data.length === 0 ? undefined : tx.data,
      },
    }),
  )
  keeper.markProcessed(ctx, query.id, hash)
}

/** Source: ibc-go v10.5.0 02-client/types/codec.go `UnpackClientMessage`. */
function unpack(any: Any | undefined, what: string): Any {
  return rethrowing(
    ({ log }) => ErrProtoUnmarshal.error(`failed to unpack ${what}: ${log}`),
    () => {
      if (any === undefined) throw ErrUnpackAny.error('protobuf Any message cannot be nil')
      if (!isClientMessage(any)) throw ErrUnpackAny.error('cannot unpack Any into Header *types.Any')
      decoding<object>(() => (any.typeUrl === HEADER ? Header : Misbehaviour).decode(any.value))
      return any
    },
  )
}

/** Checks that the second header follows the first. The client has accepted both, so they are complete. Source: `VerifyHeaders`, `checkHeadersOrder` */
function headersOf(packed: Any, packedNext: Any): { readonly header: Header; readonly next: Header } {
  if (packed.typeUrl !== HEADER || packedNext.typeUrl !== HEADER)
    throw ErrInvalidType.error('failed to cast header to tendermint Header')
  const [header, next] = [Header.decode(packed.value), Header.decode(packedNext.value)]
  const [first, second] = [header.signedHeader!.header!, next.signedHeader!.header!]
  const inOrder = (holds: boolean, text: () => string): void => {
    if (!holds) throw ErrInvalidHeader.error(text())
  }
  rethrowing(
    ({ log }) => ErrInvalidHeader.error(`block.NextBlockHeader is not next for the block.Header: ${log}`),
    () => {
      inOrder(
        second.height === first.height + 1n,
        () => `nextHeader.Height (${second.height}) is not actually next for a header with height ${first.height}`,
      )
      const [promised, present] = [first.nextValidatorsHash, second.validatorsHash]
      inOrder(
        equalBytes(promised, present),
        () =>
          `header.NextValidatorsHash is not equal to nextHeader.ValidatorsHash: ${upperHex(promised)} != ${upperHex(present)}`,
      )
      const [hash, last] = [headerHash(first), second.lastBlockId.hash]
      inOrder(
        equalBytes(hash, last),
        () => `header.Hash() is not equal to nextHeader.LastBlockID.Hash: ${upperHex(hash)} != ${upperHex(last)}`,
      )
    },
  )
  return { header, next }
}

/** Checks that the transaction is in the first block, that its result is the one given, and that it succeeded. Source: `VerifyTransaction` */
function verifyTransaction(header: Header, next: Header, tx: TxValue): void {
  const hash = sha256(tx.data)
  const inclusion = readProof(tx.inclusionProof)
  verifyProof('inclusion', inclusion, header.signedHeader!.header!.dataHash, hash)
  const delivery = readProof(tx.deliveryProof)
  const { response } = tx
  if (response === undefined) throw nilPointer()
  verifyProof('delivery', delivery, next.signedHeader!.header!.lastResultsHash, resultBytes(response))
  if (response.code !== 0)
    throw ErrInternal.error(`tx ${toHex(hash)} is unsuccessful: ResponseDelivery.Code = ${response.code}`)
  if (delivery.index !== inclusion.index)
    throw ErrInvalidProof.error(
      `inclusion proof index and delivery proof index are not equal: ${inclusion.index} != ${delivery.index}`,
    )
}

/** Numbers beyond 2^53 lose their last digits; no tree is that large. */
function readProof(proof: Proof | undefined): MerkleProof {
  try {
    if (proof === undefined) throw new MerkleError('nil proof')
    const read = { ...proof, total: Number(proof.total), index: Number(proof.index) }
    checkMerkleProof(read)
    return read
  } catch (error) {
    if (!(error instanceof MerkleError)) throw error
    throw ErrInvalidType.error(`failed to convert proto proof to merkle proof: ${error.shortMessage}`)
  }
}

function verifyProof(what: string, proof: MerkleProof, root: Uint8Array, item: Uint8Array): void {
  try {
    verifyMerkleProof(proof, root, item)
  } catch (error) {
    if (!(error instanceof MerkleError)) throw error
    throw ErrInvalidProof.error(`failed to verify ${what} proof: ${error.shortMessage}`)
  }
}

const upperHex = (bytes: Uint8Array): string => toHex(bytes).toUpperCase()
