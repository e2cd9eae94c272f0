export { taxModule } from './module.js'
export { deductTax } from './step.js'
