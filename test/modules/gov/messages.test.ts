import {
  MsgCancelProposal,
  MsgDeposit,
  MsgExecLegacyContent,
  MsgSubmitProposal,
  MsgUpdateParams,
  MsgVote,
  MsgVoteWeighted,
} from 'cosmjs-types/cosmos/gov/v1/tx'
import { MsgSubmitProposalResponse, MsgCancelProposalResponse } from 'cosmjs-types/cosmos/gov/v1/tx'
import { TextProposal } from 'cosmjs-types/cosmos/gov/v1beta1/gov'
import * as legacy from 'cosmjs-types/cosmos/gov/v1beta1/tx'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { describe, expect, test } from 'vitest'
import { moduleAddress } from '../../../src/modules/auth/index.js'
import type { Event } from '../../../src/chain/events.js'
import {
  ABSTAIN,
  DAY,
  DEPOSIT,
  gov,
  hub,
  NO,
  other,
  packed,
  propose,
  PROPOSER,
  proposer,
  refusal,
  uatom,
  VETO,
  YES,
} from './hall.js'
import type { Codec } from './hall.js'

// Source: cosmos-sdk v0.53.6 x/gov/keeper/msg_server.go, proposal.go, deposit.go, vote.go.

const shown = (events: readonly Event[]) =>
  events.map(({ type, attributes }) => [type, ...attributes.map((pair) => pair.join(' '))])
const pays = (amount: number, from = gov) =>
  packed(MsgSend, { fromAddress: from, toAddress: other, amount: uatom(amount) })

const about = { proposer, title: 'a title', summary: 'a summary', metadata: 'about', initialDeposit: uatom(DEPOSIT) }
const json = (value: unknown) => JSON.stringify(value)

test.each<[string, object, string]>([
  ['is accepted', {}, 'nothing was refused'],
  ['has a title', { title: '' }, 'sdk/18 proposal title cannot be empty: invalid request'],
  ['has a summary', { summary: '' }, 'sdk/18 proposal summary cannot be empty: invalid request'],
  [
    'has a proposer',
    { proposer: 'nobody' },
    'sdk/7 invalid proposer address: decoding bech32 failed: invalid bech32 string length 6: invalid address',
  ],
  [
    'has messages or metadata',
    { metadata: '' },
    'gov/11 either metadata or Msgs length must be non-nil: no messages proposed',
  ],
  ['may have messages alone', { metadata: '', messages: [pays(1)] }, 'nothing was refused'],
  [
    'has the title of its metadata',
    { metadata: json({ title: 'x', summary: 'a summary' }) },
    "gov/5 metadata title 'x' must equal proposal title 'a title': invalid proposal content",
  ],
  [
    'has the summary of its metadata',
    { metadata: json({ title: 'a title', summary: 'x' }) },
    "gov/5 metadata summary 'x' must equal proposal summary 'a summary': invalid proposal content",
  ],
  ['has metadata that agree', { metadata: json({ title: 'a title', summary: 'a summary' }) }, 'nothing was refused'],
  [
    'has no metadata without a title',
    { metadata: '{}' },
    "gov/5 metadata title '' must equal proposal title 'a title': invalid proposal content",
  ],
  ['has metadata of another form', { metadata: '[]' }, 'nothing was refused'],
  ['has a valid deposit', { initialDeposit: uatom(0) }, 'sdk/10 0uatom: invalid coins'],
  [
    'may have no deposit',
    { initialDeposit: [] },
    'gov/16 received  but need at least one of the following: 100000uatom: minimum deposit is too small',
  ],
  [
    'has a deposit of the right coins',
    { initialDeposit: [{ denom: 'ufoo', amount: '5' }] },
    'gov/23 deposited 5ufoo, but gov accepts only the following denom(s): [uatom]: invalid deposit denom',
  ],
  ['has a deposit of a hundredth of what is needed', { initialDeposit: uatom(100_000) }, 'nothing was refused'],
  [
    'has no smaller deposit',
    { initialDeposit: uatom(99_999) },
    'gov/16 received 99999uatom but need at least one of the following: 100000uatom: minimum deposit is too small',
  ],
  [
    'has a deposit that the proposer has',
    { initialDeposit: uatom(100_000_001) },
    'sdk/5 spendable balance 100000000uatom is smaller than 100000001uatom: insufficient funds',
  ],
  ['has metadata of 255 bytes', { metadata: 'x'.repeat(255) }, 'nothing was refused'],
  ['has no longer metadata', { metadata: 'x'.repeat(256) }, 'gov/15 got metadata with length 256: metadata too long'],
  ['has a title of 255 bytes', { title: 'x'.repeat(255) }, 'nothing was refused'],
  ['has no longer title', { title: 'x'.repeat(256) }, 'gov/15 got metadata with length 256: metadata too long'],
  ['has a summary of 10,200 bytes', { summary: 'x'.repeat(10_200) }, 'nothing was refused'],
  ['has no longer summary', { summary: 'x'.repeat(10_201) }, 'gov/22 got summary with length 10201: summary too long'],
  [
    'has messages of governance alone',
    { messages: [pays(1, proposer)] },
    `gov/13 ${proposer}: expected gov account as only signer for proposal message`,
  ],
  [
    'has valid messages',
    { messages: [packed(MsgSend, { fromAddress: gov, toAddress: other, amount: [] })] },
    'nothing was refused',
  ],
])('a proposal %s', (_, more, said) => {
  expect(refusal(() => hub().run(MsgSubmitProposal, { ...about, ...more }))).toBe(said)
})

