import {
  Deposit,
  Params,
  Proposal,
  ProposalStatus,
  Vote,
  VoteOption,
  type TallyResult,
  type WeightedVoteOption,
} from 'cosmjs-types/cosmos/gov/v1/gov'
import { ChainError, NO_BYTES } from '../../base/index.js'
import { notInCollection, type Context } from '../../chain/index.js'
import {
  addCoins,
  decimalFromString,
  decodeCoin,
  encodeCoin,
  remember,
  type Coin,
  type CoinText,
} from '../../codec/index.js'
import { keyBytes, prefixEnd, uint64Key, type Key } from '../../store/index.js'
import { depositKey, depositsOf, GOV_STORE, PARAMS_KEY, proposalKey, queueUntil, votingKey } from './keys.js'

export { momentOf, nanosOf } from '../../codec/index.js'

/** The stored records, in the form of the generated types. Source: proto cosmos.gov.v1, x/gov/keeper. */
export { Deposit, Params, Proposal, ProposalStatus, Vote, VoteOption, type TallyResult, type WeightedVoteOption }

export const EMPTY_TALLY: TallyResult = { yesCount: '0', abstainCount: '0', noCount: '0', noWithVetoCount: '0' }

export const coinsOf = (coins: readonly CoinText[]): readonly Coin[] => coins.map(decodeCoin)
export const coinTexts = (coins: readonly Coin[]): CoinText[] => coins.map(encodeCoin)
/** Source: `Coins.Add`. */
export const sumOf = (...sets: readonly (readonly CoinText[])[]): readonly Coin[] => addCoins(...sets.map(coinsOf))

/** Undefined when it is invalid: {@link decimalFromString}. */
export function decimalOfText(text: string): bigint | undefined {
  try {
    return decimalFromString(text)
  } catch (error) {
    if (error instanceof ChainError) return undefined
    throw error
  }
}
/** A decimal from params. Validation does not read all of them. @throws ChainError undefined/1 */
export const paramDecimal = decimalFromString

const decodeParams = remember((bytes) => Params.decode(bytes))
const decodeProposal = remember((bytes) => Proposal.decode(bytes))

export const getParams = (ctx: Context): Params => decodeParams(ctx.store(GOV_STORE).get(PARAMS_KEY) ?? NO_BYTES)
export const setParams = (ctx: Context, params: Params): void =>
  ctx.store(GOV_STORE).set(PARAMS_KEY, Params.encode(params).finish())

export function findProposal(ctx: Context, id: bigint): Proposal | undefined {
  const bytes = ctx.store(GOV_STORE).get(proposalKey(id))
  return bytes && decodeProposal(bytes)
}
/** @throws ChainError undefined/1 */
export function getProposal(ctx: Context, id: bigint): Proposal {
  const proposal = findProposal(ctx, id)
  if (proposal === undefined) throw notInCollection(String(id), 'cosmos.gov.v1.Proposal')
  return proposal
}
export function setProposal(ctx: Context, proposal: Proposal): void {
  const store = ctx.store(GOV_STORE)
  if (proposal.status === ProposalStatus.PROPOSAL_STATUS_VOTING_PERIOD)
    store.set(votingKey(proposal.id), Uint8Array.of(1))
  else store.delete(votingKey(proposal.id))
  store.set(proposalKey(proposal.id), Proposal.encode(proposal).finish())
}

export const isVoting = ({ status }: Proposal): boolean => status === ProposalStatus.PROPOSAL_STATUS_VOTING_PERIOD
export const isOpen = (proposal: Proposal): boolean =>
  isVoting(proposal) || proposal.status === ProposalStatus.PROPOSAL_STATUS_DEPOSIT_PERIOD

export function findDeposit(ctx: Context, id: bigint, depositor: Uint8Array): Deposit | undefined {
  const bytes = ctx.store(GOV_STORE).get(depositKey(id, depositor))
  return bytes && Deposit.decode(bytes)
}
export const setDeposit = (ctx: Context, depositor: Uint8Array, deposit: Deposit): void =>
  ctx.store(GOV_STORE).set(depositKey(deposit.proposalId, depositor), Deposit.encode(deposit).finish())

/** The deposits of a proposal, read one by one. */
export function* depositsFor(ctx: Context, id: bigint): Generator<{ readonly key: Key; readonly deposit: Deposit }> {
  for (const { key, value } of rowsBelow(ctx, depositsOf(id))) yield { key, deposit: Deposit.decode(value) }
}

export function* rowsBelow(ctx: Context, prefix: Key): Generator<{ readonly key: Key; readonly value: Uint8Array }> {
  const rows = ctx.store(GOV_STORE).iterator(prefix, prefixEnd(prefix))
  for (; rows.valid; rows.next()) yield { key: rows.key, value: rows.value }
  rows.close()
}

export const idBytes = (id: bigint): Uint8Array => keyBytes(uint64Key(id))
export const idOf = (bytes: Uint8Array): bigint => new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0)

/** Ids in a queue whose end time is now or earlier. */
export function dueIn(ctx: Context, queue: Key): bigint[] {
  const rows = ctx.store(GOV_STORE).iterator(queue, prefixEnd(queueUntil(queue, ctx.block.time)))
  const ids: bigint[] = []
  for (; rows.valid; rows.next()) ids.push(idOf(rows.value))
  rows.close()
  return ids
}
