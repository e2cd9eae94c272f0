import { MsgExecLegacyContent } from 'cosmjs-types/cosmos/gov/v1/tx'
import {
  addressText,
  ErrInvalidCoins,
  ErrInvalidSigner,
  event,
  parseAddress,
  rethrowing,
  type Context,
} from '../../chain/index.js'
import { equalBytes } from '../../base/index.js'
import {
  addCoins,
  amountOf,
  coinsAreValid,
  coinsText,
  coinText,
  decimalOf,
  decimalRound,
  decimalTruncate,
  multiplyDecimals,
  type Any,
  type Coin,
} from '../../codec/index.js'
import { goArray, goObject, goString } from '../../codec/go-json/index.js'
import type { Key } from '../../store/index.js'
import {
  ErrInactiveProposal,
  ErrInvalidDepositDenom,
  ErrInvalidProposal,
  ErrInvalidProposalContent,
  ErrInvalidProposalMsg,
  ErrInvalidProposer,
  ErrInvalidVote,
  ErrMetadataTooLong,
  ErrMinDepositTooSmall,
  ErrSummaryTooLong,
  ErrUnroutableProposalMsg,
  ErrVotingPeriodEnded,
} from './errors.js'
import type { AccountKeeper, BankKeeper, DistributionKeeper, Router, StakingKeeper } from './expected.js'
import {
  ACTIVE_PREFIX,
  depositKey,
  GOV_STORE,
  INACTIVE_PREFIX,
  PROPOSAL_ID_KEY,
  proposalKey,
  queueKey,
  voteKey,
  votesOf,
  votingKey,
} from './keys.js'
import {
  coinsOf,
  coinTexts,
  decimalOfText,
  depositsFor,
  EMPTY_TALLY,
  findDeposit,
  getParams,
  getProposal,
  idBytes,
  idOf,
  isOpen,
  isVoting,
  momentOf,
  nanosOf,
  paramDecimal,
  Proposal,
  ProposalStatus,
  rowsBelow,
  setDeposit,
  setProposal,
  sumOf,
  Vote,
  VoteOption,
  type Params,
  type WeightedVoteOption,
} from './records.js'

export const MODULE = 'gov'

/** Longest metadata and titles in bytes, unless an app says otherwise. Source: x/gov/types `DefaultConfig`. */
const MAX_METADATA = 255

export interface GovOptions {
  readonly accounts: AccountKeeper
  readonly bank: BankKeeper
  readonly staking: StakingKeeper
  readonly distribution: DistributionKeeper
  /** Bech32 address that proposals act as: the module's own. */
  readonly authority: string
  /** Looked up only when a proposal needs it, because the router also contains this module. */
  readonly router: () => Router
  /** Longest metadata and titles in bytes (default 255). */
  readonly maxMetadata?: number | undefined
  /** Whether proposals of text in the form of v1beta1 have a route (default true): without any, they end in a panic. */
  readonly routesTexts?: boolean | undefined
}

/** The content of a proposal. */
export interface Proposed {
  readonly messages: readonly Any[]
  readonly metadata: string
  readonly title: string
  readonly summary: string
  readonly expedited: boolean
}

/** Proposals, deposits, votes. Source: cosmos-sdk v0.53.6 x/gov/keeper. */
export class GovKeeper {
  readonly accounts: AccountKeeper
  readonly bank: BankKeeper
  readonly staking: StakingKeeper
  readonly authority: string
  readonly #distribution: DistributionKeeper
  readonly #router: () => Router
  readonly routesTexts: boolean
  readonly #maxMetadata: number

  constructor(options: GovOptions) {
    this.accounts = options.accounts
    this.bank = options.bank
    this.staking = options.staking
    this.authority = options.authority
    this.#distribution = options.distribution
    this.#router = options.router
    this.routesTexts = options.routesTexts ?? true
    this.#maxMetadata = options.maxMetadata ?? MAX_METADATA
  }

  get router(): Router {
    return this.#router()
  }

  /** @throws ChainError gov/3, gov/15, gov/7. Source: `AddVote`. */
  vote(
    ctx: Context,
    proposalId: bigint,
    voter: Uint8Array,
    options: readonly WeightedVoteOption[],
    metadata: string,
  ): void {
    if (!ctx.store(GOV_STORE).has(votingKey(proposalId))) throw ErrInactiveProposal.error(String(proposalId))
    this.#assertLength(metadata)
    for (const option of options) if (!isValidOption(option)) throw ErrInvalidVote.error(optionText(option))
    const text = addressText(ctx.prefix, voter)
    const vote = Vote.encode({ proposalId, voter: text, options: [...options], metadata }).finish()
    ctx.store(GOV_STORE).set(voteKey(proposalId, voter), vote)
    const option = goArray(
      options.map(({ option: chosen, weight }) =>
        goObject({ option: String(chosen), weight: weight === '' ? undefined : goString(weight) }),
      ),
    )
    ctx.events.emit(event('proposal_vote', ['voter', text], ['option', option], ['proposal_id', String(proposalId)]))
  }

