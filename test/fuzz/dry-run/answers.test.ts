import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fromUtf8, toUtf8 } from '../../../src/base/index.js'
import { learnAnswer } from '../../../src/fuzz/dry-run/answers.js'
import { unreadAnswer } from '../../../src/fuzz/dry-run/unread.js'
import type { Json } from '../../../src/sandbox/index.js'
import { createVm, MOCK_ENV, MOCK_INFO, mockBackend, type EntryPoint } from '../../../src/vm/index.js'

/** A contract that reads a response as `entry` of another contract reads its messages, and refuses some of those that it can read. */
function reader(
  name: string,
  entry: EntryPoint,
  refusal: (response: Json) => string | undefined = () => undefined,
): (answer: Json) => Promise<string | undefined> {
  const vm = createVm({ capabilities: ['iterator', 'staking', 'stargate', 'cosmwasm_1_1', 'cosmwasm_1_2'] })
  const { checksum } = vm.store(new Uint8Array(readFileSync(`contracts/artifacts/${name}.wasm`)))
  return (answer) => {
    const bytes = typeof answer === 'string' ? Buffer.from(answer, 'base64') : toUtf8(JSON.stringify(answer))
    const { data } = vm.call(checksum, entry, [toUtf8(MOCK_ENV), toUtf8(MOCK_INFO), new Uint8Array(bytes)], {
      backend: mockBackend(),
      gasLimit: 10n ** 13n,
    })
    const { error } = JSON.parse(fromUtf8(data!)) as { error?: string }
    const parsed = error?.startsWith('Error parsing') === true || error?.startsWith('kind: Parsing') === true
    return Promise.resolve(parsed ? error : refusal(JSON.parse(Buffer.from(bytes).toString()) as Json))
  }
}

const alice = `neutron1${'q'.repeat(38)}`

test.each([
  ['cw20_base', ['decimals', 'initial_balances', 'name', 'symbol']],
  ['cw4_group', ['members']],
])('finds a response that is read like the instantiate message of %s', async (name, required) => {
  const errorWith = reader(name, 'instantiate')
  const answer = await learnAnswer(errorWith, { addresses: [alice] })
  expect(await errorWith(answer!)).toBeUndefined()
  expect(Object.keys(answer as object)).toEqual(expect.arrayContaining(required))
})

test('finds a variant of an enum by the names in the error', async () => {
  const answer = await learnAnswer(reader('cw4_group', 'execute'), { addresses: [alice] })
  expect(['update_admin', 'update_members', 'add_hook', 'remove_hook']).toContain(Object.keys(answer as object)[0])
})

test('of the responses that can be read, takes one with which the message succeeds', async () => {
  const refusal = (response: Json): string | undefined =>
    (response as { decimals: number }).decimals > 20 ? undefined : 'too few decimals'
  const answer = await learnAnswer(reader('cw20_base', 'instantiate', refusal), {})
  expect((answer as { decimals: number }).decimals).toBeGreaterThan(20)
  const never = await learnAnswer(
    reader('cw20_base', 'instantiate', () => 'not today'),
    {},
  )
  expect(never).toMatchObject({ initial_balances: expect.any(Array) as unknown })
})

test('finds nothing if the error is not about the response', async () => {
  expect(await learnAnswer(() => Promise.resolve('Unauthorized'), {})).toBeUndefined()
  expect(await learnAnswer(() => Promise.resolve(undefined), {})).toBeUndefined()
})

test.each<[string, string, object[], string | undefined]>([
  ['the response', 'Error parsing into type x::Round: missing field `id`', [query('placeholder')], 'round'],
  ['a later error', 'Unauthorized', [query('placeholder')], undefined],
  ['the message', 'Error parsing into type x::ExecuteMsg: missing field `id`', [], undefined],
  [
    'the response of another contract',
    'Error parsing into type x::Round: missing field `id`',
    [query('pool')],
    undefined,
  ],
  [
    'the last response',
    'Error parsing into type x::Round: missing field `id`',
    [query('placeholder'), query('pool')],
    undefined,
  ],
])('a contract could not read %s', (_, shortMessage, children, kind) => {
  const trace = [{ entryPoint: 'execute', label: 'vault', message: '{}', children }]
  const step = { error: { shortMessage }, results: [{ trace }] } as unknown as Parameters<typeof unreadAnswer>[0]
  expect(unreadAnswer(step)).toBe(kind)
})

function query(label: string): object {
  return { entryPoint: 'query', label, message: '{"round":{}}', children: [] }
}
