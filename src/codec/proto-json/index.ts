export { protoJson } from './print.js'
export { messageText } from './text.js'
export { parseProtoJson, protoOfParams } from './parse.js'
export {
  fieldsOf,
  methodTypes,
  packageTables,
  SchemaError,
  serviceMethods,
  type Field,
  type MethodTypes,
  type PackageTable,
} from './schema.js'
