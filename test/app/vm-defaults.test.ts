import { describe, expect, test } from 'vitest'
import { createSandbox, TxError } from 'sudobox'
import { WASM_KINDS } from '../../src/sandbox/api/kinds.js'
import { VM_OF_WASMVM, vmOfWasmvm } from '../../src/vm/wasmvm.js'
import { scheduleOf } from 'sudobox/vm'
import { contract } from '../vm/wat.js'

/** A function of so many locals as a contract on Neutron's mainnet has: releases from 3.0.9 on, and 2.3.4, accept 100. */
const MANY_LOCALS = contract('(i32.const 16)', `(func (local${' i32'.repeat(105)}))`)

/** The release in the wasmvm that the app of each kind requires in its `go.mod`: neutron 06e81b9f, gaia c3c08fed and v28.0.0, wasmd v0.61.14, nolus-core 444f8da7. */
const RELEASES: Readonly<Record<string, string>> = {
  neutron: '3.0.6',
  hub: '2.3.4',
  cosmoshub: '2.3.4',
  wasmd: '3.0.9',
  nolus: '3.0.4',
}

describe('a chain whose options name no release of the contract VM', () => {
  test.for(WASM_KINDS)('of kind %s runs that of its app', async (kind) => {
    const sandbox = createSandbox({ chains: { one: { kind } } })
    const chain = sandbox.chains.one
    expect(chain.host.app.vm.version).toBe(RELEASES[kind])
    const alice = chain.account('alice', `1000000${chain.host.app.options.denom}`)
    if (kind === 'neutron' || kind === 'nolus') expect(await alice.store(MANY_LOCALS)).toBe(1n)
    else
      await expect(alice.store(MANY_LOCALS)).rejects.toThrow(
        `cosmwasm-vm ${RELEASES[kind]} refuses this file; releases that accept it: `,
      )
  })
})

test("a refused code has the chain's own text, and beside it the releases that accept it", async () => {
  const { neutron } = createSandbox({ chains: { neutron: { vm: '3.0.9' } } }).chains
  const error: unknown = await neutron
    .account('alice', '1000000untrn')
    .store(MANY_LOCALS)
    .catch((thrown: unknown) => thrown)
  if (!(error instanceof TxError)) throw error
  expect(error.result.rawLog).toBe(
    'failed to execute message; message index: 0: Error calling the VM: Error during static Wasm validation: Wasm contract contains function with more than 100 locals: 105: create wasm contract failed',
  )
  expect(error.result.hints).toEqual([
    expect.stringMatching(/^cosmwasm-vm 3\.0\.9 refuses this file; .*3\.0\.0 to 3\.0\.8, 2\.3\.0 to 2\.3\.3/),
    "right, if the chain runs one of them: vm: '3.0.8' in the options of the chain, or --vm 3.0.8",
  ])
  expect(error.message).toContain(error.result.hints![1]!)
})

test('a code of a genesis that is refused names them too', () => {
  const { neutron } = createSandbox().chains
  void neutron.account('alice', '1000000untrn').store(MANY_LOCALS)
  const genesis = neutron.exportGenesis()
  expect(createSandbox({ chains: { neutron: { genesis } } }).chains.neutron.exportGenesis().app_state['wasm']).toEqual(
    genesis.app_state['wasm'],
  )
  expect(() => createSandbox({ chains: { neutron: { genesis, vm: '3.0.9' } } })).toThrow("vm: '3.0.8'")
})

test('each release of wasmvm holds a release that is known', () => {
  for (const vm of Object.values(VM_OF_WASMVM)) expect(scheduleOf(vm).version).toBe(vm)
  expect(vmOfWasmvm('3.0.5')).toBe('3.0.6')
  expect(vmOfWasmvm('toString')).toBeUndefined()
})
