import { plainError } from '../../chain/index.js'
import { protoString, protoUint64, ProtoWriter, readProto, remember } from '../../codec/index.js'
import type { Metadata } from './expected.js'
import type { Params } from './params.js'

/** The coin of the EVM. Source: cosmos/evm v0.7.3 proto cosmos.evm.vm.v1 `EvmCoinInfo`. */
export interface EvmCoin {
  readonly denom: string
  /** The denomination with 18 places. */
  readonly extendedDenom: string
  readonly displayDenom: string
  readonly decimals: bigint
}

const EVM_DECIMALS = 18n

export const encodeCoin = ({ denom, extendedDenom, displayDenom, decimals }: EvmCoin): Uint8Array =>
  new ProtoWriter().string(1, denom).string(2, extendedDenom).string(3, displayDenom).uint64(4, decimals).finish()

export const decodeCoin = remember((bytes): EvmCoin => {
  const fields = readProto(bytes)
  return {
    denom: protoString(fields, 1),
    extendedDenom: protoString(fields, 2),
    displayDenom: protoString(fields, 3),
    decimals: protoUint64(fields, 4),
  }
})

/** The coin that the params name, from what the bank knows of it. @throws ChainError undefined/1. Source: x/vm/keeper/coin_info.go `LoadEvmCoinInfo`. */
export function coinOf({ denom, extendedDenom }: Params, metadata: Metadata | undefined): EvmCoin {
  if (metadata === undefined) throw plainError(`denom metadata ${denom} could not be found`)
  const { display, denomUnits } = metadata
  const decimals = BigInt(denomUnits.findLast((unit) => unit.denom === display)?.exponent ?? 0)
  if (decimals === EVM_DECIMALS) return { denom, extendedDenom: denom, displayDenom: display, decimals }
  if (extendedDenom === undefined) throw plainError('extended denom options cannot be nil for non-18-decimal chains')
  return { denom, extendedDenom, displayDenom: display, decimals }
}
