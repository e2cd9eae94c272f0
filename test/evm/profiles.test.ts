import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEvmNode, type EvmNode, type Hex, type Profile } from '../../src/evm/index.js'
import { serveJsonRpc, type JsonRpcServer } from '../../src/server/index.js'

const NAMESPACES = ['eth', 'net', 'web3', 'personal', 'debug', 'txpool', 'miner']
const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const HASH = `0x${'ab'.repeat(32)}`

async function chain(profile: Profile): Promise<EvmNode> {
  const node = createEvmNode({ profile, namespaces: NAMESPACES })
  for (let made = 0; made < 4; made++) await node.mine()
  return node
}

const outcome = async (node: EvmNode, method: string, params: unknown[]): Promise<unknown> => {
  try {
    return await node.request({ method, params })
  } catch (error) {
    const { code, shortMessage } = error as { code: number; shortMessage: string }
    return [code, shortMessage]
  }
}
const notThere = (method: string): [number, string] => [-32601, `the method ${method} does not exist/is not available`]

describe('the profile documented', () => {
  let node: EvmNode
  beforeAll(async () => {
    node = await chain('documented')
  })

  test.each<[string, unknown[], unknown]>([
    ['eth_blockNumber', [], '0x4'],
    ['eth_getBalance', [ALICE, 'latest'], '0x21e19e0c9bab2400000'],
    ['eth_gasPrice', [], '0x0'],
    ['eth_call', [{ to: ALICE }, 'latest'], '0x'],
    ['eth_getTransactionReceipt', [HASH], null],
    ['eth_getLogs', [{}], []],
    ['eth_uninstallFilter', ['0x77'], true],
    ['personal_lockAccount', [ALICE], false],
    ['debug_traceBlockByNumber', ['0x1'], []],
    ['eth_signTypedData', [ALICE, { types: {} }], [-32000, 'domain is undefined']],
    ['eth_signTypedData', [ALICE, { domain: {} }], notThere('eth_signTypedData')],
    ['eth_resend', [{ from: ALICE }], [-32000, 'missing transaction nonce in transaction spec']],
    ['eth_resend', [{ from: ALICE, nonce: '0x0' }], notThere('eth_resend')],
    ['personal_ecRecover', ['0x00', '0x1234'], [-32000, 'signature must be 65 bytes long']],
    ['personal_importRawKey', ['zz', 'x'], [-32000, "invalid hex character 'z' in private key"]],
    ['eth_sendTransaction', [{ from: ALICE }], notThere('eth_sendTransaction')],
    ['eth_simulateV1', [{}], notThere('eth_simulateV1')],
    ['evm_mine', [], notThere('evm_mine')],
    ['eth_baseFee', [], notThere('eth_baseFee')],
    ['miner_start', [], notThere('miner_start')],
    ['admin_peers', [], notThere('admin_peers')],
  ])('%s %j', async (method, params, expected) => {
    expect(await outcome(node, method, params)).toEqual(expected)
  })

  test('refuses a string as a block number, and a proof of the newest block', async () => {
    for (const method of ['debug_getBlockRlp', 'debug_getHeaderRlp', 'debug_printBlock'])
      expect(await outcome(node, method, ['0x1'])).toEqual([-32602, expect.stringContaining('uint64')])
    expect(await outcome(node, 'eth_getProof', [ALICE, [], 'latest'])).toEqual([
      -32000,
      expect.stringContaining('valid height'),
    ])
    expect(await outcome(node, 'eth_getProof', [ALICE, [], '0x3'])).toMatchObject({ address: ALICE, nonce: '0x0' })
    const filter = await node.request({ method: 'eth_newBlockFilter' })
    expect(await outcome(node, 'eth_getFilterLogs', [filter])).toEqual([
      -32000,
      expect.stringContaining("doesn't have a LogsSubscription type"),
    ])
  })

  test('shows blocks in the shape of the document', async () => {
    const block = (await node.request({ method: 'eth_getBlockByNumber', params: ['0x2', true] })) as object
    expect(Object.keys(block)).toHaveLength(18)
    expect(block).toMatchObject({
      number: '0x2',
      nonce: null,
      sha3Uncles: null,
      totalDifficulty: null,
      difficulty: null,
      miner: '0x0000000000000000000000000000000000000000',
    })
  })
})

