import { afterAll, beforeAll, expect, test } from 'vitest'
import { usesLayers } from '../../../src/fuzz/layers/which.js'
import { Memory, sceneOf, weightsOf, type Scene } from '../../../src/fuzz/model/index.js'
import { layerChoices } from '../../../src/fuzz/layers/choices.js'
import { takesMemos } from '../../../src/fuzz/layers/memos.js'
import { waysOf } from '../../../src/fuzz/layers/ways.js'
import { RandomSource } from '../../../src/fuzz/random-source.js'
import { variantsOf } from '../../../src/schema/index.js'
import { startCampaign, type Start } from '../../../src/fuzz/setup.js'
import { Story } from '../../../src/fuzz/story.js'
import type { ActionInput } from '../../../src/sandbox/index.js'
import { labOnThree } from './three.js'

let start: Start
beforeAll(async () => {
  start = await startCampaign(labOnThree(), false)
})
afterAll(async () => start.sandbox.close())

/** A state with its own random source. */
async function sceneWith(seed: number): Promise<Scene> {
  const random = new RandomSource(seed)
  return sceneOf(await Story.begin(start), new Memory(start), weightsOf(random), random)
}

const transfersOf = (scene: Scene, count: number): readonly Extract<ActionInput, { action: 'tx' }>[] =>
  Array.from({ length: count }, () => scene.random.weighted(layerChoices(scene))?.()).flatMap((action) =>
    action?.action === 'tx' && 'ibcTransfer' in action.messages[0]! ? [action] : [],
  )
const memoOf = ({ messages: [message] }: Extract<ActionInput, { action: 'tx' }>): string =>
  message !== undefined && 'ibcTransfer' in message ? (message.ibcTransfer.memo ?? '') : ''

test('routes lead over chains that forward coins', () => {
  const chains = waysOf(start.sandbox, (chain) => chain === 'neutron').map(([first, ...rest]) =>
    [first.from, first.to, ...rest.map(({ to }) => to)].join(' '),
  )
  expect(chains.toSorted()).toEqual([
    'hub juno hub neutron',
    'hub neutron',
    'hub neutron hub neutron',
    'juno hub neutron',
    'neutron hub neutron',
  ])
})

test('users call contracts, forward coins, do both, and use invalid memos', async () => {
  const transfers = transfersOf(await sceneWith(1), 200)
  const memos = transfers.map(memoOf)
  for (const [part, least] of [
    [/^\{"wasm":\{"contract":"neutron/, 10],
    [/^\{"forward":.*"next":\{"wasm":\{"contract":"neutron/, 10],
    [/"next":\{"forward":/, 10],
    [/"next":"\{/, 2],
    [/"retries":[12]/, 10],
    [/"channel":"channel-99"|"port":"icahost"|"timeout":"soon"|"next":5/, 2],
    [/"wasm":(null|1|\[\]|"wasm"|\{\}|\{"msg"|\{"contract":"[^"]+"\}|\{"contract":"[^"]+","msg":(0|"tick"|null))/, 3],
  ] as const)
    expect(memos.filter((memo) => part.test(memo)).length, String(part)).toBeGreaterThanOrEqual(least)
  expect(new Set(transfers.map(({ chain }) => chain))).toEqual(new Set(['neutron', 'hub', 'juno']))
})

test('what they send is accepted, refused, and forwarded', async () => {
  const story = await Story.begin(start)
  for (const action of transfersOf(await sceneWith(2), 30)) await story.execute(action)
  await story.execute({ action: 'relay' })
  const { results, sent } = story.last
  const hooks = results.flatMap(({ trace }) => trace).filter(({ layer }) => layer === 'ibc-hooks')
  expect(hooks.filter(({ error }) => error === undefined).length).toBeGreaterThan(3)
  expect(hooks.filter(({ error }) => error !== undefined).length).toBeGreaterThan(0)
  expect(new Set(sent.map((packet) => packet.split('/')[0]))).toEqual(new Set(['neutron', 'hub', 'juno']))
})

test('contracts get memos for what they send, if the campaign uses layers', async () => {
  const { around } = await sceneWith(3)
  const { memos = [] } = around('neutron')
  expect(memos.some((memo) => memo.startsWith('{"forward":'))).toBe(true)
  expect(takesMemos(start, 'hub')).toBe(false)
  expect(takesMemos({ ...start, config: { ...start.config, layers: false } }, 'neutron')).toBe(false)
  const { execute } = start.subjects[0]!.schema
  const { value } = variantsOf(execute!, { ...around('neutron'), memos: ['THE MEMO'] }).find(
    ({ name }) => name === 'transfer',
  )!
  const random = new RandomSource(4)
  const messages = Array.from({ length: 40 }, () => JSON.stringify(random.value(value)))
  expect(messages.filter((message) => message.includes('"memo":"THE MEMO"')).length).toBeGreaterThan(5)
})

test('a campaign uses layers if it says so, or names layers of a chain', () => {
  const chains = { neutron: {}, hub: {} }
  expect(usesLayers({ sandbox: { chains } })).toBe(false)
  expect(usesLayers({ sandbox: { chains }, layers: true })).toBe(true)
  expect(usesLayers({ sandbox: { chains: { ...chains, hub: { layers: ['packet-forward'] } } } })).toBe(true)
  expect(usesLayers({ sandbox: { chains: { ...chains, hub: { layers: ['packet-forward'] } } }, layers: false })).toBe(
    false,
  )
})
