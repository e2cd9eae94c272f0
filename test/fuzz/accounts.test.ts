import { describe, expect, test } from 'vitest'
import { runCampaign } from '../../src/fuzz/campaign.js'
import { defineCampaign } from '../../src/fuzz/config.js'
import { Corpus } from '../../src/fuzz/corpus/index.js'
import { accountChoices, accountsOf, handshakeStep, registering, sendingOver } from '../../src/fuzz/model/accounts.js'
import { Memory, sceneOf, weightsOf, type Scene } from '../../src/fuzz/model/index.js'
import type { Choice } from '../../src/fuzz/model/scene.js'
import { RandomSource } from '../../src/fuzz/random-source.js'
import type { Start } from '../../src/fuzz/setup.js'
import { Story } from '../../src/fuzz/story.js'
import type { ActionInput, Double } from '../../src/sandbox/index.js'
import { registering as registerAccount, SUBMIT } from './account-messages.js'
import { started } from './stories.js'

const REGISTER = registerAccount()
/** Only alice may begin. */
const keeper: Double = {
  execute: ({ storage }, _env, { sender }, msg) => {
    const owner = storage.load<string>('owner') ?? sender
    storage.save('owner', owner)
    if ('begin' in (msg as object) && sender !== owner) throw new Error('Unauthorized')
    return { messages: ['begin' in (msg as object) ? REGISTER : SUBMIT] }
  },
  sudo: () => undefined,
}

const message = (name: string) => ({ type: 'object', required: [name], properties: { [name]: { type: 'object' } } })
const tell = (msg: Record<string, object>, funds: string): ActionInput => ({
  action: 'tx',
  chain: 'neutron',
  from: 'alice',
  messages: [{ execute: { contract: 'keeper', msg, funds } }],
})
const relay: ActionInput = { action: 'relay' }
const [begin, submit] = [tell({ begin: {} }, '1000000untrn'), tell({ submit: {} }, '2000untrn')]
const TIMES_OUT: readonly ActionInput[] = [submit, { action: 'skipPastTimeout', chain: 'hub' }, relay]

/** @param setup what happens before action sequences begin @param names of the contract's messages */
const campaign = (setup: readonly ActionInput[], names: readonly string[] = ['begin', 'submit'], double = keeper) =>
  defineCampaign({
    title: 'accounts',
    actors: ['alice', 'bob'].map((name) => ({ name, funds: '10000000untrn' })),
    setup: async (sandbox) => {
      sandbox.chains.neutron.mock(double, { label: 'keeper' })
      for (const action of setup) await sandbox.perform(action)
    },
    contracts: [
      { label: 'keeper', schema: { contract_name: 'keeper', execute: { oneOf: names.map((name) => message(name)) } } },
    ],
  })

/** Executes an action sequence, of which the memory learns. */
async function after(start: Start, actions: readonly ActionInput[]): Promise<Scene> {
  const [random, memory, story] = [new RandomSource(1), new Memory(start), await Story.begin(start)]
  for (const action of actions) {
    const step = await story.execute(action)
    expect(step.error).toBeUndefined()
    memory.learn(start.subjects[0]!, step, true)
  }
  return sceneOf(story, memory, weightsOf(random), random)
}

const statusIn = (start: Start) => [...accountsOf(start, start.subjects[0]!).values()]

