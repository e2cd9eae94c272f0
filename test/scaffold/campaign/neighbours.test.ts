import { expect, test } from 'vitest'
import type { Json } from '../../../src/sandbox/index.js'
import { neighbours } from '../../../src/scaffold/campaign/neighbours.js'

const subject = (label: string, instantiate: Json) => ({
  label,
  wasm: `${label}.wasm`,
  schema: `${label}.json`,
  instantiate,
  channel: undefined,
})

test('a contract takes the place of the placeholder first, then of accounts, and is deployed before the one that names it', () => {
  const sender = subject('sender', { owner: '${neutron.alice}', next: '${neutron.placeholder}' })
  const receiver = subject('receiver', { name: 'alice' })
  const found = neighbours([sender, receiver])
  expect(found.map(({ label, field, neighbour }) => [label, field, neighbour])).toEqual([
    ['sender', 'next', 'receiver'],
    ['sender', 'owner', 'receiver'],
  ])
  expect(found[0]!.subjects).toEqual([
    receiver,
    { ...sender, instantiate: { owner: '${neutron.alice}', next: '${neutron.receiver}' } },
  ])
})

test('contracts never need each other', () => {
  const first = subject('first', { next: '${neutron.second}', owner: '${neutron.bob}' })
  const second = subject('second', { owner: '${neutron.alice}' })
  expect(neighbours([second, first]).map(({ label, field }) => [label, field])).toEqual([['first', 'owner']])
  expect(neighbours([second])).toEqual([])
})