  /** @throws ChainError gov/15 for metadata or a title that is too long */
  #assertLength(text: string): void {
    const length = Buffer.byteLength(text)
    if (length > this.#maxMetadata) throw ErrMetadataTooLong.error(`got metadata with length ${length}`)
  }

  /** @returns the proposal, without a deposit yet. @throws ChainError gov/15, 22, 12, 13, 10. Source: `SubmitProposal`. */
  submit(ctx: Context, { messages, metadata, title, summary, expedited }: Proposed, proposer: string): Proposal {
    this.#assertLength(metadata)
    if (Buffer.byteLength(summary) > 40 * this.#maxMetadata)
      throw ErrSummaryTooLong.error(`got summary with length ${Buffer.byteLength(summary)}`)
    this.#assertLength(title)
    for (const message of messages) this.#assertMessage(ctx, message)
    const store = ctx.store(GOV_STORE)
    const counter = store.get(PROPOSAL_ID_KEY)
    const id = counter === undefined ? 0n : idOf(counter)
    store.set(PROPOSAL_ID_KEY, idBytes(id + 1n))
    const end = ctx.block.time + nanosOf(getParams(ctx).maxDepositPeriod!)
    const proposal = Proposal.fromPartial({
      id,
      messages: [...messages],
      status: ProposalStatus.PROPOSAL_STATUS_DEPOSIT_PERIOD,
      finalTallyResult: EMPTY_TALLY,
      submitTime: momentOf(ctx.block.time),
      depositEndTime: momentOf(end),
      metadata,
      title,
      summary,
      proposer,
      expedited,
    })
    setProposal(ctx, proposal)
    store.set(queueKey(INACTIVE_PREFIX, end, id), idBytes(id))
    ctx.events.emit(
      event(
        'submit_proposal',
        ['proposal_id', String(id)],
        ['proposal_proposer', proposer],
        [
          'proposal_messages',
          messages.map(({ typeUrl }, i) => (i === 0 ? ctx.release.firstProposalMessage : ',') + typeUrl).join(''),
        ],
      ),
    )
    return proposal
  }

  #assertMessage(ctx: Context, message: Any): void {
    const decoded = this.router.decode(message)
    rethrowing(
      (error) => ErrInvalidProposalMsg.error(error.log),
      () => decoded.validateBasic(),
    )
    const signers = decoded.signers.map((text) => parseAddress(ctx, text))
    if (signers.length !== 1) throw ErrInvalidSigner.error()
    const { address } = this.accounts.moduleAccount(ctx, MODULE)!
    if (!equalBytes(signers[0]!, address)) throw ErrInvalidSigner.error(addressText(ctx.prefix, signers[0]!))
    const handler = this.router.handler(message.typeUrl)
    if (handler === undefined) throw ErrUnroutableProposalMsg.error(message.typeUrl)
    // Source: `SubmitProposal`, which tries messages of this type alone.
    if (message.typeUrl === MsgExecLegacyContent.typeUrl)
      rethrowing(
        (error) => ErrInvalidProposalContent.error(error.log),
        () => handler(ctx, message),
      )
  }

  /** @returns whether this starts the voting period. @throws ChainError undefined/1, gov/3, gov/23, gov/16, or an error from bank. Source: `AddDeposit`. */
  deposit(ctx: Context, proposalId: bigint, depositor: Uint8Array, amount: readonly Coin[]): boolean {
    const before = getProposal(ctx, proposalId)
    if (!isOpen(before)) throw ErrInactiveProposal.error(String(proposalId))
    const params = getParams(ctx)
    const needed = coinsOf(before.expedited ? params.expeditedMinDeposit : params.minDeposit)
    assertDepositDenoms(params, amount)
    assertDepositRatio(params, needed, amount)
    this.bank.sendToModule(ctx, depositor, MODULE, amount)
    const total = addCoins(coinsOf(before.totalDeposit), amount)
    const proposal = { ...before, totalDeposit: coinTexts(total) }
    setProposal(ctx, proposal)
    const starts = !isVoting(proposal) && covers(total, needed)
    if (starts) this.#startVoting(ctx, proposal)
    const known = findDeposit(ctx, proposalId, depositor)
    const text = addressText(ctx.prefix, depositor)
    ctx.events.emit(
      event(
        'proposal_deposit',
        ['depositor', text],
        ['amount', coinsText(amount)],
        ['proposal_id', String(proposalId)],
      ),
    )
    const sum = known === undefined ? amount : addCoins(coinsOf(known.amount), amount)
    setDeposit(ctx, depositor, { proposalId, depositor: text, amount: coinTexts(sum) })
    return starts
  }

