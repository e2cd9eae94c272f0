/** A parsed module and its operators. */
export { localTypesOf } from './body-types.js'
export { typeOf, type Body, type Module } from './module.js'
export { KIND, Kind } from './operators.js'
export { parseLeniently, readModule } from './parse-leniently.js'
export { readU32, skipDeadCode, skipOperator } from './skip.js'
