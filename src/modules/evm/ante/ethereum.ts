import { LRUCache } from 'lru-cache'
import { ChainError, equalBytes, toHex } from '../../../base/index.js'
import {
  blockGasLimit,
  ErrInsufficientFee,
  ErrInsufficientFunds,
  ErrInvalidRequest,
  ErrInvalidType,
  ErrOutOfGas,
  event,
  plainError,
  registerError,
  rethrowing,
  wrapError,
  type Context,
} from '../../../chain/index.js'
import { AnteError, type AnteStep } from '../../../chain/ante/index.js'
import { amountOf, coinsText, decimalOf, decimalTruncate } from '../../../codec/index.js'
import { ethAddressText } from '../../../crypto/index.js'
import { senderOf, type EthereumTx } from '../ethereum/decode.js'
import { effectivePrice, floorGas } from '../ethereum/gas.js'
import { NO_INDEX, type EthereumKeeper } from '../ethereum/keeper.js'
import { decodeEthereumMessage } from '../ethereum/message.js'
import { EthereumMeter } from '../ethereum/meter.js'
import { ETHEREUM_OPTION, ETHEREUM_TX } from '../types.js'

type Tx = Parameters<AnteStep>[1]
type Mode = Parameters<AnteStep>[2]

/** Source: cosmos/evm v0.7.3 x/vm/types/errors.go; cosmos-sdk types/errors/errors.go. */
const ErrCreateDisabled = registerError('evm', 5, 'EVM create operation is disabled')
const ErrCallDisabled = registerError('evm', 6, 'EVM Call operation is disabled')
const ErrIntendedSigner = registerError('sdk', 24, 'tx intended signer does not match the given signer')

/** The type of transactions with blobs (EIP-4844). */
const BLOBS = 3
const MAX_INIT_CODE = 49_152
const MAX_NONCE = (1n << 64n) - 1n

/** Whether a transaction says that it is one of Ethereum. Source: ante/ante.go */
export const isEthereum = ({ extensionOptions }: Tx): boolean => extensionOptions[0]?.typeUrl === ETHEREUM_OPTION

/** How many transactions may wait for a block whose senders are still known from their check. */
const MAX_KNOWN = 1024

/** All steps of an Ethereum transaction in one. Source: cosmos/evm v0.7.3 ante/evm/mono_decorator.go. */
export function ethereumStep(keeper: EthereumKeeper): AnteStep {
  const { chainId } = keeper.options
  const known = new LRUCache<string, Uint8Array>({ max: MAX_KNOWN })
  const sender = (tx: EthereumTx): Uint8Array => {
    const hash = toHex(tx.hash)
    const found = known.get(hash) ?? senderOf(tx, chainId)
    known.set(hash, found)
    return found
  }
  return (ctx, tx, mode) => {
    checkEnvelope(tx)
    const free = ctx.withGasMeter(new EthereumMeter(-1))
    try {
      return checked(keeper, free, tx, mode, sender)
    } catch (error) {
      throw error instanceof ChainError ? new AnteError(free, error) : error
    }
  }
}

/** @throws ChainError sdk/18. Source: ante/evm/04_validate.go `ValidateTx` */
function checkEnvelope(tx: Tx): void {
  const invalid = (text: string) => ErrInvalidRequest.error(text)
  if (tx.memo !== '' || tx.timeoutHeight !== 0n || tx.nonCriticalExtensionOptions.length > 0)
    throw invalid('for eth tx body Memo TimeoutHeight NonCriticalExtensionOptions should be empty')
  if (tx.extensionOptions.length !== 1) throw invalid('for eth tx length of ExtensionOptions should be 1')
  if (tx.signerInfos.length > 0) throw invalid('for eth tx AuthInfo SignerInfos should be empty')
  if (tx.fee === undefined) throw invalid('authInfo.Fee should not be nil')
  if (tx.fee.payer !== '' || tx.fee.granter !== '')
    throw invalid('for eth tx AuthInfo Fee payer and granter should be empty')
  if (tx.signatures.length > 0) throw invalid('for eth tx Signatures should be empty')
}

/** Who signed. @throws ChainError undefined/1 */
type SenderOf = (tx: EthereumTx) => Uint8Array

