import { Hardfork, type Common } from '@ethereumjs/common'
import { checksum } from '../crypto/address.js'
import { intrinsicGas, type BlockContext, type IntrinsicGas, type Message } from './message.js'
import { MessageRefusal } from '../errors.js'

/** How strictly a message is checked. */
export interface Strictness {
  /** The nonce that it must have. */
  readonly nonce?: bigint
  /** Whether it may pay nothing, below the base fee and for its blobs, if it names no price. */
  readonly mayBeFree?: boolean
}

/** What is determined about a message before it runs. */
export interface Judged extends IntrinsicGas {
  /** Whether it pays no base fee, because it names no price and that is allowed. */
  readonly free: boolean
  readonly baseFee: bigint
  readonly blobFee: bigint
}

const MAX_NONCE = (1n << 64n) - 1n
const MAX_WORD = (1n << 256n) - 1n

/** The most blobs of one transaction since Osaka (EIP-7594). */
const MAX_BLOBS = 6

/**
 * Checks in the order of go-ethereum. Source: core/state_transition.go `preCheck`, `buyGas` and `execute`.
 * @throws MessageRefusal for a message that may not run
 */
export function judge(
  message: Message,
  sender: { readonly nonce: bigint; readonly balance: bigint },
  { header }: BlockContext,
  common: Common,
  strictness: Strictness,
): Judged {
  const { from, gas, gasFeeCap, gasTipCap } = message
  const baseFee = header.baseFeePerGas ?? 0n
  const blobGas =
    BigInt(message.blobVersionedHashes?.length ?? 0) *
    (common.isActivatedEIP(4844) ? common.param('blobGasPerBlob') : 0n)
  checkNonce(message, sender.nonce, strictness.nonce)
  const mayBeFree = strictness.mayBeFree === true
  const free = mayBeFree && gasFeeCap === 0n && gasTipCap === 0n
  if (gasFeeCap < gasTipCap)
    throw new MessageRefusal(
      'tipAboveFeeCap',
      `max priority fee per gas higher than max fee per gas: address ${checksum(from)}, maxPriorityFeePerGas: ${gasTipCap}, maxFeePerGas: ${gasFeeCap}`,
    )
  if (gasFeeCap < baseFee && !free)
    throw new MessageRefusal(
      'feeCap',
      `max fee per gas less than block base fee: address ${checksum(from)}, maxFeePerGas: ${gasFeeCap}, baseFee: ${baseFee}`,
    )
  checkKind(message, common)
  const blobPrice = blobGas === 0n ? 0n : header.getBlobGasPrice()
  if (message.maxFeePerBlobGas < blobPrice && !(mayBeFree && message.maxFeePerBlobGas === 0n))
    throw new MessageRefusal(
      'other',
      `max fee per blob gas less than block blob gas fee: address ${checksum(from)} blobGasFeeCap: ${message.maxFeePerBlobGas}, blobBaseFee: ${blobPrice}`,
    )
  const blobFee = blobGas * blobPrice
  const most = gas * gasFeeCap + message.value + blobGas * message.maxFeePerBlobGas
  if (most > MAX_WORD || gas * message.gasPrice + blobFee > MAX_WORD)
    throw new MessageRefusal(
      'funds',
      `insufficient funds for gas * price + value: address ${checksum(from)} required balance exceeds 256 bits`,
    )
  if (sender.balance < most)
    throw new MessageRefusal(
      'funds',
      `insufficient funds for gas * price + value: address ${checksum(from)} have ${sender.balance} want ${most}`,
    )
  const { intrinsic, floor } = intrinsicGas(message, common)
  if (gas < intrinsic) throw new MessageRefusal('intrinsicGas', `intrinsic gas too low: have ${gas}, want ${intrinsic}`)
  if (gas < floor)
    throw new MessageRefusal('other', `insufficient gas for floor data gas cost: have ${gas}, want ${floor}`)
  return { intrinsic, floor, free, baseFee, blobFee }
}

/**
 * What is checked of a message whose fees are no matter of the EVM. Source: cosmos/evm x/vm/keeper/state_transition.go `ApplyMessageWithConfig`.
 * @throws MessageRefusal for gas that does not cover what it costs before it runs
 */
export function judgeUnpaid(message: Message, common: Common): Judged {
  const { gas } = message
  const { intrinsic, floor } = intrinsicGas(message, common)
  if (gas < intrinsic) throw new MessageRefusal('intrinsicGas', 'apply message: intrinsic gas too low')
  if (gas < floor)
    throw new MessageRefusal('floorGas', `insufficient gas for floor data gas cost: have ${gas}, want ${floor}`)
  return { intrinsic, floor, free: true, baseFee: 0n, blobFee: 0n }
}

function checkNonce({ from }: Message, has: bigint, wanted: bigint | undefined): void {
  if (wanted === undefined) return
  const name = checksum(from)
  if (wanted < has)
    throw new MessageRefusal('nonceTooLow', `nonce too low: address ${name}, tx: ${wanted} state: ${has}`)
  if (wanted > has)
    throw new MessageRefusal('nonceTooHigh', `nonce too high: address ${name}, tx: ${wanted} state: ${has}`)
  if (has >= MAX_NONCE) throw new MessageRefusal('nonceMax', `nonce has max value: address ${name}, nonce: ${has}`)
}

/** Lists that a kind of transaction has since its fork. */
function checkKind(message: Message, common: Common): void {
  const { from, accessList, blobVersionedHashes: blobs, authorizationList } = message
  const sender = `(sender ${checksum(from)})`
  const refuseKind = (kind: string): never => {
    throw new MessageRefusal('other', `transaction type not supported: ${kind} tx ${sender}`)
  }
  if (accessList !== undefined && !common.gteHardfork(Hardfork.Berlin)) refuseKind('access list')
  if (blobs !== undefined) {
    if (!common.isActivatedEIP(4844)) refuseKind('blob')
    if (blobs.length === 0) throw new MessageRefusal('other', 'blob transaction missing blob hashes')
    if (common.isActivatedEIP(7594) && blobs.length > MAX_BLOBS)
      throw new MessageRefusal('other', 'blob transaction has too many blobs')
    const wrong = blobs.findIndex((hash) => !hash.startsWith('0x01'))
    if (wrong >= 0) throw new MessageRefusal('other', `blob ${wrong} has invalid hash version`)
  }
  if (authorizationList !== undefined) {
    if (!common.isActivatedEIP(7702)) refuseKind('setcode')
    if (authorizationList.length === 0)
      throw new MessageRefusal('other', `EIP-7702 transaction with empty auth list ${sender}`)
  }
}
