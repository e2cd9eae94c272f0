import { createVm } from 'sudobox/vm'
import { expect, test } from 'vitest'
import { contract } from './wat.js'

const vm = createVm()
const requiring = (names: readonly string[]): Uint8Array =>
  contract(
    '(i32.const 16)',
    names.map((name) => `(func (export "requires_${name.replace('é', '\\c3\\a9')}"))`).join(' '),
  )

/** Source: wasmd v0.61.12 x/wasm/keeper/capabilities.go `BuiltInCapabilities`. */
test('a contract may require all capabilities that wasmd has', () => {
  const names =
    'iterator staking stargate cosmwasm_1_1 cosmwasm_1_2 cosmwasm_1_3 cosmwasm_1_4 cosmwasm_2_0 cosmwasm_2_1 cosmwasm_2_2 ibc2'
  expect(vm.store(requiring(names.split(' '))).checksum).toBeDefined()
})

/** Source: cosmwasm-vm 3.0.10 limited.rs `collection_to_string_limited`; a set has 200 bytes. */
test.each([
  ['fits', ['a'.repeat(96), 'b'.repeat(96)], `{"${'a'.repeat(96)}", "${'b'.repeat(96)}"}`],
  ['is one byte longer', ['b'.repeat(97), 'a'.repeat(96)], `{"${'a'.repeat(96)}", ... 1 more}`],
  ['is longer in bytes, not in letters', ['b'.repeat(95) + 'é', 'a'.repeat(96)], `{"${'a'.repeat(96)}", ... 1 more}`],
  ['has room for its first name', ['b', 'a'.repeat(184), 'c'.repeat(50)], `{"${'a'.repeat(184)}", ... 2 more}`],
  ['has room for no name', ['b', 'a'.repeat(185), 'c'.repeat(50)], '{... 3 elements}'],
])('a set of missing capabilities that %s', (_, names, shown) => {
  expect(() => vm.store(requiring(names))).toThrow(
    `Error during static Wasm validation: Wasm contract requires unavailable capabilities: ${shown}`,
  )
})

/** Source: cosmwasm-vm 3.0.10 config.rs `WasmLimits`. */
test('functions may have 10,000 parameters in total', () => {
  const hundred = `(param ${'i32 '.repeat(100)})`
  const functions = `(type $hundred (func ${hundred})) ${'(func (type $hundred)) '.repeat(99)}`
  // The contract's own functions have 6 parameters.
  const rest = (count: number): string => `${functions} (func (param ${'i32 '.repeat(count)}))`
  expect(vm.store(contract('(i32.const 16)', rest(95))).checksum).toBeDefined()
  expect(() => vm.store(contract('(i32.const 16)', rest(96)))).toThrow(
    'Wasm contract contains more than 10000 function parameters in total',
  )
})