function checked(keeper: EthereumKeeper, ctx: Context, tx: Tx, mode: Mode, senderOf: SenderOf): Context {
  const { messages } = tx
  if (messages.length !== 1) throw ErrInvalidRequest.error(`expected 1 message, got ${messages.length}`)
  if (messages[0]!.typeUrl !== ETHEREUM_TX)
    throw ErrInvalidRequest.error(`invalid message type ${messages[0]!.typeUrl}, expected *types.MsgEthereumTx`)
  const { from, tx: inner } = decodeEthereumMessage(messages[0]!.value)
  const eth = inner!
  const { evm, feemarket, accounts } = keeper.options
  const baseFee = keeper.baseFee(ctx)

  const sender = checkAlone(eth, senderOf)
  const { minGasPrice } = feemarket.params(ctx)
  const fee = eth.gas * (eth.type >= 2 ? effectivePrice(eth, baseFee) : eth.feeCap)
  const required = minGasPrice * eth.gas
  if (minGasPrice > 0n && decimalOf(fee) < required)
    throw ErrInsufficientFee.error(
      `provided fee < minimum global fee (${fee} < ${decimalTruncate(required)}). Please increase the priority tip (for EIP-1559 txs) or the gas prices (for access list or legacy txs)`,
    )
  const { create, call } = evm.params(ctx)
  if (eth.to === undefined && create.type === 'ACCESS_TYPE_RESTRICTED')
    throw ErrCreateDisabled.error('failed to create new contract')
  if (eth.to !== undefined && call.type === 'ACCESS_TYPE_RESTRICTED')
    throw ErrCallDisabled.error('failed to perform a call')
  // A simulation names its sender by a signature as well.
  if ((mode.verifySignatures || mode.simulate) && !equalBytes(sender, from))
    throw ErrIntendedSigner.error(
      `signature verification failed: sender verification failed. got ${ethAddressText(sender)}, expected 0x${toHex(from)}`,
    )
  checkMoney(keeper, ctx, from, eth, baseFee)
  const price = effectivePrice(eth, baseFee)
  if (price * eth.gas > 0n) keeper.takeFee(ctx, from, price * eth.gas)
  const coins = price * eth.gas === 0n ? [] : [{ denom: keeper.denom(ctx), amount: price * eth.gas }]
  ctx.events.emit(event('tx', ['fee', coinsText(coins)]))
  const { sequence } = accounts.get(ctx, from)!
  if (eth.nonce > sequence)
    throw plainError(`tx nonce: ${eth.nonce}, account accountNonce: ${sequence}: tx nonce is higher than account nonce`)
  if (eth.nonce < sequence)
    throw plainError(`invalid nonce; got ${eth.nonce}, expected ${sequence}: tx nonce is lower than account nonce`)
  accounts.setSequence(ctx, from, sequence + 1n)
  ctx.events.emit(
    event('ethereum_tx', ['ethereumTxHash', `0x${toHex(eth.hash)}`], ['txIndex', String(ctx.txIndex ?? NO_INDEX)]),
  )
  checkFee(keeper, ctx, tx, eth)
  const maxGas = blockGasLimit(ctx.consensus)
  if (eth.gas > BigInt(maxGas)) throw ErrOutOfGas.error(`tx gas (${eth.gas}) exceeds block gas limit (${maxGas})`)
  return ctx.withGasMeter(new EthereumMeter(Number(eth.gas)))
}

/** What a transaction says without the state. @returns who signed. Source: go-ethereum core/txpool/validation.go `ValidateTransaction` */
function checkAlone(tx: EthereumTx, senderOf: SenderOf): Uint8Array {
  if (tx.type === BLOBS) throw plainError(`transaction type not supported: tx type ${BLOBS} not supported by this pool`)
  const { length } = tx.data
  if (tx.to === undefined && length > MAX_INIT_CODE)
    throw plainError(`max initcode size exceeded: code size ${length} limit ${MAX_INIT_CODE}`)
  const sender = rethrowing(
    (error) => plainError(`invalid sender: ${error.log}`),
    () => senderOf(tx),
  )
  if (tx.nonce === MAX_NONCE) throw plainError('nonce has max value')
  const floor = floorGas(tx)
  if (tx.gas < floor)
    throw plainError(`insufficient gas for floor data gas cost: gas ${tx.gas}, minimum needed ${floor}`)
  return sender
}

/** Source: ante/evm/06_account_verification.go, 07_can_transfer.go. */
function checkMoney(keeper: EthereumKeeper, ctx: Context, from: Uint8Array, tx: EthereumTx, baseFee: bigint): void {
  const { evm, accounts, bank } = keeper.options
  if (accounts.get(ctx, from) === undefined) accounts.open(ctx, from)
  const code = evm.code(ctx, evm.codeHash(ctx, from))
  const isDelegated = code.length === 23 && code[0] === 0xef && code[1] === 1 && code[2] === 0
  if (code.length > 0 && !isDelegated)
    throw ErrInvalidType.error(`the sender is not EOA: address ${ethAddressText(from)}`)
  const { amount } = bank.spendableCoin(ctx, from, keeper.denom(ctx))
  const cost = tx.feeCap * tx.gas + tx.value
  if (amount < cost)
    throw wrapError(
      ErrInsufficientFunds.error(`sender balance < tx cost (${amount} < ${cost})`),
      'failed to check sender balance',
    )
  if (tx.feeCap < baseFee)
    throw ErrInsufficientFee.error(`max fee per gas less than block base fee (${tx.feeCap} < ${baseFee})`)
}

/** The fee around the transaction is its own. Source: ante/evm/04_validate.go `CheckTxFee` */
function checkFee(keeper: EthereumKeeper, ctx: Context, { fee }: Tx, tx: EthereumTx): void {
  const { amount, gasLimit } = fee!
  const wanted = tx.feeCap * tx.gas
  if (amountOf(amount, keeper.denom(ctx)) !== wanted)
    throw ErrInvalidRequest.error(`invalid AuthInfo Fee Amount (${coinsText(amount)} != ${wanted})`)
  if (gasLimit !== tx.gas) throw ErrInvalidRequest.error(`invalid AuthInfo Fee GasLimit (${gasLimit} != ${tx.gas})`)
}
