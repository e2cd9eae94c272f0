import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import wabtModule from 'wabt'
import { listContracts } from '../../scripts/contracts/list.mjs'

const root = fileURLToPath(new URL('../../contracts/', import.meta.url))
const read = (artifact: string) => readFileSync(`${root}artifacts/${artifact}`)
const contracts = listContracts(root)
const rust = contracts.filter(({ kind }) => kind === 'rust')

test('the published contracts, our own and the Solidity contracts are all there', () => {
  expect(contracts.map(({ name }) => name)).toEqual([
    'cw1_whitelist',
    'cw20_base',
    'cw3_flex_multisig',
    'cw4_group',
    'cw721_base',
    'remote_vault',
    ...Array.from({ length: 10 }, (_, i) => `remote_vault_p${i + 1}`),
    'callback_lab',
    'ping_pong',
    'remote_reader',
    'coin_bridge',
    ...Array.from({ length: 7 }, (_, i) => `coin_bridge_f${i + 1}`),
    'ticket_office',
    'account_owner',
    'account_owner_v2',
    'account_owner_v2f',
    'outpost',
    'courier',
    ...['gas', 'lock', 'reentry', 'retry', 'sender', 'timeout'].map((fault) => `courier_${fault}`),
    'savings_club',
    'savings_club_loop',
    'savings_club_reply',
    'savings_club_order',
    'debug_reader',
    'CallbackNotes',
    'CallbackProbe',
    'ERC20',
    'EventEmitter',
    ...['', '_p1'].map((fault) => `GiftBox${fault}`),
    'PacketVault',
    ...['p1', 'p2', 'p3'].map((fault) => `PacketVault_${fault}`),
    'Reverter',
    ...['', '_p1'].map((fault) => `ShareDesk${fault}`),
  ])
})

/** The types of Node lack this function of every engine. */
const { exports } = WebAssembly.Module as unknown as {
  readonly exports: (module: WebAssembly.Module) => readonly { readonly name: string }[]
}
const exportsOf = (wasm: Uint8Array<ArrayBuffer>) => exports(new WebAssembly.Module(wasm)).map(({ name }) => name)

/** A part of it is a folder or a host of the machine that built it. */
const MACHINE = /\/(root|home|usr|Users)\/|\.cargo|registry|[a-z]+\.[a-z]+-[0-9a-f]{16}/

test.each(contracts.flatMap(({ kind, artifact, debug }) => (kind === 'tool' ? [artifact] : debug ? [debug] : [])))(
  '%s names no folder or host of the machine that built it',
  (artifact) => {
    expect(MACHINE.exec(read(artifact).toString('latin1'))?.[0]).toBeUndefined()
  },
)

/** wasmd: MaxWasmSize */
const LARGEST = 800 * 1024

for (const { name, artifact } of rust) {
  test(`${name} is a contract that a chain takes, and names no folder or host of the machine that built it`, () => {
    const bytes = read(artifact)
    expect(exportsOf(bytes)).toEqual(
      expect.arrayContaining(['interface_version_8', 'allocate', 'deallocate', 'instantiate', 'execute', 'query']),
    )
    expect(bytes.length).toBeLessThanOrEqual(LARGEST)
    expect(MACHINE.exec(bytes.toString('latin1'))?.[0]).toBeUndefined()
  })
}

test('callback_lab has the entry points of a contract that is called back', () => {
  expect(exportsOf(read('callback_lab.wasm'))).toEqual(expect.arrayContaining(['sudo', 'reply', 'migrate']))
})

test.each([
  ['remote_vault', 11],
  ['coin_bridge', 8],
  ['savings_club', 4],
])('no two variants of %s are the same', (contract, count) => {
  const variants = contracts.filter(({ name }) => name.startsWith(contract)).map(({ artifact }) => read(artifact))
  expect(new Set(variants.map((wasm) => wasm.toString('base64'))).size).toBe(count)
})

test('each schema is that of its contract', () => {
  for (const { name, schema } of rust.filter(({ feature }) => feature === undefined)) {
    const { contract_name, instantiate, execute } = JSON.parse(read(schema ?? '').toString('utf8')) as Schema
    expect(contract_name).toBe(name)
    expect(instantiate.$schema).toMatch(/json-schema/)
    expect(execute.oneOf.length).toBeGreaterThan(0)
  }
})

interface Schema {
  readonly contract_name: string
  readonly instantiate: { readonly $schema: string }
  readonly execute: { readonly oneOf: readonly unknown[] }
}

test('each Solidity artifact has an ABI and both bytecodes', () => {
  for (const { name, artifact } of contracts.filter(({ kind }) => kind === 'solidity')) {
    const { contractName, abi, bytecode, deployedBytecode, compiler } = JSON.parse(
      read(artifact).toString('utf8'),
    ) as Record<string, unknown>
    expect(contractName).toBe(name)
    expect(abi).not.toEqual([])
    expect(bytecode).toMatch(/^0x60[0-9a-f]+$/)
    expect(deployedBytecode).toMatch(/^0x60[0-9a-f]+$/)
    expect(compiler).toMatch(/^solc 0\.8\./)
  }
})

/** VM gas: gas of a call, branch or end, and of any other operator. Source: cosmwasm-vm 2.x and later. */
const ACCOUNTING = 1610
const OTHER = 115

test('the loop that spends gas costs what the sources of callback_lab say', async () => {
  const source = readFileSync(`${root}std3/callback_lab/src/gas.rs`, 'utf8')
  const stated = Number(/VM_GAS_PER_TURN: u128 = ([\d_]+)/.exec(source)?.[1]?.replaceAll('_', ''))
  const wabt = await wabtModule()
  const module = wabt.readWasm(read('callback_lab.wasm'), {})
  const text = module.toText({})
  module.destroy()
  const [loop] = turn(text)
  expect(loop).toBe(stated)
})

/** Gas of one turn of each small loop that counts an i64 down through memory. */
function turn(text: string): number[] {
  return text
    .split('\n  (func ')
    .filter((body) => body.split('\n').length < 40 && /loop[^]*i64\.const -1\n\s*i64\.add\n\s*i64\.store/.test(body))
    .map((body) => {
      const [, inside = ''] = /loop .*\n([^]*?)\n {4}end/.exec(body) ?? []
      // What is skipped by the branch to the block's end is never paid.
      const paid = inside.replace(/\n\s*return\n\s*end/, '').split('\n')
      return paid.reduce((sum, line) => sum + (/^\s*(br|br_if)\b/.test(line) ? ACCOUNTING : OTHER), 0)
    })
}
