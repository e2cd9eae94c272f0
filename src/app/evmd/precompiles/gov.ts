import {
  MsgCancelProposal,
  MsgDeposit,
  MsgSubmitProposal,
  MsgSubmitProposalResponse,
  MsgVote,
  MsgVoteWeighted,
} from 'cosmjs-types/cosmos/gov/v1/tx'
import { addressText, plainError, wrapping } from '../../../chain/index.js'
import { encodeCoin } from '../../../codec/index.js'
import {
  bool,
  GoJsonError,
  goText,
  rawMessage,
  slice,
  string,
  struct,
  unmarshal,
} from '../../../codec/go-json/index.js'
import { abiEvent } from '../../../codec/abi/index.js'
import {
  assertCaller,
  nativeContract,
  transaction,
  type NativeCall,
  type NativeContract,
  type NativeMethod,
} from './contract.js'
import { govQuestions } from './gov-questions.js'
import type { Handlers } from './handlers.js'
import { assertSomebody, COINS, coinsOf, coinValues, type CoinValues } from './values.js'

const SUBMIT = abiEvent('SubmitProposal(address indexed proposer, uint64 proposalId)')
const CANCEL = abiEvent('CancelProposal(address indexed proposer, uint64 proposalId)')
const DEPOSIT = abiEvent(`Deposit(address indexed depositor, uint64 proposalId, ${COINS} amount)`)
const VOTE = abiEvent('Vote(address indexed voter, uint64 proposalId, uint8 option)')
const VOTE_WEIGHTED = abiEvent(
  'VoteWeighted(address indexed voter, uint64 proposalId, (uint8 option, string weight)[] options)',
)

/** Proposals and votes. Source: cosmos/evm v0.7.3 precompiles/gov. */
export const govContract = (handlers: Handlers): NativeContract =>
  nativeContract({
    chargesRows: true,
    movesCoins: true,
    methods: [...proposals(handlers), ...votes(handlers), ...govQuestions(handlers)],
  })

/** The account that acts, as text. @throws ChainError @param what it is if it is nobody */
function actor(call: NativeCall, account: Uint8Array, what: string): string {
  assertSomebody(account, what)
  assertCaller(call, account)
  return addressText(call.ctx.prefix, account)
}

const proposals = (handlers: Handlers): readonly NativeMethod[] => [
  transaction<readonly [Uint8Array, Uint8Array, CoinValues]>(
    `submitProposal(address proposer, bytes jsonProposal, ${COINS} deposit) returns (uint64)`,
    (call, [account, json, deposit]) => {
      assertSomebody(account, 'invalid proposer')
      if (json.length === 0) throw plainError('invalid proposal json jsonBlob arg ')
      const coins = coinsOf(deposit, 'invalid deposits deposit arg ')
      const value = MsgSubmitProposal.encode({
        ...proposalOf(handlers, json),
        initialDeposit: coins.map(encodeCoin),
        proposer: actor(call, account, 'invalid proposer'),
      }).finish()
      const response = handlers.run(call.ctx, { typeUrl: MsgSubmitProposal.typeUrl, value })
      const { proposalId } = MsgSubmitProposalResponse.decode(response)
      call.log(SUBMIT, [account, proposalId])
      return [proposalId]
    },
  ),
  transaction<readonly [Uint8Array, bigint]>(
    'cancelProposal(address proposer, uint64 proposalId) returns (bool)',
    (call, [account, proposalId]) => {
      const value = MsgCancelProposal.encode({
        proposalId,
        proposer: actor(call, account, 'invalid proposer'),
      }).finish()
      handlers.run(call.ctx, { typeUrl: MsgCancelProposal.typeUrl, value })
      call.log(CANCEL, [account, proposalId])
      return [true]
    },
  ),
  transaction<readonly [Uint8Array, bigint, CoinValues]>(
    `deposit(address depositor, uint64 proposalId, ${COINS} amount) returns (bool)`,
    (call, [account, proposalId, amount]) => {
      assertSomebody(account, 'invalid depositor address')
      const coins = coinsOf(amount, 'invalid deposits deposit arg ')
      const value = MsgDeposit.encode({
        proposalId,
        depositor: actor(call, account, 'invalid depositor address'),
        amount: coins.map(encodeCoin),
      }).finish()
      handlers.run(call.ctx, { typeUrl: MsgDeposit.typeUrl, value })
      call.log(DEPOSIT, [account, proposalId, coinValues(coins)])
      return [true]
    },
  ),
]

const votes = (handlers: Handlers): readonly NativeMethod[] => [
  transaction<readonly [Uint8Array, bigint, bigint, string]>(
    'vote(address voter, uint64 proposalId, uint8 option, string metadata) returns (bool)',
    (call, [account, proposalId, option, metadata]) => {
      const voter = actor(call, account, 'invalid voter address')
      const value = MsgVote.encode({ proposalId, voter, option: Number(option), metadata }).finish()
      handlers.run(call.ctx, { typeUrl: MsgVote.typeUrl, value })
      call.log(VOTE, [account, proposalId, option])
      return [true]
    },
  ),
  transaction<readonly [Uint8Array, bigint, readonly (readonly [bigint, string])[], string]>(
    'voteWeighted(address voter, uint64 proposalId, (uint8 option, string weight)[] options, string metadata) returns (bool)',
    (call, [account, proposalId, options, metadata]) => {
      const value = MsgVoteWeighted.encode({
        proposalId,
        voter: actor(call, account, 'invalid voter address'),
        options: options.map(([option, weight]) => ({ option: Number(option), weight })),
        metadata,
      }).finish()
      handlers.run(call.ctx, { typeUrl: MsgVoteWeighted.typeUrl, value })
      call.log(VOTE_WEIGHTED, [account, proposalId, options])
      return [true]
    },
  ),
]

/** Go's type of it has no name. */
const PROPOSAL = struct(
  '',
  {
    messages: slice(rawMessage, '[]json.RawMessage'),
    metadata: string,
    title: string,
    summary: string,
    expedited: bool,
  },
  String.raw`struct { Messages []json.RawMessage "json:\"messages\""; Metadata string "json:\"metadata\""; Title string "json:\"title\""; Summary string "json:\"summary\""; Expedited bool "json:\"expedited\"" }`,
)

/** @throws ChainError with Go's text. Source: precompiles/gov/types.go `NewMsgSubmitProposal` */
function proposalOf(handlers: Handlers, json: Uint8Array) {
  let proposal
  try {
    proposal = unmarshal(PROPOSAL, json)
  } catch (error) {
    throw error instanceof GoJsonError ? plainError(`invalid proposal JSON: ${error.shortMessage}`) : error
  }
  const messages = proposal.messages.map((raw, i) => wrapping(`message ${i}`, () => handlers.ofJson(goText(raw!))))
  return { ...proposal, messages }
}
