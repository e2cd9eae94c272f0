import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ChainError, createSandbox, TxError, UsageError, type Account, type SandboxChain } from 'sudobox'
import { readFixture, replay } from 'sudobox/replay'
import { describe, expect, test } from 'vitest'

const TOKEN = 'contracts/artifacts/solidity/ERC20.json'
const RICH = '1000000000000000000000atest'

/** As a TypeScript project has it, so that the functions have types. */
const ABI = [
  {
    type: 'constructor',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'name_', type: 'string' },
      { name: 'symbol_', type: 'string' },
      { name: 'supply', type: 'uint256' },
    ],
  },
  {
    type: 'function',
    name: 'balanceOf',
    stateMutability: 'view',
    inputs: [{ name: 'account', type: 'address' }],
    outputs: [{ name: '', type: 'uint256' }],
  },
  {
    type: 'function',
    name: 'decimals',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ name: '', type: 'uint8' }],
  },
  {
    type: 'function',
    name: 'transfer',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
    ],
    outputs: [{ name: '', type: 'bool' }],
  },
] as const

interface File {
  readonly abi: readonly unknown[]
  readonly bytecode: string
}
const FILE = JSON.parse(readFileSync(TOKEN, 'utf8')) as File

function start(): { readonly evm: SandboxChain; readonly alice: Account; readonly bob: Account } {
  const { evm } = createSandbox({ chains: { evm: { kind: 'evmd' } } }).chains
  return { evm, alice: evm.account('alice', RICH), bob: evm.account('bob') }
}

describe('a contract in Solidity', () => {
  test('is deployed from a file, called and read, and its logs are decoded', async () => {
    const { evm, alice, bob } = start()
    const token = await evm.deploy(TOKEN, { from: alice, args: ['Token', 'TOK', 1000n] })
    expect(token.label).toBe('ERC20')
    expect(evm.addressOf('ERC20')).toBe(token.address)
    expect(evm.addressOf(token.evmAddress)).toBe(token.address)
    const sent = await token.write['transfer']!([bob, 5n])
    expect(sent.ethereum).toMatchObject({ from: alice.evmAddress, to: token.evmAddress, failure: undefined })
    expect(sent.ethereum.logs).toMatchObject([
      {
        address: token.evmAddress,
        eventName: 'Transfer',
        args: { from: alice.evmAddress, to: bob.evmAddress, value: 5n },
      },
    ])
    expect(token.read['balanceOf']!([bob])).toBe(5n)
    expect(evm.solidity('ERC20').read['balanceOf(address)']!([alice.evmAddress])).toBe(995n)
  })

  test('has the types of its ABI', async () => {
    const { evm, alice, bob } = start()
    const token = await evm.deploy(
      { abi: ABI, bytecode: FILE.bytecode },
      { from: alice, args: ['Token', 'TOK', 1000n] },
    )
    const decimals: number = token.read.decimals()
    const balance: bigint = token.read.balanceOf([alice])
    expect([decimals, balance]).toEqual([18, 1000n])
    await token.write.transfer([bob.evmAddress, 1n])
    // @ts-expect-error there is no such function
    expect(() => token.read.balance([alice])).toThrow(TypeError)
    // @ts-expect-error an amount is a bigint
    await expect(token.write.transfer([bob, true])).rejects.toThrow(
      'transfer(address,uint256): value: expected uint256, got true',
    )
  })

  test('fails with its decoded error, and the transaction is in a block', async () => {
    const { evm, alice, bob } = start()
    const token = await evm.deploy(TOKEN, { from: alice, args: ['Token', 'TOK', 1000n] })
    const before = evm.height
    const error: unknown = await token.write['transfer']!([bob, 5000n]).catch((thrown: unknown) => thrown)
    if (!(error instanceof TxError)) throw error
    expect(error.message).toContain(`execution reverted: ERC20InsufficientBalance(${alice.evmAddress}, 1000, 5000)`)
    expect(error).toMatchObject({ codespace: 'evm', code: 10 })
    expect(error.result).toMatchObject({ code: 0, ethereum: { failure: 'execution reverted' } })
    expect(evm.height).toBe(before + 1n)
    expect(() => token.read['allowance']!(['nobody', alice])).toThrow('evm has no account and no contract "nobody"')
    expect(() => token.read['transfer']!([bob, 5000n])).toThrow(ChainError)
  })

  test('has the gas that it needs, and with more is charged for half of it', async () => {
    const { evm, alice, bob } = start()
    const token = await evm.deploy(TOKEN, { from: alice, args: ['Token', 'TOK', 1000n] })
    const exact = await token.write['transfer']!([bob, 5n])
    expect(exact.gasUsed).toBe(exact.gasWanted)
    const generous = await token.write['transfer']!([bob, 5n], { gasLimit: 200_000n })
    expect(generous.gasUsed).toBe(100_000n)
    await expect(token.write['transfer']!([bob, 5n], { gasLimit: 25_000n })).rejects.toThrow('out of gas')
    await expect(token.write['transfer']!([bob, 5n], { maxFeePerGas: 1n })).rejects.toThrow(
      'max fee per gas less than block base fee',
    )
  })

  test('is deployed by an account of its own if nobody is named', async () => {
    const { evm } = start()
    const token = await evm.deploy(TOKEN, { args: ['Token', 'TOK', 1000n], label: 'mine' })
    expect(token.read['balanceOf']!(['deployer'])).toBe(1000n)
  })
})

