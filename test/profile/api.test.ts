import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSandbox } from 'sudobox'
import { profileGas, takeGasProfile, VM_GAS } from 'sudobox/profile'
import { buildProfile } from '../../src/profile/build.js'
import { callsOf, withoutSetup } from '../../src/profile/profile.js'
import { rawProfile, rawSince } from '../../src/profile/raw.js'
import { labWithTwin } from './lab.js'

const { lab, scratch } = labWithTwin()

test('the profile of one transaction has its gas, to the unit, by contract, function and line', async () => {
  const sandbox = createSandbox({}, { profile: true })
  const other = createSandbox({}, { profile: true })
  const alice = sandbox.chains.neutron.account('alice', '10000000untrn')
  const contract = await alice.deploy(lab, {})
  const bob = other.chains.neutron.account('bob', '10000000untrn')
  await bob.deploy(lab, {})
  const before = takeGasProfile(other).total
  const result: { gasUsed?: bigint } = {}
  const work = async () => {
    const { gasUsed } = await alice.execute(contract, { act: { behaviour: { spend_gas: '300000' } } })
    result.gasUsed = gasUsed
  }
  const profile = await profileGas(sandbox, work)
  expect(profile.total).toBe(result.gasUsed! * VM_GAS)
  const [code, ...rest] = profile.contracts
  expect(rest).toEqual([])
  expect(code).toMatchObject({ name: 'lab.wasm', file: lab, calls: 1 })
  const sum = profile.functions.reduce((all, { self }) => all + self, 0n)
  expect(sum).toBe(profile.total)
  const ofContract = profile.functions.filter(({ contract: name }) => name === 'lab.wasm')
  expect(ofContract.reduce((all, { self }) => all + self, 0n)).toBe(code!.self)
  const spin = profile.functions.find(({ name }) => name === 'callback_lab::gas::spin')!
  expect(spin).toMatchObject({ kind: 'own', contract: 'lab.wasm' })
  expect(Number(spin.total / VM_GAS)).toBeCloseTo(300_000, -3)
  const line = profile.lines.find(({ isOwn }) => isOwn)!
  expect(line.file).toBe('contracts/std3/callback_lab/src/gas.rs')
  const source = readFileSync(line.file, 'utf8').split('\n')
  expect(source[line.line - 1]).toContain('while left != 0')
  // All that the sandbox did has this transaction in it, and nothing of another sandbox.
  expect(takeGasProfile(sandbox).total).toBeGreaterThan(profile.total)
  expect(takeGasProfile(other).total).toBe(before)
  const file = join(scratch, 'one.folded')
  profile.write(file, 'one transaction')
  expect(readFileSync(file, 'utf8')).toBe(profile.format('.folded'))
  await sandbox.close()
  await other.close()
})

test('what ran before the first callback is told apart, and together with the rest it is all', async () => {
  const sandbox = createSandbox({}, { profile: true })
  const { neutron } = sandbox.chains
  const alice = neutron.account('alice', '10000000untrn')
  const contract = await alice.deploy(lab, {})
  const profile = () => buildProfile(rawProfile(neutron.host.app.vm))
  expect(withoutSetup(profile())).toBeUndefined()
  const before = profile()
  await contract.callback({ timeout: {} })
  const first = withoutSetup(profile())!
  // From the callback on, with the loading of its code.
  expect(first.functions.find(({ name }) => name === 'chain: Loading CosmWasm module: sudo')).toMatchObject({
    calls: 1,
    callsInSetup: 0,
  })
  expect(first.functions.find(({ name }) => name === 'sudo timeout')?.calls).toBe(1)
  const { gasUsed } = await alice.execute(contract, { act: { behaviour: 'succeed' } })
  const [all, later] = [profile(), withoutSetup(profile())!]
  expect(later.total - first.total).toBe(Number(gasUsed * VM_GAS))
  expect(all.total - later.total).toBeGreaterThanOrEqual(before.total)
  expect([...callsOf(all).values(), ...callsOf(later).values()]).toEqual([3, 2])
  const names = new Set(later.nodes.map(({ place }) => later.functions[later.places[place]!.function]!.name))
  expect([...names].filter((name) => /MsgStoreCode|instantiate/.test(name))).toEqual([])
  // One transaction alone is all that was asked for.
  const other = createSandbox({}, { profile: true })
  const bob = other.chains.neutron.account('bob', '10000000untrn')
  const theirs = await bob.deploy(lab, {})
  const { vm } = other.chains.neutron.host.app
  const start = rawProfile(vm)
  await theirs.callback({ timeout: {} })
  const end = rawProfile(vm)
  expect([end, rawSince(start, end)].map(({ nodes }) => nodes.some(({ setup }) => setup))).toEqual([true, false])
  await sandbox.close()
  await other.close()
})

test('the example of docs/gas.md runs as printed', async () => {
  const vault = lab
  const message = { act: { behaviour: { spend_gas: '1000' } } }
  const directory = process.cwd()
  process.chdir(scratch)
  try {
    // begin
    const sandbox = createSandbox({}, { profile: true })
    const alice = sandbox.chains.neutron.account('alice', '10000000untrn')
    const contract = await alice.deploy(vault, {})
    const profile = await profileGas(sandbox, () => alice.execute(contract, message))
    for (const { name, self } of profile.functions.slice(0, 5)) console.log(name, self / VM_GAS)
    profile.write('deposit.pb.gz')
    takeGasProfile(sandbox).write('all.speedscope.json') // since the sandbox was created
    // end
    await sandbox.close()
  } finally {
    process.chdir(directory)
  }
  const [, example] = /\/\/ begin\n(.*?) +\/\/ end/s.exec(readFileSync('test/profile/api.test.ts', 'utf8'))!
  expect(readFileSync('docs/gas.md', 'utf8')).toContain(example!.replaceAll(/^ {4}/gm, ''))
})

test('the error of a sandbox without a profile tells how to get one', async () => {
  const sandbox = createSandbox()
  expect(() => takeGasProfile(sandbox)).toThrow(/createSandbox\(options, \{ profile: true \}\)/)
  await expect(profileGas(sandbox, () => {})).rejects.toThrow('does not profile gas')
  await sandbox.close()
})
