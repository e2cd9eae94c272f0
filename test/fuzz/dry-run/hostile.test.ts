import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { TimeLimit } from '../../../src/fuzz/time-limit.js'
import { createSandbox } from '../../../src/sandbox/index.js'
import { prepareCampaign } from '../../../src/scaffold/campaign/index.js'
import { writeContract } from '../../scaffold/campaign/forwarder.js'
import { assemble } from '../../vm/wat.js'

const LOOP = '(loop $on (br $on)) (unreachable)'
/** Regions at 48 and 64: an empty response, and a text that is not JSON. */
const OK = '(i32.const 48)'
const RUBBISH = '(i32.const 64)'
/** A region that lies outside of the memory. */
const NOWHERE = '(i32.const 0x7ffffff0)'

interface Bodies {
  readonly instantiate?: string
  readonly execute?: string
  readonly query?: string
  readonly others?: string
}

const hostile = ({ instantiate = OK, execute = OK, query = OK, others = OK }: Bodies): string => `(module
  (memory (export "memory") 1)
  (global $heap (mut i32) (i32.const 4096))
  (data (i32.const 48) "\\00\\04\\00\\00\\40\\00\\00\\00\\3e\\00\\00\\00")
  (data (i32.const 64) "\\00\\08\\00\\00\\40\\00\\00\\00\\0c\\00\\00\\00")
  (data (i32.const 1024) "{\\22ok\\22:{\\22messages\\22:[],\\22attributes\\22:[],\\22events\\22:[],\\22data\\22:null}}")
  (data (i32.const 2048) "{\\22ok\\22:\\ff\\00]}]")
  (func (export "interface_version_8"))
  (func (export "deallocate") (param i32))
  (func (export "allocate") (param $size i32) (result i32) (local $region i32)
    (local.set $region (global.get $heap))
    (i32.store (local.get $region) (i32.add (local.get $region) (i32.const 12)))
    (i32.store offset=4 (local.get $region) (local.get $size))
    (global.set $heap (i32.add (i32.add (local.get $region) (local.get $size)) (i32.const 12)))
    (local.get $region))
  (func (export "instantiate") (param i32 i32 i32) (result i32) ${instantiate})
  (func (export "execute") (param i32 i32 i32) (result i32) ${execute})
  (func (export "migrate") (param i32 i32) (result i32) ${others})
  (func (export "sudo") (param i32 i32) (result i32) ${others})
  (func (export "reply") (param i32 i32) (result i32) ${others})
  (func (export "query") (param i32 i32) (result i32) ${query}))`

test('a query that never ends, or that responds with rubbish, is an error of the chain', async () => {
  const sandbox = createSandbox()
  try {
    const alice = sandbox.chains.neutron.account('alice', '1000untrn')
    const asked = async (query: string): Promise<() => unknown> => {
      const contract = await alice.deploy(assemble(hostile({ query })), {})
      return () => contract.query({ any: {} })
    }
    expect(await asked(LOOP)).toThrow('out of gas in location: ')
    expect(await asked(RUBBISH)).toThrow('invalid character')
    expect(await asked(NOWHERE)).toThrow('Error')
  } finally {
    await sandbox.close()
  }
})

describe.each(Object.entries({ LOOP, RUBBISH, NOWHERE }))('a contract with %s', (name, body) => {
  const bodies: readonly [string, Bodies][] = [
    ['in query', { query: body }],
    ['everywhere but in instantiate', { execute: body, query: body, others: body }],
  ]
  test.each(bodies)('%s gets a campaign', { timeout: 60_000 }, async (_, parts) => {
    const folder = mkdtempSync(join(tmpdir(), 'hostile-'))
    try {
      const limit = new TimeLimit()
      limit.begin(() => performance.now(), performance.now() + 3000)
      const wasm = writeContract(folder, 'hostile', hostile(parts), {}, ['poke'])
      const { contracts } = await prepareCampaign({
        wasms: [wasm],
        out: join(folder, 'campaign.yaml'),
        onStep: () => undefined,
        limit,
      })
      expect(contracts[0]!.messages[0]!.accepted > 0, name).toBe(parts.execute === undefined)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('in instantiate gets none, with the reason', { timeout: 60_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hostile-'))
    try {
      const wasm = writeContract(folder, 'hostile', hostile({ instantiate: body }), {}, ['poke'])
      const limit = new TimeLimit()
      limit.begin(() => performance.now(), performance.now() + 3000)
      const out = join(folder, 'campaign.yaml')
      const prepared = prepareCampaign({ wasms: [wasm], out, onStep: () => undefined, limit })
      await expect(prepared).rejects.toThrow('found no message that instantiates hostile')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
