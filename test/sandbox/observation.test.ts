import { expect, onTestFinished, test } from 'vitest'
import { Vms } from '../../src/app/index.js'
import { Reach } from '../../src/base/reach.js'
import { countedCodes } from '../../src/coverage/counted-code.js'
import { takeProfile } from '../../src/profile/raw.js'
import { takeGasProfile } from '../../src/profile/index.js'
import { createSandboxWithin } from '../../src/sandbox/api/create-sandbox.js'
import { observeByDefault } from '../../src/sandbox/host/process-defaults.js'
import { createSandbox, type Contract, type Sandbox, type TxResult } from '../../src/sandbox/index.js'
import { BUILT_IN_CAPABILITIES, createVm, type Backend } from '../../src/vm/internal.js'
import { hostCallsOf, madeCalls } from '../../src/sandbox/trace/recorder.js'

const LAB = 'contracts/artifacts/callback_lab.wasm'

interface Ran {
  readonly sandbox: Sandbox
  readonly contract: Contract
  readonly result: TxResult
}

/** Deploys the contract and calls it so many times. */
async function run(sandbox: Sandbox, times: number): Promise<Ran> {
  const alice = sandbox.chains.neutron.account('alice', '10000000untrn')
  const contract = await alice.deploy(LAB, {})
  const results: TxResult[] = []
  for (let i = 0; i < times; i++)
    results.push(await alice.execute(contract, { configure: { callback: 'timeout', behaviour: 'succeed' } }))
  return { sandbox, contract, result: results.at(-1)! }
}

const callsIn = (vms: Pick<Vms, 'all'>): number =>
  countedCodes(vms).reduce((sum, { messages }) => sum + (messages.get('execute.configure')?.calls ?? 0), 0)
const counted = ({ sandbox }: Ran): Pick<Vms, 'all'> => ({ all: [sandbox.chains.neutron.host.app.vm] })

test('sandboxes of one process with different observers each observe what they run, and nothing else', async () => {
  const vms = new Vms({ coverage: true })
  const told = (await run(createSandboxWithin(Reach.ofCode(), {}, { vms, hostCalls: true }), 1)).result
  const [one, two] = [
    await run(createSandbox({}, { coverage: true }), 2),
    await run(createSandbox({}, { coverage: true }), 3),
  ]
  const profiled = await run(createSandbox({}, { profile: true }), 1)
  const plain = await run(createSandbox(), 4)

  expect([callsIn(vms), callsIn(counted(one)), callsIn(counted(two))]).toEqual([1, 2, 3])
  expect(hostCallsOf(told.trace[0]!).map(({ name }) => name)).toContain('db_write')
  for (const { result } of [one, two, profiled, plain]) expect(hostCallsOf(result.trace[0]!)).toEqual([])
  expect(takeGasProfile(profiled.sandbox).contracts.length).toBeGreaterThan(0)
  expect(() => takeGasProfile(one.sandbox)).toThrow('does not profile gas')
  expect(() => profiled.sandbox.coverage()).toThrow('does not record coverage')
  expect(() => plain.sandbox.coverage()).toThrow('does not record coverage')
  // Observers change no result.
  for (const { result } of [one, profiled]) expect(result.gasUsed).toBe(told.gasUsed)
})

test('the defaults of set-up files hold for sandboxes created meanwhile, also those that observe more, and end', async () => {
  const counts = observeByDefault({ coverage: true })
  onTestFinished(counts.end)
  const profiles = observeByDefault({ profile: true })
  await run(createSandbox(), 1)
  await run(createSandbox({}, { profile: true }), 1)
  const after = [counts.vms, profiles.vms].map(callsIn)
  expect(after).toEqual([2, 2])
  expect(takeProfile(profiles.vms).nodes.length).toBeGreaterThan(0)
  profiles.end()
  await run(createSandbox(), 1)
  expect(callsIn(counts.vms)).toBe(3)
  counts.end()
  await run(createSandbox(), 1)
  expect(callsIn(counts.vms)).toBe(3)
})

test('without a default, sandboxes that observe are not kept by the process', async () => {
  const before = createSandbox().chains.neutron.host.app.options.vms!.all.length
  await run(createSandbox({}, { coverage: true, profile: true }), 1)
  expect(createSandbox().chains.neutron.host.app.options.vms!.all).toHaveLength(before)
})

/** Makes the only call of a transaction once more on a VM of its own. @returns the VM gas that it uses */
function again({ trace }: TxResult): bigint {
  const [call, ...others] = madeCalls(trace)
  expect(others).toEqual([])
  const { version, capabilities, entry, args, gasLimit, answers } = call!
  const vm = createVm({ version, capabilities: [...new Set([...BUILT_IN_CAPABILITIES, ...capabilities])] })
  const { checksum } = vm.store(call!.wasm())
  const { error, gas } = vm.call(checksum, entry, args, { backend: {} as Backend, gasLimit, answers: answers.again() })
  expect(error).toBeUndefined()
  return gas.usedInternally
}

test('calls can be made again with the answers of their own chain, in every sandbox and without a setting', async () => {
  const [plain, counting] = [createSandbox(), createSandbox({}, { coverage: true })]
  const [first, second] = [await run(plain, 1), await run(counting, 1)]
  // A longer message costs more: the calls are each made with their own arguments.
  const longer = await plain.chains.neutron
    .account('alice')
    .execute(first.contract, { configure: { callback: 'timeout', behaviour: { error: 'x'.repeat(2000) } } })
  expect(again(first.result)).toBe(again(second.result))
  expect(again(longer)).toBeGreaterThan(again(first.result))
  expect(again(first.result)).toBe(again(second.result))
})
