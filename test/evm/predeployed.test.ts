import { readFileSync } from 'node:fs'
import { createPublicClient, custom, getContractAddress, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { createEvmNode, type EvmNode, type Hex, type Profile } from '../../src/evm/index.js'

const DEPLOYER: Hex = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const MULTICALL3: Hex = '0xcA11bde05977b3631167028862bE2a173976CA11'
const PERMIT2: Hex = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const SAFE_FACTORY: Hex = '0x914d7Fec6aaC8cd542e72Bca78B30650d45643d7'

const SALT: Hex = `0x${'0'.repeat(62)}2a`
/** Makes a contract that returns 7. */
const INIT: Hex = '0x6760075f5260205ff35f5260086018f3'

const ask = (node: EvmNode, method: string, ...params: unknown[]): Promise<never> =>
  node.request({ method, params }) as Promise<never>

test.each<[Profile, Hex, string]>([
  ['functional', DEPLOYER, '0x1'],
  // Preinstalled accounts of cosmos/evm have a sequence of 0.
  ['cosmos-evm', DEPLOYER, '0x0'],
  ['cosmos-evm', SAFE_FACTORY, '0x0'],
])('in the profile %s %s creates contracts where their salt says', async (profile, to, nonce) => {
  const node = createEvmNode({ profile })
  expect(await ask(node, 'eth_getTransactionCount', to, 'latest')).toBe(nonce)
  const address = getContractAddress({ opcode: 'CREATE2', from: to, salt: SALT, bytecode: INIT })
  const [from] = (await ask(node, 'eth_accounts')) as [Hex]
  const hash = await ask(node, 'eth_sendTransaction', { from, to, data: `${SALT}${INIT.slice(2)}` })
  expect(await ask(node, 'eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
  expect(await ask(node, 'eth_call', { to: address }, 'latest')).toBe(`0x${'7'.padStart(64, '0')}`)
})

const { contracts } = JSON.parse(readFileSync('fixtures/evm/preinstalls.json', 'utf8')) as {
  readonly contracts: readonly { readonly name: string; readonly address: Hex; readonly code: string }[]
}

test.each(contracts)(
  'the profile cosmos-evm has the code of $name where cosmos/evm has it',
  async ({ address, code }) => {
    const node = createEvmNode({ profile: 'cosmos-evm' })
    expect(await ask(node, 'eth_getCode', address, 'latest')).toBe(`0x${code.replace('0x', '')}`)
  },
)

test.each([MULTICALL3, PERMIT2, SAFE_FACTORY])('the other profiles have nothing at %s', async (address) => {
  expect(await ask(createEvmNode(), 'eth_getCode', address, 'latest')).toBe('0x')
})

test('viem reads several contracts at once: by Multicall3, and without it where it is not there', async () => {
  for (const profile of ['functional', 'cosmos-evm'] as const) {
    const node = createEvmNode({ profile })
    const client = createPublicClient({ transport: custom(node) })
    const way = profile === 'functional' ? { deployless: true } : { multicallAddress: MULTICALL3 }
    const seven = await deployed(node)
    const call = {
      address: seven,
      abi: parseAbi(['function any() view returns (uint256)']),
      functionName: 'any',
    } as const
    expect(await client.multicall({ contracts: [call, call], allowFailure: false, ...way })).toEqual([7n, 7n])
  }
})

/** The contract of {@link INIT}. */
async function deployed(node: EvmNode): Promise<Hex> {
  const [from] = (await ask(node, 'eth_accounts')) as [Hex]
  const hash = await ask(node, 'eth_sendTransaction', { from, data: INIT })
  return ((await ask(node, 'eth_getTransactionReceipt', hash)) as { contractAddress: Hex }).contractAddress
}

test('permits of Permit2 are for the chain that it is on', async () => {
  const node = createEvmNode({ profile: 'cosmos-evm' })
  const client = createPublicClient({ transport: custom(node) })
  const abi = parseAbi(['function DOMAIN_SEPARATOR() view returns (bytes32)'])
  const separator = (): Promise<Hex> => client.readContract({ address: PERMIT2, abi, functionName: 'DOMAIN_SEPARATOR' })
  const other = createPublicClient({ transport: custom(createEvmNode({ profile: 'cosmos-evm', chainId: 7n })) })
  expect(await separator()).not.toBe(
    await other.readContract({ address: PERMIT2, abi, functionName: 'DOMAIN_SEPARATOR' }),
  )
})

test('an account of the genesis replaces a predeployed contract', async () => {
  const node = createEvmNode({ alloc: { [DEPLOYER.toLowerCase() as Hex]: { code: '0x5f' } } })
  expect(await ask(node, 'eth_getCode', DEPLOYER, 'latest')).toBe('0x5f')
})
