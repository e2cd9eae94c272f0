import { describe, expect, test } from 'vitest'
import { Costs } from '../../src/fuzz/invariants/costs.js'
import { StoryCoverage } from '../../src/fuzz/coverage.js'
import { INVARIANTS } from '../../src/fuzz/invariants/index.js'
import { Oracle } from '../../src/fuzz/oracle.js'
import { RandomSource } from '../../src/fuzz/random-source.js'
import { MadeStates, Novelty, SavedStates, Shapes } from '../../src/fuzz/search/index.js'
import { startCampaign, type Start } from '../../src/fuzz/setup.js'
import { remembering } from '../../src/fuzz/shrink/shrink-file.js'
import { Story } from '../../src/fuzz/story.js'
import type { ActionInput } from '../../src/sandbox/index.js'
import { started, vault, vaultCampaign } from './stories.js'

const { deposit, withdraw, execute, relay, refuse, tick, timeOut } = vault

/** Which of so many times something is true, from 1. */
const whichOf = (times: number, is: (time: number) => boolean): readonly number[] =>
  Array.from({ length: times }, (_, i) => i + 1).filter(is)

describe('a possibility is new', () => {
  test('the first time; in a state of the same shape it is judged again the 4th, 16th and 64th time', () => {
    const novelty = new Novelty()
    expect(whichOf(100, () => novelty.isNew('deposit', 'at rest', false))).toEqual([1, 4, 16, 64])
  })

  test('in each new shape, and as another kind', () => {
    const novelty = new Novelty()
    const isNew = (kind: string, shape: string) => novelty.isNew(kind, shape, false)
    expect(isNew('deposit', 'at rest')).toBe(true)
    expect(isNew('deposit', 'at rest')).toBe(false)
    expect(isNew('deposit', 'one packet')).toBe(true)
    expect(isNew('withdraw', 'at rest')).toBe(true)
    expect(isNew('withdraw', 'at rest')).toBe(false)
  })

  test('in fewer shapes the more there are, and in more of them after new code', () => {
    const judged = (shapes: number, ranNewCode: boolean): number => {
      const novelty = new Novelty()
      return whichOf(shapes, (shape) => novelty.isNew('deposit', String(shape), ranNewCode)).length
    }
    expect([4, 16, 100, 400].map((shapes) => judged(shapes, false))).toEqual([4, 12, 36, 76])
    expect(judged(16, true)).toBe(16)
  })

  test('until it was judged: a shape that was passed over gets its turn', () => {
    const novelty = new Novelty()
    const passedOver = whichOf(100, (shape) => !novelty.isNew('deposit', String(shape), false))
    expect(passedOver.length).toBeGreaterThan(50)
    const left = new Set(passedOver)
    for (let round = 0; left.size > 0 && round < 1000; round++)
      for (const shape of left) if (novelty.isNew('deposit', String(shape), false)) left.delete(shape)
    expect(left.size).toBe(0)
  })
})

const told = async (start: Start, ...actions: readonly ActionInput[]): Promise<Story> => {
  const story = await Story.begin(start)
  for (const action of actions) await story.execute(action)
  return story
}

describe('the shape of a state', () => {
  const shapes = (...stories: readonly (readonly ActionInput[])[]): Promise<readonly string[]> =>
    started(vaultCampaign(), async (start) => {
      const of = new Shapes(start)
      const found: string[] = []
      for (const story of stories) found.push(of.of(await told(start, ...story)))
      return found
    })

  test('is the same for other amounts, other users and more of the same', async () => {
    const [one, other, two, three] = await shapes(
      [deposit('alice', 100)],
      [deposit('bob', 731)],
      [deposit('alice', 100), deposit('bob', 5)],
      [deposit('alice', 100), deposit('bob', 5), deposit('alice', 7)],
    )
    expect(other).toBe(one)
    expect(two).not.toBe(one)
    expect(three).toBe(two)
  })

  test('differs by what waits and by what contracts store', async () => {
    const all = await shapes(
      [],
      [deposit('alice')],
      [deposit('alice'), execute],
      [deposit('alice'), relay],
      [deposit('alice'), relay, tick],
      [deposit('alice'), relay, tick, refuse],
      [deposit('alice'), relay, tick, timeOut],
      [deposit('alice'), relay, withdraw('alice', 10)],
      [{ action: 'fault', chain: 'neutron', fail: { child: 1 } }],
    )
    expect(new Set(all).size).toBe(all.length)
  })

  test('differs by the error of a failure that waits', async () => {
    const failing = (gas: string): readonly ActionInput[] => [
      deposit('alice'),
      { action: 'fault', chain: 'neutron', contract: 'vault', fail: { gas } },
      relay,
    ]
    const [none, failed] = await shapes([deposit('alice'), relay], failing('1000'))
    expect(failed).not.toBe(none)
    expect(failed).toContain('codespace')
  })
})

