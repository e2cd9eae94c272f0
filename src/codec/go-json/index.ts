export { goArray, goBytes, goObject, goString, goValue, wellFormed } from './encode.js'
export { GoJsonError } from './decoder.js'
export { isValidJson, jsonSyntaxError } from './scan.js'
export * from './types.js'
