import { encodeFunctionData, getContractAddress, parseAbi, type Hex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { serve, type Figures } from '../harness/contender.js'
import { MNEMONIC, NODES } from './nodes.js'

/** `contender.js <node> <code of the token>`: one node, measured from outside. Figures are per second, ms and MB, by the clock on the wall. */

const [name, code] = process.argv.slice(2) as [string, Hex]
const node = await NODES[name]!()
const { request } = node
const chainId = Number(await request('eth_chainId', []))
/** ms from the start of the process to the first answer. */
const start = performance.now()

/** Shortest sample, ms. */
const SAMPLE = 250
const ABI = parseAbi(['function balanceOf(address) view returns (uint256)', 'function transfer(address, uint256)'])
const account = mnemonicToAccount(MNEMONIC)
const token = getContractAddress({ from: account.address, nonce: 0n })
const someone = (index: number): Hex => `0x${(0x1000 + (index % 1000)).toString(16).padStart(40, '0')}`

let nonce = 0
const sign = (transaction: { readonly to?: Hex; readonly data?: Hex; readonly value?: bigint; readonly gas: bigint }) =>
  account.signTransaction({
    type: 'eip1559',
    chainId,
    nonce: nonce++,
    maxFeePerGas: 10n ** 11n,
    maxPriorityFeePerGas: 1n,
    ...transaction,
  })

/** Sends and reads the receipt, which may take several requests where mining is asynchronous. */
async function mine(raw: Hex): Promise<void> {
  const hash = await request('eth_sendRawTransaction', [raw])
  for (;;) {
    const receipt = (await request('eth_getTransactionReceipt', [hash])) as { readonly status: Hex } | null
    if (receipt === null) continue
    if (receipt.status !== '0x1') throw new Error('a transaction failed')
    return
  }
}

/** How many a second, one after the other, or so many at once. */
async function rate(run: (index: number) => Promise<unknown>, atOnce = 1): Promise<number> {
  const from = performance.now()
  let done = 0
  let spent = 0
  while (spent < SAMPLE) {
    if (atOnce === 1) await run(done++)
    else await Promise.all(Array.from({ length: atOnce }, () => run(done++)))
    spent = performance.now() - from
  }
  return (done / spent) * 1000
}

/** Transactions a second, signed before the clock starts. */
async function mined(count: number, make: (index: number) => Promise<Hex>): Promise<number> {
  const signed: Hex[] = []
  for (let index = 0; index < count; index++) signed.push(await make(index))
  const from = performance.now()
  for (const raw of signed) await mine(raw)
  return (count / (performance.now() - from)) * 1000
}

const transfer = (index: number) => sign({ to: someone(index), value: 1n, gas: 21_000n })
const tokenTransfer = (index: number) =>
  sign({
    to: token,
    gas: 100_000n,
    data: encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [someone(index), 1n] }),
  })
const blockNumber = () => request('eth_blockNumber', [])
const balance = (index: number) => request('eth_getBalance', [someone(index), 'latest'])
const call = (index: number) => {
  const data = encodeFunctionData({ abi: ABI, functionName: 'balanceOf', args: [someone(index)] })
  return request('eth_call', [{ to: token, data }, 'latest'])
}

await mine(await sign({ data: code, gas: 2_000_000n }))
await mine(await tokenTransfer(0))
if (BigInt((await call(0)) as Hex) !== 1n) throw new Error(`${name} does not know the token`)
/** Transactions of a round: as many as take it about half a second, slow ones included. */
const speed = await mined(10, transfer)
const count = Math.max(5, Math.min(300, Math.round(speed / 2)))
for (let warm = 0; warm < Math.min(1500, speed * 6); warm += count) {
  await mined(Math.ceil(count / 2), transfer)
  await mined(Math.ceil(count / 2), tokenTransfer)
}

serve(async (): Promise<Figures> => ({
  blockNumber: await rate(blockNumber),
  'blockNumber/32': await rate(blockNumber, 32),
  balance: await rate(balance),
  'balance/32': await rate(balance, 32),
  call: await rate(call),
  'call/32': await rate(call, 32),
  transfer: await mined(count, transfer),
  token: await mined(count, tokenTransfer),
  memory: node.memory() / 2 ** 20,
  start,
}))