describe('an artifact', () => {
  const folder = mkdtempSync(join(tmpdir(), 'artifact-'))
  const write = (name: string, value: unknown): string => {
    const path = join(folder, name)
    writeFileSync(path, JSON.stringify(value))
    return path
  }
  const args = ['Token', 'TOK', 1000n]
  const object = FILE.bytecode.replace('0x', '')
  const ofSolc = { abi: FILE.abi, evm: { bytecode: { object } } }

  test.each<[string, () => string | { readonly abi: readonly unknown[] }]>([
    [
      'of Foundry',
      () => write('foundry.json', { abi: FILE.abi, bytecode: { object: FILE.bytecode, linkReferences: {} } }),
    ],
    ['of solc, with one contract', () => write('one.json', { contracts: { 'T.sol': { Token: ofSolc } } })],
    [
      'of solc, with several contracts',
      () => `${write('two.json', { contracts: { 'T.sol': { Token: ofSolc, Other: ofSolc } } })}#Token`,
    ],
    ['of solc in a program', () => ofSolc],
    ['of Foundry in a program', () => ({ abi: FILE.abi, bytecode: { object: FILE.bytecode as `0x${string}` } })],
  ])('%s is deployed', async (_, given) => {
    const token = await start().evm.deploy(given(), { args })
    expect(token.read['totalSupply']!()).toBe(1000n)
  })

  test.each<[string, () => string, string]>([
    ['that is none', () => write('none.json', { hello: 1 }), 'is not a compiled contract'],
    ['without JSON', () => 'README.md', 'README.md is no JSON'],
    ['that is missing', () => 'missing.json', 'missing.json'],
    [
      'with several contracts and no name',
      () => write('two.json', { contracts: { 'T.sol': { Token: ofSolc, Other: ofSolc } } }),
      'has several contracts\n  contracts: Token, Other',
    ],
    ['of an interface', () => write('interface.json', { abi: FILE.abi, bytecode: '0x' }), 'it is an interface'],
    [
      'with a library',
      () =>
        write('library.json', {
          abi: [],
          bytecode: '0x73__$aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa$__00',
          linkReferences: { 'L.sol': { Maths: [{ start: 1, length: 20 }] } },
        }),
      'is linked with the library Maths, for which no address is given\n  right: libraries: { Maths: address }',
    ],
  ])('%s is refused', async (_, given, text) => {
    await expect(start().evm.deploy(given(), { args: [] })).rejects.toThrow(text)
  })

  test('is linked with its libraries', async () => {
    const { evm, alice } = start()
    // Puts the address of the library into the code of the contract: PUSH20 address, PUSH0, MSTORE, 32 bytes from memory.
    const path = write('linked.json', {
      abi: [],
      bytecode: '0x73__$aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa$__5f5260205ff3',
      linkReferences: { 'L.sol': { Maths: [{ start: 1, length: 20 }] } },
    })
    const { evmAddress } = await evm.deploy(path, { libraries: { Maths: alice } })
    const code = await evm.provider.request({ method: 'eth_getCode', params: [evmAddress, 'latest'] })
    expect(code).toBe(`0x${'00'.repeat(12)}${alice.evmAddress.slice(2).toLowerCase()}`)
  })
})

test('a chain of another kind has no such contracts', async () => {
  const { neutron } = createSandbox().chains
  await expect(neutron.deploy(TOKEN)).rejects.toThrow(UsageError)
  expect(() => neutron.provider).toThrow("neutron has no EVM inside\n  right: a chain of kind 'evmd'")
})

test('its transactions are in a recording, which replays to the byte', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'recording-'))
  const sandbox = createSandbox({ chains: { evm: { kind: 'evmd' } } })
  const { evm } = sandbox.chains
  const recording = sandbox.record(join(folder, 'token.json'))
  const alice = evm.account('alice', RICH)
  const token = await evm.deploy(TOKEN, { from: alice, args: ['Token', 'TOK', 1000n], label: 'token' })
  const bob = evm.account('bob')
  await token.write['transfer']!([bob, 5n])
  await token.write['transfer']!([bob, 5000n]).catch(() => undefined)
  const path = await recording.save()
  const { steps } = JSON.parse(readFileSync(path, 'utf8')) as {
    steps: readonly { do: object; expect: { $is: object } }[]
  }
  expect(steps.find((step) => 'call' in step.do)?.do).toMatchObject({
    from: 'alice',
    call: { function: 'transfer(address,uint256)', args: [bob.address, '5'] },
  })
  const run = await replay(readFixture(path), path)
  expect(run.passed).toBe(true)
})
