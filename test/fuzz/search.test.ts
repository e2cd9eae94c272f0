import { describe, expect, test } from 'vitest'
import { runCampaign } from '../../src/fuzz/campaign.js'
import { Corpus } from '../../src/fuzz/corpus/index.js'
import { executed, leastUsed, Memory, sceneOf, weightsOf } from '../../src/fuzz/model/index.js'
import { UsageError } from '../../src/base/index.js'
import { RandomSource } from '../../src/fuzz/random-source.js'
import { SavedStates, scenario } from '../../src/fuzz/search/index.js'
import type { Start } from '../../src/fuzz/setup.js'
import { Story } from '../../src/fuzz/story.js'
import type { Action, Json } from '../../src/sandbox/index.js'
import { started, vault, vaultCampaign } from './stories.js'

const scene = (story: Story, memory: Memory, seed = 1) => {
  const random = new RandomSource(seed)
  return sceneOf(story, memory, weightsOf(random), random)
}

const learned = async (start: Start, memory: Memory): Promise<Story> => {
  const story = await Story.begin(start)
  const step = await story.execute(vault.deposit('alice'))
  memory.learn(start.subjects[0]!, step, true)
  return story
}

/** The same transaction with another message. */
const withMessage = (action: Action, msg: Json): Action => {
  const { messages, ...rest } = action as Extract<Action, { action: 'tx' }>
  const { execute } = messages[0] as { execute: object }
  return { ...rest, messages: [{ execute: { ...execute, msg } }] } as Action
}

describe('a saved state', () => {
  test('has new features, and the steps of its story lead there', async () => {
    await started(vaultCampaign(undefined), async (start) => {
      const states = new SavedStates(start)
      const random = new RandomSource(1)
      expect(await states.goOn(random)).toBeUndefined()
      const story = await Story.begin(start)
      await story.execute(vault.deposit('alice'))
      await states.offer(story, [1, 2])
      const { balances } = story.state
      await story.execute(vault.relay)
      // Nothing new.
      await states.offer(story, [2])
      const again = await states.goOn(random)
      expect(again!.story.actions).toHaveLength(1)
      expect(start.ledger.balances()).toEqual(balances)
      // It may be told on, without touching what is saved.
      await again!.story.execute(vault.relay)
      expect((await states.goOn(random))!.story.actions).toHaveLength(1)
      const told = await Story.begin(start)
      for (const action of again!.story.actions.slice(0, 1)) await told.execute(action)
      expect(start.ledger.balances()).toEqual(balances)
    })
  })
})

