import { fc, runs } from '../random.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { ChainError, NotSupportedError } from '../../src/base/errors.js'
import { toBase64, toHex } from '../../src/base/bytes.js'
import { Panic } from '../../src/chain/gas.js'
import { packageTables } from '../../src/codec/proto-json/schema.js'
import { methodTypes, serviceMethods } from '../../src/codec/proto-json/schema.js'
import { createSandbox, TxError, type Sandbox, type SandboxChain } from '../../src/sandbox/index.js'
import { hostileMessage, type Pool } from './hostile-proto.js'

let sandbox: Sandbox
let chain: SandboxChain
let pool: Pool

/** Where the ante steps of wasm count the transactions of a block. */
const TX_COUNTER = 'wasm/\b'

/** Everything that the modules keep; accounts and the counter, which every transaction moves, only where `all`. */
function state(all: boolean): string {
  const { baseApp: app } = chain.host.app
  const root: string[] = []
  for (const name of app.stores.names) {
    // Each block counts what its validators signed, and keeps its app hash.
    if (['acc', 'slashing', 'state-verifier'].includes(name) && !all) continue
    const rows = app.stores.view(app.stores.working, name).iterator()
    for (; rows.valid; rows.next()) {
      const key = `${name}/${rows.key}`
      if (all || key !== TX_COUNTER) root.push(`${key}=${toHex(rows.value)}`)
    }
  }
  return root.join('\n')
}

const types = Object.entries(packageTables()).flatMap(([name, { services }]) =>
  Object.keys(services).includes('Msg')
    ? [...serviceMethods(`${name}.Msg`)!.values()].map(({ request }) => request)
    : [],
)

/** Whether the chain or the transaction says it, or that Sudobox lacks something; a `UsageError` says what a test did wrong. */
const typed = (error: unknown): boolean =>
  [TxError, ChainError, NotSupportedError].some((kind) => error instanceof kind)

beforeAll(async () => {
  sandbox = createSandbox()
  chain = sandbox.chains.neutron
  const alice = chain.account('alice', '1000000000untrn')
  const lab = await alice.deploy('contracts/artifacts/callback_lab.wasm', {})
  const validator = 'neutronvaloper1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqjwl2fg'
  pool = {
    texts: [alice.address, alice.address, alice.address, lab.address, chain.account('bob').address, validator],
    denoms: ['untrn', 'uatom', `factory/${alice.address}/x`],
  }
})

describe('a message of any shape', () => {
  const known = () => types.filter((type) => chain.host.app.baseApp.router.handler(`/${type}`) !== undefined)

  test('each message that the chain accepts has a table', () => {
    const messages = chain.host.app.modules.flatMap((module) => Object.keys(module.messages ?? {}))
    expect(messages.filter((url) => !types.includes(url.slice(1)))).toEqual([])
  })

  test('is refused by the chain or works, and what is refused changes nothing but the sequence of its sender', async () => {
    for (const type of known()) {
      await fc.assert(
        fc.asyncProperty(hostileMessage(type, pool), async (value) => {
          const before = await sandbox.snapshot()
          try {
            await chain
              .account('alice')
              .send([{ any: { typeUrl: `/${type}`, value: toBase64(value) } }], { gasLimit: 3_000_000n })
            await sandbox.restore(before)
          } catch (error) {
            expect(typed(error), type).toBe(true)
            if (error instanceof TxError)
              expect(error.result.rawLog).not.toMatch(/TypeError|RangeError|undefined is not/)
            const after = state(false)
            await sandbox.restore(before)
            chain.nextBlock()
            expect(after).toBe(state(false))
          }
        }),
        { numRuns: runs(10) },
      )
    }
  }, 240_000)
})

describe('a query of any shape', () => {
  test('is answered or refused by the chain', () => {
    const { baseApp: app } = chain.host.app
    for (const path of app.queries.paths) {
      const request = methodTypes(path)?.request
      expect(request, path).toBeDefined()
      const before = state(true)
      fc.assert(
        fc.property(hostileMessage(request!, pool), (bytes) => {
          try {
            app.query(path, bytes)
          } catch (error) {
            if (!(error instanceof Panic)) expect(typed(error), path).toBe(true)
          }
        }),
        { numRuns: runs(10) },
      )
      expect(state(true)).toBe(before)
    }
  }, 240_000)
})
