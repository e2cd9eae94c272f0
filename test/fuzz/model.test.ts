import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RandomSource } from '../../src/fuzz/random-source.js'
import { Memory, weightsOf, nextAction, sceneOf, type Weights } from '../../src/fuzz/model/index.js'
import { paranoidChoices } from '../../src/fuzz/model/paranoid.js'
import { queryChoices } from '../../src/fuzz/model/queries.js'
import { startCampaign, type Start } from '../../src/fuzz/setup.js'
import { executeIfEffective } from '../../src/fuzz/shrink/shrink.js'
import { Story } from '../../src/fuzz/story.js'
import type { ActionInput } from '../../src/sandbox/index.js'
import { judged, vault, vaultCampaign } from './stories.js'

let start: Start
beforeAll(async () => {
  start = await startCampaign(vaultCampaign(), false)
})
afterAll(async () => start.sandbox.close())

/** A story that begins with two deposits and goes on by itself. */
async function told(more: Partial<Weights>, seed = 1): Promise<Story> {
  const random = new RandomSource(seed)
  const weights = { ...weightsOf(random), ...more }
  const memory = new Memory(start)
  const story = await Story.begin(start)
  const tell = async (action: ActionInput): Promise<void> => {
    const here = await start.sandbox.snapshot()
    await executeIfEffective(story, action, here)
    start.sandbox.forget(here)
  }
  for (const action of [vault.deposit('alice'), vault.deposit('bob', 300, 'channel-1')]) await tell(action)
  for (let i = 0; i < 30; i++) {
    const action = nextAction(sceneOf(story, memory, weights, random))
    if (action !== undefined) await tell(action)
  }
  return story
}

const toldOf = ({ steps }: Story): readonly string[] =>
  steps.flatMap(({ callbacks }) => callbacks.map(({ kind }) => kind)).filter((kind) => !kind.endsWith('query_result'))

describe('a story in which', () => {
  test('the remote chain always fails has only errors and timeouts', async () => {
    const kinds = toldOf(await told({ remote: 'failing', deliver: 3, faults: 0 }))
    expect(kinds).toContain('error')
    expect(kinds).not.toContain('response')
  })

  test('no acknowledgement is delivered leaves packets executed and their sender unsettled', async () => {
    const story = await told({ remote: 'silent', deliver: 3, faults: 0 })
    expect(toldOf(story)).toEqual([])
    expect(start.sandbox.relayer.pending().map(({ state }) => state)).toContain('acknowledged')
    expect(story.state.unsettled).toBe(true)
  })
})

test('faults hit every hop: gas, messages, requests to the host; and violate nothing by themselves', async () => {
  const random = new RandomSource(3)
  const memory = new Memory(start)
  const story = await Story.begin(start)
  await story.execute(vault.deposit('alice'))
  const scene = sceneOf(story, memory, { ...weightsOf(random), faults: 20 }, random)
  const armed = new Set<string>()
  for (let i = 0; i < 200; i++) {
    const action = nextAction(scene)
    if (action?.action === 'fault') armed.add(Object.keys(action.fail)[0]!)
  }
  expect([...armed].sort()).toEqual(['child', 'gas', 'hostCall'])
  const host: ActionInput = { action: 'fault', contract: 'vault', entryPoint: 'sudo', fail: { hostCall: { nth: 2 } } }
  for (const invariant of ['I1', 'I2', 'I3', 'I8'])
    expect(await judged(start, invariant, [vault.deposit('alice'), host, vault.refuse])).toBeUndefined()
  const struck = await Story.begin(start)
  for (const action of [vault.deposit('alice'), host, vault.refuse]) await struck.execute(action)
  expect(struck.last.callbacks).toMatchObject([
    { kind: 'error', struck: true, node: { error: expect.any(String) as string } },
  ])
})

test('a result of keys may be of any height after the last one, also of one at which there was nothing yet', async () => {
  const random = new RandomSource(5)
  const story = await Story.begin(start)
  const heights = (): readonly bigint[] => {
    const scene = sceneOf(story, new Memory(start), { ...weightsOf(random), queries: 1 }, random)
    const kv = queryChoices(scene).flatMap(([weight, make]) => (weight > 0 ? [make()] : []))
    const [at] = kv.flatMap((action) =>
      action?.action === 'deliverQueries' && action.height !== undefined ? [action.height] : [],
    )
    return at === undefined ? [] : [BigInt(at)]
  }
  const all = Array.from({ length: 40 }, heights).flat()
  const now = start.sandbox.chains.hub.height
  expect(all.some((height) => height < now / 2n)).toBe(true)
  const early = all.find((height) => height > 3n && height < now / 2n)!
  const step = await story.execute({ action: 'deliverQueries', query: 1, height: String(early) })
  expect(step.callbacks).toMatchObject([{ kind: 'kv_query_result', node: { error: undefined } }])
  expect(
    Array.from({ length: 40 }, heights)
      .flat()
      .every((height) => height > early),
  ).toBe(true)
})

test('paranoid stories notify a contract twice of a packet; it may refuse that, but not trap', async () => {
  const random = new RandomSource(6)
  const story = await Story.begin(start)
  for (const action of [vault.deposit('alice'), vault.refuse]) await story.execute(action)
  const scene = sceneOf(story, new Memory(start), weightsOf(random), random)
  expect(paranoidChoices(scene)).toEqual([])
  const paranoid = { ...scene, start: { ...start, config: { ...start.config, paranoid: true } } }
  const all = Array.from({ length: 20 }, () => paranoidChoices(paranoid)[0]![1]()!)
  const ends = all.flatMap((action) => (action.action === 'callback' ? Object.keys(action.message) : []))
  expect(new Set(ends)).toEqual(new Set(['response', 'error', 'timeout']))
  const again = all.find((action) => action.action === 'callback' && 'error' in action.message)!
  const step = await story.execute(again)
  // To the byte what the chain told the first time.
  expect(step.callbacks[0]!.node.message).toBe(story.steps.at(-2)!.callbacks[0]!.node.message)
  expect(await judged(start, 'I2', [vault.deposit('alice'), vault.refuse, again])).toBeUndefined()
})
