import type { EvmNode } from '../../evm/index.js'
import { shortened, type CallData, type EventData } from '../../pages/index.js'
import type { EvmTxData, Json, PartDetail } from '../model.js'
import type { Abis } from './abis.js'

/** Members of JSON-RPC that are read here. */
interface Transaction {
  readonly from: string
  readonly to: string | null
  readonly value: string
  readonly gas: string
  readonly nonce: string
  readonly input: string
  readonly type: string
}

interface Receipt {
  readonly status: string
  readonly gasUsed: string
  readonly effectiveGasPrice: string
  readonly contractAddress: string | null
  readonly blockNumber: string
  readonly blobGasUsed?: string
  readonly blobGasPrice?: string
  readonly logs: readonly { readonly address: string; readonly topics: readonly string[]; readonly data: string }[]
}

interface Frame {
  readonly type: string
  readonly from: string
  readonly to?: string
  readonly value?: string
  readonly gas: string
  readonly gasUsed: string
  readonly input: string
  readonly output?: string
  readonly error?: string
  readonly revertReason?: string
  readonly calls?: readonly Frame[]
}

interface Traced {
  readonly action: { readonly gas: string }
  readonly result?: { readonly gasUsed?: string } | null
}

/** A transaction of an EVM in full, as one of a chain is shown. */
export interface ShownTransaction {
  readonly part: PartDetail
  readonly evm: EvmTxData
  readonly raw: Json
}

const MAX_CALLS = 2000
/** Contracts whose names are looked up. */
const MAX_NAMES = 60

/** Reads everything about one transaction from a node. @param chain that the EVM belongs to */
export async function shownTransaction(
  node: EvmNode,
  hash: string,
  chain: string,
  abis: Abis,
): Promise<ShownTransaction> {
  const ask = <T>(method: string, ...params: unknown[]): Promise<T> => node.request({ method, params }) as Promise<T>
  const transaction = await ask<Transaction>('eth_getTransactionByHash', hash)
  const receipt = await ask<Receipt>('eth_getTransactionReceipt', hash)
  const { baseFeePerGas } = await ask<{ readonly baseFeePerGas?: string }>(
    'eth_getBlockByNumber',
    receipt.blockNumber,
    false,
  )
  let root: Frame | undefined
  let inner: Traced | undefined
  let untraced: string | undefined
  try {
    root = await ask<Frame>('debug_traceTransaction', hash, { tracer: 'callTracer' })
    ;[inner] = await ask<readonly Traced[]>('trace_transaction', hash)
  } catch (error) {
    // A node that imitates another one may have no traces.
    untraced = error instanceof Error ? error.message : String(error)
  }
  const addresses = new Set([...addressesOf(root), ...receipt.logs.map(({ address }) => address)])
  const names = await namesOf([...addresses].slice(0, MAX_NAMES), abis, (address) =>
    ask<string>('eth_getCode', address, 'latest'),
  )
  const failed = receipt.status !== '0x1'
  return {
    evm: {
      ...facts(transaction, receipt, names),
      gas: gasOf(transaction, receipt, inner),
      fee: feeOf(receipt, baseFeePerGas),
      ...(untraced !== undefined && { untraced }),
    },
    part: {
      title: '',
      chain,
      height: String(BigInt(receipt.blockNumber)),
      hash,
      code: failed ? 1 : 0,
      codespace: '',
      log: failed ? (root === undefined ? 'it failed' : errorOf(root, abis)) : '',
      gasUsed: number(receipt.gasUsed),
      gasWanted: number(transaction.gas),
      calls: root === undefined ? [] : [callsOf(root, abis, names)],
      sudo: [],
      events: receipt.logs.map((log) => eventOf(log, abis, names)),
    },
    raw: { transaction, receipt } as unknown as Json,
  }
}

const number = (quantity: string): string => String(BigInt(quantity))

const facts = (
  { from, to, value, nonce, type, input }: Transaction,
  { contractAddress }: Receipt,
  names: ReadonlyMap<string, string>,
): Omit<EvmTxData, 'gas' | 'fee'> => {
  const at = to ?? contractAddress
  const name = at === null ? undefined : names.get(at)
  return {
    from,
    ...(to !== null && { to }),
    ...(contractAddress !== null && { created: contractAddress }),
    ...(name !== undefined && { name }),
    value: number(value),
    nonce: number(nonce),
    type: number(type),
    bytes: (input.length - 2) / 2,
  }
}

