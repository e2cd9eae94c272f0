import { createTx, isBlob4844Tx, type TypedTxData } from '@ethereumjs/tx'
import { RpcError } from '../../../../base/index.js'
import type { NodeChain } from '../../../chain/node-chain.js'
import { decodeTransaction, feeCap, tipCap, type SignedTransaction } from '../../../chain/transaction.js'
import { keccak256 } from '../../../crypto/hash.js'
import { refuse } from '../../../errors.js'
import { hex, quantity, unhex, type Hex } from '../../../hex.js'
import type { InTurn } from '../../table.js'
import { sign } from '../../methods/transactions.js'
import { optional, required, type ChainCall } from '../../table.js'
import { data, hash32, quantity as bigNumber, uint64 } from '../../../validate.js'
import { receiptJson, receiptLogs, logJson, type RpcObject } from '../../encode.js'
import { answers, type Differing } from './differs.js'
import { filled, type Filled } from './defaults.js'
import { crashed, noKey } from './errors.js'
import { goString } from './go-types.js'
import * as json from './json.js'
import { nodeTransaction } from './messages.js'
import { chainIdOf, wrongCount } from './raw.js'

const transaction = required('transaction', nodeTransaction)
const byHash = [required('transactionHash', hash32)] as const

/** What is checked of a transaction alone. Source: x/vm/types/msg.go `ValidateBasic`. */
function problemOf({ tx }: SignedTransaction): string | undefined {
  if (feeCap(tx) < tipCap(tx)) return 'max priority fee per gas higher than max fee per gas'
  const least = tx.getIntrinsicGas()
  if (tx.gasLimit < least) return `intrinsic gas too low: gas ${tx.gasLimit}, minimum needed ${least}`
  return undefined
}

/** Puts a transaction into the pool. Source: mempool/mempool.go `Insert`. @throws RpcError for one that no block can take now */
async function insert({ chain, turn }: ChainCall & InTurn, signed: SignedTransaction): Promise<Hex> {
  const baseFee = chain.blocks.head.block.header.baseFeePerGas ?? 0n
  if (feeCap(signed.tx) < baseFee)
    throw refuse(
      `inserting tx: max fee per gas (${feeCap(signed.tx)}) is lower than the base fee (${baseFee}): insufficient fee`,
    )
  const problem = problemInPool(chain, signed)
  if (problem !== undefined) throw refuse(problem)
  return chain.send(turn, signed)
}

/** Where the texts of the pool are not go-ethereum's. Source: mempool/txpool/validation.go `ValidateTransaction`. */
function problemInPool({ settings }: NodeChain, { tx }: SignedTransaction): string | undefined {
  if (isBlob4844Tx(tx)) return `transaction type not supported: received type ${tx.type}`
  return tx.gasLimit > settings.gasLimit ? 'exceeds block gas limit' : undefined
}

/** Source: rpc/backend/call_tx.go `SendRawTransaction`. @throws RpcError */
function decoded(chain: NodeChain, raw: Uint8Array): SignedTransaction {
  const want = chain.forks.chainId
  try {
    const signed = decodeTransaction(raw, chain.poolContext().common)
    if (signed.tx.type === 0 && (signed.tx.v ?? 0n) < 35n)
      throw refuse('only replay-protected (EIP-155) transactions allowed over RPC')
    return signed
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    const { shortMessage: words } = error
    const got = words.startsWith('invalid chain id for signer') ? chainIdOf(raw) : undefined
    throw got === undefined ? reworded(words, raw) : refuse(`incorrect chain-id; expected ${want}, got ${got}`)
  }
}

/** What is wrong with bytes, in the words of the node. */
function reworded(words: string, raw: Uint8Array): RpcError {
  if (raw.length === 1 && raw[0]! < 0x80) return refuse('typed transaction too short')
  if (words.endsWith('larger than the data')) return refuse('rlp: value size exceeds available input length')
  if (words.includes('Only expecting')) return refuse(wrongCount(raw))
  if (words.startsWith('max priority fee')) return refuse(`failed to validate transaction: ${words}`)
  if (words.includes('authorization list is empty'))
    return refuse('failed to validate transaction: set code tx must have at least one authorization tuple')
  return refuse(words)
}

/** The transaction of a filled request. Source: x/vm/types/tx_args.go `ToTransaction`. */
function unsignedOf(chain: NodeChain, request: Filled): TypedTxData & { from: Hex } {
  const { from, to, gasPrice, maxFeePerGas, maxPriorityFeePerGas, accessList, authorizationList } = request
  const common = {
    from,
    nonce: request.nonce,
    gasLimit: request.gas,
    ...(to === undefined ? {} : { to }),
    value: request.value ?? 0n,
    data: unhex(request.input ?? request.data ?? '0x'),
  }
  if (gasPrice !== undefined) return { type: 0, ...common, gasPrice }
  if (authorizationList !== undefined && to === undefined) throw crashed()
  const dynamic = {
    ...common,
    chainId: chain.forks.chainId,
    maxFeePerGas: maxFeePerGas!,
    maxPriorityFeePerGas: maxPriorityFeePerGas!,
    accessList: (accessList ?? []).map(({ address, storageKeys }) => ({ address, storageKeys: [...storageKeys] })),
  }
  return authorizationList === undefined
    ? { type: 2, ...dynamic }
    : { type: 4, ...dynamic, authorizationList: authorizationList.map((one) => ({ ...one })) }
}