describe('the profile cosmos-evm', () => {
  let node: EvmNode
  beforeAll(async () => {
    node = await chain('cosmos-evm')
  })

  test.each<[string, unknown[], unknown]>([
    ['net_peerCount', [], 0],
    // The hash of the text "0x", not of no bytes.
    ['web3_sha3', ['0x'], '0x39bef1777deb3dfb14f64b9f81ced092c501fee72f90e93d03bb95ee89df9837'],
    ['eth_mining', [], notThere('eth_mining')],
    ['eth_getBalance', [ALICE], [-32602, 'missing value for required argument 1']],
    ['eth_getLogs', [{ fromBlock: '0x3', toBlock: '0x9' }], [-32000, 'invalid block range params']],
    ['eth_getProof', [ALICE, ['0x0'], 'latest'], [-32000, 'proof queries at height <= 2 are not supported']],
    ['debug_getBlockRlp', [1], [-32000, 'profiling disabled in the debug namespace']],
    ['miner_start', [], [-32000, 'unsupported rpc function: miner_start']],
    ['personal_listWallets', [], null],
  ])('%s %j', async (method, params, expected) => {
    expect(await outcome(node, method, params)).toEqual(expected)
  })

  // What go-ethereum 1.17.2 prints for these types (Go's encoding/json into common, hexutil, types and rpc); for a number of a block, what cosmos/evm does.
  test.each<[string, unknown[], string]>([
    ['eth_getBalance', [], 'missing value for required argument 0'],
    ['eth_getBalance', [null, 'latest'], 'json: cannot unmarshal non-string into Go value of type common.Address'],
    ['eth_getBalance', [3, 'latest'], 'json: cannot unmarshal non-string into Go value of type common.Address'],
    ['eth_getBalance', ['0x12', 'latest'], 'hex string has length 2, want 40 for common.Address'],
    [
      'eth_getBalance',
      ['bob', 'latest'],
      'json: cannot unmarshal hex string without 0x prefix into Go value of type common.Address',
    ],
    ['eth_getBalance', [ALICE, 5], 'json: cannot unmarshal number into Go value of type string'],
    ['eth_getBalance', [ALICE, 'x'], 'hex string without 0x prefix'],
    ['eth_getBlockByNumber', ['', false], 'empty hex string'],
    ['eth_getBlockByNumber', ['0x', false], 'hex string "0x"'],
    ['eth_getBlockByNumber', ['0x01', false], 'hex number with leading zero digits'],
    ['eth_getBlockByNumber', ['0xzz', false], 'invalid hex string'],
    ['eth_getBlockByNumber', ['0x8000000000000000', false], 'block number larger than int64'],
    ['eth_getBlockByNumber', ['0x1', 'x'], 'json: cannot unmarshal string into Go value of type bool'],
    [
      'eth_sendRawTransaction',
      ['0xzz'],
      'json: cannot unmarshal invalid hex string into Go value of type hexutil.Bytes',
    ],
    ['eth_getTransactionReceipt', [5], 'json: cannot unmarshal non-string into Go value of type common.Hash'],
    ['eth_call', [5, 'latest'], 'json: cannot unmarshal number into Go value of type types.TransactionArgs'],
    ['eth_call', [[], 'latest'], 'json: cannot unmarshal array into Go value of type types.TransactionArgs'],
    [
      'eth_call',
      [{ to: 'bob' }, 'latest'],
      'json: cannot unmarshal hex string without 0x prefix into Go struct field TransactionArgs.to of type common.Address',
    ],
    ['eth_call', [{ to: '0x12' }, 'latest'], 'hex string has length 2, want 40 for common.Address'],
    [
      'eth_call',
      [{ gas: 5 }, 'latest'],
      'json: cannot unmarshal non-string into Go struct field TransactionArgs.gas of type hexutil.Uint64',
    ],
    [
      'eth_call',
      [{ value: '0x01' }, 'latest'],
      'json: cannot unmarshal hex number with leading zero digits into Go struct field TransactionArgs.value of type *hexutil.Big',
    ],
    [
      'eth_call',
      [{ accessList: 5 }, 'latest'],
      'json: cannot unmarshal number into Go struct field TransactionArgs.accessList of type types.AccessList',
    ],
    ['eth_call', [{ accessList: [{}] }, 'latest'], "missing required field 'address' for AccessTuple"],
    [
      'eth_call',
      [{ accessList: [{ address: ALICE, storageKeys: ['0x1'] }] }, 'latest'],
      'json: cannot unmarshal hex string of odd length into Go struct field TransactionArgs.accessList.storageKeys of type common.Hash',
    ],
  ])('words the refusal of %s %j as Go', async (method, params, text) => {
    const [code, message] = (await outcome(node, method, params)) as [number, string]
    expect([code, message.replace(/^invalid argument \d: /, '')]).toEqual([-32602, text])
  })

  // As the recorded node reads "bad": a text without 0x is a number if it can be, and else 0, whose block is 1.
  test.each<[unknown, Hex]>([
    ['0x0', '0x1'],
    ['bad', '0x1'],
    [true, '0x1'],
    [null, '0x1'],
    [{}, '0x1'],
    [3, '0x3'],
    ['3', '0x3'],
    ['03', '0x3'],
    ['0b11', '0x3'],
    ['3.0', '0x3'],
    ['-3', '0x1'],
    ['99999999999999999999', '0x1'],
  ])('reads %j as block %s', async (block, number) => {
    expect(await outcome(node, 'eth_getBlockByNumber', [block, false])).toMatchObject({ number })
  })
})

