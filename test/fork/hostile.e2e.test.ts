import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSandbox } from '../../src/sandbox/index.js'
import { openFork, readIdentity, type Fork } from '../../src/fork/index.js'
import { RPC_SETTINGS } from '../../src/fork/rpc/settings.js'
import { toHex } from '../../src/base/bytes.js'
import { sha256 } from '../../src/crypto/hash.js'
import { decodeBech32 } from '../../src/codec/bech32.js'
import { asciiKey, keyOf, type Key } from '../../src/store/key.js'
import { startHostileNode, type Falsified, type HostileNode } from './hostile-node.js'
import { expectRefusal } from './refusal.js'

// A node in another thread, whose answers are falsified one way at a time.

let node: HostileNode
const usual = { ...RPC_SETTINGS }
beforeAll(async () => {
  Object.assign(RPC_SETTINGS, { timeout: 20_000, tries: 2, pause: 1, mostBytes: 1 << 20 })
  node = await startHostileNode()
})
beforeEach(() => node.falsify({}))
afterAll(async () => {
  Object.assign(RPC_SETTINGS, usual)
  await node.close()
})

const opened = (verify: boolean, rpc: readonly string[] = [node.url], height: number = node.height): Fork =>
  openFork({ rpc, height, verify, cache: false })

/** The balance of alice, as the bank keeps it. */
const BALANCES = '\u0002'
const firstBalance = (fork: Fork): string => {
  const row = fork.base('bank')!.first(asciiKey(BALANCES), asciiKey('\u0003'))
  return Buffer.from(row!.value).toString()
}

/** The key of alice's balance. Source: cosmos-sdk x/bank/types/keys.go `BalancesPrefix`. */
const balanceKey = (): Key => {
  const address = decodeBech32(node.alice).bytes
  return keyOf(Uint8Array.from([2, address.length, ...address, ...Buffer.from('stake')]))
}
const balance = (fork: Fork): string | undefined => {
  const value = fork.base('bank')!.get(balanceKey())
  return value && Buffer.from(value).toString()
}
const GOOD = '1000000'

describe('what a node claims of rows', () => {
  const LIES: Record<string, { how: Falsified; verified: RegExp; believed: string | undefined | RegExp }> = {
    'another value': {
      how: {
        answer: ({ call, answer, tools }) =>
          call.params['data']?.startsWith('02') &&
          tools.withProof(answer, ({ exist }) => ({ exist: { ...exist, value: Buffer.from('77') } })),
      },
      verified: /has not committed to\n.*provided value|did not commit to expected root/,
      believed: '77',
    },
    'that a row is absent, by rows that are there and have it between them': {
      how: {
        answer: async ({ call, answer, tools }) => {
          const key = call.params['data']!
          if (!key.startsWith('02')) return undefined
          const { path, height } = call.params
          const beside = async (data: string) => {
            const { response } = await tools.ask('abci_query', { path, height, data, prove: true })
            return tools.decode(response.proofOps.ops[0].data).nonexist
          }
          const { left } = await beside(key.slice(0, -2))
          const { right } = await beside(`${key}00`)
          return tools.withProof(answer, () => ({ nonexist: { key: Buffer.from(key, 'hex'), left, right } }))
        },
      },
      verified: /has not committed to\n.*failed to verify non-membership/,
      believed: undefined,
    },
    'the proof of another row': {
      how: {
        answer: async ({ call, tools }) => {
          const { data, ...rest } = call.params
          if (!data?.startsWith('02')) return undefined
          return { result: await tools.ask('abci_query', { ...rest, data: `${data}00` }) }
        },
      },
      verified: /has not committed to/,
      believed: /the proof of something else/,
    },
    'what was right at another height': {
      how: {
        answer: async ({ call, tools }) => {
          const { height, ...rest } = call.params
          if (rest['path'] !== '/store/bank/key') return undefined
          return { result: await tools.ask('abci_query', { ...rest, height: String(Number(height) - 3) }) }
        },
      },
      verified: /has not committed to\n.*did not commit to expected root/,
      believed: GOOD,
    },
    'nothing to prove it': {
      how: {
        answer: ({ call, answer }) =>
          call.params['data']?.startsWith('02') && {
            result: { response: { ...answer.result.response, proofOps: null } },
          },
      },
      verified: /without the proof that was asked for/,
      believed: /without the proof that was asked for/,
    },
    'bytes that are no proof': {
      how: {
        answer: ({ call, answer }) =>
          call.params['data']?.startsWith('02') && {
            result: {
              response: { ...answer.result.response, proofOps: { ops: [{ data: '//8=' }, { data: '//8=' }] } },
            },
          },
      },
      verified: /has not committed to/,
      believed: /something else than a proof/,
    },
  }
  for (const [what, { how, verified, believed }] of Object.entries(LIES))
    test(`${what}: refused with verification`, async () => {
      const [sure, gullible] = [opened(true), opened(false)]
      expect(balance(opened(true))).toBe(GOOD)
      await node.falsify(how)
      expectRefusal(() => balance(sure), 'forged', verified)
      if (believed instanceof RegExp) expectRefusal(() => balance(gullible), 'forged', believed)
      else expect(balance(gullible)).toBe(believed)
      await node.falsify({})
      expect(balance(sure)).toBe(GOOD)
    })

  test('a row beside the requested one is checked too', async () => {
    const how: Falsified = {
      answer: ({ call, answer, tools }) =>
        call.params['data'] === '02' &&
        tools.withProof(answer, ({ nonexist }) => ({
          nonexist: { ...nonexist, right: { ...nonexist.right, value: Buffer.from('77') } },
        })),
    }
    const [sure, gullible] = [opened(true), opened(false)]
    await node.falsify(how)
    expectRefusal(() => firstBalance(sure), 'forged', /has not committed to/)
    expect(firstBalance(gullible)).toBe('77')
  })

  test('a store that it conceals', async () => {
    await node.falsify({
      answer: ({ call }) =>
        call.params['path'] === '/store/bank/key'
          ? { result: { response: { code: 4, codespace: 'store', log: 'no such store: bank: unknown request' } } }
          : undefined,
    })
    const sure = opened(true)
    expectRefusal(() => sure.open(node.stores), 'refused', /no store "bank", and nothing proves it/)
    expect(opened(false).base('bank')).toBeUndefined()
    await node.falsify({})
    const other = opened(true)
    other.open([...node.stores, 'aaa', 'bank2', 'zzz'])
    expect(['aaa', 'bank2', 'zzz'].map((name) => other.base(name))).toEqual([undefined, undefined, undefined])
    // Nothing is known of the names beside it.
    expectRefusal(() => opened(true).open(['bank', 'bank2']), 'refused', /no store "bank2", and nothing proves it/)
  })
})

