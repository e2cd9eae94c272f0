import {
  addressText,
  ErrInvalidRequest,
  plainError,
  type Message,
  type MessageDecoder,
  type Context,
} from '../../../chain/index.js'
import { protoBytes, readProto } from '../../../codec/index.js'
import { ETHEREUM_TX, ETHEREUM_TX_RESPONSE } from '../types.js'
import { decodeEthereumTx, type EthereumTx } from './decode.js'
import { intrinsicGas } from './gas.js'
import type { EthereumKeeper } from './keeper.js'

/** Source: cosmos/evm v0.7.3 proto cosmos.evm.vm.v1 `MsgEthereumTx`. */
export interface EthereumMessage {
  readonly from: Uint8Array
  readonly tx: EthereumTx | undefined
}

export function decodeEthereumMessage(value: Uint8Array): EthereumMessage {
  const fields = readProto(value)
  const raw = protoBytes(fields, 6)
  return { from: protoBytes(fields, 5), tx: raw.length === 0 ? undefined : decodeEthereumTx(raw) }
}

export const ethereumMessage = (keeper: EthereumKeeper): readonly [typeUrl: string, decoder: MessageDecoder] => [
  ETHEREUM_TX,
  (value, prefix): Message => {
    const { from, tx } = decodeEthereumMessage(value)
    return {
      typeUrl: ETHEREUM_TX,
      signers: from.length === 0 ? [] : [addressText(prefix, from)],
      validateBasic: () => {
        if (tx === undefined) throw ErrInvalidRequest.error('raw transaction is required')
        if (from.length === 0) throw ErrInvalidRequest.error('sender address is missing')
        validate(tx)
      },
      run: (ctx: Context) => ({ typeUrl: ETHEREUM_TX_RESPONSE, value: keeper.apply(ctx, from, tx!) }),
    }
  },
]

const LARGEST = 1n << 256n

/** @throws ChainError undefined/1. Source: x/vm/types/msg.go `ValidateBasic` */
function validate(tx: EthereumTx): void {
  if (tx.feeCap >= LARGEST) throw plainError('max fee per gas higher than 2^256-1')
  if (tx.tipCap >= LARGEST) throw plainError('max priority fee per gas higher than 2^256-1')
  if (tx.feeCap < tx.tipCap) throw plainError('max priority fee per gas higher than max fee per gas')
  const least = intrinsicGas(tx)
  if (tx.gas < least) throw plainError(`intrinsic gas too low: gas ${tx.gas}, minimum needed ${least}`)
  if (tx.type === 4 && tx.authorizations.length === 0)
    throw plainError('set code tx must have at least one authorization tuple')
}
