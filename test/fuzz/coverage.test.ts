import { expect, test } from 'vitest'
import { countClass, featureOf, StoryCoverage } from 'sudobox/fuzz'
import { createSandbox, UsageError } from 'sudobox'

const CONTRACT = 'contracts/artifacts/cw4_group.wasm'

async function group(setting: { readonly coverage?: boolean }) {
  const sandbox = createSandbox({}, setting)
  const alice = sandbox.chains.neutron.account('alice', '1000000000untrn')
  const contract = await alice.deploy(CONTRACT, { admin: alice.address, members: [] })
  const change = (members: number) => {
    const add = Array.from({ length: members }, (_, i) => ({
      addr: sandbox.chains.neutron.account(`m${i}`).address,
      weight: 1,
    }))
    return alice.execute(contract, { update_members: { add, remove: [] } })
  }
  return { sandbox, change }
}

test('counts fall into the classes 1, 2, 3, 4-7, 8-15, 16-31, 32-127, 128 and more', () => {
  const starts = [1, 2, 3, 4, 8, 16, 32, 128]
  for (const [index, start] of starts.entries()) {
    expect(countClass(start)).toBe(index)
    expect(countClass((starts[index + 1] ?? 2 ** 32) - 1)).toBe(index)
  }
})

test('features of names differ from those of code, and are the same on every machine', () => {
  expect(featureOf('event wasm')).toBe(featureOf('event wasm'))
  expect(featureOf('event wasm')).not.toBe(featureOf('event reply'))
  expect(featureOf('event wasm')).toBeGreaterThanOrEqual(2 ** 48)
  expect(Number.isSafeInteger(featureOf('event wasm'))).toBe(true)
})

test('a repeated story has no new features; another size or branch has', async () => {
  const { sandbox, change } = await group({ coverage: true })
  const coverage = new StoryCoverage(sandbox)
  const start = await sandbox.snapshot()
  const told = async (members: number) => {
    await sandbox.restore(start)
    coverage.start()
    await change(members)
    return coverage.features()
  }
  const one = await told(1)
  expect(one.length).toBeGreaterThan(100)
  expect(one).toEqual([...one].sort((a, b) => a - b))
  expect(await told(1)).toEqual(one)
  const fresh = (await told(9)).filter((feature) => !one.includes(feature))
  expect(fresh.length).toBeGreaterThan(10)
  coverage.start()
  expect(coverage.features()).toEqual([])
})

test('counting changes neither gas nor events nor state', async () => {
  const [counted, plain] = [await group({ coverage: true }), await group({})]
  expect(await counted.change(3)).toEqual(await plain.change(3))
  expect(counted.sandbox.log).toEqual(plain.sandbox.log)
})

test('the error of a sandbox that does not count tells how to make one that does', async () => {
  const { sandbox } = await group({})
  expect(() => new StoryCoverage(sandbox)).toThrow(UsageError)
  expect(() => new StoryCoverage(sandbox)).toThrow('createSandbox(options, { coverage: true })')
})
