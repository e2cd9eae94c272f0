import { expect, test } from 'vitest'
import { besideOthers } from '../../../src/scaffold/init/beside-others.js'
import type { FirstMessages, WorkingContract } from '../../../src/scaffold/init/first-message.js'

const contract = (name: string): WorkingContract => ({ name, wasm: new Uint8Array(), instantiate: {} })
const OTHERS = ['first', 'second', 'third'].map(contract)

const messages = (instantiate: FirstMessages['instantiate']): FirstMessages => ({
  instantiate,
  query: undefined,
  refusal: undefined,
  addresses: { alice: 'neutron1alice', first: 'neutron1first', second: 'neutron1second', third: 'neutron1third' },
})

test('a message is looked for again beside just those that it names', async () => {
  const seen: string[][] = []
  const beside = await besideOthers(OTHERS, async (others) => {
    seen.push(others.map(({ name }) => name))
    return messages({ group: 'neutron1second', code_id: others.length })
  })
  expect(seen).toEqual([['first', 'second', 'third'], ['second']])
  expect(beside!.found.instantiate).toEqual({ group: 'neutron1second', code_id: 1 })
  expect(beside!.needs).toEqual([OTHERS[1]])
})

test('one that works only beside more than it names is not found', async () => {
  const onlyBesideAll = async (others: readonly WorkingContract[]) =>
    messages(others.length === 3 ? { group: 'neutron1second', code_id: 3 } : undefined)
  expect(await besideOthers(OTHERS, onlyBesideAll)).toBeUndefined()
  expect(await besideOthers([], onlyBesideAll)).toBeUndefined()
})