test('only three namespaces are on unless the options say', async () => {
  const node = createEvmNode({ profile: 'documented' })
  expect(await outcome(node, 'personal_listAccounts', [])).toEqual(notThere('personal_listAccounts'))
  expect(await outcome(node, 'eth_chainId', [])).toBe('0x40000')
})

describe('private methods over a port', () => {
  const open: { node: EvmNode; server: JsonRpcServer }[] = []
  afterAll(async () => {
    for (const { node, server } of open) {
      await server.close()
      await node.close()
    }
  })
  const status = async (
    profile: Profile,
    token: string | undefined,
    headers: Record<string, string>,
  ): Promise<unknown> => {
    const node = createEvmNode({ profile, namespaces: NAMESPACES, accounts: { count: 1 } })
    const server = await serveJsonRpc(node, token === undefined ? {} : { token })
    open.push({ node, server })
    const response = await fetch(server.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'personal_listAccounts', params: [] }),
    })
    const { error, result } = (await response.json()) as { error?: { code: number; message: string }; result?: Hex[] }
    return [response.status, error ?? result]
  }
  const refused = [401, { code: -32001, message: 'authentication required' }]

  test.each<[Profile, string | undefined, Record<string, string>, unknown]>([
    ['functional', undefined, {}, [200, [ALICE]]],
    ['functional', 'secret', {}, refused],
    ['functional', 'secret', { authorization: 'Bearer wrong' }, refused],
    ['functional', 'secret', { authorization: 'Bearer secret' }, [200, [ALICE]]],
    ['documented', undefined, {}, refused],
    ['documented', undefined, { authorization: 'Bearer undefined' }, refused],
    ['documented', 'secret', { authorization: 'Bearer secret' }, [200, [ALICE]]],
    ['cosmos-evm', undefined, {}, [200, [ALICE]]],
    ['cosmos-evm', 'secret', {}, refused],
    ['cosmos-evm', 'secret', { authorization: 'Bearer secret' }, [200, [ALICE]]],
  ])('%s, token %s, %j', async (profile, token, headers, expected) => {
    expect(await status(profile, token, headers)).toEqual(expected)
  })
})
