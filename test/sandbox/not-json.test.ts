import { toJsonBinary, type ActionInput, type Json } from 'sudobox'
import { expect, test } from 'sudobox/vitest'
import { checkFixture } from 'sudobox/replay'

const CONTRACT = 'contracts/artifacts/callback_lab.wasm'

class Deposit {
  readonly amount = '5'
}

/** Values that JSON would change, drop or refuse, with what the error says of them. */
const VALUES: readonly (readonly [value: unknown, what: string])[] = [
  [new Map([['a', 1]]), 'a Map'],
  [new Set([1]), 'a Set'],
  [new Date(0), 'a Date'],
  [new Deposit(), 'a Deposit'],
  [new Uint8Array(2), 'a Uint8Array'],
  [Promise.resolve(1), 'a Promise'],
  [Number.NaN, 'NaN'],
  [Number.POSITIVE_INFINITY, 'Infinity'],
  [() => 1, 'a function'],
  [Symbol('x'), 'a symbol'],
  [5n, 'a bigint'],
]

for (const [value, what] of VALUES)
  test(`${what} in a message is refused with its path wherever a message is taken`, async ({ neutron }) => {
    const alice = neutron.account('alice', '1000000untrn')
    const lab = await alice.deploy(CONTRACT)
    const client = await neutron.client(alice)
    const height = neutron.height
    const message = { deposit: { list: [1, value] } } as object
    const text = `${what} at /deposit/list/1 of `
    await expect(alice.execute(lab, message)).rejects.toThrow(text)
    await expect(alice.deploy(CONTRACT, message)).rejects.toThrow(text)
    await expect(alice.instantiate(1n, message)).rejects.toThrow(text)
    await expect(alice.migrate(lab, 1n, message)).rejects.toThrow(text)
    expect(() => lab.query(message)).toThrow(text)
    expect(() => neutron.query(lab.address, message)).toThrow(text)
    // Bytes are base64 there.
    if (!(value instanceof Uint8Array)) expect(() => toJsonBinary(message)).toThrow(text)
    const { address } = alice
    await expect(client.execute(address, lab.address, message)).rejects.toThrow(text)
    await expect(client.executeMultiple(address, [{ contractAddress: lab.address, msg: message }])).rejects.toThrow(
      `${what} at /0/deposit/list/1 of `,
    )
    await expect(client.instantiate(address, 1, message, 'label')).rejects.toThrow(text)
    await expect(client.instantiate2(address, 1, new Uint8Array(4), message, 'label')).rejects.toThrow(text)
    await expect(client.migrate(address, lab.address, 1, message)).rejects.toThrow(text)
    await expect(client.queryContractSmart(lab.address, message)).rejects.toThrow(text)
    // Where a schema reads it.
    const execute = { contract: lab.address, msg: message }
    await expect(alice.send([{ execute }])).rejects.toThrow(
      `at /messages/0/execute/msg/deposit/list/1: expected a value of JSON, not ${what}`,
    )
    expect(() => neutron.setParams('tokenfactory', { list: [value as Json] })).toThrow(
      `at /params/list/0: expected a value of JSON, not ${what}`,
    )
    const step: ActionInput = { action: 'query', contract: 'lab', msg: message }
    expect(() => checkFixture({ sudobox: 1, title: 'x', steps: [{ do: step }] }, 'x.json')).toThrow(
      `#/steps/0/do/msg/deposit/list/1: expected a value of JSON, not ${what}`,
    )
    // Nothing was done.
    expect(neutron.height).toBe(height)
  })

test('undefined is refused in a list, and left out as a member', async ({ neutron }) => {
  const alice = neutron.account('alice')
  const lab = await alice.deploy(CONTRACT)
  await expect(alice.execute(lab, { deposit: { list: [1, undefined] } })).rejects.toThrow(
    'undefined at /deposit/list/1 of a message: JSON makes null of it\n  right: null, or leave it out',
  )
  // oxlint-disable-next-line no-sparse-arrays -- a hole is undefined too
  await expect(alice.execute(lab, { deposit: { list: [1, , 2] } })).rejects.toThrow('undefined at /deposit/list/1')
  expect(lab.query({ config: {}, nothing: undefined })).toEqual(lab.query({ config: {} }))
  const query = { action: 'query', contract: lab.address } as const
  const left = await neutron.sandbox.perform({ ...query, msg: { config: {}, nothing: undefined } })
  expect(left.data).toEqual(lab.query({ config: {} }))
})

test('each error says what to write instead', async ({ neutron }) => {
  const alice = neutron.account('alice')
  const textOf = async (value: unknown): Promise<string> => {
    const error: unknown = await alice.execute('neutron1qqqqqqqq', { at: value }).catch((thrown: unknown) => thrown)
    return (error as Error).message
  }
  const texts = await Promise.all(VALUES.map(async ([value]) => textOf(value)))
  expect(texts.join('\n')).toMatchSnapshot()
})
