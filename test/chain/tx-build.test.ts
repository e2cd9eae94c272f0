import { anyText, fc, runs } from '../random.js'
import { expect, test } from 'vitest'
import { buildTx } from '../../src/chain/tx/build.js'
import { decodeTx } from '../../src/chain/tx/tx.js'
import { secp256k1PublicKey } from '../../src/chain/ante/index.js'
import { message } from '../../src/chain/module.js'
import { SDK_0_53 } from '../../src/chain/release.js'
import { MessageRouter } from '../../src/chain/routers.js'

const bytes = fc.uint8Array({ maxLength: 40 })
/** More than fits, and texts that UTF-8 does not have. */
const uint = fc.bigInt({ min: 0n, max: 1n << 66n })
const text = anyText({ maxLength: 12 })

const router = new MessageRouter(
  [
    {
      name: 'any',
      messages: Object.fromEntries([
        message({ typeUrl: '/any', decode: (value) => value, signers: () => [], handle: () => new Uint8Array(0) }),
      ]),
    },
  ],
  'neutron',
)

const outcome = (tx: Uint8Array) => {
  try {
    return { ...decodeTx(tx, router, { prefix: 'neutron', release: SDK_0_53 }), bytes: undefined }
  } catch (error) {
    return { thrown: (error as Error).message }
  }
}

test('a transaction that was just written is read as its bytes are', () => {
  fc.assert(
    fc.property(
      fc.record({
        messages: fc.array(fc.record({ typeUrl: fc.oneof(fc.constant('/any'), text), value: bytes }), { maxLength: 3 }),
        fee: fc.array(fc.record({ denom: text, amount: fc.bigInt() }), { maxLength: 2 }),
        gasLimit: uint,
        memo: text,
        timeoutHeight: uint,
        signers: fc.array(fc.record({ key: bytes, sequence: uint, accountNumber: uint, signature: bytes }), {
          maxLength: 2,
        }),
      }),
      ({ signers, ...content }) => {
        const tx = buildTx({
          ...content,
          chainId: 'chain-1',
          signers: signers.map(({ key, signature, ...numbers }) => ({
            ...numbers,
            publicKey: secp256k1PublicKey(key),
            sign: () => signature,
          })),
        })
        const known = outcome(tx)
        // A copy is not known.
        expect(known).toEqual(outcome(tx.slice()))
      },
    ),
    { numRuns: runs(500) },
  )
})
