import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readContractSchemas } from '../../../src/schema/index.js'
import { withOthers } from '../../../src/scaffold/init/with-others.js'
import {
  findFirstMessages,
  type FirstMessages,
  type WorkingContract,
} from '../../../src/scaffold/init/first-message.js'

const contract = (name: string): WorkingContract => ({ name, wasm: new Uint8Array(), instantiate: {} })
const OTHERS = ['first', 'second', 'third'].map(contract)

const messages = (instantiate: FirstMessages['instantiate']): FirstMessages => ({
  instantiate,
  query: undefined,
  refusal: undefined,
  answers: {},
  addresses: { alice: 'neutron1alice', first: 'neutron1first', second: 'neutron1second', third: 'neutron1third' },
})

test('a message is looked for again with just those that it names', async () => {
  const seen: string[][] = []
  const beside = await withOthers(OTHERS, async (others) => {
    seen.push(others.map(({ name }) => name))
    return messages({ group: 'neutron1second', code_id: others.length })
  })
  expect(seen).toEqual([['first', 'second', 'third'], ['second']])
  expect(beside!.found.instantiate).toEqual({ group: 'neutron1second', code_id: 1 })
  expect(beside!.needs).toEqual([OTHERS[1]])
})

test('one that works only with more than it names is not found', async () => {
  const onlyBesideAll = async (others: readonly WorkingContract[]) =>
    messages(others.length === 3 ? { group: 'neutron1second', code_id: 3 } : undefined)
  expect(await withOthers(OTHERS, onlyBesideAll)).toBeUndefined()
  expect(await withOthers([], onlyBesideAll)).toBeUndefined()
})

test('what it needs includes what those need', async () => {
  const [first, second, third] = OTHERS
  const needy = { ...second!, instantiate: { owner: '${neutron.first}' } }
  const search = async () => messages({ group: 'neutron1second' })
  expect((await withOthers([first!, needy, third!], search))!.needs).toEqual([first, needy])
})

test('contracts that need each other are deployed with others, wherever their addresses are', async () => {
  const wasm = (name: string) => new Uint8Array(readFileSync(`contracts/artifacts/${name}.wasm`))
  const [schema] = readContractSchemas(['contracts/artifacts/schema/cw1_whitelist.json'])
  const { instantiate, addresses } = await findFirstMessages(wasm('cw1_whitelist'), schema!, [
    { name: 'group', wasm: wasm('cw4_group'), instantiate: { admin: '${neutron.alice}', members: [] } },
    { name: 'unneeded', wasm: wasm('cw1_whitelist'), instantiate: { admins: ['${neutron.group}'], mutable: true } },
  ])
  expect(instantiate).toBeDefined()
  expect(Object.keys(addresses)).toEqual(['alice', 'bob', 'group', 'unneeded'])
})
