export { checkExtensions, limitGrants, rejectEthereum } from './ante/cosmos.js'
export { ethereumStep, isEthereum } from './ante/ethereum.js'
export { checkMinGasPrice, dynamicFee } from './ante/fees.js'
export { effectivePrice, gasProblem, intrinsicGas, usedGas } from './ethereum/gas.js'
export { messageOf, NOBODY, type AccountOverride, type CallMessage, type StateOverrides } from './ethereum/call-args.js'
export { readCallArgs } from './ethereum/call-json.js'
export { EthereumCalls } from './ethereum/calls.js'
export { decodeEthereumMessage } from './ethereum/message.js'
export { authorityOf, decodeEthereumTx, senderOf, type EthereumTx } from './ethereum/decode.js'
export { carriedIn, enveloped } from './ethereum/envelope.js'
export { createdAddress, signedTx } from './ethereum/signing.js'
export { decodeResponse } from './response.js'
export {
  countedAmongEthereum,
  EthereumKeeper,
  type Config,
  type EvmMessage,
  type Executed,
  type Execution,
  type ModuleAnswer,
} from './ethereum/keeper.js'
export { EthereumMeter, UnlimitedMeter } from './ethereum/meter.js'
export { EMPTY_CODE_HASH, EvmKeeper } from './keeper.js'
export { EVM_STORE, slotKey } from './keys.js'
export type { Access } from './params.js'
export { lenientHex } from './lenient-hex.js'
export { evmModule } from './module.js'
export type { EvmTraces } from './queries.js'
export { decodeLogs } from './response.js'
export { DYNAMIC_FEE_OPTION, ETHEREUM_OPTION } from './types.js'
