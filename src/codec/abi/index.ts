/** Solidity's ABI: how calls, results and events of contracts of an EVM are bytes. */
export { decodeAbi } from './decode.js'
export { abiWord, encodeAbi } from './encode.js'
export {
  abiEvent,
  abiFunction,
  encodeCall,
  encodeEvent,
  encodeReason,
  type AbiEvent,
  type AbiFunction,
} from './signature.js'
export {
  jsonOfSignature,
  selectorOf,
  signatureOfJson,
  topicOf,
  typeOfJson,
  typesOfJson,
  type JsonItem,
  type JsonParameter,
} from './json.js'
export { typeName, type AbiType, type AbiValue } from './types.js'