  /** Source: `ActivateVotingPeriod`. */
  #startVoting(ctx: Context, proposal: Proposal): void {
    const params = getParams(ctx)
    const period = nanosOf((proposal.expedited ? params.expeditedVotingPeriod : params.votingPeriod)!)
    const end = ctx.block.time + period
    setProposal(ctx, {
      ...proposal,
      status: ProposalStatus.PROPOSAL_STATUS_VOTING_PERIOD,
      votingStartTime: momentOf(ctx.block.time),
      votingEndTime: momentOf(end),
    })
    const store = ctx.store(GOV_STORE)
    store.delete(queueKey(INACTIVE_PREFIX, nanosOf(proposal.depositEndTime!), proposal.id))
    store.set(queueKey(ACTIVE_PREFIX, end, proposal.id), idBytes(proposal.id))
  }

  /** Cancels a proposal, which costs a part of its deposits. @throws ChainError undefined/1, gov/21, gov/18, gov/20. Source: `CancelProposal`. */
  cancel(ctx: Context, proposalId: bigint, proposer: string): void {
    const proposal = getProposal(ctx, proposalId)
    if (proposal.proposer === '')
      throw ErrInvalidProposal.error(`proposal ${proposalId} doesn't have proposer ${proposer}, so cannot be canceled`)
    if (proposal.proposer !== proposer) throw ErrInvalidProposer.error(`invalid proposer ${proposer}`)
    if (!isOpen(proposal)) throw ErrInvalidProposal.error('proposal should be in the deposit or voting period')
    if (proposal.votingEndTime !== undefined && nanosOf(proposal.votingEndTime) < ctx.block.time)
      throw ErrVotingPeriodEnded.error(`voting period is already ended for this proposal ${proposalId}`)
    const params = getParams(ctx)
    this.#charge(ctx, proposalId, params)
    if (proposal.votingStartTime !== undefined) this.#deleteVotes(ctx, proposalId)
    this.remove(ctx, proposalId)
  }

  /** Keeps a part of the deposits and refunds the rest. Source: `ChargeDeposit`. */
  #charge(ctx: Context, proposalId: bigint, { proposalCancelRatio, proposalCancelDest }: Params): void {
    const rate = paramDecimal(proposalCancelRatio)
    let charges: readonly Coin[] = []
    const deposits = Array.from(depositsFor(ctx, proposalId), ({ deposit }) => deposit)
    for (const deposit of deposits) {
      const depositor = parseAddress(ctx, deposit.depositor)
      const amount = coinsOf(deposit.amount)
      const kept = amount.map((coin) => ({
        denom: coin.denom,
        amount: decimalTruncate(multiplyDecimals(decimalOf(coin.amount), rate)),
      }))
      const rest = addCoins(
        amount,
        kept.map((coin) => ({ ...coin, amount: -coin.amount })),
      )
      charges = addCoins(charges, kept)
      if (rest.length > 0) this.bank.sendFromModule(ctx, MODULE, depositor, rest)
      ctx.store(GOV_STORE).delete(depositKey(deposit.proposalId, depositor))
    }
    if (charges.length === 0) return
    const pool = this.accounts.moduleAddress('distribution')
    if (proposalCancelDest === '') this.bank.burn(ctx, MODULE, charges)
    else if (pool !== undefined && addressText(ctx.prefix, pool) === proposalCancelDest)
      this.#distribution.fundPool(ctx, charges, this.accounts.moduleAddress(MODULE)!)
    else this.bank.sendFromModule(ctx, MODULE, parseAddress(ctx, proposalCancelDest), charges)
  }

  #deleteVotes(ctx: Context, proposalId: bigint): void {
    const keys: Key[] = []
    for (const { key } of rowsBelow(ctx, votesOf(proposalId))) keys.push(key)
    for (const key of keys) ctx.store(GOV_STORE).delete(key)
  }

  /** Source: `DeleteProposal`. */
  remove(ctx: Context, proposalId: bigint): void {
    const { depositEndTime, votingEndTime } = getProposal(ctx, proposalId)
    const store = ctx.store(GOV_STORE)
    if (depositEndTime !== undefined) store.delete(queueKey(INACTIVE_PREFIX, nanosOf(depositEndTime), proposalId))
    if (votingEndTime !== undefined) {
      store.delete(queueKey(ACTIVE_PREFIX, nanosOf(votingEndTime), proposalId))
      store.delete(votingKey(proposalId))
    }
    store.delete(proposalKey(proposalId))
  }

  /** Source: `RefundAndDeleteDeposits`. */
  refund(ctx: Context, proposalId: bigint): void {
    for (const { key, deposit } of depositsFor(ctx, proposalId)) {
      this.bank.sendFromModule(ctx, MODULE, parseAddress(ctx, deposit.depositor), coinsOf(deposit.amount))
      ctx.store(GOV_STORE).delete(key)
    }
  }

  /** Source: `DeleteAndBurnDeposits`. */
  burn(ctx: Context, proposalId: bigint): void {
    let coins: readonly Coin[] = []
    for (const { key, deposit } of depositsFor(ctx, proposalId)) {
      coins = sumOf(coinTexts(coins), deposit.amount)
      ctx.store(GOV_STORE).delete(key)
    }
    this.bank.burn(ctx, MODULE, coins)
  }
}