describe('what a node claims of contracts', () => {
  const chain = (verify: boolean) =>
    createSandbox({
      chains: { live: { kind: 'wasmd', fork: { rpc: node.url, height: BigInt(node.height), cache: false, verify } } },
    }).chains.live
  const holders = (live: ReturnType<typeof chain>) =>
    live.query<{ accounts: string[] }>(node.token, { all_accounts: { limit: 30 } }).accounts.length

  test('a forged balance is accepted without verification, and refused with it', async () => {
    const pays = (verify: boolean) => chain(verify).balance(node.alice, 'stake')
    expect([pays(true), pays(false)]).toEqual([1_000_000n, 1_000_000n])
    await node.falsify({
      answer: ({ call, answer, tools }) =>
        call.params['path'] === '/store/bank/key' &&
        call.params['data']?.startsWith('02') &&
        tools.withProof(answer, ({ exist, nonexist }) => {
          const other = (row: object | undefined) => row && { ...row, value: Buffer.from('77') }
          return { exist: other(exist), nonexist: nonexist && { ...nonexist, right: other(nonexist.right) } }
        }),
    })
    expect(pays(false)).toBe(77n)
    expectRefusal(() => pays(true), 'forged', /the chain has not committed to/)
  })

  test('rows that a page leaves out are found with verification, and missed without', async () => {
    expect([holders(chain(true)), holders(chain(false))]).toEqual([6, 6])
    await node.falsify({
      answer: ({ call, answer, tools }) =>
        call.params['path']?.endsWith('AllContractState') && {
          result: {
            response: {
              ...answer.result.response,
              value: tools.text(tools.bytes(answer.result.response.value).subarray(0, 0)),
            },
          },
        },
    })
    expect(holders(chain(true))).toBe(6)
    expect(holders(chain(false))).toBeLessThan(6)
  })

  test('an impossible page is refused', async () => {
    await node.falsify({
      answer: ({ call, answer, tools }) =>
        call.params['path']?.endsWith('AllContractState') &&
        tools.withPage(answer, (page) => ({ ...page, models: page.models.reverse() })),
    })
    expectRefusal(() => holders(chain(false)), 'forged', /in another order/)
    expect(holders(chain(true))).toBe(6)
    await node.falsify({
      answer: ({ call, answer, tools }) =>
        call.params['path']?.endsWith('AllContractState') &&
        tools.withPage(answer, (page) => ({ ...page, pagination: { nextKey: Buffer.from([0]), total: 0n } })),
    })
    expectRefusal(() => holders(chain(false)), 'forged', /outside of what was asked for/)
  })

  test('another code is refused, verified or not', async () => {
    const wasm = readFileSync('contracts/artifacts/cw20_base.wasm')
    const code = (verify: boolean) => {
      const fork = opened(verify)
      expect(fork.base('wasm')!.get(keyOf(Uint8Array.from([1, 0, 0, 0, 0, 0, 0, 0, 1])))).toBeDefined()
      return fork.code(toHex(sha256(wasm)))
    }
    expect(Buffer.from(code(true)!).equals(wasm)).toBe(true)
    await node.falsify({
      answer: ({ call, answer, tools }) => {
        if (call.params['path'] !== '/cosmwasm.wasm.v1.Query/Code') return undefined
        const value = tools.bytes(answer.result.response.value)
        value[value.length - 1000]! ^= 1
        return { result: { response: { ...answer.result.response, value: tools.text(value) } } }
      },
    })
    for (const verify of [true, false])
      expectRefusal(() => code(verify), 'forged', /code 1 that the node sent has another hash/)
    await node.falsify(garbage, '/cosmwasm.wasm.v1.Query/Code')
    expectRefusal(() => code(true), 'refused', /code 1 is no response of CometBFT/)
  })

  /** Another value in the answers to the queries of a path. */
  const garbage: Falsified = {
    answer: ({ call, answer, given }) =>
      call.params['path'] === given && { result: { response: { ...answer.result.response, value: '//////8=' } } },
  }

  test('an invalid identity is named', async () => {
    await node.falsify(garbage, '/cosmos.auth.v1beta1.Query/Bech32Prefix')
    expectRefusal(() => chain(true), 'refused', /Bech32Prefix is no response of CometBFT/)
  })
})

