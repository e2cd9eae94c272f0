import { MsgUpdateParams as GovUpdateParams } from 'cosmjs-types/cosmos/gov/v1/tx'
import { ParameterChangeProposal } from 'cosmjs-types/cosmos/params/v1beta1/params'
import * as legacy from 'cosmjs-types/cosmos/gov/v1beta1/tx'
import { MsgUpdateParams } from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import { MsgIBCSoftwareUpgrade } from 'cosmjs-types/ibc/core/client/v1/tx'
import { describe, expect, test } from 'vitest'
import { NotSupportedError } from '../../src/base/errors.js'
import { getParams } from '../../src/modules/gov/records.js'
import { gov, hub, packed, propose, refusal, YES, type Codec } from '../modules/gov/hall.js'

// What the chain accepts and Sudobox lacks.

const staking = {
  unbondingTime: { seconds: 1_814_400n, nanos: 0 },
  maxValidators: 100,
  maxEntries: 7,
  historicalEntries: 10_000,
  bondDenom: 'uatom',
  minCommissionRate: '0',
}
const content = {
  typeUrl: ParameterChangeProposal.typeUrl,
  value: ParameterChangeProposal.encode({ title: 't', description: 'd', changes: [] }).finish(),
}

const LACKING: readonly (readonly [what: string, codec: Codec, message: object, text: string])[] = [
  [
    'past headers in the store',
    MsgUpdateParams,
    { authority: gov, params: staking },
    'staking keeps no past headers in its store: leave historical_entries at 0',
  ],
  [
    'an upgrade by a message',
    MsgIBCSoftwareUpgrade,
    { signer: gov },
    'an upgrade of the own chain cannot be planned by a message: upgrade() of the sandbox does it',
  ],
  [
    'proposals of v1beta1',
    legacy.MsgSubmitProposal,
    { proposer: gov, initialDeposit: [], content },
    'proposals of the type /cosmos.params.v1beta1.ParameterChangeProposal are not supported: use cosmos.gov.v1 messages',
  ],
]

describe.each(LACKING)('%s', (_, codec, message, text) => {
  test('is refused with a typed error, and nothing is written', () => {
    const chain = hub()
    const rows = () => {
      const { staking, gov } = chain.app.exportGenesis()['app_state']
      return JSON.stringify([staking, gov])
    }
    const before = rows()
    expect(() => chain.run(codec, message)).toThrow(
      expect.objectContaining({ name: NotSupportedError.name, shortMessage: text }),
    )
    expect(rows()).toBe(before)
  })

  test('fails a proposal, and the chain goes on', () => {
    const { app, vote, end } = propose([100n], {}, { messages: [packed(codec, message)] })
    vote(0, YES)
    app.nextBlock(end)
    const { attributes } = app.baseApp.block(app.height)!.events.find(({ type }) => type === 'active_proposal')!
    expect(Object.fromEntries(attributes)).toMatchObject({
      proposal_result: 'proposal_failed',
      proposal_log: `passed, but msg 0 (${codec.typeUrl}) failed on execution: ${text}`,
    })
    app.nextBlock()
  })
})

test('a ratio of deposits that is not a decimal fails the deposit', () => {
  const chain = propose([100n])
  const params = getParams(chain.app.context)
  expect(
    refusal(() => chain.run(GovUpdateParams, { authority: gov, params: { ...params, minDepositRatio: 'half' } })),
  ).toBe('nothing was refused')
  expect(refusal(() => chain.deposit(1n))).toBe(
    `undefined/1 failed to set decimal string with base 10: half${'0'.repeat(18)}`,
  )
})