/** What gas was charged for. The trace has the gas of the code alone. */
function gasOf({ gas }: Transaction, { gasUsed, status }: Receipt, inner: Traced | undefined): EvmTxData['gas'] {
  const [limit, charged] = [BigInt(gas), BigInt(gasUsed)]
  const plain = { limit: String(limit), charged: String(charged) }
  if (inner === undefined) return plain
  const before = limit - BigInt(inner.action.gas)
  // A failure is not traced with its gas, and has no refund.
  const used = inner.result?.gasUsed
  if (used === undefined || status !== '0x1')
    return charged < before
      ? plain
      : { ...plain, before: String(before), execution: String(charged - before), refund: '0', floor: '0' }
  const rest = before + BigInt(used) - charged
  return {
    ...plain,
    before: String(before),
    execution: number(used),
    refund: String(rest > 0n ? rest : 0n),
    floor: String(rest < 0n ? -rest : 0n),
  }
}

function feeOf({ gasUsed, effectiveGasPrice, blobGasUsed, blobGasPrice }: Receipt, baseFee = '0x0'): EvmTxData['fee'] {
  const [gas, price, base] = [BigInt(gasUsed), BigInt(effectiveGasPrice), BigInt(baseFee)]
  const blobs =
    blobGasUsed === undefined || blobGasPrice === undefined ? 0n : BigInt(blobGasUsed) * BigInt(blobGasPrice)
  return {
    price: String(price),
    base: String(base),
    burned: String(gas * base),
    tip: String(gas * (price - base)),
    ...(blobs > 0n && { blobs: String(blobs) }),
    total: String(gas * price + blobs),
  }
}

function errorOf({ error = '', revertReason, output = '0x' }: Frame, abis: Abis): string {
  if (error !== 'execution reverted') return error
  const reason = revertReason ?? abis.revert(output)
  if (reason !== undefined) return `${error}: ${reason}`
  return output === '0x' ? `${error}, without a reason` : `${error}: ${shortened(output, 2000)}`
}

/** A frame and those in it as calls of contracts are shown. */
function callsOf(root: Frame, abis: Abis, names: ReadonlyMap<string, string>): CallData {
  let left = MAX_CALLS
  const call = (frame: Frame, isRoot: boolean): CallData => {
    left--
    const children = (frame.calls ?? []).flatMap((one) => (left > 0 ? [call(one, false)] : []))
    const { type, from, to, value, gas, gasUsed, input, output = '0x', error } = frame
    const label = to === undefined ? undefined : names.get(to)
    const below = (frame.calls ?? []).reduce((sum, one) => sum + BigInt(one.gasUsed), 0n)
    const answer =
      isCreate(type) || error !== undefined || output === '0x' ? undefined : answerText(abis, input, output)
    return {
      kind: isRoot ? 'call' : type === 'STATICCALL' ? 'query' : 'message',
      entry: type.toLowerCase(),
      contract: to ?? '(not created)',
      ...(label !== undefined && { label }),
      sender: from,
      ...(value !== undefined && value !== '0x0' && { funds: `${number(value)} wei` }),
      message: messageText(frame, abis),
      ...(answer !== undefined && { answer }),
      gas: number(gasUsed),
      ownGas: String(BigInt(gasUsed) > below ? BigInt(gasUsed) - below : 0n),
      ...(isRoot && { limit: number(gas) }),
      ...(error !== undefined && { error: errorOf(frame, abis) }),
      children,
    }
  }
  return call(root, true)
}

const isCreate = (type: string): boolean => type.startsWith('CREATE')

function messageText({ type, input }: Frame, abis: Abis): string {
  if (isCreate(type)) return `${(input.length - 2) / 2} bytes of code and arguments`
  const message = abis.call(input)
  return message === undefined ? shortened(input, 2000) : shortened(JSON.stringify(message))
}

function answerText(abis: Abis, input: string, output: string): string {
  const answer = abis.answer(input, output)
  return shortened(answer === undefined ? output : JSON.stringify(answer), 2000)
}

function eventOf(
  { address, topics, data }: Receipt['logs'][number],
  abis: Abis,
  names: ReadonlyMap<string, string>,
): EventData {
  const name = names.get(address)
  const contract = ['contract', name === undefined ? address : `${name} ${address}`] as const
  const decoded = abis.log(topics, data)
  return decoded === undefined
    ? {
        type: 'log',
        attributes: [
          contract,
          ...topics.map((topic, i) => [`topic ${i}`, topic] as const),
          ['data', shortened(data, 4000)],
        ],
      }
    : {
        type: decoded.name,
        attributes: [contract, ...decoded.args.map(([key, value]) => [key, shortened(value, 4000)] as const)],
      }
}

function addressesOf(frame: Frame | undefined): string[] {
  if (frame === undefined) return []
  return [...(frame.to === undefined ? [] : [frame.to]), ...(frame.calls ?? []).flatMap(addressesOf)]
}

/** Names of contracts whose compiled code was given. */
export async function namesOf(
  addresses: readonly string[],
  abis: Abis,
  codeOf: (address: string) => Promise<string>,
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  if (abis.given.every(({ code }) => code === undefined)) return names
  for (const address of addresses) {
    const name = abis.nameOf(await codeOf(address))
    if (name !== undefined) names.set(address, name)
  }
  return names
}
