// Replies three deep: what fails in the middle is taken back to the last write, coin and event, and nothing else is.
import { contractCalls, type Account, type Contract, type Sandbox, type TxResult } from 'sudobox'
import { describe, expect, test as base } from 'sudobox/vitest'

const LAB = 'contracts/artifacts/callback_lab.wasm'
const LABS = ['top', 'middle', 'bottom'] as const
type Name = (typeof LABS)[number]

interface World {
  readonly alice: Account
  readonly bob: Account
  readonly labs: Readonly<Record<Name, Contract>>
}

/** Three labs with 1,000 untrn each. */
async function world({ chains: { neutron } }: Sandbox): Promise<World> {
  const [alice, bob] = [neutron.account('alice', '3000untrn'), neutron.account('bob')]
  const code = await alice.store(LAB)
  const lab = async (label: Name) => alice.instantiate(code, {}, { label, funds: '1000untrn' })
  return { alice, bob, labs: { top: await lab('top'), middle: await lab('middle'), bottom: await lab('bottom') } }
}

const test = base.extend<{ world: World }>({
  world: async ({ sandbox }, use) => {
    await use(await world(sandbox))
  },
})

interface Options {
  readonly reply_on?: 'always' | 'error' | 'success' | 'never'
  readonly id?: number
  readonly gas_limit?: number
}
const base64 = (value: object) => btoa(JSON.stringify(value))
const pay = ({ address }: { readonly address: string }, amount: number, options: Options = {}) => ({
  msg: { bank: { send: { to_address: address, amount: [{ denom: 'untrn', amount: String(amount) }] } } },
  ...options,
})
const tell = ({ address }: Contract, msg: object, options: Options = {}) => ({
  msg: { wasm: { execute: { contract_addr: address, msg: base64(msg), funds: [] } } },
  ...options,
})
const act = (submessages: readonly object[]) => ({ act: { behaviour: { submessages } } })

/** The top pays bob 1 and 2 and calls the middle in between; that pays him 10 and 20 around the bottom, which pays 100 and 200. */
function cascade(
  { alice, bob, labs: { top, middle, bottom } }: World,
  options: { readonly bottom?: Options; readonly middle?: Options } = {},
): Promise<TxResult> {
  const deepest = act([pay(bob, 100, { reply_on: 'always', id: 3 }), pay(bob, 200)])
  const inner = act([
    pay(bob, 10),
    tell(bottom, deepest, { reply_on: 'always', id: 2, ...options.bottom }),
    pay(bob, 20),
  ])
  return alice.execute(
    top,
    act([pay(bob, 1), tell(middle, inner, { reply_on: 'always', id: 1, ...options.middle }), pay(bob, 2)]),
  )
}

const onReply = ({ alice, labs }: World, name: Name, behaviour: unknown) =>
  alice.execute(labs[name], { configure: { callback: 'reply', behaviour } })

interface ReplyMessage {
  readonly id: number
  readonly result: { readonly error?: string; readonly ok?: { readonly events: readonly object[] } }
}
/** The replies that each lab kept: their ids, with the error where there was one. */
const replies = ({ labs }: World) =>
  Object.fromEntries(
    LABS.map((name) => [
      name,
      labs[name]
        .query<{ received: { message: ReplyMessage }[] }>({ received: {} })
        .received.map(({ message: { id, result } }) => (result.error === undefined ? id : `${id}: ${result.error}`)),
    ]),
  )

const coins = ({ bob, labs }: World) =>
  Object.fromEntries(
    [['bob', bob] as const, ...LABS.map((name) => [name, labs[name]] as const)].map(([name, owner]) => [
      name,
      Number(owner.balances()[0]?.amount ?? 0n),
    ]),
  )

/** What happened, in order, in the words of the events that name contracts and payments. */
function events({ bob, labs }: World, result: TxResult): string[] {
  const names = new Map([[bob.address, 'bob'], ...LABS.map((name) => [labs[name].address, name] as const)])
  const named = (value: string | undefined) => names.get(value ?? '') ?? value
  return result.events.flatMap(({ type, attributes }) => {
    const found = Object.fromEntries(attributes)
    if (found['msg_index'] === undefined) return []
    if (type === 'transfer') return [`${named(found['sender'])} pays ${found['amount']?.replace('untrn', '')}`]
    if (type === 'execute' || type === 'reply') return [`${type} ${named(found['_contract_address'])}`]
    return []
  })
}

const WHOLE = [
  'execute top',
  'top pays 1',
  'execute middle',
  'middle pays 10',
  'execute bottom',
  'bottom pays 100',
  'reply bottom',
  'bottom pays 200',
  'reply middle',
  'middle pays 20',
  'reply top',
  'top pays 2',
]

