/** A parsed module and its operators. */
export { WasmParseError } from './binary-reader.js'
export { localTypesOf } from './body-types.js'
export { typeOf, type Body, type Module } from './module.js'
export { KIND, Kind } from './operators.js'
export { parse } from './parse.js'
export { readU32, skipDeadCode, skipOperator } from './skip.js'
