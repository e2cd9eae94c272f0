export { readAllowance } from './reader.js'
export type { Allowance } from './allowance.js'
