import { expect, test } from 'vitest'
import { withContract } from '../../../src/fuzz/dry-run/addressed.js'
import { withUsableLimits } from '../../../src/fuzz/dry-run/index.js'
import { allowances, hasAllowances, withHolders } from '../../../src/scaffold/campaign/tokens.js'
import { readContractSchemaFile } from '../../../src/schema/index.js'

test('a token with balances at the start has some for each actor', () => {
  expect(withHolders({ name: 'x', initial_balances: [] })).toEqual({
    name: 'x',
    initial_balances: [
      { address: '${neutron.alice}', amount: '1000000000000' },
      { address: '${neutron.bob}', amount: '1000000000000' },
    ],
  })
  expect(withHolders({ owner: 'x' })).toEqual({ owner: 'x' })
  expect(withHolders(null)).toBeNull()
})

test('each actor allows the others and the other contracts to spend its tokens', () => {
  const spenders = allowances('token', ['token', 'vault']).map(({ from, messages }) => [
    from,
    (messages as { execute: { msg: { increase_allowance: { spender: string } } } }[]).map(
      ({ execute }) => execute.msg.increase_allowance.spender,
    ),
  ])
  expect(spenders).toEqual([
    ['alice', ['${neutron.bob}', '${neutron.vault}']],
    ['bob', ['${neutron.alice}', '${neutron.vault}']],
  ])
  const schema = (name: string) => readContractSchemaFile(`contracts/artifacts/schema/${name}.json`)
  expect(hasAllowances(schema('cw20_base'))).toBe(true)
  expect(hasAllowances(schema('cw4_group'))).toBe(false)
})

test('contracts are named in the members that are meant for them', () => {
  const msg = { allow: { contract: 'a', gas_limit: 3, owner: 'b', tokens: [{ token: 'c', contract: 7 }] } }
  expect(withContract(msg, 'x')).toEqual({
    allow: { contract: 'x', gas_limit: 3, owner: 'b', tokens: [{ token: 'x', contract: 7 }] },
  })
})

test('gas that is too little for anything is raised', () => {
  expect(withUsableLimits({ gas_limit: 3, gas: '5', relay_gas_limit: 200_000, gas_price: 1, timeout: '600' })).toEqual({
    gas_limit: 1_000_000,
    gas: '1000000',
    relay_gas_limit: 200_000,
    gas_price: 1,
    timeout: '600',
  })
})

test('a contract that leaves gas to others keeps some for itself', () => {
  expect(withUsableLimits({ block_max_gas: '5907702207', most: { gas: 25_000_000, gas_limit: 25_000_001 } })).toEqual({
    block_max_gas: '1000000',
    most: { gas: 25_000_000, gas_limit: 1_000_000 },
  })
})