/** Source: rpc/backend/sign_tx.go `SendTransaction`. @throws RpcError */
async function send(call: ChainCall & InTurn, request: Parameters<typeof filled>[1]): Promise<Hex> {
  const { chain } = call
  const sender = request.from ?? `0x${'00'.repeat(20)}`
  if (!chain.keystore.has(sender)) throw refuse(`failed to find key in the node's keyring; ${noKey(sender)}`)
  const { chainId } = chain.forks
  if (request.chainId !== undefined && request.chainId !== chainId)
    throw refuse(`chainId does not match node's (have=${quantity(request.chainId)}, want=${quantity(chainId)})`)
  const signed = sign(chain, unsignedOf(chain, await filled(call, { ...request, from: sender })))
  const problem = problemOf(signed)
  if (problem !== undefined) throw refuse(problem)
  return insert(call, signed)
}

/** The highest fee of a replacement, in units of 10^18. Source: server/config `txfee-cap`. */
const FEE_CAP = 1
const COIN = 1e18

function checkFee(price: bigint, gas: bigint): void {
  const fee = Number(price * gas) / COIN
  if (fee > FEE_CAP)
    throw refuse(`tx fee (${fee.toFixed(2)} ether) exceeds the configured cap (${FEE_CAP.toFixed(2)} ether)`)
}

/** Sending and looking up transactions. Source: rpc/backend/call_tx.go, sign_tx.go, tx_info.go. */
export const TRANSACTIONS: Readonly<Record<string, Differing>> = {
  eth_sendRawTransaction: answers([required('transaction', data)], (call, raw) => {
    const signed = decoded(call.chain, unhex(raw))
    const problem = problemOf(signed)
    if (problem !== undefined) throw refuse(`failed to validate transaction: ${problem}`)
    return insert(call, signed)
  }),
  eth_sendTransaction: answers([transaction], send),
  personal_sendTransaction: answers([transaction, required('passphrase', goString)], (call, request) => {
    if (request.to === undefined) throw crashed()
    return send(call, request)
  }),
  eth_fillTransaction: answers([transaction], async (call, request) => {
    const { chain } = call
    const { from: _, ...fields } = unsignedOf(chain, await filled(call, request))
    const tx = createTx(fields, { common: chain.poolContext().common, allowUnlimitedInitCodeSize: true })
    const raw = tx.serialize()
    return { raw: hex(raw), tx: json.unsignedJson(tx, hex(keccak256(raw))) }
  }),
  eth_resend: answers(
    [transaction, optional('gasPrice', bigNumber), optional('gasLimit', uint64)],
    async (call, request, gasPrice, gasLimit) => {
      const { chain } = call
      if (request.nonce === undefined) throw refuse('missing transaction nonce in transaction spec')
      const complete = await filled(call, request)
      checkFee(gasPrice ?? complete.gasPrice ?? complete.maxFeePerGas ?? 0n, gasLimit ?? complete.gas)
      const { from, ...fields } = unsignedOf(chain, complete)
      const { common } = chain.poolContext()
      const wanted = createTx(fields, { common })
      const prior = chain.pool
        .snapshot()
        .find(
          (one) => one.from === from && hex(one.tx.getHashedMessageToSign()) === hex(wanted.getHashedMessageToSign()),
        )
      if (prior === undefined) throw refuse(`transaction ${hex(keccak256(wanted.serialize()))} not found`)
      const priced =
        gasPrice === undefined || gasPrice === 0n
          ? complete
          : { ...complete, gasPrice, maxFeePerGas: undefined, maxPriorityFeePerGas: undefined }
      return send(call, { ...priced, gas: gasLimit === undefined || gasLimit === 0n ? complete.gas : gasLimit })
    },
  ),
  eth_getTransactionByHash: answers(byHash, ({ chain }, hash) => {
    const found = chain.blocks.transaction(hash)
    // The node asks the pool of CometBFT, which is empty: transactions wait in that of the app.
    return found === undefined ? null : json.mined(found)
  }),
  // The node makes the receipt as if the transaction were alone in its block.
  eth_getTransactionReceipt: answers(byHash, ({ chain }, hash) => {
    const found = chain.blocks.transaction(hash)
    if (found === undefined) return null
    const json = receiptJson(found)
    return { ...json, cumulativeGasUsed: json['gasUsed'] }
  }),
  // One that failed has no list.
  eth_getTransactionLogs: answers(byHash, ({ chain }, hash): readonly RpcObject[] | null => {
    const found = chain.blocks.transaction(hash)
    if (found === undefined || found.receipt.status === 0) return null
    return receiptLogs(found.block, found.index, found.receipt).map(logJson)
  }),
}
