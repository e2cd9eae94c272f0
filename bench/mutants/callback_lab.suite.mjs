// A suite of the contract that does in its callbacks what it is told to, as its authors might write it.
import { expect, prepared } from 'sudobox/vitest'
import { build } from './builds.mjs'

const test = prepared(async (sandbox) => {
  const { neutron, hub } = sandbox.chains
  const alice = neutron.account('alice', '10000000untrn')
  const bob = hub.account('bob')
  const lab = await alice.deploy(build('callback_lab'), {})
  return { sandbox, neutron, hub, alice, bob, lab }
})

const counters = ({ lab }) => lab.query({ counters: {} })
const transfer = ({ alice, bob, lab }, more = {}) =>
  alice.execute(
    lab,
    { transfer: { channel: 'channel-0', to: bob.address, amount: '100', ...more } },
    { funds: '10000untrn' },
  )
const configure = ({ alice, lab }, callback, behaviour) => alice.execute(lab, { configure: { callback, behaviour } })

test('nothing was called back at first', ({ world }) => {
  expect(Object.values(counters(world)).every((count) => count === 0)).toBe(true)
})

test('a transfer that arrives is a response', async ({ world }) => {
  await transfer(world)
  await world.sandbox.relayer.relay()
  expect(counters(world)).toMatchObject({ response: 1, error: 0, timeout: 0 })
})

test('a transfer that is refused is an error', async ({ world }) => {
  await transfer(world)
  await world.sandbox.relayer.relay({ receiver: { errorCode: 7 } })
  expect(counters(world)).toMatchObject({ response: 0, error: 1 })
})

test('a transfer that is late is a timeout', async ({ world }) => {
  await transfer(world, { timeout_seconds: 60 })
  await world.hub.skipPastTimeout()
  await world.sandbox.relayer.relay()
  expect(counters(world)).toMatchObject({ response: 0, timeout: 1 })
})

test('two transfers are two responses', async ({ world }) => {
  await transfer(world)
  await transfer(world)
  await world.sandbox.relayer.relay()
  expect(counters(world).response).toBe(2)
  expect(world.lab.query({ received: {} }).received).toHaveLength(2)
  expect(world.lab.query({ received: { limit: 1 } }).received).toHaveLength(1)
})

for (const [what, behaviour] of Object.entries({ 'a panic': 'panic', 'an error': { error: 'no' } }))
  test(`a response that ends with ${what} is recorded by the chain`, async ({ world }) => {
    await configure(world, 'response', behaviour)
    await transfer(world)
    await world.sandbox.relayer.relay()
    expect(counters(world).response).toBe(0)
    expect(world.neutron.failures(world.lab)).toHaveLength(1)
  })

test('a behaviour is what the configuration says', async ({ world }) => {
  await configure(world, 'timeout', 'panic')
  expect(world.lab.query({ config: {} })).toMatchObject({ on_timeout: 'panic', on_response: 'succeed' })
})

test('a failure is sent again', async ({ world }) => {
  const { alice, lab } = world
  await configure(world, 'response', 'panic')
  await transfer(world)
  await world.sandbox.relayer.relay()
  await configure(world, 'response', 'succeed')
  await alice.execute(lab, { resubmit: { failure_id: 0 } })
  expect(counters(world).response).toBe(1)
})

test('it fails when it is told to', async ({ world: { alice, lab } }) => {
  await expect(alice.execute(lab, { act: { behaviour: 'panic' } })).rejects.toThrow()
  await alice.execute(lab, { act: { behaviour: 'succeed' } })
})
