import { concatBytes, NO_BYTES, toUtf8 } from '../../base/index.js'
import type { Context } from '../../chain/index.js'
import { sha256 } from '../../crypto/index.js'

/** Set in each derived number, which counted ones never reach. */
const DERIVED = 1n << 63n

/**
 * The number of a new account, from its address and its place in the chain. Source: cosmos-sdk v0.54.0 x/auth/types/account_id.go `GenerateID`.
 * @param appHash in the header of the current block @param module name of a module account
 */
export function derivedNumber(ctx: Context, appHash: Uint8Array, address: Uint8Array, module?: string): bigint {
  const digest = sha256(
    concatBytes(
      bigEndian(BigInt(ctx.block.height)),
      appHash,
      bigEndian(BigInt(ctx.txIndex ?? -1)),
      address,
      module === undefined ? NO_BYTES : toUtf8(module),
    ),
  )
  return new DataView(digest.buffer, digest.byteOffset).getBigUint64(0) | DERIVED
}

function bigEndian(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigInt64(0, value)
  return bytes
}
