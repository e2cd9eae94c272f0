import { StoreCodeAuthorization, type CodeGrant } from 'cosmjs-types/cosmwasm/wasm/v1/authz'
import { MsgStoreCode } from 'cosmjs-types/cosmwasm/wasm/v1/tx'
import { ErrInvalidRequest, nilPointer, rethrowing, wrapping, type Context } from '../../../chain/index.js'
import { equalBytes, toHex } from '../../../base/index.js'
import { sha256 } from '../../../crypto/index.js'
import type { GrantedCode } from '../expected.js'
import { ErrEmpty } from '../errors.js'
import { ACCEPTED, type AuthorizationType } from './authorization.js'

/** `*`, which matches any code. */
const WILDCARD = 0x2a

const isWildcard = ({ codeHash }: CodeGrant): boolean => codeHash.length === 1 && codeHash[0] === WILDCARD

const WASM_MAGIC = Uint8Array.of(0, 0x61, 0x73, 0x6d)

/** The storing of listed code. Source: wasmd v0.61.14 x/wasm/types/authz.go `StoreCodeAuthorization`. */
export const storeCodeAuthorization = (code: GrantedCode): AuthorizationType => ({
  typeUrl: StoreCodeAuthorization.typeUrl,
  read: (value, prefix) => {
    const { grants } = StoreCodeAuthorization.decode(value)
    return {
      msgTypeUrl: MsgStoreCode.typeUrl,
      validateBasic: () => validateGrants(code, grants, prefix),
      accept: (ctx, message) => {
        if (message.typeUrl !== MsgStoreCode.typeUrl) throw ErrInvalidRequest.error('unknown msg type')
        const { wasmByteCode, instantiatePermission } = MsgStoreCode.decode(message.value)
        const checksum = checksumOf(code, ctx, wasmByteCode)
        for (const grant of grants) {
          if (!isWildcard(grant) && !equalBytes(grant.codeHash, checksum)) continue
          if (grant.instantiatePermission === undefined) return ACCEPTED
          if (instantiatePermission === undefined) throw nilPointer()
          if (code.isSubset(instantiatePermission, grant.instantiatePermission)) return ACCEPTED
        }
        return { accepted: false }
      },
    }
  },
})

/** @throws ChainError sdk/18 */
function checksumOf(code: GrantedCode, ctx: Context, given: Uint8Array): Uint8Array {
  const bytes = rethrowing(
    () => ErrInvalidRequest.error('uncompress wasm archive'),
    () => code.unpack(ctx, given),
  )
  if (!equalBytes(bytes.subarray(0, WASM_MAGIC.length), WASM_MAGIC)) throw ErrInvalidRequest.error('checksum')
  return sha256(bytes)
}

/** @throws ChainError */
function validateGrants(code: GrantedCode, grants: readonly CodeGrant[], prefix: string): void {
  if (grants.length === 0) throw ErrEmpty.error('grants')
  for (const [at, grant] of grants.entries()) {
    if (grants.length > 1 && isWildcard(grant))
      throw ErrInvalidRequest.error('cannot have multiple grants when wildcard grant is one of them')
    wrapping(`position ${at}`, () => {
      if (grant.codeHash.length === 0) throw ErrEmpty.error('code hash')
      if (grant.instantiatePermission !== undefined) code.checkAccess(prefix, grant.instantiatePermission)
    })
  }
  if (new Set(grants.map(({ codeHash }) => toHex(codeHash))).size < grants.length)
    throw ErrInvalidRequest.error('cannot have multiple grants with same code hash')
}
