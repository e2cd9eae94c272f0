export { HEADER, typesDocument } from './document.js'
export { typeName } from './names.js'
