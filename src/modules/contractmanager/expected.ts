import type { Context } from '../../chain/index.js'

/** What the module needs from wasm. Source: neutron x/contractmanager/types/expected_keepers.go. */
export interface WasmKeeper {
  hasContract(ctx: Context, contract: Uint8Array): boolean
  readonly contracts: {
    /** @throws ChainError, Panic */
    sudo(ctx: Context, contract: Uint8Array, msg: Uint8Array): Uint8Array | undefined
  }
}
