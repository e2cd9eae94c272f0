import { RLP, type Input } from '@ethereumjs/rlp'
import { NO_BYTES } from '../../base/index.js'
import { keccak256 } from '../crypto/hash.js'
import { hex, unhex, type Hex } from '../hex.js'
import type { Message } from './message.js'

const NO_SIGNATURE = [0n, 0n, 0n]

/**
 * Hash of the transaction that a message would be without a signature, also if no such transaction is valid: of the newest kind that its members need,
 * unless it names one price for all. Source: go-ethereum internal/ethapi/transaction_args.go `ToTransaction`.
 */
export function unsignedHash(message: Message, nonce: bigint, chainId: bigint, hasOnePrice: boolean): Hex {
  const { to, gas, value, data, gasFeeCap, gasTipCap, gasPrice } = message
  const { accessList, authorizationList: authorizations, blobVersionedHashes: blobs, maxFeePerBlobGas } = message
  const call: Input[] = [gas, to === undefined ? NO_BYTES : unhex(to), value, data]
  const list = (accessList ?? []).map(({ address, storageKeys }) => [unhex(address), storageKeys.map(unhex)])
  const capped: Input[] = [chainId, nonce, gasTipCap, gasFeeCap, ...call, list]
  const [type, members]: readonly [number, Input[]] = hasOnePrice
    ? accessList === undefined
      ? [0, [nonce, gasPrice, ...call]]
      : [1, [chainId, nonce, gasPrice, ...call, list]]
    : authorizations !== undefined
      ? [
          4,
          [
            ...capped,
            authorizations.map((one) => [
              BigInt(one.chainId),
              unhex(one.address),
              ...[one.nonce, one.yParity, one.r, one.s].map(BigInt),
            ]),
          ],
        ]
      : blobs !== undefined
        ? [3, [...capped, maxFeePerBlobGas, blobs.map(unhex)]]
        : [2, capped]
  const encoded = RLP.encode([...members, ...NO_SIGNATURE])
  return hex(keccak256(type === 0 ? encoded : Uint8Array.of(type, ...encoded)))
}