describe('the message that registers an interchain account', () => {
  test('is known from the setup, with its sender and its fee, and sent again when the channel is closed', () =>
    started(campaign([begin, relay]), async (start) => {
      const [subject] = start.subjects
      expect(new Memory(start).accounts.registering('keeper')).toEqual([
        { label: 'keeper', variant: 'begin', from: 'alice', msg: { begin: {} }, funds: '1000000untrn' },
      ])
      expect(registering(await after(start, [submit]), subject!)).toBeUndefined()
      const scene = await after(start, TIMES_OUT)
      expect(statusIn(start)).toEqual(['closed'])
      expect(registering(scene, subject!)).toMatchObject(begin)
      await scene.story.execute(begin)
      await scene.story.execute(handshakeStep('closeConfirm'))
      await scene.story.execute(handshakeStep('openTry'))
      expect(statusIn(start)).toEqual(['opening'])
      await scene.story.execute(handshakeStep('openAck'))
      expect(statusIn(start)).toEqual(['open'])
      expect((await scene.story.execute(sendingOver(scene, subject!)!)).sent).toEqual([
        expect.stringMatching(/^neutron\/icacontroller-.*\/channel-\d+\/1$/),
      ])
    }))

  test('is learned from action sequences, as is the one that sends packets over the account', () =>
    started(campaign([]), async (start) => {
      const scene = await after(start, [begin, relay, ...TIMES_OUT])
      expect(registering(scene, start.subjects[0]!)).toMatchObject(begin)
      expect(sendingOver(scene, start.subjects[0]!)).toMatchObject(submit)
    }))

  test('is sent less often while it is refused, until it is accepted', () =>
    started(campaign([begin, relay]), async (start) => {
      const [subject] = start.subjects
      const scene = await after(start, TIMES_OUT)
      const [[before]] = accountChoices(scene) as [Choice]
      const learn = async (action: ActionInput): Promise<void> =>
        scene.memory.learn(subject!, await scene.story.execute(action), false)
      for (let times = 0; times < 6; times++) await learn({ ...begin, from: 'bob' } as ActionInput)
      expect(accountChoices(scene)[0]![0]).toBe(before / 2)
      await learn(begin)
      expect(scene.memory.accounts.hope('keeper')).toBe(1)
    }))

  test('is one whose name sounds like it if none was seen', () =>
    started(campaign([begin, relay], ['open_account', 'submit']), async (start) => {
      const scene = await after(start, TIMES_OUT)
      const unknown = sceneOf(
        scene.story,
        Object.assign(new Memory(start), { accounts: { registering: () => [], hope: () => 1 } }),
        scene.weights,
        scene.random,
      )
      expect(registering(unknown, start.subjects[0]!)).toMatchObject({
        messages: [{ execute: { msg: { open_account: {} } } }],
      })
    }))
})

interface Outcome {
  readonly request: { readonly source_channel: string; readonly sequence: number }
}

/** Keeps its requests until their outcome comes, by the sequence of the packet. @param keyOf the key of a request */
const counting = (keyOf: (channel: string, sequence: number) => string): Double => ({
  execute: ({ storage }, _env, _info, msg) => {
    if ('begin' in (msg as object)) return { messages: [REGISTER] }
    const sequence = (storage.load<number>('sent') ?? 0) + 1
    storage.save('sent', sequence)
    storage.save(keyOf(storage.load<string>('channel')!, sequence), 'on its way')
    return { messages: [SUBMIT] }
  },
  sudo: ({ storage }, _env, msg) => {
    const { open_ack, ...outcomes } = msg as { readonly open_ack?: { readonly channel_id: string } }
    if (open_ack !== undefined) {
      storage.save('channel', open_ack.channel_id)
      // Each channel counts its packets anew.
      storage.save('sent', 0)
      return
    }
    const [{ request }] = Object.values(outcomes) as [Outcome]
    const key = keyOf(request.source_channel, request.sequence)
    if (storage.load(key) === undefined) throw new Error('no such request')
    storage.remove(key)
  },
})

describe('a key of requests without the channel', () => {
  const errors = async (double: Double, seed: number) => {
    const budget = { sequences: 60, findings: 1 }
    const { findings } = await runCampaign(campaign([begin, relay], undefined, double), {
      seed,
      budget,
      clock: () => 0,
      corpus: Corpus.open(undefined),
    })
    return findings.filter(({ level }) => level === 'error')
  }

  test('is found, since packets of the new channel take the place of those of the old one', async () => {
    expect(
      await errors(
        counting((_, sequence) => String(sequence)),
        1,
      ),
    ).toMatchObject([{ invariant: 'I2', text: expect.stringMatching(/no such request/) as string }])
  }, 600_000)

  test('with the channel there is nothing to find', async () => {
    expect(
      await errors(
        counting((channel, sequence) => `${channel}/${sequence}`),
        1,
      ),
    ).toEqual([])
  }, 600_000)
})
