import { fromHex } from '../../base/index.js'
import { addressText, event, type Context } from '../../chain/index.js'
import type { Checksum } from '../../vm/internal.js'
import { classicAddress } from './addresses.js'
import { govPolicy } from './authorization.js'
import { hasContractInfo, nextId, setCodeInfo } from './keeper.js'
import { LAST_CODE_ID_KEY, LAST_CONTRACT_ID_KEY } from './keys.js'
import { AccessType } from './records.js'
import type { WasmKeeper } from './wasm.js'

/** A test double to be placed on a chain. Addresses are raw bytes. */
export interface PlacedDouble {
  readonly checksum: Checksum
  readonly creator: Uint8Array
  readonly admin: Uint8Array | undefined
  readonly label: string
  readonly msg: Uint8Array
  /** Undefined: the next classic address. */
  readonly at: Uint8Array | undefined
}

/**
 * Gives a double a code id. If a contract exists at the address, the double replaces its code: state, label, admin and coins stay, and no entry point is
 * called. Otherwise it is instantiated like a contract. @returns its address @throws ChainError, Panic
 */
export function placeDouble(keeper: WasmKeeper, ctx: Context, double: PlacedDouble): Uint8Array {
  const { checksum, creator, at, ...rest } = double
  const codeId = nextId(ctx, LAST_CODE_ID_KEY)
  const instantiateConfig = { permission: AccessType.Everybody, addresses: [] }
  setCodeInfo(ctx, codeId, {
    codeHash: fromHex(checksum),
    creator: addressText(ctx.prefix, creator),
    instantiateConfig,
  })
  ctx.events.emit(event('store_code', ['code_checksum', checksum], ['code_id', String(codeId)]))
  if (at !== undefined && hasContractInfo(ctx, at)) {
    keeper.contracts.replaceCode(ctx, at, codeId, double.msg)
    return at
  }
  const address = (inner: Context) => at ?? classicAddress(codeId, nextId(inner, LAST_CONTRACT_ID_KEY))
  return keeper.contracts.instantiate(ctx, { ...rest, codeId, creator, funds: [], address }, govPolicy).address
}
