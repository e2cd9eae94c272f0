import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { createEvmNode, type EvmNode, type Hex } from '../../src/evm/index.js'
import { METHODS } from '../../src/evm/rpc/methods/all.js'
import { artifact } from './solidity.js'

const ask = <T = unknown>(node: EvmNode, method: string, ...params: unknown[]): Promise<T> =>
  node.request({ method, params }) as Promise<T>
const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const BOB = '0x00000000000000000000000000000000000000b0'
const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`

/** The names of the requests of Anvil 1.7.1, with their aliases (crates/anvil/core/src/eth/mod.rs, `EthRequest`). */
const NAMES =
  'web3_clientVersion web3_sha3 eth_protocolVersion eth_chainId eth_networkId net_version net_listening eth_hashrate eth_gasPrice eth_maxPriorityFeePerGas eth_blobBaseFee eth_accounts eth_requestAccounts eth_blockNumber eth_coinbase eth_getBalance eth_getAccount eth_getAccountInfo eth_getStorageAt eth_getStorageValues eth_getBlockByHash eth_getBlockByNumber eth_getTransactionCount eth_getBlockTransactionCountByHash eth_getBlockTransactionCountByNumber eth_getUncleCountByBlockHash eth_getUncleCountByBlockNumber eth_getCode eth_getProof eth_sign personal_sign eth_signTransaction eth_signTypedData eth_signTypedData_v3 eth_signTypedData_v4 eth_sendTransaction eth_sendTransactionSync eth_sendRawTransaction eth_sendRawTransactionSync eth_call eth_simulateV1 eth_createAccessList eth_estimateGas eth_fillTransaction eth_getTransactionByHash anvil_getBlobByHash anvil_getBlobsByTransactionHash anvil_getGenesisTime eth_getTransactionByBlockHashAndIndex eth_getTransactionByBlockNumberAndIndex eth_getRawTransactionByHash eth_getRawTransactionByBlockHashAndIndex eth_getRawTransactionByBlockNumberAndIndex eth_getTransactionReceipt eth_getBlockReceipts eth_getUncleByBlockHashAndIndex eth_getUncleByBlockNumberAndIndex eth_getLogs eth_newFilter eth_getFilterChanges eth_newBlockFilter eth_newPendingTransactionFilter eth_getFilterLogs eth_uninstallFilter eth_getWork eth_submitWork eth_submitHashrate eth_feeHistory eth_syncing eth_config debug_getRawTransaction debug_traceTransaction debug_traceCall debug_codeByHash debug_dbGet debug_traceBlockByHash debug_traceBlockByNumber trace_transaction trace_block trace_filter trace_replayBlockTransactions anvil_impersonateAccount hardhat_impersonateAccount anvil_stopImpersonatingAccount hardhat_stopImpersonatingAccount anvil_autoImpersonateAccount hardhat_autoImpersonateAccount anvil_impersonateSignature anvil_getAutomine hardhat_getAutomine anvil_mine hardhat_mine anvil_setAutomine evm_setAutomine anvil_setIntervalMining evm_setIntervalMining anvil_getIntervalMining anvil_dropTransaction hardhat_dropTransaction anvil_dropAllTransactions hardhat_dropAllTransactions anvil_reset hardhat_reset anvil_setRpcUrl anvil_setBalance hardhat_setBalance tenderly_setBalance anvil_addBalance hardhat_addBalance tenderly_addBalance anvil_dealERC20 hardhat_dealERC20 anvil_setERC20Balance anvil_setERC20Allowance anvil_setCode hardhat_setCode anvil_setNonce hardhat_setNonce evm_setAccountNonce anvil_setStorageAt hardhat_setStorageAt anvil_setCoinbase hardhat_setCoinbase anvil_setChainId anvil_setLoggingEnabled hardhat_setLoggingEnabled anvil_setMinGasPrice hardhat_setMinGasPrice anvil_setNextBlockBaseFeePerGas hardhat_setNextBlockBaseFeePerGas anvil_setTime evm_setTime anvil_dumpState hardhat_dumpState anvil_loadState hardhat_loadState anvil_nodeInfo anvil_metadata hardhat_metadata anvil_snapshot evm_snapshot anvil_revert evm_revert anvil_increaseTime evm_increaseTime anvil_setNextBlockTimestamp evm_setNextBlockTimestamp anvil_setBlockGasLimit evm_setBlockGasLimit anvil_setBlockTimestampInterval anvil_removeBlockTimestampInterval evm_mine anvil_mine_detailed evm_mine_detailed eth_sendUnsignedTransaction txpool_status txpool_inspect txpool_content erigon_getHeaderByNumber ots_getApiLevel ots_getInternalOperations ots_hasCode ots_traceTransaction ots_getTransactionError ots_getBlockDetails ots_getBlockDetailsByHash ots_getBlockTransactions ots_searchTransactionsBefore ots_searchTransactionsAfter ots_getTransactionBySenderAndNonce eth_getTransactionBySenderAndNonce ots_getContractCreator anvil_removePoolTransactions anvil_reorg anvil_rollback anvil_setFeeToken anvil_setValidatorFeeToken anvil_setFeeAmmLiquidity'.split(
    ' ',
  )

/** Of those, what this node refuses as unknown, and why. */
const ABSENT: Readonly<Record<string, readonly string[]>> = {
  'Anvil itself answers that they are not implemented': ['eth_getWork', 'eth_submitWork', 'eth_submitHashrate'],
  'only chains of Tempo have them': ['anvil_setFeeToken', 'anvil_setValidatorFeeToken', 'anvil_setFeeAmmLiquidity'],
  'the chain id is part of the rules that the node is made with': ['anvil_setChainId'],
  'an explorer asks for them': NAMES.filter((name) => name.startsWith('ots_')),
}

test('the methods of Anvil are there, but for those that are named', () => {
  const there = new Set(METHODS.map(({ name }) => name))
  expect(NAMES.filter((name) => !there.has(name)).sort()).toEqual(Object.values(ABSENT).flat().sort())
})

const ERC20 = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function allowance(address, address) view returns (uint256)',
])

test('tokens are dealt and allowances set, in whatever slot they are', async () => {
  const node = createEvmNode({ accounts: { count: 1 } })
  const { bytecode } = artifact('ERC20')
  const text = (value: string): string =>
    `${word(BigInt(value.length)).slice(2)}${Buffer.from(value).toString('hex').padEnd(64, '0')}`
  const args = [word(96n), word(160n), word(1000n)].map((one) => one.slice(2)).join('') + text('Token') + text('TKN')
  const hash = await ask(node, 'eth_sendTransaction', { from: ALICE, data: bytecode + args })
  const { contractAddress: token } = await ask<{ contractAddress: Hex }>(node, 'eth_getTransactionReceipt', hash)
  const read = (functionName: 'balanceOf' | 'allowance', ...given: Hex[]): Promise<unknown> =>
    ask(node, 'eth_call', { to: token, data: encodeFunctionData({ abi: ERC20, functionName, args: given as never }) })
  expect(await ask(node, 'anvil_dealERC20', BOB, token, '0x7')).toBeNull()
  expect(await read('balanceOf', BOB)).toBe(word(7n))
  expect(await ask(node, 'hardhat_dealERC20', BOB, token, 9)).toBe(true)
  expect(await read('balanceOf', BOB)).toBe(word(9n))
  expect(await ask(node, 'anvil_setERC20Allowance', ALICE, BOB, token, '0x5')).toBeNull()
  expect(await read('allowance', ALICE, BOB)).toBe(word(5n))
  expect(await read('balanceOf', ALICE)).toBe(word(1000n))
  // Texts of Anvil.
  await expect(ask(node, 'anvil_dealERC20', BOB, BOB, '0x7')).rejects.toThrow(
    'Unable to set ERC20 balance, no slot found',
  )
  await expect(ask(node, 'anvil_setERC20Allowance', BOB, BOB, BOB, '0x7')).rejects.toThrow(
    'Unable to set ERC20 allowance, no slot found',
  )
})

test('ECRECOVER returns the configured address for a signature, in calls and in blocks, until it is reverted', async () => {
  const node = createEvmNode({ accounts: { count: 1 } })
  const [r, s, hash] = [word(0x1111n), word(0x2222n), word(0x3333n)]
  const input = `${hash}${word(27n).slice(2)}${r.slice(2)}${s.slice(2)}`
  const recover = (): Promise<unknown> => ask(node, 'eth_call', { to: `0x${'1'.padStart(40, '0')}`, data: input })
  const before = await recover()
  const id = await ask(node, 'evm_snapshot')
  expect(await ask(node, 'anvil_impersonateSignature', `${r}${s.slice(2)}1b`, BOB)).toBeNull()
  expect(await recover()).toBe(word(BigInt(BOB)))
  // A contract that keeps what ECRECOVER gives for its call data, in slot 0.
  const keeper = '0x366000600037602060006080600060015afa5060005160005500'
  await ask(node, 'anvil_setCode', BOB, keeper)
  await ask(node, 'eth_sendTransaction', { from: ALICE, to: BOB, data: input })
  expect(await ask(node, 'eth_getStorageAt', BOB, '0x0')).toBe(word(BigInt(BOB)))
  await ask(node, 'evm_revert', id)
  expect(await recover()).toBe(before)
})

test('blocks are returned in detail, with the results of their transactions', async () => {
  const node = createEvmNode({ accounts: { count: 1 }, mining: 'manual' })
  // Returns 42, and reverts with a reason.
  await ask(node, 'anvil_setCode', BOB, '0x602a5f5260205ff3')
  const sent = await ask(node, 'eth_sendTransaction', { from: ALICE, to: BOB, gas: '0x186a0' })
  const reason = `08c379a0${word(32n).slice(2)}${word(3n).slice(2)}${Buffer.from('why').toString('hex').padEnd(64, '0')}`
  const reverting = `0x6064600c60003960646000fd${reason}`
  await ask(node, 'eth_sendTransaction', { from: ALICE, data: reverting, gas: '0x186a0' })
  const [first, second, ...rest] = await ask<{ number: Hex; transactions: object[] }[]>(node, 'evm_mine_detailed', {
    blocks: 2,
  })
  expect(first).toMatchObject({
    number: '0x1',
    transactions: [
      { hash: sent, from: ALICE, output: word(42n) },
      { output: `0x${reason}`, revertReason: 'why' },
    ],
  })
  expect(second).toMatchObject({ number: '0x2', transactions: [] })
  expect(rest).toEqual([])
})

test('the look-ups that Anvil has beside the execution API', async () => {
  const node = createEvmNode({ accounts: { count: 1, balance: 10n ** 18n } })
  expect(await ask(node, 'eth_networkId')).toBe('262144')
  expect(await ask(node, 'eth_requestAccounts')).toEqual([ALICE])
  expect(await ask(node, 'anvil_getGenesisTime')).toBe(1_700_000_000)
  const receipt = await ask<{ transactionHash: Hex }>(node, 'eth_sendTransactionSync', {
    from: ALICE,
    to: BOB,
    value: '0x1',
  })
  expect(receipt).toMatchObject({ status: '0x1', from: ALICE, to: BOB })
  expect(await ask(node, 'eth_getAccountInfo', BOB)).toEqual({ balance: '0x1', nonce: '0x0', code: '0x' })
  expect(await ask(node, 'eth_getAccount', BOB, 'latest')).toEqual({
    balance: '0x1',
    nonce: '0x0',
    // Of no slots and of no code.
    storageRoot: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
    codeHash: '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
  })
  const found = await ask(node, 'eth_getTransactionBySenderAndNonce', ALICE, 0)
  expect(found).toEqual(await ask(node, 'eth_getTransactionByHash', receipt.transactionHash))
  expect(await ask(node, 'eth_getTransactionBySenderAndNonce', ALICE, '0x1')).toBeNull()
  expect(await ask(node, 'erigon_getHeaderByNumber', 'latest')).toMatchObject({ number: '0x1' })
  await ask(node, 'anvil_setCode', BOB, '0x6001')
  const { codeHash } = await ask<{ codeHash: Hex }>(node, 'eth_getAccount', BOB)
  expect(await ask(node, 'debug_codeByHash', codeHash)).toBe('0x6001')
  expect(await ask(node, 'debug_dbGet', `0x63${codeHash.slice(2)}`)).toBe('0x6001')
  expect(await ask(node, 'debug_codeByHash', word(1n))).toBe('0x')
  await expect(ask(node, 'debug_dbGet', '0x63')).rejects.toThrow('Invalid key length: expected 33 bytes, got 1')
  await expect(ask(node, 'debug_dbGet', `0x64${codeHash.slice(2)}`)).rejects.toThrow('Key prefix must be 0x63')
  // What waits is found as well, and nobody waits for ever.
  await ask(node, 'anvil_setAutomine', false)
  await expect(ask(node, 'eth_sendTransactionSync', { from: ALICE, to: BOB })).rejects.toThrow(
    'automatic mining is off',
  )
  expect(await ask(node, 'eth_getTransactionBySenderAndNonce', ALICE, 1)).toMatchObject({ blockNumber: null })
  expect(await ask(node, 'anvil_removePoolTransactions', ALICE)).toBeNull()
  expect(await ask(node, 'eth_getTransactionBySenderAndNonce', ALICE, 1)).toBeNull()
})
