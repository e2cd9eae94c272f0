import { expect, test } from 'vitest'
import { plainTx } from '../../src/sandbox/actions/plain-tx.js'
import { action, type ActionInput } from '../../src/sandbox/actions/schema.js'
import { fc, property, runs } from '../random.js'

type TxInput = Extract<ActionInput, { action: 'tx' }>

const text = fc.constantFrom('alice', 'neutron', 'lab', '')
const message = fc.oneof(
  fc.record({
    execute: fc.record({ contract: text, funds: fc.constantFrom('', '1untrn') }).chain((execute) =>
      fc.oneof(
        fc.jsonValue().map((msg) => ({ ...execute, msg })),
        fc.string().map((msgText) => ({ ...execute, msgText })),
      ),
    ),
  }),
  fc.record({
    store: fc.record({
      wasm: fc.oneof(
        fc.record({ path: text }),
        fc.record({ path: text, sha256: fc.constantFrom('00', '00'.repeat(32)) }),
        fc.record({ base64: fc.constantFrom('', 'AGFzbQ==') }),
      ),
    }),
  }),
  fc.record({ send: fc.record({ to: text, amount: fc.constant('1untrn') }) }),
)
const tx = fc.record({
  action: fc.constant('tx'),
  chain: text,
  from: text,
  messages: fc.array(message, { minLength: 1, maxLength: 2 }),
  gasLimit: fc.constantFrom(undefined, 0n, 7n, -1n, 7, '7'),
  fee: fc.constantFrom('', '5untrn', '5'),
  memo: fc.constantFrom('', 'hello', 5),
})

property([tx], { numRuns: runs(1000) })(
  'a transaction that is taken without the schema is what the schema makes of it',
  (input) => {
    const taken = plainTx(input as TxInput)
    if (taken !== undefined) expect(taken).toEqual(action.parse(input))
  },
)

test('the most common transactions are plain ones', () => {
  const common = { action: 'tx', chain: 'neutron', from: 'alice', gasLimit: undefined, fee: '', memo: '' } as const
  expect(plainTx({ ...common, messages: [{ execute: { contract: 'lab', msg: { a: 1 }, funds: '' } }] })).toBeDefined()
  expect(plainTx({ ...common, messages: [{ store: { wasm: { path: 'lab.wasm' } } }] })).toBeDefined()
})
