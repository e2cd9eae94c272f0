/** Limits of the module. Source: wasmd x/wasm/types/wasm_engine.go, types.go, validation.go, keeper/handler_plugin_encoders.go. */

export const MAX_QUERY_STACK_SIZE = 10
/** Maximum nesting of messages, replies included. */
export const MAX_CALL_DEPTH = 500
/** SDK gas of a smart query from outside. */
export const SMART_QUERY_GAS = 3_000_000
/** Maximum size of uncompressed code in bytes, unless the app sets another. */
export const MAX_WASM_SIZE = 800 * 1024
export const MAX_LABEL_SIZE = 128
/** Maximum length of the value of an `any` message, from wasmd v0.61.12 on. */
export const MAX_ANY_SIZE = 512 * 1024
/** SDK gas for unpacking an `any` message: this much and, from wasmd v0.61.12 on, one for each whole 1024 bytes. */
export const ANY_BASE_GAS = 5
