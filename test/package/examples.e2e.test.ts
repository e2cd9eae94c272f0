import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { globSync } from 'tinyglobby'
import { expect, test } from 'vitest'

// What a reader copies from a docstring compiles: each example is a function of its own, with the names of PRELUDE around it.

const PRELUDE = `
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { createPublicClient, custom, erc20Abi, type Hex } from 'viem'
import { createSandbox, type Account, type ActionInput, type Contract, type QueryRelayer, type Relayer, type Sandbox, type SandboxChain, type TypedSolidityContract } from 'sudobox'
import { arbitraries, campaign, Corpus, fitGrowth, nearlyValid, readContractSchema, readContractSchemaFile, runPool, shrink, StoryCoverage, variantsOf, type MessageSchema, type MessageVariant, type Surroundings } from 'sudobox/fuzz'
import { createEvmNode } from 'sudobox/evm'
import { Explorer } from 'sudobox/explorer'
import { profileGas, takeGasProfile } from 'sudobox/profile'
import { readFixture, replay } from 'sudobox/replay'
import { Reach } from '../../../src/base/reach.js'
import { expect, replayFixtures, test } from 'sudobox/vitest'

interface Cw20Base {
  readonly instantiate: { name: string; symbol: string; decimals: number; initial_balances: object[] }
  readonly execute: { burn: { amount: string } }
  readonly query: { balance: { address: string } } | { token_info: Record<string, never> }
  readonly migrate: { version: string }
  readonly answers: { balance: { balance: string }; token_info: { name: string } }
}
declare const sandbox: Sandbox, neutron: SandboxChain, hub: SandboxChain, evm: SandboxChain
declare const token: TypedSolidityContract<typeof erc20Abi>, bytecode: Hex, stakingAbi: readonly object[]
declare const alice: Account, bob: Account, mallory: Account
declare const vault: Contract, counter: Contract, dao: Contract
declare const relayer: Relayer, queryRelayer: QueryRelayer
declare const action: ActionInput, actions: readonly ActionInput[], features: readonly number[], start: number
declare const codeId: bigint, balance: bigint, memo: string, ica: string, json: unknown, request: never
declare function fits(amount: bigint): boolean
declare function claims(of: Sandbox): bigint
declare function balanceOf(of: Sandbox): bigint
declare function probe(): Promise<{ readonly sudo: readonly [{ readonly gasUsed: bigint }] }>
declare const deposits: fc.Arbitrary<ActionInput>
declare const execute: MessageSchema, around: Surroundings, transfer: MessageVariant
const { binary, coin, coins, commands, decimal, deliveryOrders, faults, gasLimits, kvResults, messages, packetOutcomes, txResults, uint128, unsigned } = arbitraries
`

/** Where each example stands, and its code. */
function examplesOf(file: string): readonly { readonly at: string; readonly code: string }[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/@example\b([\s\S]*?)(?=\n\s*\* @(?!ts)|\*\/)/g)].map((match) => ({
    at: `${file}:${text.slice(0, match.index).split('\n').length}`,
    code: match[1]!.replaceAll(/\n\s*\* ?/g, '\n').trim(),
  }))
}

test('the examples of docstrings compile', () => {
  const examples = globSync('src/**/*.ts', { ignore: ['**/generated/**'] })
    .toSorted()
    .flatMap(examplesOf)
  expect(examples.length).toBeGreaterThan(45)
  const folder = join('node_modules', '.cache', 'sudobox-examples')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const functions = examples.map(
    ({ at, code }) => `// ${at}\nexport async function at${at.replaceAll(/\W/g, '_')}() {\n${code}\n}`,
  )
  writeFileSync(join(folder, 'examples.ts'), `${PRELUDE}\n${functions.join('\n\n')}\n`)
  const options = { noUnusedLocals: false, noUnusedParameters: false, types: ['node'], rootDir: '../../..' }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: '../../../tsconfig.json',
      compilerOptions: options,
      include: ['examples.ts', '../../../src/**/*.d.ts'],
      exclude: [],
    }),
  )
  let errors = ''
  try {
    execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder], { encoding: 'utf8' })
  } catch (error) {
    errors = (error as { readonly stdout: string }).stdout
  }
  expect(errors).toBe('')
})
