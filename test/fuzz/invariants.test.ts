import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defineCampaign, levelOf, type CampaignConfig, type CampaignConfigInput } from '../../src/fuzz/config.js'
import { startCampaign, type Start } from '../../src/fuzz/setup.js'
import { remembering } from '../../src/fuzz/shrink/shrink-file.js'
import { shrinkStory } from '../../src/fuzz/shrink/shrink.js'
import type { ActionInput, Sandbox } from '../../src/sandbox/index.js'
import type { Json } from '../../src/sandbox/values/values.js'
import { judged, started, vault, vaultCampaign } from './stories.js'

const { deposit, parts, tick, relay, execute, refuse, timeOut, foreign, lie, noFees } = vault

/** The shortest story of each fault, and the invariant that it breaks there and not in the clean vault. */
const FAULTS: readonly (readonly [fault: string, invariant: string, story: readonly ActionInput[], text: RegExp])[] = [
  ['p1', 'I3', [deposit('alice')], /a timeout was not neutral: alice has 1999900/],
  ['p2', 'I4', [deposit('alice'), relay, tick, refuse], /tick succeeded before, and now fails/],
  ['p3', 'I1', [deposit('alice'), relay, tick, refuse, tick, refuse], /alice lost .* without spending it/],
  ['p4', 'I5', [deposit('alice'), deposit('bob', 300, 'channel-1')], /the order of two independent events/],
  ['p5', 'I7', [foreign, lie], /a transaction that does not match the query's filter changed something/],
  ['p6', 'I3', [parts('alice', 100, 700)], /an error was not neutral: alice has/],
  [
    'p7',
    'I8',
    [deposit('alice'), timeOut, relay],
    /message 1, which transfers value, failed, but the state of the contracts is the same/,
  ],
  ['p9', 'I5', [deposit('alice'), relay, tick, execute], /the order of two independent events/],
  ['p10', 'I2', [noFees, deposit('alice'), refuse], /callback error of vault failed .* invalid coins/],
]

describe('each planted fault breaks an invariant that the clean vault keeps', () => {
  let clean: Start
  beforeAll(async () => {
    clean = await startCampaign(vaultCampaign(), false)
  })
  afterAll(async () => clean.sandbox.close())

  test.each(FAULTS)('%s: %s', async (fault, invariant, story, text) => {
    const broken = await started(vaultCampaign(fault), (start) => judged(start, invariant, story))
    expect(broken?.verdict).toMatchObject({ invariant, level: 'error', text: expect.stringMatching(text) as string })
    expect(await judged(clean, invariant, story)).toBeUndefined()
  })
})

test('an actor who has spent the coins of a message is not a dead end', async () => {
  await started(vaultCampaign(), async (start) => {
    const spent = [deposit('bob', 1_000_000), relay]
    const memory = await remembering(start, [parts('bob', 100, 700)])
    const about = 'vault/deposit_parts'
    expect(await shrinkStory(start, memory, 'I4', spent, { sequences: 1, about })).toBeUndefined()
  })
})

const LAB = 'contracts/artifacts/callback_lab.wasm'

/** A laboratory that has coins and does as it is told; everybody may tell it. */
const labInput: CampaignConfigInput = {
  title: 'laboratory',
  actors: [{ name: 'alice', funds: '1000000000untrn' }],
  setup: [
    { do: { action: 'tx', from: 'alice', messages: [{ store: { wasm: { path: LAB } } }] } },
    {
      do: {
        action: 'tx',
        from: 'alice',
        messages: [{ instantiate: { codeId: 1, label: 'lab', msg: {}, funds: '1000000untrn' } }],
      },
    },
  ],
  contracts: [{ label: 'lab', schema: 'contracts/artifacts/schema/callback_lab.json' }],
  invariants: { I10: true, I11: true },
}
const labCampaign = (): CampaignConfig => defineCampaign(labInput)

const lab = (msg: object): ActionInput => ({
  action: 'tx',
  from: 'alice',
  messages: [{ execute: { contract: 'lab', msg: msg } }],
})
const BOB = 'cosmos1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5lzv7xu'
const transfer = (more: object = {}) => ({ transfer: { channel: 'channel-0', to: BOB, amount: '10', ...more } })
/** The laboratory sends a message to itself. The first contract of a chain always has the same address. */
const toItself = (start: Start, message: object) => ({
  submessages: [
    {
      msg: {
        wasm: {
          execute: {
            contract_addr: start.subjects[0]!.address,
            msg: Buffer.from(JSON.stringify(message)).toString('base64'),
            funds: [],
          },
        },
      },
    },
  ],
})

describe('of a lab that does as its messages say', () => {
  let start: Start
  beforeAll(async () => {
    start = await startCampaign(labCampaign(), false)
  })
  afterAll(async () => start.sandbox.close())
  const again = (sent = transfer()): ActionInput =>
    lab({ configure: { callback: 'error', behaviour: toItself(start, sent) } })

  test('I6: a contract that sends again after each failure never settles', async () => {
    const broken = await judged(start, 'I6', [again(), lab(transfer())])
    expect(broken?.verdict.text).toMatch(/1 packets are still in flight after 8 rounds without actions of users/)
    expect(await judged(start, 'I6', [lab(transfer())])).toBeUndefined()
  })

  test('I6: a contract that sends again after each timeout never settles', async () => {
    const onTimeout = lab({ configure: { callback: 'timeout', behaviour: toItself(start, transfer()) } })
    const broken = await judged(start, 'I6', [onTimeout, lab(transfer())])
    expect(broken?.verdict.text).toMatch(
      /with a remote chain that never answers, 1 packets are still in flight after 8 rounds/,
    )
  })

  test('I1: coins that a contract had at the start may be paid out, unless it reports claims; more may not', async () => {
    const pay = (amount: string): ActionInput => {
      const to_address = start.sandbox.chains.neutron.host.keyOf('alice').address
      const send = { bank: { send: { to_address, amount: [{ denom: 'untrn', amount }] } } }
      return lab({ act: { behaviour: { submessages: [{ msg: send }] } } })
    }
    expect(await judged(start, 'I1', [pay('5')])).toBeUndefined()
    const patron: ActionInput = { action: 'account', chain: 'neutron', name: 'patron', funds: '6untrn' }
    const gift: ActionInput = { action: 'tx', from: 'patron', messages: [{ send: { to: 'lab', amount: '6untrn' } }] }
    const broken = await judged(start, 'I1', [patron, gift, pay('1000006')])
    expect(broken?.verdict.text).toMatch(/balances and claims of all actors grew by 1000006 of neutron:untrn/)
  })

  test('I2: a failed callback is settled by the message with which the contract recovers it', async () => {
    const failing = lab({ configure: { callback: 'error', behaviour: { error: 'not today' } } })
    const mend = { configure: { callback: 'error', behaviour: 'succeed' } }
    const story = [failing, lab(transfer()), vault.refuse]
    const recovering = (recover: string[]) => {
      const config = labCampaign()
      const resubmit = { resubmit: { failure_id: '${failure_id}' } }
      const messages = [{ from: 'alice', msg: mend, funds: '' }]
      return { ...config, contracts: [{ ...config.contracts[0]!, resubmit, recover, messages }] }
    }
    const left = await started(recovering([]), (other) => judged(other, 'I2', story))
    expect(left?.verdict.text).toMatch(/callback error of lab failed .* not today/)
    expect(await started(recovering(['configure']), (other) => judged(other, 'I2', story))).toBeUndefined()
  })

  test("I9: a stranger's copy of a message that the contract sends to itself is accepted", async () => {
    const act = lab({ act: { behaviour: toItself(start, transfer()) } })
    const broken = await judged(start, 'I9', [act])
    expect(broken?.verdict.text).toMatch(/lab sends itself transfer, and the same message from a stranger succeeds/)
    expect(await judged(start, 'I9', [lab(transfer())])).toBeUndefined()
  })

  test.each([
    [{ timeout_seconds: 5 }, /times out after 5 seconds; the sender of the message chooses/],
    [{ timeout_seconds: 40_000_000 }, /times out only after 462 days; the sender of the message chooses/],
    [{ timeout_seconds: 1234 }, /the sender of the message chooses the packet's timeout \(1234 seconds\)/],
  ])('I12: a packet with %o is not sane', async (more, text) => {
    expect((await judged(start, 'I12', [lab(transfer(more))]))?.verdict.text).toMatch(text)
  })
  test('I12: an admin may choose a timeout, and it is reported when it is out of bounds', async () => {
    const config = { ...labInput, contracts: [{ ...labInput.contracts[0]!, admin: 'alice' }] }
    await started(defineCampaign(config), async (own) => {
      expect(await judged(own, 'I12', [lab(transfer({ timeout_seconds: 1234 }))])).toBeUndefined()
      const broken = await judged(own, 'I12', [lab(transfer({ timeout_seconds: 5 }))])
      expect(broken?.verdict.text).toMatch(/times out after 5 seconds; the sender of the message chooses/)
    })
  })
  test('I3: coins that the contract never reads are a gift; those that it keeps of a failed request are lost', async () => {
    const config = { ...labInput, actors: [{ name: 'alice', funds: '1000000000untrn,1000gold' }] }
    await started(defineCampaign(config), async (own) => {
      const paid = (msg: object): ActionInput => ({
        action: 'tx',
        from: 'alice',
        messages: [{ execute: { contract: 'lab', msg, funds: '7gold' } }],
      })
      expect(await judged(own, 'I3', [paid(transfer({ denom: 'untrn' }))])).toBeUndefined()
      const broken = await judged(own, 'I3', [paid(transfer({ denom: 'gold', amount: '7' }))])
      expect(broken?.verdict.text).toMatch(/alice has 993 of neutron:gold in balance and claims instead of 1000/)
    })
  })
  test('I12: the default timeout is not reported', async () => {
    expect(await judged(start, 'I12', [lab(transfer())])).toBeUndefined()
  })
  test('I12: its timeout counts from the block of its transaction, however many blocks the step makes after it', async () => {
    // Of a minute and a half, less than the least is left when the step ends.
    const brief = transfer({ timeout_seconds: 90 })
    const long: ActionInput = { action: 'relay', receiver: { errorCode: 7 }, limit: 40 }
    expect(await judged(start, 'I12', [again(brief), lab(transfer()), long])).toBeUndefined()
  })

  test('I2: a callback that refuses on purpose may be excepted', async () => {
    const refusing = lab({ configure: { callback: 'error', behaviour: { error: 'not today' } } })
    const story = [refusing, lab(transfer()), vault.refuse]
    expect((await judged(start, 'I2', story))?.verdict.text).toMatch(/callback error of lab failed/)
    const config = labCampaign()
    const allowed = { ...config, contracts: [{ ...config.contracts[0]!, allowFailures: ['not today'] }] }
    expect(await started(allowed, (other) => judged(other, 'I2', story))).toBeUndefined()
  })
})

/** A laboratory whose actor alice may claim so many points as an answer of it says. */
function pointsCampaign(query: object, points: (answer: Json) => number): CampaignConfig {
  const config = labCampaign()
  const claims = (sandbox: Sandbox) => ({
    alice: { points: BigInt(points(sandbox.chains.neutron.query('lab', query))) },
  })
  const resubmit = { resubmit: { failure_id: '${failure_id}' } }
  return { ...config, contracts: [{ ...config.contracts[0]!, claims, resubmit }] }
}
const counted = (kind: string) => (answer: Json) => (answer as Readonly<Record<string, number>>)[kind]!

describe('twins that are off by default', () => {
  const refused = [lab(transfer()), vault.refuse]
  test('I10: a record that depends on the block differs when the failure is resubmitted', async () => {
    const byHeight = pointsCampaign({ received: {} }, (answer) =>
      (answer as { readonly received: readonly { readonly height: number }[] }).received.reduce(
        (sum, { height }) => sum + height,
        0,
      ),
    )
    const broken = await started(byHeight, (start) => judged(start, 'I10', refused))
    expect(broken?.verdict.text).toMatch(
      /resubmitting error has another result than its success at once: alice may claim/,
    )
    expect(broken?.verdict.further?.map(({ action }) => action)).toEqual(['fault', 'relay', 'tx'])
  })

  test('I10: a record that is written once is the same', async () => {
    const once = pointsCampaign({ counters: {} }, counted('error'))
    expect(await started(once, (start) => judged(start, 'I10', refused))).toBeUndefined()
  })

  const keys = [{ path: 'bank', key: 'AA==' }]
  const register = { register_kv_query: { connection_id: 'connection-0', update_period: 1, keys } }
  const watched: readonly ActionInput[] = [
    {
      action: 'tx',
      from: 'alice',
      messages: [{ execute: { contract: 'lab', msg: register, funds: '10000000untrn' } }],
    },
    { action: 'deliverQueries', query: 1 },
  ]
  test('I11: a record for each result is a violation when nothing changed', async () => {
    const each = pointsCampaign({ counters: {} }, counted('kv_query_result'))
    const broken = await started(each, (start) => judged(start, 'I11', watched))
    expect(broken?.verdict.text).toMatch(
      /the same query result, delivered again, changed something: alice may claim 2 or 3/,
    )
  })

  test('I11: a record that is written once is not', async () => {
    const once = pointsCampaign({ counters: {} }, (answer) => Math.min(1, counted('kv_query_result')(answer)))
    expect(await started(once, (start) => judged(start, 'I11', watched))).toBeUndefined()
  })
})

describe('I9b, when it is enabled', () => {
  const BANK = { bank: { send: { to_address: '', amount: [{ denom: 'untrn', amount: '5' }] } } }
  const paying = (start: Start, name: string): object => {
    const to_address = start.sandbox.chains.neutron.host.keyOf(name).address
    return { act: { behaviour: { submessages: [{ msg: { bank: { send: { ...BANK.bank.send, to_address } } } }] } } }
  }
  const from = (sender: string, msg: object): ActionInput => ({ ...lab(msg), from: sender }) as ActionInput
  const gift: ActionInput = { action: 'tx', from: 'alice', messages: [{ send: { to: 'stranger', amount: '7untrn' } }] }

  test("a stranger's gain violates it; a gift and the gains of others do not", async () => {
    await started(labCampaign(), async (start) => {
      const taking = await judged(start, 'I9b', [gift, from('stranger', paying(start, 'stranger'))])
      expect(taking?.verdict.text).toMatch(/a stranger gained 5 of neutron:untrn/)
      expect(await judged(start, 'I9b', [gift, from('stranger', paying(start, 'alice'))])).toBeUndefined()
    })
    expect(levelOf(labCampaign(), 'I9b')).toBe(false)
    expect(levelOf(defineCampaign({ ...labInput, invariants: { I9b: true } }), 'I9b')).toBe(true)
  })

  test('what the stranger spends on fees does not pay for a gain', async () => {
    const setup = JSON.parse(
      JSON.stringify(labInput.setup).replace('"1000000untrn"', '"500ufoo,1000000untrn"'),
    ) as never
    const actors = [{ name: 'alice', funds: '1000ufoo,1000000000untrn' }]
    const spends: ActionInput = {
      action: 'tx',
      from: 'stranger',
      messages: [{ send: { to: 'alice', amount: '5untrn' } }],
    }
    const told = (more: object) =>
      started(defineCampaign({ ...labInput, actors, setup, ...more }), async (start) => {
        const to_address = start.sandbox.chains.neutron.host.keyOf('stranger').address
        const msg = { bank: { send: { to_address, amount: [{ denom: 'ufoo', amount: '5' }] } } }
        const pays = from('stranger', { act: { behaviour: { submessages: [{ msg }] } } })
        return (await judged(start, 'I9b', [gift, spends, pays]))?.verdict.text
      })
    expect(await told({})).toMatch(/a stranger gained 5 of neutron:ufoo/)
    expect(await told({ feeDenoms: [] })).toBeUndefined()
  })
})
