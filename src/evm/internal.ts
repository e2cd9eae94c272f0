/** For the other folders of this repository; `index.ts` is for users of the package. Loads no part of a node. */
export { argumentList, plainArgument, type AbiItem, type AbiParameter } from './abi.js'
export { goTypedDataBytes, type GoTypedData } from './accounts/go-typed-data.js'
export { addressOfKey, checksum } from './crypto/address.js'
export { CREATE2_DEPLOYER_CODE, MULTICALL3_CODE, PERMIT2_CODE } from './chain/genesis/public-codes.js'
export { toRpcError } from './errors.js'
export { hex, unhex, type Hex } from './hex.js'
export { touchesHost } from './rpc/host-methods.js'
