import { Block, createBlockHeader } from '@ethereumjs/block'
import type { Common } from '@ethereumjs/common'
import type { TypedTransaction } from '@ethereumjs/tx'
import { createAddressFromString } from '@ethereumjs/util'
import { unhex, type Hex } from '../hex.js'
import { listRoot } from '../state/trie.js'
import { logsBloom, receiptBytes, type Receipt } from './receipt.js'

/** What a chain that has the EVM inside tells of one of its blocks. */
export interface GivenHeader {
  readonly number: bigint
  readonly parentHash: Uint8Array
  readonly stateRoot: Uint8Array
  readonly coinbase: Hex
  readonly gasLimit: bigint
  readonly gasUsed: bigint
  /** Seconds since 1970. */
  readonly timestamp: bigint
  readonly baseFee: bigint
  readonly transactions: readonly TypedTransaction[]
  readonly receipts: readonly Receipt[]
}

/** A block of Ethereum that stands for it. Source: cosmos/evm rpc/backend/comet_to_eth.go `EthBlockFromCometBlock`, rpc/types/utils.go `MakeHeader`. */
export function givenBlock(given: GivenHeader, common: Common): Block {
  const { transactions, receipts, gasUsed, coinbase, baseFee, ...header } = given
  const open = createBlockHeader(
    {
      ...header,
      coinbase: createAddressFromString(coinbase),
      baseFeePerGas: baseFee,
      mixHash: unhex(`0x${'ff'.repeat(32)}`),
      parentBeaconBlockRoot: new Uint8Array(32),
    },
    { common, freeze: false },
  )
  // The gas that its other transactions use may go beyond the limit, which the library refuses.
  Object.assign(open, {
    gasUsed,
    transactionsTrie: listRoot(transactions.map((tx) => tx.serialize())),
    receiptTrie: listRoot(receipts.map(receiptBytes)),
    logsBloom: mergedBloom(receipts),
  })
  Object.freeze(open)
  return new Block(open, [...transactions], [], [], { common })
}

function mergedBloom(receipts: readonly Receipt[]): Uint8Array {
  const merged = new Uint8Array(256)
  for (const receipt of receipts)
    if (receipt.logs.length > 0) for (const [i, byte] of logsBloom(receipt).entries()) merged[i]! |= byte
  return merged
}
