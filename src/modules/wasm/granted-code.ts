import { accessConfig, checkAccessConfig, isSubset } from './access.js'
import { chargeUnpacking, unpacked } from './code.js'
import { MAX_WASM_SIZE } from './limits.js'
import type { Context } from '../../chain/index.js'

type Access = Parameters<typeof accessConfig>[0]

/** What grants to store code need to know of code. */
export const grantedCode = {
  /** The code of a message, unzipped if it is gzipped, and charged for. @throws ChainError */
  unpack: (ctx: Context, code: Uint8Array): Uint8Array => {
    chargeUnpacking(ctx, code)
    return unpacked(code, MAX_WASM_SIZE.stock)
  },
  /** @throws ChainError for an invalid one */
  checkAccess: (prefix: string, config: Access): void => checkAccessConfig(prefix, accessConfig(config)),
  /** Whether one is at least as strict as another. */
  isSubset: (config: Access, of: Access): boolean => isSubset(accessConfig(config), accessConfig(of)),
}
