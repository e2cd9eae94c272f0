import { TxError } from 'sudobox'
import { expect, test } from 'sudobox/vitest'

const LAB = 'contracts/artifacts/callback_lab.wasm'

test('each matcher fails where it does not hold, and says what happened', async ({ sandbox }) => {
  const alice = sandbox.chains.neutron.account('alice')
  const lab = await alice.deploy(LAB, { on_timeout: 'error' })
  const good = await lab.callback({ timeout: {} })
  const bad = (await alice.execute(lab, { act: { behaviour: 'error' } }).catch((error: unknown) => error)) as TxError

  expect(() => expect(good).toFailWith({})).toThrow(/to fail with .*, but it has code 0, and a callback in it failed/s)
  expect(() => expect(bad).toSucceed()).toThrow(
    /to succeed, but it failed with codespace wasm, code 5: .*told to fail/s,
  )
  expect(() => expect(bad).toFailWith({ codespace: 'sdk' })).toThrow(
    'to fail with codespace sdk, but it failed with codespace wasm',
  )
  expect(() => expect(bad).toFailWith({ code: 6 })).toThrow('to fail with code 6')
  expect(() => expect(bad).toFailWith({ message: 'told to fail' })).toThrow('to fail with message told to fail')
  expect(() => expect(good).toEmit('sudo', { failure_id: '1' })).toThrow(
    /the emitted events are\n {2}sudo \{.*failure_id: 0/s,
  )
  expect(() => expect(good).toEmit('wasm')).toThrow('expected an event')
  expect(() => expect(good).toUseGas(1n)).toThrow(`exactly 1 gas, but it used ${good.gasUsed}`)
  expect(() => expect(good).toUseGas({ max: 1n })).toThrow('at most 1 gas')
  expect(() => expect(good).toUseGas({ sudo: 1n })).toThrow(`but it used ${good.sudo[0]?.gasUsed}; it has code 0`)
  expect(() => expect({}).toSucceed()).toThrow('toSucceed() needs the result of a transaction or at a TxError')
  // @ts-expect-error an await is missing
  expect(() => expect(lab.callback({ timeout: {} })).toSucceed()).toThrow('right: expect(await …).toSucceed(…)')
})

test('each matcher passes where it holds, and its negation fails', async ({ sandbox }) => {
  const lab = await sandbox.chains.neutron.account('alice').deploy(LAB)
  const good = await lab.callback({ timeout: {} })

  expect(good).toSucceed()
  expect(good).toEmit('wasm', { callback: 'timeout' })
  expect(good).toUseGas(good.gasUsed)
  expect(good).toUseGas({ max: good.gasUsed })
  expect(good).toUseGas({ sudo: { max: 1_000_000n } })
  expect(good).not.toFailWith({})
  expect(() => expect(good).not.toSucceed()).toThrow('expected the transaction to fail')
})

test('an event matches by the attribute of each name, all in one event', async ({ sandbox }) => {
  const { neutron } = sandbox.chains
  const [alice, bob] = [neutron.account('alice', '100untrn'), neutron.account('bob')]
  const sent = await alice.transfer(bob, '7untrn')
  expect(sent).toEmit('transfer', { sender: alice.address, recipient: bob.address, amount: '7untrn' })
  expect(sent).not.toEmit('transfer', { sender: bob.address })
  expect(sent).not.toEmit('transfer', { amount: alice.address })
  // Each is in an event of its own.
  expect(sent).not.toEmit('coin_spent', { spender: alice.address, receiver: bob.address })
  expect(sent).not.toEmit('coin_spent', { spender: bob.address })
  expect(() => expect(sent).toEmit('transfer', { sender: bob.address, amount: '7untrn', memo: 'x' })).toThrow(
    new RegExp(
      `the most similar event is {2}transfer .*\n {2}✗ sender: expected ${bob.address}, but it is ${alice.address}\n {2}✗ memo: expected x, but it is missing\nthe emitted events`,
    ),
  )
  expect(() => expect(sent).toEmit('transfr')).toThrow(/no event has that type; the most similar is .*transfer/)
})

test('a gas snapshot needs a value to compare, and cannot be negated', () => {
  expect(() => expect('x').toMatchGasSnapshot()).toThrow(
    /a result, a receipt, or gas as a number.*right: expect\(result\)/s,
  )
  expect(() => expect(1n).not.toMatchGasSnapshot()).toThrow('cannot be negated')
})
