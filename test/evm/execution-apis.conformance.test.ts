import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { createEvmNode } from '../../src/evm/index.js'
import { answer } from '../../src/server/json-rpc.js'
import { DEFAULT_LIMITS } from '../../src/server/limits.js'

/** The public tests of Ethereum's execution API, where they lie beside the repository. */
const DATA = fileURLToPath(new URL('../../../shared/rpc-compat/', import.meta.url))

interface Runner {
  readonly loadTests: (directory: string) => unknown[]
  readonly runAll: (
    tests: unknown[],
    send: (text: string) => Promise<string>,
    openrpc: unknown,
  ) => Promise<{
    total: number
    passed: number
    methods: Record<string, { total: number; passed: number }>
    results: { name: string; pass: boolean; why: string[] }[]
  }>
}

test.runIf(existsSync(DATA))(
  'the public conformance tests',
  async () => {
    const json = (name: string): unknown => JSON.parse(readFileSync(`${DATA}${name}`, 'utf8'))
    const { loadTests, runAll } = (await import(pathToFileURL(`${DATA}run.mjs`).href)) as Runner
    const node = createEvmNode({
      genesis: json('genesis.json'),
      mining: 'manual',
      testing: true,
      limits: { gasCap: 50_000_000n },
    })
    expect(await node.importChain(readFileSync(`${DATA}chain.rlp`))).toBe(54)
    const send = async (text: string): Promise<string> =>
      (await answer(text, (method, params) => node.dispatch(method, params), DEFAULT_LIMITS)) ?? ''
    const result = await runAll(loadTests(`${DATA}tests`), send, json('openrpc.json'))
    console.log(`conformance: ${result.passed} of ${result.total}`)
    const failed = result.results.filter(({ pass }) => !pass)
    expect(failed.map(({ name, why }) => `${name}: ${why.join('; ').slice(0, 400)}`)).toEqual([])
    expect(result.total).toBe(233)
  },
  120_000,
)
