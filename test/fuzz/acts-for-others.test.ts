import { describe, expect, test } from 'vitest'
import type { ActionInput, Double } from '../../src/sandbox/index.js'
import { betweenTwo, packet, send } from './two-contracts.js'

const verdict = (here: Double, story: readonly ActionInput[]) => betweenTwo('I9', here, {}, story)

type Call = Parameters<NonNullable<Double['execute']>>
const partOf = <T>(msg: Call[3]): T => (msg as { readonly send: T }).send

describe('I9: a packet', () => {
  /** Sends packets in the name of the sender, or of who sent one before. */
  const speaker: Double = {
    execute: ({ storage }, env, info, msg) => {
      const asked = partOf<{ readonly for_last?: true; readonly member?: string }>(msg)
      const last = storage.load<string>('last')
      const sender = asked.for_last === true && last !== undefined ? last : info.sender
      if (asked.for_last !== true) storage.save('last', sender)
      return { messages: [packet(env, { [asked.member ?? 'sender']: sender })] }
    },
  }

  test('names nobody else as its sender', async () => {
    const story = [send('here'), send('here', { from: 'carol', msg: { for_last: true } })]
    expect(await verdict(speaker, story)).toMatchObject({
      text: 'a message of the stranger sends a packet whose sender is alice',
      account: 'alice',
      about: 'here/send',
    })
  })

  test('may name its own sender, and another account as its receiver', async () => {
    expect(await verdict(speaker, [send('here'), send('here', { from: 'carol' })])).toBeUndefined()
    const story = [send('here'), send('here', { from: 'carol', msg: { for_last: true, member: 'receiver' } })]
    expect(await verdict(speaker, story)).toBeUndefined()
  })

  test('that its sender pays for may name somebody else: a note', async () => {
    const story = [send('here'), send('here', { from: 'carol', msg: { for_last: true }, funds: '5untrn' })]
    expect(await verdict(speaker, story)).toMatchObject({ level: 'note' })
  })
})

describe('I9: a row about an account', () => {
  /** Keeps what users pay, and gives some of it back. @param isAllowed who may take it @param pays whether the owner gets it */
  const bank = (isAllowed: (sender: string, owner: string) => boolean, pays: boolean): Double => ({
    execute: ({ storage }, _env, { sender, funds }, msg) => {
      const { take } = partOf<{ readonly take?: number }>(msg)
      if (take === undefined) {
        storage.save(['kept', sender], funds[0]?.amount ?? '0')
        storage.save('last', sender)
        return {}
      }
      const owner = storage.load<string>('last')!
      if (!isAllowed(sender, owner)) throw new Error('the coins are another account’s')
      storage.save(['kept', owner], String(Number(storage.load<string>(['kept', owner])) - take))
      const amount = [{ denom: 'untrn', amount: String(take) }]
      return pays ? { messages: [{ bank: { send: { to_address: owner, amount } } }] } : {}
    },
  })
  const anyone = (): boolean => true
  const story = (from: string): readonly ActionInput[] => [
    send('here', { funds: '50untrn' }),
    send('here', { from, msg: { take: 20 } }),
  ]

  test('is not decreased by a stranger: a note, as long as no coins and claims are lost', async () => {
    for (const from of ['alice', 'carol'])
      expect(await verdict(bank(anyone, false), story(from)), from).toMatchObject({
        text: 'a message of the stranger decreases what here stores about alice',
        level: 'note',
        account: 'alice',
      })
  })

  test('may be decreased by its owner, and by anyone who has the owner paid', async () => {
    const onlyTheOwner = (sender: string, owner: string): boolean => sender === owner
    expect(await verdict(bank(onlyTheOwner, false), story('alice'))).toBeUndefined()
    expect(await verdict(bank(anyone, true), story('carol'))).toBeUndefined()
    expect(await verdict(bank(anyone, true), story('alice'))).toBeUndefined()
  })
})
