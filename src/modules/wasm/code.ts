import { fromHex } from '../../base/index.js'
import { addressText, ErrUnauthorized, event, type Context } from '../../chain/index.js'
import { gunzipFirst, GzipError } from '../../codec/index.js'
import { accessConfig, ACCESS_NAMES, accessFor, checkAccessConfig, isSubset, isSubsetType } from './access.js'
import type { AuthorizationPolicy } from './authorization.js'
import type { WasmEngine } from './calls/wasm-engine.js'
import { ErrCreateFailed, noSuchCode } from './errors.js'
import { PIN_COST, uncompressCost } from './calls/gas-register.js'
import { getCodeInfo, getParams, nextId, requireCodeInfo, rowsBelow, setCodeInfo } from './keeper.js'
import { LAST_CODE_ID_KEY, PINNED_PREFIX, pinnedKey, STORE } from './keys.js'
import { MAX_WASM_SIZE } from './limits.js'
import { AccessType, type AccessConfig } from './records.js'

/** Storing and pinning code, and its access config. Source: wasmd x/wasm/keeper/keeper.go. */

const isGzip = (code: Uint8Array): boolean => code[0] === 0x1f && code[1] === 0x8b && code[2] === 0x08

/** @throws ChainError wasm/2 */
function unzip(code: Uint8Array, limit: number): Uint8Array {
  try {
    return gunzipFirst(code, limit)
  } catch (error) {
    if (!(error instanceof GzipError)) throw error
    throw ErrCreateFailed.error(`uncompress wasm archive: ${error.shortMessage}`)
  }
}

/** Charges for unzipping gzipped code. */
function chargeUnpacking(ctx: Context, code: Uint8Array): void {
  if (isGzip(code)) ctx.gasMeter.consume(uncompressCost(code.length), 'Uncompress gzip bytecode')
}

/** The code, unzipped if it is gzipped. */
export const unpacked = (code: Uint8Array, limit: number): Uint8Array => (isGzip(code) ? unzip(code, limit) : code)

/**
 * Stores code under the next id.
 * @param access who may instantiate it; undefined for the chain's default
 * @throws ChainError sdk/4, wasm/2; Panic
 */
export function createCode(
  ctx: Context,
  engine: WasmEngine,
  creator: Uint8Array,
  code: Uint8Array,
  access: AccessConfig | undefined,
  policy: AuthorizationPolicy,
  maxSize: number,
): { readonly codeId: bigint; readonly checksum: Uint8Array } {
  const actor = addressText(ctx.prefix, creator)
  // The reference reads the params twice, and pays for both.
  const ofChain = accessFor(getParams(ctx).instantiateDefaultPermission, actor)
  const config = access ?? ofChain
  if (!policy.canCreateCode(getParams(ctx).codeUploadAccess, ofChain, actor, config))
    throw ErrUnauthorized.error('can not create code')
  chargeUnpacking(ctx, code)
  const { checksum } = engine.store(ctx, unpacked(code, maxSize))
  const codeId = nextId(ctx, LAST_CODE_ID_KEY)
  const codeHash = fromHex(checksum)
  setCodeInfo(ctx, codeId, { codeHash, creator: actor, instantiateConfig: config })
  ctx.events.emit(event('store_code', ['code_checksum', checksum], ['code_id', String(codeId)]))
  return { codeId, checksum: codeHash }
}

/** Reads each pinned code, as the reference does to pin it in the VM. */
function readPinned(ctx: Context, except?: bigint): void {
  for (const { key } of rowsBelow(ctx, PINNED_PREFIX)) {
    const codeId = new DataView(key.buffer, key.byteOffset, 8).getBigUint64(0)
    if (codeId !== except && getCodeInfo(ctx, codeId) === undefined) throw noSuchCode(codeId)
  }
}

/** @throws ChainError wasm/28 */
export function pinCode(ctx: Context, codeId: bigint): void {
  requireCodeInfo(ctx, codeId)
  ctx.gasMeter.consume(PIN_COST, 'Loading CosmWasm module: pin code')
  readPinned(ctx)
  ctx.store(STORE).set(pinnedKey(codeId), Uint8Array.of(1))
  ctx.events.emit(event('pin_code', ['code_id', String(codeId)]))
}

/** @throws ChainError wasm/28 */
export function unpinCode(ctx: Context, codeId: bigint): void {
  requireCodeInfo(ctx, codeId)
  ctx.gasMeter.consume(PIN_COST, 'Loading CosmWasm module: unpin code')
  readPinned(ctx, codeId)
  ctx.store(STORE).delete(pinnedKey(codeId))
  ctx.events.emit(event('unpin_code', ['code_id', String(codeId)]))
}

/** @throws ChainError wasm/28, sdk/4 */
export function setAccessConfig(
  ctx: Context,
  codeId: bigint,
  caller: Uint8Array,
  config: AccessConfig,
  policy: AuthorizationPolicy,
): void {
  const info = requireCodeInfo(ctx, codeId)
  const subset = isSubsetType(config.permission, getParams(ctx).instantiateDefaultPermission)
  if (!policy.canModifyCodeAccess(info.creator, addressText(ctx.prefix, caller), subset))
    throw ErrUnauthorized.error('can not modify code access config')
  setCodeInfo(ctx, codeId, { ...info, instantiateConfig: config })
  const addresses = config.permission === AccessType.AnyOfAddresses ? config.addresses : []
  ctx.events.emit(
    event(
      'update_code_access_config',
      ['code_permission', ACCESS_NAMES[config.permission]],
      ['code_id', String(codeId)],
      ...(addresses.length === 0 ? [] : [['authorized_addresses', addresses.join(',')] as const]),
    ),
  )
}

type Access = Parameters<typeof accessConfig>[0]

/** What grants to store code need to know of code. @param maxSize of unpacked code in bytes */
export const grantedCode = (maxSize: number = MAX_WASM_SIZE) => ({
  /** The code of a message, unzipped if it is gzipped, and charged for. @throws ChainError */
  unpack: (ctx: Context, code: Uint8Array): Uint8Array => {
    chargeUnpacking(ctx, code)
    return unpacked(code, maxSize)
  },
  /** @throws ChainError for an invalid one */
  checkAccess: (prefix: string, config: Access): void => checkAccessConfig(prefix, accessConfig(config)),
  /** Whether one is at least as strict as another. */
  isSubset: (config: Access, of: Access): boolean => isSubset(accessConfig(config), accessConfig(of)),
})