describe('a proposal', () => {
  test('has the next id, and tells of itself and of its deposit', () => {
    const chain = hub()
    const { data, events } = chain.ran(MsgSubmitProposal, { ...about, messages: [pays(1), pays(2)] })
    expect(MsgSubmitProposalResponse.decode(data)).toEqual({ proposalId: 1n })
    expect(shown(events).filter(([type]) => String(type).includes('propos'))).toEqual([
      [
        'submit_proposal',
        'proposal_id 1',
        `proposal_proposer ${proposer}`,
        'proposal_messages ,/cosmos.bank.v1beta1.MsgSend,/cosmos.bank.v1beta1.MsgSend',
      ],
      ['proposal_deposit', `depositor ${proposer}`, `amount ${DEPOSIT}uatom`, 'proposal_id 1'],
      ['submit_proposal', 'voting_period_start 1'],
    ])
    expect(MsgSubmitProposalResponse.decode(chain.ran(MsgSubmitProposal, about).data)).toEqual({ proposalId: 2n })
  })

  test('needs its deposit from the start where the params say so, rounded', () => {
    const params = { min_initial_deposit_ratio: '0.333333350000000000' }
    const submit = (amount: number) => refusal(() => hub([100n], params).submit({ initialDeposit: uatom(amount) }))
    expect(submit(3_333_333)).toBe('gov/16 was (3333333uatom), need (3333334uatom): minimum deposit is too small')
    expect(submit(3_333_334)).toBe('nothing was refused')
    const half = { min_initial_deposit_ratio: '0.5' }
    const expedited = (amount: number) =>
      refusal(() => hub([100n], half).submit({ initialDeposit: uatom(amount), expedited: true }))
    expect(expedited(24_999_999)).toBe('gov/16 was (24999999uatom), need (25000000uatom): minimum deposit is too small')
    expect(expedited(25_000_000)).toBe('nothing was refused')
  })

  test('is voted on as soon as the deposits are enough', () => {
    const chain = hub()
    chain.submit({ initialDeposit: uatom(5_000_000) })
    expect(refusal(() => chain.vote(0, YES))).toBe('gov/3 1: inactive proposal')
    expect(shown(chain.deposit(4_999_999, other)).at(-1)).toEqual([
      'proposal_deposit',
      `depositor ${other}`,
      'amount 4999999uatom',
      'proposal_id 1',
    ])
    expect(refusal(() => chain.vote(0, YES))).toBe('gov/3 1: inactive proposal')
    // Each deposit is at least a hundredth of what is needed, whatever is missing.
    expect(refusal(() => chain.deposit(1))).toMatch(
      /^gov\/16 received 1uatom but need at least one of the following: 100000uatom/,
    )
    expect(shown(chain.deposit(100_000)).at(-1)).toEqual(['proposal_deposit', 'voting_period_start 1'])
    expect(shown(chain.vote(0, YES))).toEqual([
      [
        'proposal_vote',
        `voter ${chain.voterOf(0)}`,
        'option [{"option":1,"weight":"1.000000000000000000"}]',
        'proposal_id 1',
      ],
    ])
    // More may come while it is voted on, and all comes back.
    chain.deposit(100_000)
    chain.app.nextBlock(chain.app.time + 2n * DAY)
    expect([chain.balance(), chain.balance(new Uint8Array(20).fill(2))]).toEqual([100_000_000n, 100_000_000n])
    expect(refusal(() => chain.deposit(100_000))).toBe('gov/3 1: inactive proposal')
  })

  test('that waits too long for deposits is dropped, and they come back or are burned', () => {
    for (const [burned, left] of [
      [false, 100_000_000n],
      [true, 95_000_000n],
    ] as const) {
      const chain = hub([100n], { burn_proposal_deposit_prevote: burned })
      chain.submit({ initialDeposit: uatom(5_000_000) })
      const end = chain.app.time + 2n * DAY
      chain.app.nextBlock(end - 1n)
      expect(chain.balance()).toBe(95_000_000n)
      chain.app.nextBlock(end)
      expect(chain.balance()).toBe(left)
      const { events } = chain.app.baseApp.block(chain.app.height)!
      expect(shown(events.filter(({ type }) => type === 'inactive_proposal'))).toMatchObject([
        ['inactive_proposal', 'proposal_id 1', 'proposal_result proposal_dropped', 'mode EndBlock'],
      ])
      expect(refusal(() => chain.deposit(5_000_000))).toMatch(/not found: key '1'/)
    }
  })

  test('runs all of its messages when it passes, or none', () => {
    const run = (...amounts: readonly number[]) => {
      const chain = propose([100n], {}, { messages: amounts.map((amount) => pays(amount)) })
      chain.app.runInBlock((ctx) =>
        chain.app.keepers.bank.send(ctx, PROPOSER, moduleAddress('gov'), [{ denom: 'uatom', amount: 5n }]),
      )
      chain.vote(0, YES)
      const had = chain.balance(new Uint8Array(20).fill(2))
      const [result] = chain.result()
      const { events } = chain.app.baseApp.block(chain.app.height)!
      const log = events
        .find(({ type }) => type === 'active_proposal')!
        .attributes.find(([key]) => key === 'proposal_log')![1]
      return [result, log, chain.balance(new Uint8Array(20).fill(2)) - had]
    }
    expect(run(2, 3)).toEqual(['proposal_passed', 'passed', 5n])
    expect(run(2, 4)).toEqual([
      'proposal_failed',
      'passed, but msg 1 (/cosmos.bank.v1beta1.MsgSend) failed on execution: spendable balance 3uatom is smaller than 4uatom: insufficient funds',
      0n,
    ])
  })

  test('that is expedited needs more, ends after a day, and goes on as an ordinary one if it does not pass', () => {
    const expedited = () => propose([60n, 40n], {}, { expedited: true, initialDeposit: uatom(50_000_000) })
    const quick = expedited()
    quick.vote(0, YES)
    quick.vote(1, YES)
    const day = quick.end - DAY
    expect(quick.result(day - 1n)).toEqual([undefined, 0n])
    expect(quick.result(day)).toEqual(['proposal_passed', 50_000_000n])

    const slow = expedited()
    slow.vote(0, YES)
    slow.vote(1, NO)
    expect(slow.result(slow.end - DAY)).toEqual(['expedited_proposal_rejected', 0n])
    // The votes are gone.
    slow.vote(0, YES)
    expect(slow.result(slow.end - 1n)).toEqual([undefined, 0n])
    expect(slow.result(slow.end)).toEqual(['proposal_passed', 50_000_000n])

    const small = propose([100n], {}, { expedited: true, initialDeposit: uatom(49_999_999) })
    expect(refusal(() => small.vote(0, YES))).toBe('gov/3 1: inactive proposal')
  })

  test('is cancelled by its proposer, and a part of the deposits is burned or goes where the params say', () => {
    const cancelled = (params: object, more: object = {}) => {
      const chain = hub([100n], params as never)
      chain.submit({ initialDeposit: uatom(5_000_001), ...more })
      chain.deposit(1_000_000, other)
      const before = chain.app.keepers.bank.supply(chain.app.context, 'uatom').amount
      const { data, events } = chain.ran(MsgCancelProposal, { proposalId: 1n, proposer })
      expect(MsgCancelProposalResponse.decode(data)).toMatchObject({
        proposalId: 1n,
        canceledHeight: BigInt(chain.app.height),
      })
      expect(shown(events).at(-1)).toEqual(['cancel_proposal', `sender ${proposer}`, 'proposal_id 1'])
      expect(refusal(() => chain.deposit(1_000_000))).toMatch(/not found: key '1'/)
      const supply = chain.app.keepers.bank.supply(chain.app.context, 'uatom').amount
      return [chain.balance(), chain.balance(new Uint8Array(20).fill(2)), before - supply]
    }
    expect(cancelled({})).toEqual([97_500_000n, 99_500_000n, 3_000_000n])
    expect(cancelled({ proposal_cancel_ratio: '0' })).toEqual([100_000_000n, 100_000_000n, 0n])
    expect(cancelled({ proposal_cancel_ratio: '1' })).toEqual([94_999_999n, 99_000_000n, 6_000_001n])
    expect(cancelled({ proposal_cancel_dest: other })).toEqual([97_500_000n, 102_500_000n, 0n])
    const chain = hub()
    chain.submit()
    expect(refusal(() => chain.run(MsgCancelProposal, { proposalId: 1n, proposer: other }))).toBe(
      `gov/18 invalid proposer ${other}: invalid proposer`,
    )
    expect(refusal(() => chain.run(MsgCancelProposal, { proposalId: 1n, proposer: 'x' }))).toMatch(
      /^sdk\/7 invalid proposer address/,
    )
    chain.app.nextBlock(chain.app.time + 2n * DAY)
    expect(refusal(() => chain.cancel())).toBe(
      'gov/21 proposal should be in the deposit or voting period: invalid proposal',
    )
  })
})