describe('replies three deep', () => {
  test('are called from the bottom up', async ({ world }) => {
    const result = await cascade(world)

    expect(events(world, result)).toEqual(WHOLE)
    expect(replies(world)).toEqual({ top: [1], middle: [2], bottom: [3] })
    expect(coins(world)).toEqual({ bob: 333, top: 997, middle: 970, bottom: 700 })
    expect(contractCalls(result.trace)).toMatchObject([
      {
        label: 'top',
        entryPoint: 'execute',
        children: [
          {
            label: 'middle',
            entryPoint: 'execute',
            children: [
              { label: 'bottom', entryPoint: 'execute', children: [{ label: 'bottom', entryPoint: 'reply' }] },
              { label: 'middle', entryPoint: 'reply' },
            ],
          },
          { label: 'top', entryPoint: 'reply' },
        ],
      },
    ])
  })

  test('each have their own part of the events', async ({ world }) => {
    await cascade(world)
    const told = (name: Name) =>
      world.labs[name]
        .query<{ received: { message: { result: { ok: { events: { type: string }[] } } } }[] }>({ received: {} })
        .received[0]!.message.result.ok.events.filter(({ type }) => type === 'transfer').length
    // A reply to a message that is not one of wasm brings no events.
    expect([told('bottom'), told('middle'), told('top')]).toEqual([0, 2, 4])
  })
})

describe('a failure in the middle', () => {
  test('reverts what the middle and the bottom did, and keeps the rest', async ({ world }) => {
    await onReply(world, 'middle', { error: 'not this way' })

    const result = await cascade(world)

    expect(result).toSucceed()
    expect(events(world, result)).toEqual(['execute top', 'top pays 1', 'reply top', 'top pays 2'])
    expect(result).not.toEmit('execute', { _contract_address: world.labs.bottom.address })
    expect(replies(world)).toEqual({ top: ['1: codespace: wasm, code: 5'], middle: [], bottom: [] })
    expect(coins(world)).toEqual({ bob: 3, top: 997, middle: 1000, bottom: 1000 })
    // The calls were made all the same, and the trace tells which failed.
    expect(contractCalls(result.trace)[0]?.children[0]).toMatchObject({
      label: 'middle',
      error: 'reply: not this way: execute wasm contract failed',
      children: [
        { label: 'bottom', error: undefined, children: [{ label: 'bottom', entryPoint: 'reply', error: undefined }] },
        { label: 'middle', entryPoint: 'reply', error: 'not this way' },
      ],
    })
  })

  test('is paid for: reverted work costs the same as kept work', async ({ sandbox, world }) => {
    const start = await sandbox.snapshot()
    const gasOf = (result: TxResult) => contractCalls(result.trace)[0]!.children[0]!.children[0]!.gasUsed
    const whole = gasOf(await cascade(world))
    await sandbox.restore(start)
    await onReply(world, 'middle', 'error')
    const taken = await cascade(world)

    expect(gasOf(taken)).toBe(whole)
    expect(taken.gasUsed).toBeGreaterThan(contractCalls(taken.trace)[0]!.children[0]!.gasUsed)
  })

  test('that the middle catches reverts only the bottom', async ({ world }) => {
    await onReply(world, 'bottom', 'panic')

    const result = await cascade(world)

    expect(events(world, result)).toEqual(WHOLE.filter((line) => !line.includes('bottom')))
    expect(replies(world)).toEqual({ top: [1], middle: ['2: codespace: wasm, code: 29'], bottom: [] })
    expect(coins(world)).toEqual({ bob: 33, top: 997, middle: 970, bottom: 1000 })
  })

  test('without a reply on error fails the caller too', async ({ world }) => {
    await onReply(world, 'bottom', 'error')

    const result = await cascade(world, { bottom: { reply_on: 'success' } })

    expect(replies(world)).toEqual({ top: ['1: codespace: wasm, code: 5'], middle: [], bottom: [] })
    expect(coins(world)).toEqual({ bob: 3, top: 997, middle: 1000, bottom: 1000 })
    expect(events(world, result)).toEqual(['execute top', 'top pays 1', 'reply top', 'top pays 2'])
  })

  test('ends the transaction when the top does not catch it either', async ({ world }) => {
    await onReply(world, 'middle', { error: 'not this way' })
    const failing = cascade(world, { middle: { reply_on: 'success' } })

    await expect(failing).rejects.toFailWith({
      codespace: 'wasm',
      code: 5,
      message: 'failed to execute message; message index: 0: reply: not this way: execute wasm contract failed',
    })
    expect(replies(world)).toEqual({ top: [], middle: [], bottom: [] })
    expect(coins(world)).toEqual({ bob: 0, top: 1000, middle: 1000, bottom: 1000 })
  })

  test('by the gas limit of a message costs that limit, and what is around it goes on', async ({ world }) => {
    await onReply(world, 'bottom', 'loop')

    const result = await cascade(world, { middle: { gas_limit: 400_000 } })

    expect(replies(world)).toEqual({ top: ['1: codespace: sdk, code: 11'], middle: [], bottom: [] })
    expect(coins(world)).toEqual({ bob: 3, top: 997, middle: 1000, bottom: 1000 })
    expect(result.gasUsed).toBeGreaterThan(400_000n)
    expect(result.gasUsed).toBeLessThan(800_000n)
  })

  test('does not affect a later try', async ({ sandbox, world }) => {
    const start = await sandbox.snapshot()
    const first = await cascade(world)
    await sandbox.restore(start)

    await onReply(world, 'middle', 'error')
    await cascade(world, { middle: { reply_on: 'error' } })
    await onReply(world, 'middle', 'succeed')
    const second = await cascade(world)

    expect(events(world, second)).toEqual(events(world, first))
    expect(replies(world)).toEqual({ top: ['1: codespace: wasm, code: 5', 1], middle: [2], bottom: [3] })
    expect(coins(world)).toEqual({ bob: 336, top: 994, middle: 970, bottom: 700 })
  })
})