describe('what the search knows', () => {
  test('the messages that succeeded least come first', async () => {
    await started(vaultCampaign(undefined), async (start) => {
      const memory = new Memory(start)
      const story = await learned(start, memory)
      const kinds = leastUsed(scene(story, memory), true).map((make) => {
        const action = make()
        return action.action === 'tx'
          ? Object.keys((action.messages[0] as { execute: { msg: object } }).execute.msg)[0]
          : ''
      })
      expect(kinds.length).toBeGreaterThan(2)
      expect(kinds.at(-1)).toBe('deposit')
    })
  })

  test('a message that never worked and is refused as before is seldom tried, until it is refused in another way', async () => {
    await started(vaultCampaign(undefined), async (start) => {
      const memory = new Memory(start)
      const story = await learned(start, new Memory(start))
      const [subject] = start.subjects
      const { label } = subject!.config
      const refused = (text: string, times: number): number => {
        const error = new UsageError(text)
        for (let i = 0; i < times; i++) memory.learn(subject!, { ...story.last, error }, false)
        return memory.hope(label, 'deposit')
      }
      expect(memory.hope(label, 'deposit')).toBe(1)
      expect(refused('coins: 1', 1)).toBe(1)
      expect(refused('coins: 2', 10)).toBe(0.5)
      expect(refused('coins: 3', 90)).toBeLessThan(0.1)
      expect(refused('paused', 1)).toBe(1)
      expect(refused('paused', 10)).toBe(0.5)
      memory.learn(subject!, story.last, true)
      expect(refused('paused', 100)).toBe(1)
    })
  })

  test('messages without hope are not among the first', async () => {
    await started(vaultCampaign(undefined), async (start) => {
      const memory = new Memory(start)
      const story = await learned(start, memory)
      const error = new UsageError('no')
      const all = leastUsed(scene(story, memory), true).map((make) => executed(make())!.msg)
      const kinds = all.map((msg) => Object.keys(msg as object)[0]!)
      expect(kinds.at(-1)).toBe('deposit')
      // All others would come first, since each try counts little.
      for (let i = 0; i < 300; i++) memory.learn(start.subjects[0]!, story.last, true)
      for (const msg of all.slice(0, -1))
        for (let i = 0; i < 5000; i++)
          memory.learn(start.subjects[0]!, { ...story.last, action: withMessage(story.last.action, msg), error }, false)
      const firsts = Array.from({ length: 20 }, (_, seed) =>
        Object.keys(executed(leastUsed(scene(story, memory, seed), true)[0]!())!.msg as object),
      ).flat()
      const [anyway] = leastUsed(scene(story, memory), false)
      expect(executed(anyway!())!.msg).not.toHaveProperty('deposit')
      expect(firsts.filter((kind) => kind === 'deposit').length).toBeGreaterThan(15)
    })
  })

  test('what an event of a message names belongs to its sender', async () => {
    await started(vaultCampaign(undefined), async (start) => {
      const memory = new Memory(start)
      const story = await learned(start, memory)
      const events = [{ type: 'wasm', attributes: [['job', 'j-7']] as const }]
      memory.learn(start.subjects[0]!, { ...story.last, results: [{ ...story.last.results[0]!, events }] }, false)
      expect(memory.ownerOf({ withdraw: { id: 'j-7' } }, new RandomSource(1))).toBe('alice')
      expect(memory.ownerOf({ withdraw: { id: 'nobody made this' } }, new RandomSource(1))).toBeUndefined()
    })
  })

  test('scenarios have only steps that can be done', async () => {
    await started(vaultCampaign(undefined), async (start) => {
      const memory = new Memory(start)
      const done = new Set<string>()
      for (let seed = 1; seed <= 36; seed++) {
        const story = await learned(start, memory)
        for (const beat of scenario(scene(story, memory, 7919 * seed))) {
          const action = beat(scene(story, memory, 7919 * seed))
          if (action === undefined) continue
          await story.execute(action)
          done.add(action.action)
        }
      }
      for (const name of ['tx', 'relay', 'skipPastTimeout', 'params', 'upgrade']) expect(done).toContain(name)
    })
  }, 60_000)
})

test('a packet is settled behind an upgrade of the remote chain', async () => {
  await started(vaultCampaign(undefined), async (start) => {
    const story = await Story.begin(start)
    for (const action of [vault.deposit('alice'), { action: 'upgrade', revision: 7 } as const, vault.relay])
      expect((await story.execute(action)).error).toBeUndefined()
    expect(start.sandbox.relayer.pending()).toEqual([])
    expect(story.state.atRest).toBe(true)
  })
})

test('a search without any part is a plain random one, and as deterministic', async () => {
  const config = vaultCampaign(undefined, { length: 5, invariants: { I4: false } })
  const kept: string[] = []
  // One after the other: the counters of code are those of the process.
  for (let run = 0; run < 2; run++) {
    const corpus = Corpus.open(undefined)
    await runCampaign(config, { seed: 3, search: [], budget: { sequences: 2 }, clock: () => 0, corpus })
    kept.push(JSON.stringify(corpus.stories))
  }
  expect(kept[0] === kept[1]).toBe(true)
})

test('the dictionary has names and numbers of the code, and what contracts store', async () => {
  await started(vaultCampaign(undefined), async (start) => {
    const memory = new Memory(start)
    await Story.begin(start).then((story) => story.execute(vault.deposit('alice', 4711)))
    const drawn = (): string[] => {
      const random = new RandomSource(1)
      return Array.from({ length: 300 }, () => memory.dictionary.draw(random)).flatMap(({ words, numbers }) => [
        ...words,
        ...numbers.map(String),
      ])
    }
    expect(drawn()).toEqual(expect.arrayContaining(['delegated', 'channels', '100000']))
    expect(drawn()).not.toContain('4711')
    memory.dictionary.readState()
    expect(drawn()).toEqual(expect.arrayContaining(['4711', start.sandbox.chains.neutron.account('alice').address]))
  })
})