describe('a vote', () => {
  const split = (...options: readonly (readonly [number, string])[]) =>
    options.map(([option, weight]) => ({ option, weight }))

  test.each<[Codec, object, string]>([
    [MsgVote, { option: 0 }, 'gov/7 VOTE_OPTION_UNSPECIFIED: invalid vote option'],
    [MsgVote, { option: 5 }, 'gov/7 5: invalid vote option'],
    [MsgVote, { option: VETO }, 'nothing was refused'],
    [
      MsgVote,
      { option: YES, voter: 'x' },
      'sdk/7 invalid voter address: decoding bech32 failed: invalid bech32 string length 1: invalid address',
    ],
    [MsgVote, { option: YES, proposalId: 2n }, 'gov/3 2: inactive proposal'],
    [MsgVote, { option: YES, metadata: 'x'.repeat(256) }, 'gov/15 got metadata with length 256: metadata too long'],
    [legacy.MsgVote, { option: YES }, 'nothing was refused'],
    [MsgVoteWeighted, { options: split([YES, '0.5'], [NO, '0.5']) }, 'nothing was refused'],
    [
      MsgVoteWeighted,
      { options: split([YES, '0.5'], [NO, '.5']) },
      'gov/7 option:VOTE_OPTION_NO weight:".5" : invalid vote option',
    ],
    [
      MsgVoteWeighted,
      { options: split([YES, '0.5'], [NO, '0.6']) },
      'gov/7 total weight overflow 1.00: invalid vote option',
    ],
    [
      MsgVoteWeighted,
      { options: split([YES, '0.5'], [NO, '0.499999999999999999']) },
      'gov/7 total weight lower than 1.00: invalid vote option',
    ],
    [
      MsgVoteWeighted,
      { options: split([YES, '0.5'], [YES, '0.5']) },
      'gov/7 duplicated vote option: invalid vote option',
    ],
    [
      MsgVoteWeighted,
      { options: split([YES, '1.1']) },
      'gov/7 option:VOTE_OPTION_YES weight:"1.1" : invalid vote option',
    ],
    [
      MsgVoteWeighted,
      { options: split([YES, '0'], [NO, '1']) },
      'gov/7 option:VOTE_OPTION_YES weight:"0" : invalid vote option',
    ],
    [MsgVoteWeighted, { options: split([0, '1']) }, 'gov/7 weight:"1" : invalid vote option'],
    [MsgVoteWeighted, { options: split([YES, '']) }, 'gov/7 option:VOTE_OPTION_YES : invalid vote option'],
    [MsgVoteWeighted, { options: split([YES, 'x']) }, 'gov/7 option:VOTE_OPTION_YES weight:"x" : invalid vote option'],
    [MsgVoteWeighted, { options: [] }, 'sdk/18 null: invalid request'],
    [
      MsgVoteWeighted,
      { options: split([YES, '1']), voter: '' },
      'sdk/7 invalid voter address: empty address string is not allowed: invalid address',
    ],
  ])('%# is accepted or refused as on the chain', (codec, vote, said) => {
    const chain = propose([100n])
    expect(refusal(() => chain.run(codec, { proposalId: 1n, voter: proposer, ...vote }))).toBe(said)
  })

  test('is split by its weights', () => {
    const outcome = (...options: readonly (readonly [number, string])[]) => {
      const chain = propose([100n])
      chain.run(MsgVoteWeighted, { proposalId: 1n, voter: chain.voterOf(0), options: split(...options) })
      return chain.result()[0]
    }
    expect(outcome([YES, '0.5'], [NO, '0.5'])).toBe('proposal_rejected')
    expect(outcome([YES, '0.51'], [NO, '0.49'])).toBe('proposal_passed')
    expect(outcome([YES, '0.4'], [NO, '0.35'], [ABSTAIN, '0.25'])).toBe('proposal_passed')
  })

  test('of the older form has the weights as whole numbers', () => {
    const chain = propose([100n])
    const options = [
      { option: YES, weight: '500000000000000000' },
      { option: NO, weight: '500000000000000000' },
    ]
    expect(shown(chain.run(legacy.MsgVoteWeighted, { proposalId: 1n, voter: proposer, options }))[0]).toContain(
      'option [{"option":1,"weight":"0.500000000000000000"},{"option":3,"weight":"0.500000000000000000"}]',
    )
  })
})