describe('an oracle', () => {
  /** Judges an action sequence twice, as a campaign does. @returns the actions that each of the rounds executed */
  const rounds = (stories: readonly (readonly ActionInput[])[], when: 'twin' | 'end') =>
    started(vaultCampaign(), async (start) => {
      const costs = new Costs(start.limit)
      const oracle = new Oracle(start.config, undefined, undefined, undefined, costs)
      const novelty = new Novelty()
      const shapes = new Shapes(start)
      const executed: number[] = []
      for (const actions of stories) {
        const memory = await remembering(start, actions)
        const story = await told(start, ...actions.slice(0, -1))
        const before = await start.sandbox.snapshot()
        await story.execute(actions.at(-1)!)
        const done = start.limit.done
        const shape = shapes.of(story)
        const verdict = await oracle.judge(
          {
            start,
            story,
            memory,
            random: new RandomSource(1),
            before,
            thorough: false,
            isNew: (what) => novelty.isNew(what, shape, false),
            excused: () => false,
          },
          when,
        )
        expect(verdict).toBeUndefined()
        executed.push(start.limit.done - done)
      }
      const sum = costs.all.reduce((all, { part, actions }) => (part === 'search' ? all : all + actions), 0)
      return { executed, sum }
    })

  test.each(['twin', 'end'] as const)('judges no state again by a %s, but each new one', async (when) => {
    const { executed, sum } = await rounds(
      [[deposit('alice', 100)], [deposit('alice', 100)], [deposit('bob', 7)], [deposit('alice', 100), execute]],
      when,
    )
    const [first, same, like, other] = executed
    expect(first).toBeGreaterThan(0)
    expect(same).toBe(0)
    expect(like).toBe(0)
    expect(other).toBeGreaterThan(0)
    expect(sum).toBe(executed.reduce((all, one) => all + one))
  })

  test('lets an invariant execute a share of all actions, and judge what it had to leave out when there are more', async () => {
    await started(vaultCampaign(), async (start) => {
      const costs = new Costs(start.limit)
      const oracle = new Oracle(start.config, 'I3', undefined, undefined, costs)
      const actions = [deposit('alice')]
      const memory = await remembering(start, actions)
      const story = await told(start, ...actions)
      const common = { start, story, memory, random: new RandomSource(1), before: undefined, thorough: false }
      const judge = () => oracle.judge({ ...common, isNew: () => true, excused: () => false }, 'twin')
      const spent = (): number => costs.actionsOf('I3')
      for (let before = -1; before < spent();) {
        before = spent()
        await judge()
      }
      const first = spent()
      expect(first).toBeGreaterThan(150)
      expect(first).toBeLessThan(200)
      await judge()
      expect(spent()).toBe(first)
      for (let i = 0; i < 2000; i++) start.limit.begins(relay)
      await judge()
      expect(spent()).toBeGreaterThan(first)
    })
  })

  test('asks before each invariant that costs more than the step: none executes anything that is not new', async () => {
    await started(vaultCampaign(), async (start) => {
      const stories = [
        [deposit('alice'), deposit('bob')],
        [deposit('alice'), relay],
        [deposit('alice'), relay, withdraw('alice', 10)],
        [deposit('alice'), execute, deposit('bob')],
      ]
      const asked = new Set<string>()
      for (const actions of stories) {
        const memory = await remembering(start, actions)
        const story = await told(start, ...actions.slice(0, -1))
        const before = await start.sandbox.snapshot()
        await story.execute(actions.at(-1)!)
        const done = start.limit.done
        for (const { id, when, judge } of INVARIANTS) {
          if (when === 'step') continue
          const isNew = (): boolean => {
            asked.add(id)
            return false
          }
          const random = new RandomSource(1)
          await judge({ start, story, memory, random, before, thorough: false, isNew, excused: () => false })
          expect(start.limit.done, id).toBe(done)
        }
      }
      expect([...asked].sort()).toEqual(['I10', 'I13', 'I14', 'I3', 'I4', 'I5', 'I6', 'I8', 'I9'])
    })
  })
})

describe('states that were made to judge', () => {
  test('are shared if they ran new code, and a sequence goes on there', async () => {
    const start = await startCampaign(vaultCampaign())
    try {
      const coverage = new StoryCoverage(start.sandbox)
      const story = await told(start, deposit('alice'))
      coverage.begin()
      coverage.step(true)
      const here = await start.sandbox.snapshot()
      const made = new MadeStates(start, coverage)
      const make = async (...actions: readonly ActionInput[]): Promise<void> => {
        await start.sandbox.restore(here)
        for (const action of actions) await start.sandbox.perform(action)
        made.note()
      }
      await make(refuse)
      await make(refuse)
      await make(timeOut, relay)
      expect(made.all.map(({ fromBefore }) => fromBefore)).toEqual([false, false])
      expect(made.all.map(({ actions }) => actions.map(({ action }) => action))).toEqual([
        ['relay'],
        ['skipPastTimeout', 'relay'],
      ])

      await start.sandbox.restore(here)
      const states = new SavedStates(start)
      await states.share(story, made.all[0]!.actions)
      await start.sandbox.restore(start.snapshot)
      const { story: again, further } = (await states.goOn(new RandomSource(1)))!
      expect(again.actions).toEqual(story.actions)
      expect(start.ledger.balances()).toEqual(story.state.balances)
      expect(further).toMatchObject([{ action: 'relay', receiver: { errorCode: 7 } }])
      // Now its actions are steps of a sequence, whose states are saved as others are.
      expect(await states.goOn(new RandomSource(1))).toBeUndefined()
    } finally {
      await start.sandbox.close()
    }
  })

  test('from before the last step are told from those after it', async () => {
    const start = await startCampaign(vaultCampaign())
    try {
      const coverage = new StoryCoverage(start.sandbox)
      coverage.begin()
      const story = await told(start, deposit('alice'))
      const before = await start.sandbox.snapshot()
      await story.execute(execute)
      const made = new MadeStates(start, coverage)
      await start.sandbox.restore(before)
      await start.sandbox.perform(refuse)
      made.note()
      expect(made.all).toMatchObject([{ fromBefore: true, actions: [{ action: 'relay', receiver: { errorCode: 7 } }] }])
      await start.sandbox.restore(start.snapshot)
      await start.sandbox.perform(deposit('bob', 3))
      made.note()
      expect(made.all).toHaveLength(1)
    } finally {
      await start.sandbox.close()
    }
  })
})
