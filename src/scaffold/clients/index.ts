export { CLIENT_HEADER, clientFiles } from './client-files.js'
export { CLIENT_PARTS, type ClientPart } from './codegen.js'