describe('what a node claims of blocks', () => {
  const commitOf = (change: Falsified['answer']): Falsified => ({ answer: change! })

  test('another block, or another state of it', async () => {
    await node.falsify(
      commitOf(async ({ call, tools }) =>
        call.method === 'commit'
          ? { result: await tools.ask('commit', { height: String(Number(call.params['height']) - 1) }) }
          : undefined,
      ),
    )
    for (const verify of [true, false])
      expectRefusal(() => opened(verify), 'forged', /another block than that of height \d+\n.*received: height \d+/)

    await node.falsify(
      commitOf(({ call, answer }) => {
        if (call.method !== 'commit') return undefined
        answer.result.signed_header.header.app_hash = '00'.repeat(32)
        return answer
      }),
    )
    expectRefusal(() => opened(true), 'forged', /is none\n.*commit signs block/)
    expect(balance(opened(false))).toBe(GOOD)
  })

  test('other validators', async () => {
    await node.falsify(
      commitOf(({ call, answer }) => {
        if (call.method === 'validators') answer.result.validators[0].voting_power = '1'
        return answer
      }),
    )
    expectRefusal(() => opened(true), 'forged', /other validators than the chain has/)
    expect(opened(false).point.validators[0]!.power).toBe(1n)

    await node.falsify(
      commitOf(({ call, answer }) => {
        if (call.method === 'validators') answer.result.total = '9000000000000000000'
        return answer
      }),
    )
    for (const verify of [true, false]) expectRefusal(() => opened(verify), 'refused', /no response of CometBFT/)
  })

  test('invalid numbers, times and texts', async () => {
    const wrong: readonly Falsified['answer'][] = [
      ({ answer }) => ((answer.result.signed_header.header.height = '99999999999999999999'), answer),
      ({ answer }) => ((answer.result.signed_header.header.time = '2026-02-30T00:00:00Z'), answer),
      ({ answer }) => ((answer.result.signed_header.header.time = '2026-02-03'), answer),
      ({ answer }) => ((answer.result.signed_header.header.app_hash = 'xyz'), answer),
      ({ answer }) => ((answer.result.signed_header.header.chain_id = 'x'.repeat(100)), answer),
      ({ answer }) => ((answer.result.signed_header.commit.signatures = {}), answer),
      () => ({ result: null }),
      () => ({ result: [] }),
      () => ({ result: 'text' }),
    ]
    for (const answer of wrong) {
      await node.falsify({ answer: answer! })
      expectRefusal(() => opened(false), 'refused', /says to commit is no response of CometBFT/)
    }
  })
})

describe('a query that the chain refuses', () => {
  test('is known from the cache when no node can be reached', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sudobox-refused-'))
    const open = (rpc: readonly string[]): Fork => openFork({ rpc, height: node.height, cache: folder })
    await node.falsify({
      answer: ({ call, answer }) => {
        if (call.params['path'] !== '/cosmos.staking.v1beta1.Query/Params') return undefined
        answer.result.response = { code: 6, codespace: 'sdk', log: 'unknown query path', height: '0' }
        return answer
      },
    })
    const identity = readIdentity(open([node.url]))
    expect(identity.bondDenom).toBeUndefined()
    expect(readIdentity(open([]))).toEqual(identity)
    rmSync(folder, { recursive: true })
  })
})
