export { HEADER, typesDocument } from './document.js'
export { contractsByName, typeName } from './names.js'