test('a deposit has valid coins of one who has them', () => {
  const chain = propose([100n])
  const deposit = (message: object) =>
    refusal(() => chain.run(MsgDeposit, { proposalId: 1n, depositor: proposer, amount: uatom(1_000_000), ...message }))
  expect(deposit({})).toBe('nothing was refused')
  expect(deposit({ amount: [] })).toBe('sdk/10 : invalid coins')
  expect(deposit({ amount: uatom(0) })).toBe('sdk/10 0uatom: invalid coins')
  expect(deposit({ depositor: '' })).toBe(
    'sdk/7 invalid depositor address: empty address string is not allowed: invalid address',
  )
  expect(deposit({ proposalId: 9n })).toMatch(
    /^undefined\/1 collections: not found: key '9' of type github.com\/cosmos\/gogoproto\/cosmos.gov.v1.Proposal$/,
  )
  expect(
    refusal(() => chain.run(legacy.MsgDeposit, { proposalId: 1n, depositor: proposer, amount: uatom(1_000_000) })),
  ).toBe('nothing was refused')
})

describe('a text in the older form', () => {
  const submit = (title: string, description: string) =>
    refusal(() =>
      hub().run(legacy.MsgSubmitProposal, {
        content: packed(TextProposal, { title, description }),
        initialDeposit: uatom(DEPOSIT),
        proposer,
      }),
    )

  test.each([
    ['a', 'b', 'nothing was refused'],
    [' ', 'b', 'gov/5 proposal title cannot be blank: invalid proposal content'],
    ['x'.repeat(140), 'b', 'nothing was refused'],
    ['x'.repeat(141), 'b', 'gov/5 proposal title is longer than max length of 140: invalid proposal content'],
    ['a', '', 'gov/5 proposal description cannot be blank: invalid proposal content'],
    ['a', 'x'.repeat(10_000), 'nothing was refused'],
    [
      'a',
      'x'.repeat(10_001),
      'gov/5 proposal description is longer than max length of 10000: invalid proposal content',
    ],
  ])('%#', (title, description, said) => {
    expect(submit(title, description)).toBe(said)
  })

  test('is executed by governance alone', () => {
    const content = packed(TextProposal, { title: 'a', description: 'b' })
    expect(refusal(() => hub().run(MsgExecLegacyContent, { authority: gov, content }))).toBe('nothing was refused')
    expect(refusal(() => hub().run(MsgExecLegacyContent, { authority: other, content }))).toBe(
      `gov/13 expected ${gov} got ${other}: expected gov account as only signer for proposal message`,
    )
    expect(refusal(() => hub().run(MsgExecLegacyContent, { authority: gov }))).toBe(
      'gov/5 missing content: invalid proposal content',
    )
  })
})

test('only governance changes its params', () => {
  const chain = hub()
  expect(refusal(() => chain.run(MsgUpdateParams, { authority: other, params: {} }))).toMatch(
    `gov/13 invalid authority; expected ${gov}, got ${other}: expected gov account as only signer for proposal message`,
  )
  expect(refusal(() => chain.run(MsgUpdateParams, { authority: gov, params: {} }))).toBe(
    'undefined/1 invalid minimum deposit: ',
  )
})
