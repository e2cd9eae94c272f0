import type { Context } from '../../chain/index.js'

/** What the module needs from wasm. Source: neutron x/cron/types/expected_keepers.go `WasmMsgServer`. */
export interface WasmMessages {
  /** Executes a contract without funds, as `MsgExecuteContract` does. @param sender bech32 @throws ChainError, Panic */
  execute(ctx: Context, message: { readonly sender: string; readonly contract: string; readonly msg: Uint8Array }): void
}
