import { expect, test } from 'vitest'
import { smallerNumbers } from '../../src/fuzz/shrink/simpler.js'
import { remembering } from '../../src/fuzz/shrink/shrink-file.js'
import { shrinkStory } from '../../src/fuzz/shrink/shrink.js'
import type { ActionInput } from '../../src/sandbox/index.js'
import { started, vault, vaultCampaign } from './stories.js'

test('numbers in messages get smaller one at a time, and keep their JSON form', () => {
  const all = [...smallerNumbers({ swap: { amount: '4000', parts: [7, 80], to: 'neutron1', note: '007' } })]
  const amounts = ['1', '100'].map((amount) => ({
    swap: { amount, parts: [7, 80], to: 'neutron1', note: '007' },
  }))
  expect(all).toEqual([...amounts, { swap: { amount: '4000', parts: [7, 1], to: 'neutron1', note: '007' } }])
  expect([...smallerNumbers({ a: '100000000000000000000000' })].map((m) => (m as { a: string }).a)).toContain(
    '50000000000000000000000',
  )
  expect([...smallerNumbers(Array.from({ length: 1000 }, () => 50))]).toHaveLength(8)
})

test('a story shrinks to small numbers in its messages', async () => {
  const story: readonly ActionInput[] = [vault.deposit('alice', 54_321), vault.relay, vault.withdraw('alice', 43_210)]
  const own = {
    name: 'mine',
    check: (_: unknown, { steps }: { readonly steps: readonly { readonly action: object }[] }) =>
      JSON.stringify(
        steps.map(({ action }) => action),
        (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
      ).includes('withdraw')
        ? 'somebody took something out'
        : undefined,
  }
  await started(vaultCampaign(undefined, { own: [own] }), async (start) => {
    const smaller = await shrinkStory(start, await remembering(start, story), 'mine', story)
    expect(smaller?.steps).toHaveLength(3)
    expect(smaller?.steps.at(-1)?.action).toMatchObject({
      messages: [{ execute: { msg: { withdraw: { amount: '1' } } } }],
    })
  })
})
