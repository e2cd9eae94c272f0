import { readFileSync } from 'node:fs'
import { createContract } from 'micro-eth-signer/abi.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../../src/sandbox/index.js'
import { compile } from '../evm/solidity.js'
import { Explorer } from '../../src/explorer/index.js'

// oxlint-disable-next-line typescript/no-explicit-any -- answers of many forms, which the tests compare
type Answer = any

const { Shop, Till } = compile(`
// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;
contract Till {
  uint256 public sold;
  address immutable owner = msg.sender;
  error SoldOut(uint256 left, string what);
  event Sale(address indexed to, uint256 amount, bytes note);
  function sell(uint256 amount) external returns (uint256) {
    if (amount > 2**128) revert SoldOut(3, "pears");
    sold += amount;
    emit Sale(owner, amount, hex"beef");
    return sold;
  }
  function reset() external { sold = 0; }
}
contract Shop {
  Till till = new Till();
  function buy(uint256 amount) external payable { till.sell(amount); }
  function reset() external { till.reset(); }
}`)

let sandbox: Sandbox
let url: string
let shop: string
let sender: string
beforeAll(async () => {
  sandbox = createSandbox()
  url = (await new Explorer(sandbox).serve()).url
  ;[sender] = (await ask('eth_accounts')) as [string]
  shop = (await receipt(await send(undefined, Shop!.bytecode))).contractAddress
})
afterAll(() => sandbox.close())

const ask = (method: string, ...params: unknown[]): Promise<Answer> => sandbox.evm.request({ method, params })
const receipt = (hash: string): Promise<Answer> => ask('eth_getTransactionReceipt', hash)
const send = (to: string | undefined, data: string, value = '0x0'): Promise<string> =>
  ask('eth_sendTransaction', { from: sender, to, data, value, gas: '0x100000' })
const input = (name: string, value?: bigint): string =>
  `0x${Buffer.from((createContract(Shop!.abi as never) as Answer)[name].encodeInput(value)).toString('hex')}`

const get = async (path: string): Promise<Answer> => (await fetch(`${url}/api/${path}`)).json()
async function post(name: string, body: object): Promise<Answer> {
  const { epoch } = await get('state')
  const headers = { 'content-type': 'application/json' }
  return (
    await fetch(`${url}/api/${name}`, { method: 'POST', headers, body: JSON.stringify({ epoch, ...body }) })
  ).json()
}
/** What the page shows of a transaction. */
async function shown(hash: string): Promise<Answer> {
  await get('state')
  const [hit] = await expect
    .poll(() => get(`search?text=${hash}`))
    .toHaveLength(1)
    .then(() => get(`search?text=${hash}`))
  expect(hit.kind).toBe('EVM transaction')
  return get(`entry?id=${hit.row}`)
}

const SOLD = 2n ** 64n + 1n

test('a transaction shows its tree of calls and what was charged', async () => {
  const hash = await send(shop, input('buy', SOLD), '0x5')
  const { gasUsed, effectiveGasPrice } = await receipt(hash)
  const { row, part, evm } = await shown(hash)
  expect(row).toMatchObject({ kind: 'evm', state: 'ok', gas: String(BigInt(gasUsed)) })
  expect(part.calls).toMatchObject([
    {
      entry: 'call',
      contract: shop,
      funds: '5 wei',
      limit: String(0x100000),
      children: [{ entry: 'call', sender: shop }],
    },
  ])
  expect(evm.gas).toMatchObject({ limit: String(0x100000), charged: String(BigInt(gasUsed)), refund: '0', floor: '0' })
  expect(BigInt(evm.gas.before) + BigInt(evm.gas.execution)).toBe(BigInt(gasUsed))
  expect(evm.fee.total).toBe(String(BigInt(gasUsed) * BigInt(effectiveGasPrice)))
  expect(BigInt(evm.fee.burned) + BigInt(evm.fee.tip)).toBe(BigInt(evm.fee.total))
})

