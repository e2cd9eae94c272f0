import { expect, test } from 'sudobox/vitest'

/** What a matcher says that does not hold. */
const refusal = async (run: () => unknown): Promise<string> => {
  try {
    await run()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  throw new Error('it held')
}

test('a promise that should have been rejected is reported in a few lines', async ({ neutron }) => {
  const alice = neutron.account('alice', '5untrn')
  const error = await expect(alice.transfer(alice, '1untrn'))
    .rejects.toFailWith({ code: 5 })
    .then(
      () => undefined,
      (thrown: unknown) => thrown as Error & { actual?: unknown },
    )
  expect(error?.message).toMatch(/^promise resolved .*Succeeded.* instead of rejecting$/s)
  const { actual } = error!
  expect(JSON.stringify(actual).length).toBeLessThan(300)
  expect(actual).toMatchObject({ transaction: ['it succeeded', expect.stringMatching(/^gas used: \d+ of/)] })
  const ofFunction: unknown = await expect(() => alice.transfer(alice, '1untrn'))
    .rejects.toFailWith({ code: 5 })
    .catch((thrown: unknown) => (thrown as { actual?: unknown }).actual)
  expect(JSON.stringify(ofFunction).length).toBeLessThan(300)
  // A function, and what is no transaction, as ever.
  await expect(() => alice.transfer(alice, '9untrn')).rejects.toFailWith({ code: 5 })
  await expect(Promise.reject(new Error('x'))).rejects.toThrow('x')
})

test('the message of a matcher shows the cause', async ({ neutron }) => {
  const alice = neutron.account('alice', '5untrn')
  const lab = await alice.deploy('contracts/artifacts/callback_lab.wasm', { on_timeout: 'error' })
  const timeout = await lab.callback({ timeout: {} })
  expect(await refusal(() => expect(timeout).toSucceed())).toMatch(
    /expected the transaction to succeed, but it has code 0, and a callback in it failed\ncallback of callback_lab: told to fail.*\n {2}recorded as failure 0 \(codespace: wasm, code: 5\); gas: \d+ of its limit 1000000\nto expect a failed callback: expect\(contract\)\.toHaveFailures\(\)\nto check only the transaction: expect\(result\)\.toBeDelivered\(\)/,
  )
  expect(timeout).not.toSucceed()
  expect(timeout).toBeDelivered()
  expect(await refusal(() => expect(timeout).not.toBeDelivered())).toContain('not to accept the transaction')
  // @ts-expect-error an await is missing
  expect(await refusal(() => expect(lab.callback({ timeout: {} })).toSucceed())).toMatch(
    /^an await is missing: toSucceed\(\) received a promise\n {2}right: expect\(await …\)\.toSucceed\(…\)\n {2}right: await expect\(…\)\.rejects\.toSucceed/,
  )
  const sent = await alice.transfer(lab, '1untrn')
  const said = await refusal(() => expect(sent).toEmit('transfr'))
  expect(said).toContain('no event has that type; the most similar is transfer\n')
  expect(said).not.toMatch(/^ {2}tx \{/m)
  expect(await refusal(() => expect(lab).toHaveState('behaviour'))).toMatch(
    /the key behaviour of callback_lab .*does not exist\nthe most similar keys are: behaviours/,
  )
})

test('the supply and the state are told as they are', async ({ neutron }) => {
  const alice = neutron.account('alice', '5uusd')
  expect(neutron).toHaveSupply('uusd', 5)
  expect(neutron).not.toHaveSupply('uusd', 4n)
  expect(await refusal(() => expect(neutron).toHaveSupply('uusd', 6n))).toBe(
    'expected the supply of uusd on neutron to be 6, but it is 5',
  )
  expect(await refusal(() => expect(neutron).not.toHaveSupply('uusd', 5n))).toContain(
    'expected the supply of uusd on neutron not to be 5',
  )
  expect(await refusal(() => expect(alice).toHaveSupply('uusd', 5n))).toContain('toHaveSupply() needs a chain')

  const lab = await alice.deploy('contracts/artifacts/callback_lab.wasm')
  // An empty text is a key that a contract may have; an empty list is a mistake.
  expect(lab).not.toHaveState('')
  const token = await alice.deploy('contracts/artifacts/cw20_base.wasm', {
    name: 'Coin',
    symbol: 'COIN',
    decimals: 6,
    initial_balances: [],
  })
  const said = await refusal(() => expect(token).toHaveState('token_info', { symbol: 'OTHER' }))
  expect(said).toMatch(/to be \{"symbol":"OTHER"\}, but it is \{.*\}\n[^]*OTHER/)
  expect(said).not.toContain('its keys')
})

test('what stands in the wrong place is told, with what would be right', async ({ neutron, hub, relayer }) => {
  const alice = neutron.account('alice', '9untrn')
  // @ts-expect-error an await is missing
  expect(await refusal(() => expect(alice.transfer(alice, '1untrn')).toChangeBalance(alice, 'untrn', 0))).toMatch(
    /toChangeBalance\(\) needs a function, so that it can read the balances before the action\n {2}given: .*a promise, whose action has already started.*\n {2}right: expect\(\(\) => alice\.execute\(…\)\)\.toChangeBalance\(…\)/,
  )
  expect(await refusal(() => expect(() => undefined).toChangeBalances([['alice' as never, 'untrn', 0]]))).toMatch(
    /toChangeBalances\(\) takes accounts and contracts of the sandbox\n {2}given: "alice"\n {2}right: toChangeBalances\(neutron\.account/,
  )
  await alice.ibcTransfer(hub.account('bob'), '1untrn')
  const deliveries = await relayer.relay()
  expect(await refusal(() => expect(deliveries).toDeliver({ sequence: 1n } as never))).toMatch(
    /toDeliver\(\) takes the kind of the delivery as its first argument\n {2}given: \{"sequence":1n\}\n {2}right: toDeliver\('ack', \{ sequence: 1n \}\)/,
  )
})
