import { Any } from 'cosmjs-types/google/protobuf/any'
import { MsgCancelProposal, MsgSubmitProposal, MsgVote } from 'cosmjs-types/cosmos/gov/v1/tx'
import { MsgDelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import { describe, expect, test } from 'vitest'
import { ChainError } from '../../../src/base/errors.js'
import { addressText, operatorText } from '../../../src/chain/address.js'
import type { Event } from '../../../src/chain/events.js'
import type { Json } from '../../../src/chain/module.js'
import { newHubApp } from '../../app/chains.js'

// Limits that random proposals never meet. Source: cosmos-sdk v0.53.6 x/gov/keeper/tally.go, proposal.go.

const [YES, ABSTAIN, NO, VETO] = [1, 2, 3, 4] as const
const DAY = 86_400_000_000_000n
const DEPOSIT = 10_000_000n
const PROPOSER = new Uint8Array(20).fill(1)

interface Codec {
  readonly typeUrl: string
  fromPartial(message: object): unknown
  encode(message: never): { finish(): Uint8Array }
}

/** A hub with validators of the given powers, and a proposal that they may vote on for two days. */
function propose(powers: readonly bigint[], params: Readonly<Record<string, Json>> = {}, more: object = {}) {
  const app = newHubApp({ validators: powers, params: { gov: params } })
  const proposer = addressText('cosmos', PROPOSER)
  const left = [...app.baseApp.seals.validators]
  const validators = powers.map((power) => {
    const [{ address }] = left.splice(
      left.findIndex(({ votingPower }) => votingPower === power),
      1,
    ) as [(typeof left)[0]]
    return address
  })
  const run = (codec: Codec, message: object): readonly Event[] => {
    const value = codec.encode(codec.fromPartial(message) as never).finish()
    const any = Any.fromPartial({ typeUrl: codec.typeUrl, value })
    return app.runInBlock((ctx) => app.baseApp.router.handler(codec.typeUrl)!(ctx, any).events)
  }
  app.runInBlock((ctx) => app.mint(ctx, PROPOSER, [{ denom: 'uatom', amount: 100_000_000n }]))
  const initialDeposit = [{ denom: 'uatom', amount: String(DEPOSIT) }]
  const about = { title: 'a title', summary: 'a summary', metadata: 'about', ...more }
  run(MsgSubmitProposal, { proposer, initialDeposit, ...about })
  const end = app.time + 2n * DAY
  return {
    app,
    end,
    vote: (by: number | 'proposer', option: number) =>
      run(MsgVote, {
        proposalId: 1n,
        voter: by === 'proposer' ? proposer : addressText('cosmos', validators[by]!),
        option,
      }),
    delegate: (to: number, amount: string) =>
      run(MsgDelegate, {
        delegatorAddress: proposer,
        validatorAddress: operatorText('cosmos', validators[to]!),
        amount: { denom: 'uatom', amount },
      }),
    cancel: () => run(MsgCancelProposal, { proposalId: 1n, proposer }),
    balance: () => app.keepers.bank.balance(app.context, PROPOSER, 'uatom').amount,
    /** How the vote ends, and how much of the deposit comes back. */
    result() {
      const before = this.balance()
      app.nextBlock(end)
      const events = app.baseApp.block(app.height)!.events.filter(({ type }) => type === 'active_proposal')
      const result = events.flatMap(({ attributes }) => attributes).find(([key]) => key === 'proposal_result')?.[1]
      return [result, this.balance() - before]
    },
  }
}

const PASSED = ['proposal_passed', DEPOSIT]
const REJECTED = ['proposal_rejected', DEPOSIT]
const BURNED = ['proposal_rejected', 0n]

type Row = readonly [
  sentence: string,
  powers: readonly bigint[],
  votes: readonly number[],
  params: Readonly<Record<string, Json>>,
  result: readonly unknown[],
]

describe('a vote', () => {
  test.each<Row>([
    ['counts when it reaches the quorum exactly', [334n, 666n], [YES], {}, PASSED],
    ['does not count a millionth below the quorum', [333_999n, 666_001n], [YES], {}, REJECTED],
    [
      'below the quorum costs the deposit where the params say so',
      [333n, 667n],
      [YES],
      { burn_vote_quorum: true },
      BURNED,
    ],
    ['is not vetoed by exactly the threshold of vetoes', [666n, 334n], [YES, VETO], {}, PASSED],
    ['is vetoed by more, and the deposit is burned', [665_999n, 334_001n], [YES, VETO], {}, BURNED],
    ['counts abstentions when it counts vetoes', [400n, 300n, 300n], [YES, VETO, ABSTAIN], {}, PASSED],
    [
      'that is vetoed gives the deposit back where the params say so',
      [60n, 40n],
      [YES, VETO],
      { burn_vote_veto: false },
      REJECTED,
    ],
    ['fails when exactly half says yes', [50n, 50n], [YES, NO], {}, REJECTED],
    [
      'passes when more than half of those who did not abstain say yes',
      [26n, 25n, 49n],
      [YES, NO, ABSTAIN],
      {},
      PASSED,
    ],
    ['fails when all abstain', [50n, 50n], [ABSTAIN, ABSTAIN], {}, REJECTED],
    ['that nobody takes part in fails', [50n, 50n], [], { quorum: '0' }, REJECTED],
  ])('%s', (_, powers, votes, params, result) => {
    const proposal = propose(powers, params)
    for (const [by, option] of votes.entries()) proposal.vote(by, option)
    expect(proposal.result()).toEqual(result)
  })

  test('is the last one that a voter gave', () => {
    const proposal = propose([50n, 50n])
    proposal.vote(0, YES)
    proposal.vote(0, NO)
    expect(proposal.result()).toEqual(REJECTED)
  })

  test('of a validator counts without the delegations of those who voted themselves', () => {
    const voted = (delegator: readonly number[]) => {
      const proposal = propose([50n, 55n])
      proposal.delegate(0, '60000000')
      proposal.vote(0, YES)
      for (const option of delegator) proposal.vote('proposer', option)
      return proposal.result()
    }
    expect(voted([])).toEqual(PASSED)
    expect(voted([NO])).toEqual(REJECTED)
  })
})

describe('a proposal', () => {
  const refusal = (run: () => unknown): string => {
    try {
      run()
    } catch (error) {
      if (error instanceof ChainError) return `${error.codespace}/${error.code} ${error.log}`
      throw error
    }
    return 'nothing was refused'
  }

  test('is cancelled for half of its deposit up to the very end of the vote, and not later', () => {
    const proposal = propose([50n, 50n])
    const { app, end } = proposal
    const interval = app.baseApp.nextTime - app.time
    const before = proposal.balance()
    app.nextBlock(end - interval)
    expect(app.baseApp.nextTime).toBe(end)
    proposal.cancel()
    expect(proposal.balance() - before).toBe(DEPOSIT / 2n)
    expect(refusal(() => proposal.cancel())).toEqual(
      expect.stringContaining("undefined/1 collections: not found: key '1'"),
    )

    const late = propose([50n, 50n])
    late.app.nextBlock(late.end - interval + 1n)
    expect(refusal(() => late.cancel())).toBe(
      'gov/20 voting period is already ended for this proposal 1: voting period already ended',
    )
  })
})

test.each([
  ['{"title":"other"}', "metadata title 'other' must equal proposal title 'a title'"],
  ['{"TITLE":"a title"}', "metadata summary '' must equal proposal summary 'a summary'"],
  ['null', "metadata title '' must equal proposal title 'a title'"],
  ['{"TITLE":"a title","\u017fummary":"a summary"}', undefined],
  ['{"title":5}', undefined],
  ['{"title":"other","authors":"one"}', undefined],
  ['\u00a0{"title":"other"}', undefined],
])('metadata %s is compared with the proposal if Go can read it', (metadata, problem) => {
  const proposal = () => propose([10n], {}, { metadata })
  if (problem === undefined) expect(proposal).not.toThrow()
  else expect(proposal).toThrow(problem)
})