test('a refund is shown', async () => {
  const { evm } = await shown(await send(shop, input('reset')))
  const { before, execution, refund, charged } = evm.gas
  expect(refund).toBe('4800')
  expect(BigInt(before) + BigInt(execution) - 4800n).toBe(BigInt(charged))
})

test('with ABIs, calls, logs, answers and errors have their names and exact numbers', async () => {
  const hash = await send(shop, input('buy', SOLD))
  expect((await shown(hash)).part.calls[0].message).toBe(input('buy', SOLD))
  expect((await shown(hash)).part.events).toMatchObject([{ type: 'log' }])
  expect((await post('abi', { name: 'Nothing', abi: { abi: [] } })).error.message).toBe(
    'this is not the ABI of a contract',
  )
  const wrong = [{ type: 'function', name: 'f', inputs: [{ name: 'a', type: 'uint7' }] }]
  expect((await post('abi', { name: 'Wrong', abi: wrong })).error.message).toContain('the ABI of Wrong')
  await post('abi', { name: 'Shop', abi: Shop!.abi })
  const code = (await ask('eth_getCode', `0x${(await ask('eth_getStorageAt', shop, '0x0')).slice(-40)}`)).slice(2)
  // Compilers leave zeros where an immutable comes.
  const deployedBytecode = code.replaceAll(shop.slice(2), '0'.repeat(40))
  expect(deployedBytecode).not.toBe(code)
  await post('abi', { name: 'till', abi: { contractName: 'Till', abi: Till!.abi, deployedBytecode } })

  const { part } = await shown(hash)
  expect(part.calls[0].message).toBe(`{"buy":{"amount":"${SOLD}"}}`)
  expect(part.calls[0].children).toMatchObject([
    { label: 'Till', message: `{"sell":{"amount":"${SOLD}"}}`, answer: `"${SOLD}"` },
  ])
  expect(part.events[0]).toMatchObject({
    type: 'Sale',
    attributes: [
      ['contract', expect.stringMatching(/^Till 0x/)],
      ['to', shop],
      ['amount', String(SOLD)],
      ['note', '0xbeef'],
    ],
  })
  const refused = await shown(await send(shop, input('buy', 2n ** 128n + 1n)))
  expect(refused.row).toMatchObject({ state: 'refused', title: `EVM: call buy of ${shop}` })
  expect(refused.part.log).toBe('execution reverted: SoldOut(left: 3, what: pears)')
  expect((await get('rows?kind=evm&text=call%20buy')).total).toBe(3)
  expect(await get('evm')).toMatchObject({
    contracts: [{ address: shop }],
    abis: [{ name: 'Till', functions: 3, events: 1, errors: 1 }, { name: 'Shop' }],
  })
})

test('the reason of a revert needs no ABI', async () => {
  const { bytecode, abi } = JSON.parse(readFileSync('contracts/artifacts/solidity/Reverter.json', 'utf8'))
  const { contractAddress } = await receipt(await send(undefined, bytecode))
  const fail = (createContract(abi) as Answer).revertWithReason.encodeInput('no pears')
  const { part } = await shown(await send(contractAddress, `0x${Buffer.from(fail).toString('hex')}`))
  expect(part).toMatchObject({ code: 1, log: 'execution reverted: no pears', calls: [{ error: part.log }] })
})

test('blocks are found by hash, undone ones no more', async () => {
  const before = await ask('evm_snapshot')
  const hash = await send(shop, input('reset'))
  const { blockHash } = await receipt(hash)
  expect((await shown(hash)).row.kind).toBe('evm')
  const [hit] = await get(`search?text=${blockHash}`)
  expect(hit).toMatchObject({ kind: 'EVM block', chain: 'neutron' })
  expect((await get(`entry?id=${hit.row}`)).raw.hash).toBe(blockHash)
  const { total } = await get('rows?kind=evmBlocks')
  await ask('evm_revert', before)
  await expect.poll(async () => (await get('rows?kind=evmBlocks')).total).toBe(total - 1)
  expect(await get(`search?text=${hash}`)).toEqual([])
})
