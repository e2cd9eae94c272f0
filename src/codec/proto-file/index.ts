export type { HttpRoute } from './http.js'
export { learnProtoFiles } from './tables.js'
