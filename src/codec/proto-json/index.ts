export { protoJson } from './print.js'
export { parseProtoJson, protoOfParams, type ParamSource } from './parse.js'
export {
  enumValues,
  fieldsOf,
  messageFields,
  methodTypes,
  packageTables,
  SchemaError,
  serviceMethods,
  type Field,
  type MethodTypes,
  type PackageTable,
} from './schema.js'
