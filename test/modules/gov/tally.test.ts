import { describe, expect, test } from 'vitest'
import type { Json } from '../../../src/base/json-value.js'
import { ABSTAIN, DEPOSIT, NO, propose, refusal, VETO, YES } from './hall.js'

// Limits that random proposals never meet. Source: cosmos-sdk v0.53.6 x/gov/keeper/tally.go, proposal.go.

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