/** Source: x/gov/types/v1 `ValidVoteOption`. */
export const isKnownOption = (option: VoteOption): boolean =>
  option >= VoteOption.VOTE_OPTION_YES && option <= VoteOption.VOTE_OPTION_NO_WITH_VETO

/** Source: x/gov/types/v1 `ValidWeightedVoteOption`. */
export function isValidOption({ option, weight }: WeightedVoteOption): boolean {
  const value = decimalOfText(weight)
  return value !== undefined && value > 0n && value <= decimalOf(1n) && isKnownOption(option)
}

/** A weighted vote option as gogoproto prints it. */
export function optionText({ option, weight }: WeightedVoteOption): string {
  const name = VoteOption[option] ?? String(option)
  return (
    (option === VoteOption.VOTE_OPTION_UNSPECIFIED ? '' : `option:${name} `) +
    (weight === '' ? '' : `weight:${JSON.stringify(weight)} `)
  )
}

const covers = (coins: readonly Coin[], needed: readonly Coin[]): boolean =>
  needed.every(({ denom, amount }) => amountOf(coins, denom) >= amount)

/** Source: `validateDepositDenom`. */
export function assertDepositDenoms({ minDeposit }: Params, amount: readonly Coin[]): void {
  const denoms = minDeposit.map(({ denom }) => denom)
  if (amount.some(({ denom }) => !denoms.includes(denom)))
    throw ErrInvalidDepositDenom.error(
      `deposited ${coinsText(amount)}, but gov accepts only the following denom(s): [${denoms.join(' ')}]`,
    )
}

/** At least one denom must reach the minimum that applies to every deposit. */
function assertDepositRatio({ minDepositRatio }: Params, needed: readonly Coin[], amount: readonly Coin[]): void {
  const ratio = paramDecimal(minDepositRatio)
  if (ratio === 0n) return
  const thresholds = needed.map((coin) => ({
    denom: coin.denom,
    amount: decimalTruncate(multiplyDecimals(decimalOf(coin.amount), ratio)),
  }))
  const met = (threshold: Coin) => {
    const found = amount.find(({ denom }) => denom === threshold.denom)
    return found !== undefined && found.amount >= threshold.amount
  }
  if (!thresholds.some(met))
    throw ErrMinDepositTooSmall.error(
      `received ${coinsText(amount)} but need at least one of the following: ${thresholds.map(coinText).join(',')}`,
    )
}

/** Source: `validateInitialDeposit`. @throws ChainError sdk/10, gov/16 */
export function assertInitialDeposit(params: Params, deposit: readonly Coin[], expedited: boolean): void {
  if (!coinsAreValid(deposit)) throw ErrInvalidCoins.error(coinsText(deposit))
  const ratio = paramDecimal(params.minInitialDepositRatio)
  if (ratio === 0n) return
  const needed = coinsOf(expedited ? params.expeditedMinDeposit : params.minDeposit).map(({ denom, amount }) => ({
    denom,
    amount: decimalRound(multiplyDecimals(decimalOf(amount), ratio)),
  }))
  if (!covers(deposit, needed))
    throw ErrMinDepositTooSmall.error(`was (${coinsText(deposit)}), need (${coinsText(needed)})`)
}
