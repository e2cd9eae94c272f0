export { SERVICE } from './codec.js'
export * from './messages.js'
export * from './queries.js'
export * from './records.js'
