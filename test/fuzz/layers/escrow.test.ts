import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { escrowAddress } from '../../../src/modules/transfer/index.js'
import { INVARIANTS, type Situation } from '../../../src/fuzz/invariants/index.js'
import { startCampaign, type Start } from '../../../src/fuzz/setup.js'
import { Story } from '../../../src/fuzz/story.js'
import type { ActionInput } from '../../../src/sandbox/index.js'
import { judged } from '../stories.js'
import { ATOM } from '../../contracts/remote-vault.js'
import { labOnThree } from './three.js'

let start: Start
beforeAll(async () => {
  start = await startCampaign(labOnThree(), false)
})
afterAll(async () => start.sandbox.close())

const addressOn = (chain: string, name: string): string => start.sandbox.chain(chain)!.host.keyOf(name).address
const relay: ActionInput = { action: 'relay' }
const arrive: ActionInput = { action: 'relay', filter: { kind: 'recv' }, limit: 1 }
const late = (chain: string): ActionInput => ({ action: 'skipPastTimeout', chain })

const onward = (receiver: string, channel: string, more: object = {}) => ({
  forward: { receiver, port: 'transfer', channel, ...more },
})
const transfer = (chain: string, from: string, amount: string, memo: object, to = 'pfm'): ActionInput => ({
  action: 'tx',
  chain,
  from,
  messages: [{ ibcTransfer: { to, amount, channel: 'channel-0', memo: JSON.stringify(memo) } }],
})

/** From the third chain over the hub to Neutron, whose channels on the hub are 0 and 2, and the other way. */
const toNeutron = (receiver: string, more: object = {}) =>
  transfer('juno', 'judy', '700ujuno', onward(receiver, 'channel-0', more))
const toJuno = (receiver: string, more: object = {}) =>
  transfer('neutron', 'alice', '700untrn', onward(receiver, 'channel-1', more))

const STORIES: readonly (readonly [what: string, story: () => readonly ActionInput[]])[] = [
  ['coins arrive two chains away', () => [toNeutron(addressOn('neutron', 'alice')), arrive, arrive, relay]],
  ['nobody is there: the refund goes all the way back', () => [toNeutron('nobody'), arrive, arrive, relay]],
  ['the last hop times out', () => [toJuno(addressOn('juno', 'judy')), arrive, late('juno'), relay, relay]],
  [
    'it times out, is sent again, and arrives',
    () => [toJuno(addressOn('juno', 'judy'), { retries: 1 }), arrive, late('juno'), relay, relay],
  ],
  [
    'a hook at the end fails',
    () => {
      const { address: contract } = start.subjects[0]!
      return [toNeutron(contract, { next: { wasm: { contract, msg: { nonsense: {} } } } }), arrive, arrive, relay]
    },
  ],
  [
    'coins come back on the channel on which they went',
    () => [transfer('neutron', 'alice', '5untrn', onward('nobody', 'channel-0')), arrive, arrive, relay],
  ],
  [
    'coins of the chain in between come from one side and fail on the other',
    () => [transfer('neutron', 'alice', `9${ATOM}`, onward('nobody', 'channel-1')), arrive, arrive, relay],
  ],
  [
    'vouchers of a voucher go home, and fail',
    () => [
      transfer('juno', 'judy', '50ujuno', onward(addressOn('neutron', 'alice'), 'channel-0')),
      relay,
      { ...transfer('neutron', 'alice', '50VOUCHER', onward('nobody', 'channel-1')) },
      arrive,
      arrive,
      relay,
    ],
  ],
]

/** The vouchers that somebody got, in place of the word. */
function withVoucher(action: ActionInput): ActionInput {
  const voucher = start.sandbox.chains.neutron
    .balances('alice')
    .find(({ denom }) => start.ledger.assetOf('neutron', denom) === 'juno:ujuno')
  return JSON.parse(JSON.stringify(action).replace('VOUCHER', voucher?.denom ?? '')) as ActionInput
}

describe('escrow backs all vouchers and packets, step by step, when', () => {
  test.each(STORIES)('%s', async (_, actions) => {
    const story = await Story.begin(start)
    for (const action of actions()) {
      await story.execute(withVoucher(action))
      expect(story.last.error).toBeUndefined()
      expect(Object.fromEntries(story.state.balances.missing)).toEqual({})
    }
    expect(story.state.atRest).toBe(true)
    const situation = { start, story, excused: () => false } as unknown as Situation
    expect(await INVARIANTS.find(({ id }) => id === 'I1')!.judge(situation)).not.toHaveProperty('text')
  })
})

test('missing escrow is found', async () => {
  const story = await Story.begin(start)
  await story.execute(toNeutron(addressOn('neutron', 'alice')))
  await story.execute(relay)
  const { app } = start.sandbox.chain('juno')!.host
  app.runInBlock((ctx) =>
    app.keepers.bank.setBalance(ctx, escrowAddress('transfer', 'channel-0'), { denom: 'ujuno', amount: 690n }),
  )
  await story.execute({ action: 'block', chain: 'juno' })
  const situation = { start, story, excused: () => false } as unknown as Situation
  expect(await INVARIANTS.find(({ id }) => id === 'I1')!.judge(situation)).toMatchObject({
    text: 'the escrow of channel-0 on juno has 10 of ujuno less than the vouchers and packets that it backs',
  })
})

test('a transfer that fails behind a forwarding chain leaves the totals balanced', async () => {
  expect(await judged(start, 'I3', [toNeutron(addressOn('neutron', 'alice'))])).toBeUndefined()
  expect(await judged(start, 'I3', [toJuno(addressOn('juno', 'judy'), { retries: 2 })])).toBeUndefined()
})
