export { elements as fieldElements } from './elements.js'
export { parseProtoJson, protoOfBody } from './body.js'
export { TYPES_0_54 } from './later.js'
export { mergedProto } from './merge.js'
export { protoJson } from './print.js'
export { messageText } from './text.js'
export { protoOfParams } from './params.js'
export { addForms, DECIMALS, type FieldForms } from './rules.js'
export {
  addPackages,
  declaredFields,
  fieldsOf,
  messageFields,
  hasType,
  isEnum,
  isScalar,
  methodTypes,
  packageTables,
  SchemaError,
  serviceMethods,
  TYPES,
  Types,
  type Field,
  type MethodTypes,
  type PackageTable,
} from './schema.js'
